public import SensorModel

extension SensorEvent {
    /// The device that the event comes from; `nil` if it has none.
    public var device: DeviceID? { payload.device }

    /// Returns the event with its device number increased, so that the devices of two files remain distinct.
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
        case .scalar(let quantity, var sample):
            sample.device = shifted(sample.device)
            event.payload = .scalar(quantity, sample)
        case .source(var report):
            report.device = shifted(report.device)
            event.payload = .source(report)
        case .drop(var report):
            report.device = shifted(report.device)
            event.payload = .drop(report)
        case .clock(var decision):
            decision.device = shifted(decision.device)
            event.payload = .clock(decision)
        case .tick, .clockStep, .parameters, .marker, .correction, .statement, .span, .note, .learned, .reset: break
        }
        return event
    }
}
