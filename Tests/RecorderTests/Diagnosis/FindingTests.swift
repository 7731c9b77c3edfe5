import GPSDClient
import SensorModel
import Testing

@testable import Recorder

@Suite struct FindingTests {
    private func advice(_ state: AddressState, isUnresponsive: Bool = false) -> String? {
        var examination = Examination(of: ["gpsd localhost:2947"])
        examination.consume(
            SourceStatus(name: "gpsd localhost:2947", state: state, isUnresponsive: isUnresponsive, detail: "a detail"))
        return examination.findings.first?.advice
    }

    @Test func `a gpsd out of reach is started, one that does not answer is restarted`() {
        #expect(advice(.gpsd(.connecting))?.contains("gpsd.socket") == true)
        #expect(advice(.gpsd(.connecting), isUnresponsive: true)?.contains("systemctl restart gpsd") == true)
        #expect(advice(.gpsd(.noDevice))?.contains("gpsdctl add") == true)
        #expect(advice(.gpsd(.fix)) == nil && advice(.sensors([.acceleration])) == nil)
    }
}
