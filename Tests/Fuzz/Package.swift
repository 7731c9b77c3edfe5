// swift-tools-version: 6.3
import PackageDescription

// A separate package: everything in it is built with the coverage counters of libFuzzer and with AddressSanitizer. Run
// through scripts/fuzz, which passes those options.
let package = Package(
    name: "odograph-fuzz",
    dependencies: [
        .package(name: "odograph", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "odograph-fuzz",
            dependencies: [
                "CFuzzer",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "TrackFormats", package: "odograph"),
                .product(name: "SessionStore", package: "odograph"),
                .product(name: "FusionCore", package: "odograph"),
                .product(name: "OdographCore", package: "odograph"),
                .product(name: "GPSDClient", package: "odograph"),
                .product(name: "IIOClient", package: "odograph"),
                .product(name: "Wire", package: "odograph"),
                .product(name: "MapTiles", package: "odograph"),
                .product(name: "RoadMatching", package: "odograph"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility")]),
    ]
)
