// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "motion-benchmark",
    dependencies: [.package(name: "odograph", path: "../..")],
    targets: [
        .executableTarget(
            name: "motion-benchmark", dependencies: [.product(name: "FusionCore", package: "odograph")],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility")])
    ]
)
