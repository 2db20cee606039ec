// swift-tools-version: 6.2
import PackageDescription

/// One list for every target: what a compiler can check is not left to readers.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// For targets that import no C: every unsafe construct must say so.
let safe = settings + [.strictMemorySafety()]

let package = Package(
    name: "next-to-go",
    products: [
        .executable(name: "nexttogo", targets: ["nexttogo"]),
        .executable(name: "swarm", targets: ["swarm"]),
    ],
    targets: [
        .systemLibrary(name: "CLibevent"),
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CGetopt"),
        .systemLibrary(name: "CHiredis"),
        .systemLibrary(name: "CSystemd"),
        .systemLibrary(name: "CZlib"),

        .target(name: "EventLoop", dependencies: ["CLibevent"], swiftSettings: settings),
        .target(name: "Racing", swiftSettings: safe),
        .target(name: "JSONText", swiftSettings: safe),
        .target(name: "HistoryRecords", dependencies: ["Racing"], swiftSettings: safe),
        .target(name: "Feeds", dependencies: ["Racing", "EventLoop", "CCurl"], swiftSettings: settings),
        .target(name: "ServerSentEvents", swiftSettings: safe),
        .target(name: "HTTPServer", dependencies: ["EventLoop", "JSONText"], swiftSettings: settings),
        .target(
            name: "Broadcasting",
            dependencies: ["Racing", "JSONText", "ServerSentEvents", "HTTPServer", "EventLoop", "CZlib"],
            swiftSettings: settings),
        .target(name: "GzipReading", dependencies: ["CZlib"], swiftSettings: settings),
        .target(name: "CommandLineOptions", dependencies: ["CGetopt"], swiftSettings: settings),
        .target(
            name: "Cluster", dependencies: ["Racing", "HistoryRecords", "EventLoop", "CHiredis"],
            swiftSettings: settings),
        .target(name: "ServiceManagement", dependencies: ["CSystemd"], swiftSettings: settings),
        .target(
            name: "NextToGo",
            dependencies: [
                "Racing", "JSONText", "HistoryRecords", "Feeds", "HTTPServer", "Broadcasting", "Cluster", "EventLoop",
                "CommandLineOptions", "ServiceManagement",
            ],
            swiftSettings: settings),
        .executableTarget(name: "nexttogo", dependencies: ["NextToGo"], swiftSettings: settings),
        .target(
            name: "Swarming",
            dependencies: ["EventLoop", "ServerSentEvents", "GzipReading", "JSONText", "CommandLineOptions"],
            swiftSettings: settings),
        .executableTarget(name: "swarm", dependencies: ["Swarming"], swiftSettings: settings),

        .target(name: "CAllocations", path: "Tests/CAllocations"),
        .target(
            name: "TestSupport", dependencies: ["EventLoop", "Racing", "ServerSentEvents", "GzipReading"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"], swiftSettings: settings),
        .testTarget(
            name: "HTTPServerTests", dependencies: ["HTTPServer", "EventLoop", "JSONText", "TestSupport"],
            exclude: ["request-heads.json"], swiftSettings: settings),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"], swiftSettings: settings),
        .testTarget(name: "ServerSentEventsTests", dependencies: ["ServerSentEvents"], swiftSettings: settings),
        .testTarget(name: "RacingTests", dependencies: ["Racing"], swiftSettings: settings),
        .testTarget(
            name: "HistoryRecordsTests", dependencies: ["HistoryRecords", "Racing", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedsTests", dependencies: ["Feeds", "Racing", "EventLoop", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ClusterTests",
            dependencies: [
                "Cluster", "Broadcasting", "EventLoop", "Feeds", "HistoryRecords", "HTTPServer", "Racing",
                "ServerSentEvents", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ServiceManagementTests", dependencies: ["ServiceManagement"], swiftSettings: settings),
        .testTarget(
            name: "NextToGoTests",
            dependencies: [
                "NextToGo", "Broadcasting", "Cluster", "CommandLineOptions", "EventLoop", "Feeds", "HistoryRecords",
                "HTTPServer", "Racing", "ServerSentEvents", "ServiceManagement", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SwarmingTests",
            dependencies: [
                "Swarming", "CZlib", "CommandLineOptions", "EventLoop", "ServerSentEvents", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "NextToGo", "Broadcasting", "EventLoop", "Feeds", "GzipReading", "HTTPServer", "Racing",
                "ServerSentEvents",
                "TestSupport",
            ],
            exclude: ["Planted"],
            swiftSettings: settings),
        .testTarget(
            name: "LiveTests", dependencies: ["nexttogo", "swarm", "EventLoop", "HTTPServer", "ServerSentEvents"],
            swiftSettings: settings),
        .testTarget(
            name: "BroadcastingTests",
            dependencies: [
                "Broadcasting", "CAllocations", "HTTPServer", "EventLoop", "GzipReading", "Racing", "ServerSentEvents",
                "TestSupport",
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
