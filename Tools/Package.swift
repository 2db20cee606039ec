// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]
let safe = settings + [.strictMemorySafety()]

let package = Package(
    name: "Tools",
    products: [.executable(name: "lint-time", targets: ["lint-time"])],
    targets: [
        // The rule alone: JSON of a compiler's tree in, findings out.
        .target(name: "TimeLint", swiftSettings: safe),
        // Where the JSON comes from: the package's description, swiftc, clang.
        .target(name: "CompilerTrees", dependencies: ["TimeLint"], swiftSettings: safe),
        .executableTarget(name: "lint-time", dependencies: ["CompilerTrees", "TimeLint"], swiftSettings: safe),
        .testTarget(
            name: "TimeLintTests",
            dependencies: ["CompilerTrees", "TimeLint"],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        .testTarget(name: "CompilerTreesTests", dependencies: ["CompilerTrees", "TimeLint"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
