import SensorModel

/// Assigns a time to every sample of a device: the kernel's timestamp if it is reliable, otherwise the arrival time.
///
/// Some drivers have no timestamps, and some repeat the same one. In these cases, the samples of a read are spread over
/// the time since the previous read, by their measured rate, and ``source`` indicates this.
struct SampleClock {
    /// The origin of sample times.
    enum Source: Equatable {
        /// The kernel's timestamps.
        case stamps
        /// Arrival times, because the device has no timestamps.
        case arrivalWithoutStamps
        /// Arrival times, because the timestamps do not advance.
        case arrivalForStuckStamps
    }

    /// The conversion of timestamps to times, if this machine can read their clock.
    struct Mapping {
        /// Returns the current offset to add, in nanoseconds; `nil` if the clock cannot be read.
        var offset: () -> Int64?
        /// Whether the offset never changes.
        var isSteady: Bool
    }

    /// The number of consecutive unchanged timestamps after which timestamps are no longer used.
    static let stuckLimit = 3
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
    private var lastStamp: Int64?
    private var stuck = 0
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
        guard let newest = stamps.last else { return [] }
        if source == .stamps { watch(stamps) }
        guard source == .stamps else { return spread(stamps.count, received: received) }
        let offset = offset(newest: newest, received: received)
        let times = stamps.map { Instant(nanoseconds: $0 &+ offset) }
        lastTime = times.last
        return times
    }

    private mutating func watch(_ stamps: [Int64]) {
        for stamp in stamps {
            stuck = stamp == lastStamp ? stuck + 1 : 0
            lastStamp = stamp
            if stuck >= Self.stuckLimit {
                source = .arrivalForStuckStamps
                return
            }
        }
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
        return age >= -Self.futureLimit && age <= Self.pastLimit ? current : nil
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
