import Geometry
import SensorModel

/// All reports of a receiver about one point in time, merged into one fix attempt.
struct Epoch {
    /// The receiver's time; `nil` if the receiver does not know it.
    let time: Instant?
    /// The arrival time of the first report.
    let firstArrival: Instant
    /// The arrival time of the last report.
    private(set) var lastArrival: Instant
    /// The raw lines, in order of arrival.
    private(set) var lines: [String] = []
    /// The receiver's own error estimates, from GST.
    private(set) var noise: NoiseReport?
    private var reports: [PositionReport] = []
    private var byteCount = 0

    /// Creates an epoch without reports.
    init(time: Instant?, arrival: Instant) {
        self.time = time
        firstArrival = arrival
        lastArrival = arrival
    }

    /// The highest mode of its reports; `nil` before the first report.
    private(set) var mode: FixMode?
    /// The coordinate of the latest report that has one.
    private(set) var coordinate: Coordinate?

    /// Returns whether the epoch can hold another line within its bounds.
    func hasRoom(for line: String) -> Bool {
        lines.count < GPSDBounds.linesPerEpoch && byteCount + line.utf8.count <= GPSDBounds.bytesPerEpoch
    }

    mutating func add(_ report: PositionReport, line: String, arrival: Instant) {
        reports.append(report)
        if report.mode.rawValue >= mode?.rawValue ?? report.mode.rawValue { mode = report.mode }
        coordinate = report.coordinate ?? coordinate
        keep(line)
        lastArrival = max(lastArrival, arrival)
    }

    mutating func add(_ report: NoiseReport, line: String) {
        noise = report
        keep(line)
    }

    private mutating func keep(_ line: String) {
        lines.append(line)
        byteCount += line.utf8.count
    }

    /// Inserts lines of an earlier epoch at the front, so that they are kept.
    mutating func prepend(_ earlier: [String]) { lines.insert(contentsOf: earlier, at: 0) }

    /// Returns one report that represents the epoch; `nil` if the epoch is empty.
    ///
    /// Selects the report with the highest mode, then the most complete one, then the latest. Fills its missing values
    /// from the other reports with a fix. Speed, course, and climb come from the latest report that has them: until
    /// gpsd has a speed, it computes one from two positions, and the receiver's own speed follows in a later report of
    /// the same epoch.
    func merged() -> PositionReport? {
        guard let mode, var best = reports.filter({ $0.mode == mode }).max(by: { $0.completeness < $1.completeness })
        else { return nil }
        guard mode == .twoDimensional || mode == .threeDimensional else { return best }
        let fixes = reports.filter { $0.coordinate != nil }
        if let latest = fixes.last(where: { $0.mode == mode && $0.completeness == best.completeness }) { best = latest }
        func last<Value>(_ path: KeyPath<PositionReport, Value?>) -> Value? {
            fixes.last { $0[keyPath: path] != nil }?[keyPath: path]
        }
        best.altitudeAboveSea = best.altitudeAboveSea ?? last(\.altitudeAboveSea)
        best.altitudeAboveEllipsoid = best.altitudeAboveEllipsoid ?? last(\.altitudeAboveEllipsoid)
        best.horizontalError = best.horizontalError ?? last(\.horizontalError)
        best.eastError = best.eastError ?? last(\.eastError)
        best.northError = best.northError ?? last(\.northError)
        best.verticalError = best.verticalError ?? last(\.verticalError)
        best.speed = last(\.speed)
        best.track = last(\.track)
        best.climb = last(\.climb)
        return best
    }
}
