// swift-tools-version: 6.2
import PackageDescription

// Both in one word: of several -sanitize the compiler heeds the last one. (The --sanitize=fuzzer of Scripts/fuzz comes
// before it, and tells SwiftPM to leave main to libFuzzer.)
let sanitizers = ["-sanitize=fuzzer,address"]
let settings: [SwiftSetting] = [
    .unsafeFlags(sanitizers),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// A target of the server, compiled again here, with this package's name and its sanitizers.
func server(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Server/\(name)", swiftSettings: settings)
}

func library(_ name: String) -> Target {
    .systemLibrary(name: name, path: "Sources/Server/\(name)")
}

// Sources/Server is a link to the sources of the server.
let package = Package(
    name: "Fuzz",
    products: [.executable(name: "fuzz", targets: ["fuzz"])],
    targets: [
        library("CLibevent"), library("CCurl"), library("CGetopt"), library("CHiredis"), library("CSystemd"),
        library("CZlib"),
        server("EventLoop", "CLibevent"),
        server("Racing"),
        server("JSONText"),
        server("HistoryRecords", "Racing"),
        server("Feeds", "Racing", "EventLoop", "CCurl"),
        server("ServerSentEvents"),
        server("HTTPServer", "EventLoop", "JSONText"),
        server("Broadcasting", "Racing", "JSONText", "ServerSentEvents", "HTTPServer", "EventLoop", "CZlib"),
        server("Cluster", "Racing", "HistoryRecords", "EventLoop", "CHiredis"),
        server("CommandLineOptions", "CGetopt"),
        server("ServiceManagement", "CSystemd"),
        server(
            "NextToGo", "Racing", "JSONText", "HistoryRecords", "Feeds", "HTTPServer", "Broadcasting", "Cluster",
            "EventLoop", "CommandLineOptions", "ServiceManagement"),

        // What is done with the bytes, and what must hold then.
        .target(
            name: "Fuzzing",
            dependencies: [
                "Broadcasting", "Cluster", "CommandLineOptions", "EventLoop", "Feeds", "HistoryRecords", "HTTPServer",
                "JSONText", "NextToGo", "Racing", "ServerSentEvents",
            ],
            swiftSettings: settings),
        // Its main is libFuzzer's.
        .executableTarget(
            name: "fuzz", dependencies: ["Fuzzing"], swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(sanitizers)]),
    ],
    swiftLanguageModes: [.v6]
)
