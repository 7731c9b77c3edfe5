import Geometry
import Glibc
import SensorModel

/// The movement from one cell to the next, with its uncertainty.
struct TravelInterval: Sendable, Hashable {
    /// The start time.
    var start: Instant
    /// The end time.
    var end: Instant
    /// The mean speed in m/s; `nil` without a place or a reported speed.
    var speed: Double?
    /// The speeds that the receiver reported at the start and at the end, in m/s, if the interval is too long for their
    /// mean to be that of the interval.
    var speedAtStart: Double?
    var speedAtEnd: Double?
    /// The direction from place to place, in radians clockwise from north; `nil` without places.
    var course: Double?
    /// The 1-sigma error of the speed on each axis, in m/s, caused by the error of the places.
    var wobble: Double
    /// The variance of the logarithm of a reported speed; 0 if it is the distance over the time.
    var logVariance = 0.0
    /// The largest variance of the logarithm of the speed that the error of the places causes: that of the measured distance.
    var placeVariance = 0.0
    /// The time since the previous speed, in seconds; `nil` if that is the duration.
    var newness: Double?
    /// The cadence in turns or strides per minute; `nil` without a sensor.
    var cadence: Double?
    /// The change of the cadence from one cell to the next; `nil` unless both turn.
    var cadenceChange: Double?
    /// The heart rate in beats per minute; `nil` without a sensor.
    var heartRate: Double?
    /// The net speed around the interval; `nil` if the receiver reports speeds or its fixes are too rare.
    var net: NetSpeed?
    /// The gradient; `nil` without heights.
    var grade: TravelGrade?
    /// The evidence of motion sensors; `nil` without acceleration.
    var motion: ActivityWindow? {
        get { window.first }
        set { window = newValue.map { [$0] } ?? [] }
    }
    /// At most one. An empty array takes less room in the many intervals of a session without motion sensors.
    private var window: [ActivityWindow] = []
    /// True if the interval is too long to infer how the user moved.
    private(set) var isSilent = false
    /// True for a silence whose ends are so far apart that the user crossed it in a vehicle or by bicycle, or ran.
    private(set) var isCrossing = false

    /// The duration in seconds.
    var duration: Double { end - start }

    /// The maximum time, in seconds, between two reported speeds whose mean is used.
    private static let longestStated = 15.0
    /// The variance of the logarithm of a reported speed.
    static let statedLogVariance = 0.01
    /// The minimum duration of an interval, in seconds, and the minimum chord that an error is compared with, in metres.
    private static let (shortest, shortestChord) = (1e-3, 0.1)

    /// Returns the intervals between consecutive cells, from the first fix to the last. O(cells).
    static func intervals(between cells: TravelCells, _ silences: SilenceParameters) -> [TravelInterval] {
        var intervals = intervals(between: cells.cells, usual: cells.usualInterval, silences)
        guard !intervals.isEmpty, let first = cells.first, let last = cells.last else { return intervals }
        // The time of a cell is the mean of its fixes.
        intervals[0].start = min(first, intervals[0].start)
        intervals[intervals.count - 1].end = max(last, intervals[intervals.count - 1].end)
        return intervals
    }

    /// Returns the intervals between consecutive cells, from the mean time of the first to that of the last. O(cells).
    ///
    /// A receiver whose speeds mostly fit its places measures them (by Doppler shifts). If they differ somewhere, its
    /// places jump there. Speeds that mostly do not fit, such as a constant zero, were not measured. Across a longer time
    /// the mean of two reported speeds is not that of the interval, but each shows how the user moved at a moment.
    /// - Parameters:
    ///   - cells: The cells, in order of time.
    ///   - usual: The usual interval between fixes, in seconds; `nil` if it is not known, and no silence stands out.
    ///   - silences: The rules for silences.
    static func intervals(
        between cells: [TravelCells.Cell], usual: Double? = nil, _ silences: SilenceParameters
    ) -> [TravelInterval] {
        let pairs = zip(cells, cells.dropFirst())
        let fits = pairs.compactMap(Self.hasFittingSpeed)
        let isMeasured = 2 * fits.count { $0 } > fits.count
        let hasMomentarySpeeds = giveDistance(pairs)
        let grades = TravelGrade.grades(of: cells)
        let nets = NetSpeed.speeds(of: cells)
        let longest = silences.silence(usual: usual)
        return cells.indices.dropLast().map { index in
            let (before, after) = (cells[index], cells[index + 1])
            var interval = TravelInterval(before, after, hasMeasuredSpeeds: isMeasured)
            interval.isCrossing = silences.isCrossing(
                of: chord(before, after), in: interval.duration, usual: usual)
            interval.isSilent = interval.duration >= longest && !interval.isCrossing
            interval.grade = grades[index]
            // How the user moved at the ends of a silence does not show how it was crossed.
            if hasMomentarySpeeds, interval.duration > longestStated, !interval.isCrossing {
                (interval.speedAtStart, interval.speedAtEnd) = (before.speed, after.speed)
            }
            let hasSpeed = interval.speedAtEnd != nil || (isMeasured && after.speed != nil)
            interval.net = hasSpeed ? nil : nets[index]
            return interval
        }
    }

    /// Returns whether the reported speeds, each held over the interval before it, give the distance to within a factor of 2.
    /// Momentary speeds need not fit interval by interval.
    private static func giveDistance(_ pairs: some Sequence<(TravelCells.Cell, TravelCells.Cell)>) -> Bool {
        var (stated, measured) = (0.0, 0.0)
        for (before, after) in pairs {
            guard let speed = after.speed else { continue }
            stated += speed * (after.time - before.time)
            measured += chord(before, after)
        }
        return stated > measured / 2 && stated < 2 * measured
    }

    /// Returns whether the reported speeds fit the distance between two cells; `nil` without a speed or if the cells are
    /// too far apart.
    private static func hasFittingSpeed(_ before: TravelCells.Cell, _ after: TravelCells.Cell) -> Bool? {
        let seconds = max(after.time - before.time, shortest)
        guard let first = before.speed, let second = after.speed, seconds <= longestStated else { return nil }
        let measured = chord(before, after) / seconds
        return abs((first + second) / 2 - measured) < 1 + measured / 2
    }

    /// Returns the distance between two cells in metres, less its noise: an error lengthens a chord. The result is at
    /// least half as long.
    private static func chord(_ before: TravelCells.Cell, _ after: TravelCells.Cell) -> Double {
        let distance = before.place.distance(to: after.place)
        return max(distance * distance - before.variance - after.variance, distance * distance / 4).squareRoot()
    }

    /// Creates the interval between two cells, without a gradient.
    /// - Parameters:
    ///   - before: The cell at its start.
    ///   - after: The cell at its end.
    ///   - hasMeasuredSpeeds: Whether the receiver's speeds are used if they differ from the distance.
    init(_ before: TravelCells.Cell, _ after: TravelCells.Cell, hasMeasuredSpeeds: Bool = false) {
        (start, end) = (before.time, after.time)
        let seconds = max(after.time - before.time, Self.shortest)
        let noise = before.variance + after.variance
        let chord = Self.chord(before, after)
        let measured = chord / seconds
        let ahead = LocalPlane(origin: before.place).point(after.place)
        course = atan2(ahead.east, ahead.north)
        wobble = noise.squareRoot() / seconds
        if let first = before.speed, let second = after.speed, let fits = Self.hasFittingSpeed(before, after),
            fits || hasMeasuredSpeeds
        {
            speed = (first + second) / 2
            logVariance = Self.statedLogVariance
        } else {
            speed = measured
            let shortest = max(chord, Self.shortestChord)
            placeVariance = min(1, noise / (shortest * shortest))
        }
        cadence = [before.cadence, after.cadence].compactMap(\.self).max()
        if let first = before.cadence, let last = after.cadence {
            cadenceChange = CadenceEvidence.change(from: first, to: last)
        }
        heartRate = after.heartRate ?? before.heartRate
    }

    /// Creates the interval of a window, with the speed of the window's fixes.
    /// - Parameters:
    ///   - window: The window.
    ///   - newness: The time since the previous speed, in seconds; `nil` if that is the duration.
    init(_ window: ActivityWindow, newness: Double? = nil) {
        (start, end, speed) = (window.start, window.end, window.speed)
        self.newness = newness
        wobble = (window.accuracy ?? 0) * Self.speedErrorPerMetre
        logVariance = Self.statedLogVariance
        if window.motion != nil { motion = window }
    }

    /// Returns the intervals of a recording with acceleration: a window of the motion sensors each, with the movement
    /// between the cells around it. Consecutive windows without evidence are one interval. O(windows + intervals).
    static func intervals(
        of windows: [ActivityWindow], places: [TravelInterval], _ silences: SilenceParameters
    ) -> [TravelInterval] {
        var result: [TravelInterval] = []
        result.reserveCapacity(windows.count)
        var next = 0
        for window in windows {
            let middle = window.start + (window.end - window.start) / 2
            while next < places.count, places[next].end <= middle { next += 1 }
            var interval = TravelInterval(window)
            if next < places.count, places[next].start <= middle, !places[next].isSilent {
                let motion = interval.motion
                interval = places[next]
                (interval.start, interval.end, interval.motion) = (window.start, window.end, motion)
            }
            if let last = result.last, last.isEmpty, interval.isEmpty, last.end == interval.start {
                result[result.count - 1].end = interval.end
                result[result.count - 1].isSilent = interval.end - last.start >= silences.gap
            } else {
                result.append(interval)
            }
        }
        return result
    }

    /// True without evidence.
    var isEmpty: Bool { speed == nil && motion == nil }

    /// The error of a speed, in m/s, per metre of the accuracy of its fix.
    private static let speedErrorPerMetre = 0.05
}
