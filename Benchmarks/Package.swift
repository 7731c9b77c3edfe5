// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility")]

func library(_ name: String) -> Target.Dependency { .product(name: name, package: "odograph") }

let package = Package(
    name: "odograph-benchmarks",
    dependencies: [.package(name: "odograph", path: "..")],
    targets: [
        .executableTarget(
            name: "odograph-benchmark",
            dependencies: [library("FusionCore"), library("Simulation"), library("TrackFormats")],
            swiftSettings: settings),
    ]
)
