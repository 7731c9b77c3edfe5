import GPSDClient
import SensorModel
import Testing

@testable import Recorder

@Suite struct FindingTests {
    private func advice(
        _ state: AddressState, isUnresponsive: Bool = false, isLocal: Bool = true,
        on system: SystemTraits = SystemTraits(family: .debian, hasGPSD: true, hasInstalledRule: false)
    ) -> String? {
        var examination = Examination(of: ["gpsd localhost:2947"], on: system)
        examination.consume(
            SourceStatus(
                name: "gpsd localhost:2947", state: state, isUnresponsive: isUnresponsive, isLocal: isLocal,
                detail: "a detail"))
        return examination.findings.first?.advice
    }

    @Test func `a gpsd out of reach is started, one that does not answer is restarted`() {
        #expect(advice(.gpsd(.connecting))?.contains("gpsd.socket") == true)
        #expect(advice(.gpsd(.connecting), isUnresponsive: true)?.contains("systemctl restart gpsd") == true)
        #expect(advice(.gpsd(.noDevice))?.contains("gpsdctl add") == true)
        #expect(advice(.gpsd(.fix)) == nil && advice(.sensors([.acceleration])) == nil)
    }

    @Test func `a gpsd that is not installed is installed as this distribution does, one elsewhere is not`() {
        let commands: [(SystemTraits.Family?, String)] = [
            (.debian, "apt install gpsd"), (.fedora, "dnf install gpsd"), (.arch, "pacman -S gpsd"),
            (.suse, "zypper install gpsd"), (nil, "package manager"),
        ]
        for (family, command) in commands {
            let system = SystemTraits(family: family, hasGPSD: false, hasInstalledRule: false)
            #expect(advice(.gpsd(.connecting), on: system)?.contains(command) == true)
            #expect(advice(.gpsd(.connecting), isLocal: false, on: system)?.contains("HOST:PORT") == true)
        }
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
