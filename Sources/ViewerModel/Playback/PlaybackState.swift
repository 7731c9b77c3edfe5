public import SensorModel

/// The position of the replay and how it continues: a state machine whose only clock is the window's frame clock.
public struct PlaybackState: Sendable, Hashable {
    /// The actions of the user or of the frame clock.
    public enum Action: Sendable, Hashable {
        /// Starts or pauses the replay; at the end of the range, starts over.
        case toggle
        /// Moves to an instant.
        case seek(Instant)
        /// Moves to a position on the axis, in seconds.
        case seekPosition(Double)
        /// Steps by this many fine steps, forward positive.
        case stepFine(Int)
        /// Steps by this many coarse steps, forward positive.
        case stepCoarse(Int)
        /// Moves to the start of the range.
        case toStart
        /// Moves to the end of the range.
        case toEnd
        /// Sets the speed of the replay, 1 ... 64 times real time.
        case setRate(Double)
        /// Doubles the rate.
        case faster
        /// Halves the rate.
        case slower
        /// Replays only between two instants; `nil` for all.
        case setRange(ClosedRange<Instant>?)
        /// Sets the start of the range to the position.
        case startRange
        /// Sets the end of the range to the position.
        case endRange
        /// The frame clock advanced by this many seconds.
        case tick(Double)
    }

    /// The rates to choose from.
    public static let rates: [Double] = [1, 2, 4, 8, 16, 32, 64]

    /// The lengths of a fine and of a coarse step, in seconds.
    private static let (fineStep, coarseStep) = (1.0, 30.0)
    /// The maximum elapsed time of a tick, in seconds; a longer one is ignored.
    private static let longestTick = 0.25

    /// The time of the session, with long gaps shortened.
    public private(set) var axis: PlaybackAxis
    /// The replay's position on the axis, in seconds.
    public private(set) var position = 0.0
    /// The number of axis seconds per second of the frame clock.
    public private(set) var rate = 1.0
    /// True while the replay is running.
    public private(set) var isPlaying = false
    /// The part that is replayed, in seconds of the axis.
    public private(set) var range: ClosedRange<Double>
    /// True if ``range`` is less than everything.
    public var hasRange: Bool { range != 0...axis.length }

    private var pending: Instant?

    /// Creates a replay at the start.
    public init(axis: PlaybackAxis) {
        self.axis = axis
        range = 0...axis.length
    }

    /// The current instant of the replay.
    public var instant: Instant { axis.instant(at: position) }
    /// The instant that the replay has reached; `nil` if it has not begun, and everything is shown.
    public var reached: Instant? { isPlaying || position > range.lowerBound ? instant : nil }
    /// The event time since the session's start in seconds, including gaps.
    public var elapsed: Double { instant - axis.start }
    /// The rate for a label: `16×`.
    public var rateText: String { "\(decimalText(rate))×" }

    /// Returns the newest instant to show, and clears it; `nil` if the position has not changed since the last call.
    ///
    /// If a slider sends several positions between two frames, only the last one is used.
    public mutating func takeTarget() -> Instant? {
        defer { pending = nil }
        return pending
    }

    /// Performs an action.
    public mutating func handle(_ action: Action) {
        switch action {
        case .toggle: if isPlaying { isPlaying = false } else { play() }
        case .seek(let instant): move(to: axis.position(of: instant))
        case .seekPosition(let position): move(to: position)
        case .stepFine(let count): move(to: position + Double(count) * Self.fineStep)
        case .stepCoarse(let count): move(to: position + Double(count) * Self.coarseStep)
        case .toStart: move(to: range.lowerBound)
        case .toEnd: move(to: range.upperBound)
        case .setRate(let rate): setRate(rate)
        case .faster: setRate(rate * 2)
        case .slower: setRate(rate / 2)
        case .setRange(let bounds):
            setRange(bounds)
            move(to: position)
        case .startRange: bound(position...(range.upperBound > position ? range.upperBound : axis.length))
        case .endRange: bound((range.lowerBound < position ? range.lowerBound : 0)...position)
        case .tick(let elapsed): tick(elapsed)
        }
    }

    private mutating func play() {
        guard range.upperBound > range.lowerBound else { return }
        if position >= range.upperBound { move(to: range.lowerBound) }
        isPlaying = true
    }

    private mutating func tick(_ elapsed: Double) {
        guard isPlaying, elapsed > 0 else { return }
        // A window that was hidden for an hour continues at its old position.
        let next = position + min(elapsed, Self.longestTick) * rate
        move(to: next)
        if next >= range.upperBound { isPlaying = false }
    }

    private mutating func setRate(_ rate: Double) {
        guard rate.isFinite, let slowest = Self.rates.first, let fastest = Self.rates.last else { return }
        self.rate = min(fastest, max(slowest, rate))
    }

    private mutating func setRange(_ bounds: ClosedRange<Instant>?) {
        range =
            bounds.map { axis.position(of: $0.lowerBound)...axis.position(of: $0.upperBound) } ?? 0...axis.length
    }

    /// Sets the range unless it is empty, in seconds of the axis.
    private mutating func bound(_ bounds: ClosedRange<Double>) {
        if bounds.upperBound > bounds.lowerBound { range = bounds }
    }

    private mutating func move(to position: Double) {
        guard position.isFinite else { return }
        let target = min(range.upperBound, max(range.lowerBound, position))
        guard target != self.position else { return }
        self.position = target
        pending = axis.instant(at: target)
    }
}
