/// What a core has learned of a person and of places: a small value that a library keeps between sessions.
///
///     core.learned = kept            // before the first event
///     for event in events { core.consume(event) { … } }
///     kept = core.learned            // after the last
///
/// The same value and the same events give the same estimates: keep what a session began with beside it.
public struct Learned: Sendable, Hashable, Codable {
    /// The length of the person's steps.
    public var stride = StrideModel.State()
    /// The storeys of buildings.
    public var storeys = PlaceStoreys()

    /// Makes one that has learned nothing.
    public init() {}
}

extension FusionCore {
    /// What the core has learned so far; put in what earlier sessions learned before the first event.
    public var learned: Learned {
        get {
            var learned = Learned()
            learned.stride = pedometer.stride.state
            learned.storeys = storeys
            return learned
        }
        set {
            pedometer.stride.resume(newValue.stride)
            storeys = newValue.storeys
        }
    }
}
