import Recorder
import SensorModel
import Testing

@Suite struct PermissionWatchTests {
    private func event(
        _ device: UInt16, _ state: SourceState, _ trouble: SourceTrouble? = nil, detail: String? = nil
    ) -> SensorEvent {
        let report = SourceReport(
            device: DeviceID(device), name: "accel_3d", streams: [.acceleration], state: state, trouble: trouble,
            detail: detail)
        return SensorEvent(time: Instant(seconds: 1_700_000_000), payload: .source(report))
    }

    @Test func `a sensor that may not be read is found, with what to do, until it delivers`() throws {
        var watch = PermissionWatch()
        var isNew = watch.consume([event(1, .connected)])
        #expect(!isNew && watch.finding == nil)
        isNew = watch.consume([event(2, .notPermitted, detail: "accel_3d may not be read.")])
        #expect(isNew)
        let finding = try #require(watch.finding)
        #expect(finding.source == "accel_3d" && finding.problem.description == "accel_3d may not be read.")
        #expect(finding.advice.contains("udev"))
        isNew = watch.consume([event(2, .notPermitted, detail: "accel_3d may not be read.")])
        #expect(!isNew)
        isNew = watch.consume([event(2, .connected)])
        #expect(isNew && watch.finding == nil)
    }

    @Test func `a buffer that may not be used is found, other troubles are not`() {
        var watch = PermissionWatch()
        var isNew = watch.consume([event(1, .connected, .bufferInUse), event(2, .lost)])
        #expect(!isNew)
        isNew = watch.consume([event(1, .connected, .bufferNotPermitted)])
        #expect(isNew && watch.finding != nil)
    }
}
