import SensorModel

/// Assigns a time to every sample of a device: the kernel's timestamp if it is reliable, otherwise the arrival time.
///
/// Some drivers have no timestamps; those of others are zero, do not advance, or contradict the arrival, for all samples
/// or for those of some triggers. A single such sample follows the one before it by a period. If there are several, the
/// samples of each read are spread over the time since the previous read, by their measured rate, from then on, and
/// ``source`` indicates this.
struct SampleClock {
    /// The origin of sample times.
    enum Source: Equatable {
        /// The kernel's timestamps.
        case stamps
        /// Arrival times, because the device has no timestamps.
        case arrivalWithoutStamps
        /// Arrival times, because the timestamps are wrong.
        case arrivalForWrongStamps
    }

    /// The conversion of timestamps to times, if this machine can read their clock.
    struct Mapping {
        /// Returns the current offset to add, in nanoseconds; `nil` if the clock cannot be read.
        var offset: () -> Int64?
        /// Whether the offset never changes.
        var isSteady: Bool
    }

    /// The number of wrong timestamps after which timestamps are no longer used, as a sum in which each counts less with
    /// every sample: three in a row, or one in a hundred for ever.
    static let wrongLimit = 2.5
    /// The weight that a wrong timestamp keeps from one sample to the next.
    static let memory = 255.0 / 256
    /// The time over which the pace of timestamps is compared with that of the arrivals, in seconds.
    static let paceSpan = 5.0
    /// The number of such comparisons in a row that have to fail.
    static let offPaceLimit = 3
    /// The paces of a clock, as a fraction of the pace of arrival.
    static let paces = 0.5...2.0
    /// The maximum time by which a mapped timestamp may be later than its arrival, in nanoseconds. Beyond it, the clock
    /// is assumed to be another machine's.
    static let futureLimit: Int64 = 500_000_000
    /// The maximum time by which a mapped timestamp may be earlier than its arrival, in nanoseconds.
    static let pastLimit: Int64 = 10_000_000_000
    /// The weight of a read's period in the running mean.
    static let learning = 0.1
    /// The maximum duration of a read per sample, in periods; a longer one is a gap.
    static let gapFactor = 5.0

    /// The current origin of times.
    private(set) var source: Source
    private let mapping: Mapping?
    private var offset: Int64?
    private var arrival = ArrivalMapping()
    private var isForeign: Bool
    /// Whether a timestamp has agreed with its arrival, so that an older one has only waited in the buffer.
    private var isConfirmed = false
    private var lastStamped: Instant?
    private var wrong = 0.0
    /// The newest timestamp and the arrival at the start of the comparison of paces.
    private var pace: (stamp: Int64, received: Instant)?
    private var offPace = 0
    private var lastTime: Instant?
    private var period: Double

    /// Creates a clock for one device.
    /// - Parameters:
    ///   - mapping: The conversion of timestamps to times; `nil` for a clock that this machine cannot read.
    ///   - hasStamps: Whether the device has timestamps.
    ///   - nominalRate: The rate that the device states, in samples per second.
    ///   - start: The start of the capture, which no sample precedes, at any stated rate; `nil` if it is unknown.
    init(mapping: Mapping?, hasStamps: Bool, nominalRate: Double, start: Instant? = nil) {
        self.mapping = mapping
        source = hasStamps ? .stamps : .arrivalWithoutStamps
        offset = mapping?.offset()
        isForeign = offset == nil
        period = 1 / max(nominalRate, 0.1)
        lastTime = start
    }

    /// Returns the times of the samples in one read.
    /// - Parameters:
    ///   - stamps: The timestamp of each sample in nanoseconds; the values are ignored if the device has no timestamps.
    ///   - received: The time when the read returned.
    mutating func times(stamps: [Int64], received: Instant) -> [Instant] {
        // A driver may stamp only the samples of some triggers, and leave zero in the others.
        guard let newest = stamps.last(where: { $0 != 0 }) ?? stamps.last else { return [] }
        if source == .stamps, let times = mapped(stamps, newest: newest, received: received) { return times }
        return spread(stamps.count, received: received)
    }

    /// Returns the times of timestamps; `nil` once too many of them were wrong.
    private mutating func mapped(_ stamps: [Int64], newest: Int64, received: Instant) -> [Instant]? {
        watchPace(newest, received)
        let offset = offset(newest: newest, received: received)
        let latest = newest &+ offset
        var times: [Instant] = []
        times.reserveCapacity(stamps.count)
        for stamp in stamps where source == .stamps {
            var time = Instant(nanoseconds: stamp &+ offset)
            let isWrong =
                lastStamped.map { time <= $0 } ?? false || latest &- time.nanoseconds > Self.pastLimit
                || time.nanoseconds &- received.nanoseconds > Self.futureLimit
            wrong = wrong * Self.memory + (isWrong ? 1 : 0)
            if wrong > Self.wrongLimit { source = .arrivalForWrongStamps }
            if isWrong { time = lastStamped.map { max($0, min($0 + period, received)) } ?? received }
            lastStamped = time
            times.append(time)
        }
        guard source == .stamps else { return nil }
        lastTime = times.last
        return times
    }

    /// Ignores timestamps from now on if they run at another pace than the samples arrive, for longer than a clock that was set, or a
    /// machine that was busy, explains.
    private mutating func watchPace(_ newest: Int64, _ received: Instant) {
        guard let start = pace else {
            pace = (newest, received)
            return
        }
        let elapsed = received - start.received
        guard elapsed >= Self.paceSpan else { return }
        offPace = Self.paces.contains(Double(newest &- start.stamp) / 1e9 / elapsed) ? 0 : offPace + 1
        if offPace >= Self.offPaceLimit { source = .arrivalForWrongStamps }
        pace = (newest, received)
    }

    private mutating func offset(newest: Int64, received: Instant) -> Int64 {
        if !isForeign, let offset = ownOffset(newest: newest, received: received) { return offset }
        isForeign = true
        return arrival.offset(newest: newest, received: received)
    }

    /// Returns the offset for a clock of this machine; `nil` if the timestamps cannot be from that clock.
    private mutating func ownOffset(newest: Int64, received: Instant) -> Int64? {
        guard let mapping, let known = offset else { return nil }
        let current = mapping.isSteady ? known : mapping.offset() ?? known
        offset = current
        let age = received.nanoseconds &- (newest &+ current)
        guard age >= -Self.futureLimit, isConfirmed || age <= Self.pastLimit else { return nil }
        isConfirmed = true
        return current
    }

    private mutating func spread(_ count: Int, received: Instant) -> [Instant] {
        var period = period
        if let lastTime {
            let each = max(0, received - lastTime) / Double(count)
            if each < Self.gapFactor * self.period { self.period += Self.learning * (each - self.period) }
            // Never earlier than the preceding sample.
            period = min(self.period, each)
        }
        let times = (0..<count).map { received + -period * Double(count - 1 - $0) }
        lastTime = times.last
        return times
    }
}
