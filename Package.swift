// swift-tools-version: 6.3
import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")

// The rows of docs/formats.md, each in the folder of its format.
let formatRows =
    (try? FileManager.default.subpathsOfDirectory(
        atPath: "\(Context.packageDirectory)/Sources/TrackFormats"))?.filter { $0.hasSuffix(".md") } ?? []

func swiftTarget(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func swiftTests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "odograph",
    products: [
        .executable(name: "odograph", targets: ["odograph"]),
        .executable(name: "odographctl", targets: ["odographctl"]),
        .library(name: "FusionCore", targets: ["FusionCore", "SensorModel", "Geometry"]),
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "TrackFormats", targets: ["TrackFormats"]),
        .library(name: "SessionStore", targets: ["SessionStore"]),
        .library(name: "GPSDClient", targets: ["GPSDClient"]),
        .library(name: "GeoClueClient", targets: ["GeoClueClient"]),
        .library(name: "IIOClient", targets: ["IIOClient"]),
        .library(name: "Wire", targets: ["Wire"]),
        .library(name: "MapTiles", targets: ["MapTiles"]),
        .library(name: "RoadMatching", targets: ["RoadMatching"]),
        // For programs in C and Python; scripts/build-wheel links the Swift runtime into it.
        .library(name: "odograph-core", type: .dynamic, targets: ["OdographCore"]),
        .library(name: "OdographCore", targets: ["OdographCore", "COdograph"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        // Pure: no Foundation, no files, no clock, no threads.
        swiftTarget("Geometry"),
        swiftTarget("SensorModel", ["Geometry"]),
        .target(
            name: "FusionCore", dependencies: ["SensorModel", "Geometry"],
            // Trained trees, compiled in: the core opens no file.
            resources: [.embedInCode("Resources/activities.trees"), .embedInCode("Resources/vehicles.trees")],
            // SIMD lanes are slow without optimization: tests would wait for them.
            swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        swiftTarget("Replay", ["FusionCore", "SensorModel", "Geometry"]),
        swiftTarget("Simulation", ["SensorModel", "Geometry"]),

        swiftTarget("Wire", ["SensorModel", "Geometry"]),
        swiftTarget("JSON", ["SensorModel"]),

        // The core as a C library: the header, and what is behind it.
        .target(name: "COdograph"),
        swiftTarget(
            "OdographCore",
            ["COdograph", "Replay", "FusionCore", "SensorModel", "Geometry"]),

        // Maps as others make them: archives, vector tiles, and how they are drawn.
        swiftTarget("MapTiles", ["CZlib", "SensorModel", "Geometry"]),
        .target(
            name: "RoadMatching",
            dependencies: ["MapTiles", "FusionCore", "SensorModel", "Geometry"],
            // A search over thousands of segments is slow without optimization: tests would wait for it.
            swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),

        // I/O.
        // What Swift's module of the C library leaves out.
        .systemLibrary(name: "CGlibc"),
        .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
        swiftTarget("GPSDClient", ["JSON", "SensorModel", "Geometry", logging]),
        // How child processes are started.
        swiftTarget("Launch"),
        // Two threads for the passes of a finished track.
        swiftTarget("Parallel"),
        // The system's location service, without GTK.
        .systemLibrary(
            name: "CGeoClueLibrary", pkgConfig: "libgeoclue-2.0", providers: [.apt(["libgeoclue-2-dev"])]),
        swiftTarget("GeoClueClient", ["CGeoClueLibrary", "SensorModel", "Geometry"]),
        // What takes rights away from the processes that read an iiod and archives.
        .target(name: "CConfinement", dependencies: ["CXMLLibrary"]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        swiftTarget("ArchiveReader", ["CArchive", "CZlib", "CConfinement", "Launch", "Wire"]),
        swiftTarget("IIOClient", ["CIIO", "CConfinement", "Wire", "SensorModel", "Geometry", logging]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        swiftTarget(
            "SessionStore",
            ["JSON", "CSQLite", "Parallel", "MapTiles", "SensorModel", "FusionCore", "Geometry", grdb, sqlite]),
        .systemLibrary(name: "CXMLLibrary", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(name: "CXML", dependencies: ["CXMLLibrary"]),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(
            name: "TrackFormats",
            dependencies: [
                "JSON", "CXML", "Launch", "Wire", "GPSDClient", "SensorModel", "FusionCore",
                "Geometry",
            ],
            exclude: formatRows, swiftSettings: strict),
        swiftTarget(
            "Recorder",
            [
                "CGlibc", "GPSDClient", "GeoClueClient", "Launch", "Wire", "SessionStore", "FusionCore", "SensorModel",
                "Geometry", logging,
            ]),

        .target(
            name: "LibraryImport",
            dependencies: ["Launch", "Recorder", "SessionStore", "TrackFormats", "MapTiles", "Replay", "SensorModel"],
            resources: [.embedInCode("Maps/Tilemaker/config.json"), .embedInCode("Maps/Tilemaker/process.lua")],
            swiftSettings: strict),

        // User interface.
        swiftTarget("Localization", ["CGlibc", "SensorModel"]),
        // GTK 4, libshumate, and libsoup: the description of libshumate names them all.
        .systemLibrary(name: "CGTKLibrary", pkgConfig: "shumate-1.0", providers: [.apt(["libshumate-dev"])]),
        // libshumate fetches its tiles with libsoup, and so do we, within bounds.
        .target(name: "CGTK", dependencies: ["CGTKLibrary"], linkerSettings: [.linkedLibrary("soup-3.0")]),
        swiftTarget("GTKKit", ["CGTK"]),
        swiftTarget("ShumateKit", ["GTKKit", "CGTK", "MapTiles", "SensorModel", "Geometry"]),
        swiftTarget(
            "ViewerModel",
            ["RoadMatching", "Replay", "FusionCore", "SensorModel", "Geometry"]),
        swiftTarget(
            "Viewer",
            [
                "ViewerModel", "Localization", "Parallel", "CGlibc", "RoadMatching", "MapTiles", "Replay", "FusionCore",
                "SensorModel", "Geometry",
            ]),
        .plugin(name: "CompileGResources", capability: .buildTool()),
        .target(
            name: "ViewerUI",
            dependencies: [
                "Viewer", "ViewerModel", "Localization", "GTKKit", "ShumateKit", "MapTiles", "Replay",
                "FusionCore", "SensorModel", "Geometry",
            ],
            swiftSettings: strict, plugins: ["CompileGResources"]),

        // Programs: wiring only.
        .executableTarget(
            name: "odograph",
            dependencies: [
                "ViewerUI", "Viewer", "ViewerModel", "Localization", "GTKKit", "LibraryImport", "Recorder",
                "GPSDClient", "Wire", "SessionStore",
                "TrackFormats", "MapTiles", "Simulation", "Replay", "FusionCore", "SensorModel",
                argumentParser,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "odographctl",
            dependencies: [
                "LibraryImport", "Recorder", "SessionStore", "TrackFormats", "GPSDClient",
                "IIOClient", "ArchiveReader",
                "RoadMatching", "MapTiles", "CConfinement", "Parallel", "Wire", "JSON", "Simulation", "Replay",
                "FusionCore",
                "SensorModel", "Geometry",
                argumentParser, logging,
            ],
            swiftSettings: strict),

        // Tests.
        swiftTests("GeometryTests", ["Geometry", "Simulation"]),
        swiftTests("SensorModelTests", ["SensorModel", "Geometry"]),
        swiftTests(
            "FusionCoreTests",
            ["FusionCore", "Simulation", "SensorModel", "Geometry", "TestSupport"]),
        swiftTests(
            "ReplayTests", ["Replay", "Simulation", "FusionCore", "SensorModel", "Geometry"]),
        swiftTests(
            "OdographCoreTests",
            [
                "OdographCore", "COdograph", "Replay", "Simulation", "FusionCore", "SensorModel",
                "Geometry",
            ]),
        swiftTests("SimulationTests", ["Simulation", "SensorModel", "Geometry"]),
        swiftTests("MapTilesTests", ["MapTiles", "SensorModel", "Geometry"]),
        swiftTests("RoadMatchingTests", ["RoadMatching", "MapTiles", "FusionCore", "SensorModel", "Geometry"]),
        swiftTests("LibraryImportTests", ["LibraryImport", "SessionStore", "MapTiles", "TestSupport"]),
        swiftTests("GPSDClientTests", ["GPSDClient", "SensorModel", "Geometry", "TestSupport"]),
        swiftTests("GeoClueClientTests", ["GeoClueClient", "SensorModel", "Geometry", "TestSupport"]),
        swiftTests("JSONTests", ["JSON"]),
        swiftTests("WireTests", ["Wire", "SensorModel", "Geometry"]),
        swiftTests(
            "IIOClientTests",
            ["IIOClient", "Wire", "SensorModel", "Geometry", "TestSupport", "confinement-probe"]),
        swiftTests(
            "SessionStoreTests",
            [
                "SessionStore", "MapTiles", "Simulation", "FusionCore", "SensorModel", "Geometry",
                "TestSupport", grdb,
            ]),
        swiftTests(
            "TrackFormatsTests",
            [
                "TrackFormats", "GPSDClient", "Simulation", "FusionCore", "SensorModel", "Geometry",
                "TestSupport",
            ]),
        swiftTests(
            "RecorderTests",
            [
                "Recorder", "GPSDClient", "GeoClueClient", "Launch", "Wire", "SessionStore", "Replay", "FusionCore",
                "SensorModel", "Geometry", "TestSupport",
            ]),
        swiftTests(
            "ViewerModelTests",
            [
                "ViewerModel", "RoadMatching", "MapTiles", "Replay", "Simulation", "FusionCore",
                "SensorModel", "Geometry",
            ]),
        swiftTests(
            "LocalizationTests",
            [
                "Localization", "LibraryImport", "Recorder", "SessionStore", "TrackFormats", "MapTiles", "RoadMatching",
                "Replay", "SensorModel",
            ]),
        swiftTests(
            "ViewerTests",
            [
                "Viewer", "ViewerModel", "RoadMatching", "MapTiles", "Replay", "FusionCore", "SensorModel", "Geometry",
                "TestSupport",
            ]),
        swiftTests("GTKKitTests", ["GTKKit", "ShumateKit", "CGTK", "TestSupport"]),
        swiftTests(
            "ViewerUITests",
            [
                "ViewerUI", "Viewer", "GTKKit", "ShumateKit", "MapTiles", "ViewerModel", "SensorModel", "Geometry",
            ]),
        swiftTests("WindowTests", ["TestSupport"]),
        swiftTests("CommandLineTests", ["TestSupport", "Simulation", "SensorModel"]),
        swiftTests("ArchitectureTests", []),

        // Tries what a confined process must not be able to do.
        .executableTarget(name: "confinement-probe", dependencies: ["CConfinement"], path: "Tests/ConfinementProbe"),
        // What tests share: programs run as children, the rig, the data folder.
        .target(name: "TestSupport", dependencies: ["Launch"], path: "Tests/TestSupport", swiftSettings: strict),
    ]
)
