public import SensorModel

/// The part of the playback axis that a chart shows, and its width in pixels.
public struct ChartWindow: Sendable, Hashable {
    /// The whole axis.
    public private(set) var axis: PlaybackAxis
    /// The part shown, in seconds of the axis.
    public private(set) var range: ClosedRange<Double>
    /// The plot's width in pixels.
    public var width: Double

    /// The minimum duration that a chart shows, in seconds.
    static let shortest = 1.0

    /// Creates a window that shows the whole axis.
    public init(axis: PlaybackAxis, width: Double) {
        self.axis = axis
        self.width = width
        range = 0...axis.length
    }

    /// True if only a part is shown.
    public var isZoomed: Bool { range != 0...axis.length }

    /// Returns the position of an instant in pixels from the plot's left edge, which may be outside the plot.
    public func x(of instant: Instant) -> Double { x(ofPosition: axis.position(of: instant)) }

    /// Returns the position of a place on the axis in pixels from the plot's left edge.
    public func x(ofPosition position: Double) -> Double {
        let length = range.upperBound - range.lowerBound
        return length > 0 ? (position - range.lowerBound) / length * width : 0
    }

    /// Returns the place on the axis at a pixel, limited to the axis.
    public func position(atX x: Double) -> Double {
        guard width > 0, x.isFinite else { return range.lowerBound }
        let position = range.lowerBound + (range.upperBound - range.lowerBound) * x / width
        return min(axis.length, max(0, position))
    }

    /// Returns the instant at a pixel.
    public func instant(atX x: Double) -> Instant { axis.instant(at: position(atX: x)) }

    /// Zooms around a pixel; a factor above 1 shows less.
    public mutating func zoom(by factor: Double, aroundX x: Double) {
        guard factor > 0, factor.isFinite, axis.length > 0 else { return }
        let length = range.upperBound - range.lowerBound
        let wanted = min(axis.length, max(min(Self.shortest, axis.length), length / factor))
        let share = width > 0 ? min(1, max(0, x / width)) : 0.5
        show(from: range.lowerBound + (length - wanted) * share, length: wanted)
    }

    /// Moves the window by a number of pixels; positive values show later times.
    public mutating func pan(byX pixels: Double) {
        guard width > 0, pixels.isFinite else { return }
        let length = range.upperBound - range.lowerBound
        show(from: range.lowerBound + pixels / width * length, length: length)
    }

    /// Shows a part of the axis, limited to the axis.
    public mutating func show(_ part: ClosedRange<Double>) {
        guard part.lowerBound.isFinite, part.upperBound.isFinite else { return }
        show(from: part.lowerBound, length: max(min(Self.shortest, axis.length), part.upperBound - part.lowerBound))
    }

    /// Shows everything.
    public mutating func reset() { range = 0...axis.length }

    /// Moves as little as needed to show a place on the axis, a tenth of the window away from its edges.
    public mutating func follow(_ position: Double) {
        let length = range.upperBound - range.lowerBound
        let edge = length / 10
        if position < range.lowerBound + edge { show(from: position - edge, length: length) }
        if position > range.upperBound - edge { show(from: position + edge - length, length: length) }
    }

    /// Replaces the axis. A window that showed the whole axis still does; another one keeps its instants.
    public mutating func setAxis(_ axis: PlaybackAxis) {
        let bounds = isZoomed ? (self.axis.instant(at: range.lowerBound), self.axis.instant(at: range.upperBound)) : nil
        self.axis = axis
        range = 0...axis.length
        guard let bounds else { return }
        let low = axis.position(of: bounds.0)
        let high = axis.position(of: bounds.1)
        show(from: low, length: max(min(Self.shortest, axis.length), high - low))
    }

    private mutating func show(from start: Double, length: Double) {
        let length = min(axis.length, length)
        let start = min(axis.length - length, max(0, start))
        range = start...max(start, min(axis.length, start + length))
    }
}
