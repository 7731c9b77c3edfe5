public import SensorModel

/// The part of a session that the user looks at, which a first picture shows with other parameters.
public struct Gaze: Sendable {
    /// The instant that is shown.
    public var instant: Instant
    /// The time from the first to the last position that is visible; `nil` if none is.
    public var visible: ClosedRange<Instant>?

    /// Creates a gaze.
    public init(instant: Instant, visible: ClosedRange<Instant>?) { (self.instant, self.visible) = (instant, visible) }
}
