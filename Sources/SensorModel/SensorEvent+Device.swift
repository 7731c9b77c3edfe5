extension SensorEvent {
    /// The device that the event comes from; `nil` if it has none.
    public var device: DeviceID? { payload.device }

    /// Returns the event with another device number, so that the devices of several files are distinct, or the same.
    public func renumbered(_ number: (DeviceID) -> DeviceID) -> SensorEvent {
        var event = self
        switch payload {
        case .fix(var fix):
            fix.device = number(fix.device)
            event.payload = .fix(fix)
        case .sky(var sky):
            sky.device = number(sky.device)
            event.payload = .sky(sky)
        case .acceleration(var sample):
            sample.device = number(sample.device)
            event.payload = .acceleration(sample)
        case .rotation(var sample):
            sample.device = number(sample.device)
            event.payload = .rotation(sample)
        case .magneticField(var sample):
            sample.device = number(sample.device)
            event.payload = .magneticField(sample)
        case .scalar(let quantity, var sample):
            sample.device = number(sample.device)
            event.payload = .scalar(quantity, sample)
        case .source(var report):
            report.device = number(report.device)
            event.payload = .source(report)
        case .drop(var report):
            report.device = number(report.device)
            event.payload = .drop(report)
        case .clock(var decision):
            decision.device = number(decision.device)
            event.payload = .clock(decision)
        case .tick, .clockStep, .parameters, .marker, .correction, .statement, .span, .note, .learned, .reset: break
        }
        return event
    }
}
