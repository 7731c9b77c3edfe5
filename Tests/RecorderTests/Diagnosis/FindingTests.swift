import Foundation
import GPSDClient
import GeoClueClient
import SensorModel
import Testing

@testable import Recorder

@Suite struct FindingTests {
    private func advice(
        _ state: AddressState, isLocal: Bool = true, advice: String? = nil,
        on system: SystemTraits = SystemTraits(
            family: .debian, hasGPSD: true, hasGeoClue: false, hasInstalledRule: false)
    ) -> String? {
        var examination = Examination(of: ["gpsd localhost:2947"], on: system)
        examination.consume(
            SourceStatus(
                name: "gpsd localhost:2947", state: state, isLocal: isLocal, detail: "a detail", advice: advice))
        return examination.findings.first?.advice
    }

    @Test func `a gpsd out of reach is started, one that knows better says so itself`() {
        #expect(advice(.gpsd(.connecting))?.contains("gpsd.socket") == true)
        #expect(advice(.gpsd(.connecting), advice: "Do this.") == "Do this.")
        #expect(advice(.gpsd(.noDevice))?.contains("gpsdctl add") == true)
        #expect(advice(.gpsd(.fix)) == nil && advice(.sensors([.acceleration])) == nil)
    }

    @Test func `a gpsd that is not installed is installed as this distribution does, one elsewhere is not`() {
        let commands: [(SystemTraits.Family?, String)] = [
            (.debian, "apt install gpsd"), (.fedora, "dnf install gpsd"), (.arch, "pacman -S gpsd"),
            (.suse, "zypper install gpsd"), (nil, "package manager"),
        ]
        for (family, command) in commands {
            let system = SystemTraits(family: family, hasGPSD: false, hasGeoClue: false, hasInstalledRule: false)
            #expect(advice(.gpsd(.connecting), on: system)?.contains(command) == true)
            #expect(advice(.gpsd(.connecting), isLocal: false, on: system)?.contains("HOST:PORT") == true)
        }
    }

    private func findings(
        _ states: [AddressState], hasGeoClue: Bool = true, detail: String? = nil, family: SystemTraits.Family? = .debian
    ) -> [Finding] {
        let system = SystemTraits(family: family, hasGPSD: true, hasGeoClue: hasGeoClue, hasInstalledRule: false)
        var examination = Examination(on: system)
        for (index, state) in states.enumerated() {
            examination.consume(
                SourceStatus(
                    name: state.isLocationService ? "GeoClue" : "gpsd \(index)", state: state, isLocal: true,
                    detail: detail))
        }
        return examination.findings
    }

    @Test func `a location service is the alternative of who has no receiver, once`() {
        #expect(findings([.gpsd(.noDevice), .gpsd(.connecting)]).filter { $0.source == "GeoClue" }.count == 1)
        #expect(findings([.gpsd(.noDevice)]).last?.advice.contains("--geoclue") == true)
        #expect(!findings([.gpsd(.noDevice)], hasGeoClue: false).contains { $0.source == "GeoClue" })
        #expect(!findings([.gpsd(.noDevice), .locationService(.location)]).contains { $0.source == "GeoClue" })
        #expect(findings([.gpsd(.fix)]).isEmpty)
    }

    @Test func `what is wrong with a location service has its advice`() {
        let commands: [(GeoClueLink.State, String)] = [
            (.noBus, "start dbus"), (.notInstalled, "apt install geoclue-2.0"), (.denied, "gsettings set"),
            (.connecting, "restart geoclue"), (.noLocation, "geoclue.conf"), (.silent, "restart geoclue"),
        ]
        for (state, command) in commands {
            let found = findings([.locationService(state)], detail: "GeoClue says no")
            #expect(found.count == 1 && found.first?.advice.contains(command) == true, "\(state)")
            #expect(found.first?.problem.description.hasSuffix(".") == true)
        }
        #expect(findings([.locationService(.location)]).isEmpty)
        for (family, package) in [
            (SystemTraits.Family.fedora, "dnf install geoclue2"), (.arch, "pacman -S geoclue"),
            (.suse, "zypper install geoclue2"),
        ] {
            #expect(findings([.locationService(.notInstalled)], family: family).first?.advice.contains(package) == true)
        }
    }

    @Test func `a location that is denied does not concern files`() {
        let report = SourceReport(
            device: DeviceID(1), name: "GeoClue", streams: [.fix], state: .notPermitted, detail: "Denied.")
        let finding = Finding.permission(of: report, on: .current())
        #expect(finding?.problem.description == "Denied." && finding?.advice.contains("gsettings") == true)
        #expect(finding?.advice.contains("udev") == false)
    }

    @Test(arguments: GeoClueLink.State.allCases)
    func `the state of a location service survives its text`(state: GeoClueLink.State) throws {
        let text = try JSONEncoder().encode([AddressState.locationService(state)])
        #expect(try JSONDecoder().decode([AddressState].self, from: text) == [.locationService(state)])
    }

    @Test(arguments: [
        ("PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n", SystemTraits.Family.debian),
        ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", .debian), ("ID=fedora\n", .fedora),
        ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"", .fedora), ("ID=manjaro\nID_LIKE=arch\n", .arch),
        ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", .suse),
    ])
    func `a distribution belongs to the family of its name, or of those it resembles`(
        text: String, family: SystemTraits.Family
    ) {
        #expect(SystemTraits.Family(osRelease: text) == family)
    }

    @Test func `a distribution like none is of no family`() {
        #expect(SystemTraits.Family(osRelease: "ID=nixos\n") == nil)
        #expect(SystemTraits.Family(osRelease: "no such line") == nil)
    }
}
