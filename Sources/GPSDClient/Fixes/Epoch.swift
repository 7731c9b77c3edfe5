import Geodesy
import SensorModel

/// All that a receiver said about one moment, made into one fix attempt.
struct Epoch {
    /// The receiver's time; nil for one that does not know it.
    let time: Instant?
    /// When the first of it arrived.
    let firstArrival: Instant
    /// When the last of it arrived.
    private(set) var lastArrival: Instant
    /// The raw lines, in their order.
    private(set) var lines: [String] = []
    /// The receiver's own errors.
    private(set) var noise: NoiseReport?
    private var reports: [PositionReport] = []
    private var byteCount = 0

    /// Begins an epoch that has no report yet.
    init(time: Instant?, arrival: Instant) {
        self.time = time
        firstArrival = arrival
        lastArrival = arrival
    }

    /// The highest mode of its reports; nil before the first.
    private(set) var mode: FixMode?
    /// Where its latest report with a coordinate is.
    private(set) var coordinate: Coordinate?

    /// Returns whether a further line is within the bounds of an epoch.
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

    /// Puts lines of an epoch gone before in front, so that they are kept.
    mutating func prepend(_ earlier: [String]) { lines.insert(contentsOf: earlier, at: 0) }

    /// The one report that stands for all: of the highest mode, then the most complete, then the latest; what it
    /// lacks comes from the others of that mode or below with a fix.
    ///
    /// Speed, course and climb come from the latest report that has them: where gpsd had no speed yet it invents one
    /// from two positions, and the receiver's own follows in a later report of the same epoch.
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
