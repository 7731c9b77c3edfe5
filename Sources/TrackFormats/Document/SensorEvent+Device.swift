public import SensorModel

extension SensorEvent {
    /// The source behind the event; nil for one that has none.
    public var device: DeviceID? {
        switch payload {
        case .fix(let fix): fix.device
        case .sky(let sky): sky.device
        case .acceleration(let sample), .rotation(let sample), .magneticField(let sample): sample.device
        case .pressure(let sample), .temperature(let sample), .heartRate(let sample), .cadence(let sample),
            .power(let sample):
            sample.device
        case .source(let report): report.device
        case .drop(let report): report.device
        case .tick, .clockStep, .parameters, .marker, .correction, .statement, .note, .learned, .reset: nil
        }
    }

    /// Returns the event with its source's number raised, so that two files' sources stay apart.
    public func shiftingDevice(by offset: UInt16) -> SensorEvent {
        func shifted(_ device: DeviceID) -> DeviceID { DeviceID(device.rawValue &+ offset) }
        var event = self
        switch payload {
        case .fix(var fix):
            fix.device = shifted(fix.device)
            event.payload = .fix(fix)
        case .sky(var sky):
            sky.device = shifted(sky.device)
            event.payload = .sky(sky)
        case .acceleration(var sample):
            sample.device = shifted(sample.device)
            event.payload = .acceleration(sample)
        case .rotation(var sample):
            sample.device = shifted(sample.device)
            event.payload = .rotation(sample)
        case .magneticField(var sample):
            sample.device = shifted(sample.device)
            event.payload = .magneticField(sample)
        case .pressure(var sample):
            sample.device = shifted(sample.device)
            event.payload = .pressure(sample)
        case .temperature(var sample):
            sample.device = shifted(sample.device)
            event.payload = .temperature(sample)
        case .heartRate(var sample):
            sample.device = shifted(sample.device)
            event.payload = .heartRate(sample)
        case .cadence(var sample):
            sample.device = shifted(sample.device)
            event.payload = .cadence(sample)
        case .power(var sample):
            sample.device = shifted(sample.device)
            event.payload = .power(sample)
        case .source(var report):
            report.device = shifted(report.device)
            event.payload = .source(report)
        case .drop(var report):
            report.device = shifted(report.device)
            event.payload = .drop(report)
        case .tick, .clockStep, .parameters, .marker, .correction, .statement, .note, .learned, .reset: break
        }
        return event
    }
}
