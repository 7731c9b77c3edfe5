import Geometry
import SensorModel

/// The fixes of a session, averaged over ten seconds, or longer if they are coarse: the input for deciding how the user moved.
///
/// Consecutive fixes share their error, so sixty fixes per minute are not sixty times the evidence of one. If fixes are
/// farther apart, each is a cell, so that the decision hardly depends on the sampling interval.
struct TravelCells: Sendable, Hashable {
    /// The mean of the fixes in a cell.
    struct Cell: Sendable, Hashable {
        /// The mean time.
        var time: Instant
        /// The mean place.
        var place: Coordinate
        /// The variance of the place on each axis, in m^2, without the error shared by consecutive cells.
        var variance: Double
        /// The 1-sigma error that the fixes of some minutes share, in metres.
        var wander = largestWander
        /// The mean speed reported by the receiver, in m/s; `nil` if it reported none.
        var speed: Double?
        /// The mean cadence in turns or strides per minute; `nil` without a sensor.
        var cadence: Double?
        /// The mean altitude in metres; `nil` if no fix has one.
        var altitude: Double?
        /// The mean heart rate in beats per minute; `nil` without a sensor.
        var heartRate: Double?
        /// Whether a power meter measured that the user works.
        var hasPower = false
    }

    /// The duration of a cell, in seconds.
    static let length = 10.0
    /// The assumed 1-sigma accuracy of a fix that reports none, in metres.
    private static let assumedAccuracy = 6.0
    /// The duration of a cell of fixes from the carrier's phase, in seconds, and the accuracy, in metres, that only they
    /// have: the phase shows centimetres, and the code half a metre at best (RTK).
    private static let (carrierLength, carrierAccuracy) = (2.0, 0.3)
    /// The best accuracy that a receiver achieves within these ten seconds by the code, in metres.
    private static let bestAccuracy = 2.0
    /// The error that the fixes of some minutes share, as a multiple of the accuracy, and its maximum in metres.
    private static let (wanderRatio, largestWander) = (5.0, 10.0)
    /// The maximum accuracy, in metres, of a fix that is used.
    private static let worstAccuracy = 500.0
    /// The fraction of a fix's variance that is independent of other fixes; the rest varies over minutes.
    private static let whiteShare = 0.25
    /// The maximum number of fixes in a cell whose average reduces the error.
    private static let independent = 4.0

    /// The speed, in m/s, that coarse fixes have to resolve, and the maximum duration, in seconds, of their cells.
    private static let (resolvedSpeed, longest) = (2.0, 60.0)

    private var closed: [Cell] = []
    private var open: Sum?
    /// The time of the first fix.
    private(set) var first: Instant?
    /// The time of the last fix.
    private(set) var last: Instant?
    /// The number of fixes.
    private var count = 0
    /// The cadence and the heart rate since the last fix.
    private var cadence = RunningMean()
    private var heartRate = RunningMean()
    /// Whether the power of work was measured since the last fix.
    private var hasPower = false
    /// The minimum power of work, in watts.
    private static let working = 20.0

    /// The cells in order of time.
    var cells: [Cell] { closed + (open.map { [$0.mean] } ?? []) }

    /// The median interval between fixes, in seconds, or ``length`` if it is shorter than a cell; `nil` if there are too few
    /// fixes to show it. O(cells).
    var usualInterval: Double? {
        let cells = cells
        guard count > SilenceParameters.fewestIntervals else { return nil }
        guard count < 2 * cells.count else { return Self.length }
        return quantiles([0.5], of: zip(cells, cells.dropFirst()).map { $1.time - $0.time })[0]
    }

    /// Returns the cells from an instant on, to which no fix can be added. O(part).
    func part(from start: Instant) -> TravelCells {
        let place = closed.partitionPoint { $0.time < start }
        guard place > 0 else { return self }
        var part = self
        part.closed = Array(closed[place...])
        part.first = part.cells.first?.time
        part.count = count * part.closed.count / closed.count
        return part
    }

    /// Adds a fix; ignores one that is older than the previous one.
    mutating func consume(_ fix: Fix, at time: Instant) {
        guard let place = fix.coordinate, place.isValid else { return }
        let stated = fix.horizontalAccuracy ?? Self.assumedAccuracy
        guard stated <= Self.worstAccuracy, last.map({ $0 <= time }) ?? true else { return }
        let isCarrier = stated > 0 && stated < Self.carrierAccuracy
        let accuracy = isCarrier ? stated : max(stated, Self.bestAccuracy)
        let start = first ?? time
        first = start
        last = time
        count += 1
        let number = ((time - start) / (isCarrier ? Self.carrierLength : Self.length)).rounded(.down)
        if let sum = open, sum.number != number, time - sum.start >= sum.patience { close(sum) }
        if open == nil { open = Sum(number: number, time: time, place: place) }
        open?.add(place, at: time, weight: 1 / (accuracy * accuracy), fix)
        if let turns = cadence.mean { open?.cadence.add(turns) }
        if let rate = heartRate.mean { open?.heartRate.add(rate) }
        if hasPower { open?.hasPower = true }
        (cadence, heartRate, hasPower) = (RunningMean(), RunningMean(), false)
    }

    /// Adds a value of a cadence sensor, in turns or strides per minute.
    mutating func consume(cadence value: Double) {
        guard value.isFinite, value >= 0 else { return }
        cadence.add(value)
    }

    /// Adds a value of a power meter, in watts.
    mutating func consume(power value: Double) {
        if value > Self.working { hasPower = true }
    }

    /// Adds a heart rate, in beats per minute; zero is a strap without contact.
    mutating func consume(heartRate value: Double) {
        guard value.isFinite, value > 0 else { return }
        heartRate.add(value)
    }

    /// Shifts all cells by a number of seconds. O(cells).
    mutating func shift(by seconds: Double) {
        for index in closed.indices { closed[index].time = closed[index].time + seconds }
        if var sum = open {
            sum.start = sum.start + seconds
            open = sum
        }
        first = first.map { $0 + seconds }
        last = last.map { $0 + seconds }
    }

    private mutating func close(_ sum: Sum) {
        closed.append(sum.mean)
        open = nil
    }

    /// The sum of the fixes in a cell so far, weighted by their accuracy.
    private struct Sum: Sendable, Hashable {
        var number: Double
        var start: Instant
        var origin: Coordinate
        var weight = 0.0
        var seconds = 0.0
        var north = 0.0
        var east = 0.0
        var count = 0.0
        var speed = RunningMean()
        var cadence = RunningMean()
        var heartRate = RunningMean()
        var altitude = RunningMean()
        var hasPower = false

        init(number: Double, time: Instant, place: Coordinate) {
            self.number = number
            (start, origin) = (time, place)
        }

        mutating func add(_ place: Coordinate, at time: Instant, weight: Double, _ fix: Fix) {
            self.weight += weight
            seconds += weight * (time - start)
            north += weight * (place.latitude - origin.latitude)
            east += weight * wrappedDegrees(place.longitude - origin.longitude)
            count += 1
            if let stated = fix.speed, stated.isFinite, stated >= 0 { speed.add(stated) }
            if let height = fix.altitude, height.isFinite { altitude.add(height) }
        }

        /// The minimum duration of the cell in seconds: the time in which a moving user covers the error of its fixes.
        var patience: Double {
            let accuracy = (count / weight).squareRoot()
            return accuracy > TravelCells.length * resolvedSpeed ? min(accuracy / resolvedSpeed, longest) : 0
        }

        var mean: Cell {
            Cell(
                time: start + seconds / weight,
                place: Coordinate(
                    latitude: origin.latitude + north / weight,
                    longitude: wrappedDegrees(origin.longitude + east / weight)),
                variance: whiteShare * count / weight / min(count, independent),
                wander: min(largestWander, wanderRatio * (count / weight).squareRoot()), speed: speed.mean,
                cadence: cadence.mean, altitude: altitude.mean, heartRate: heartRate.mean, hasPower: hasPower)
        }
    }
}
