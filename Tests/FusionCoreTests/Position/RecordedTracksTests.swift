import Foundation
import FusionCore
import Geometry
import SensorModel
import Simulation
import TestSupport
import Testing

/// The filter and its passes on recorded tracks with a surveyed reference or a known route.
@Suite struct RecordedTracksTests {
    /// A fix with where it really was.
    private struct Surveyed {
        var seconds: Double
        var place: SIMD2<Double>
        var velocity: SIMD2<Double>
        var accuracy: Double
        var truth: SIMD2<Double>
    }

    private struct Score {
        var raw: [Double] = []
        var live: [Double] = []
        var saved: [Double] = []

        static func mean(_ errors: [Double]) -> Double { errors.reduce(0, +) / Double(max(errors.count, 1)) }
    }

    private static let plane = LocalPlane(origin: Coordinate(latitude: 39.78, longitude: 116.58))
    private static let start = 1.7e9

    private static func coordinate(_ place: SIMD2<Double>) -> Coordinate {
        plane.coordinate(PlanePoint(east: place.x, north: place.y))
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

    private static func fix(
        _ seconds: Double, _ coordinate: Coordinate, accuracy: Double?, velocity: SIMD2<Double>?
    ) -> SensorEvent {
        let course = velocity.map { atan2($0.x, $0.y) * 180 / .pi }
        return SensorEvent(
            time: Instant(seconds: seconds), received: Instant(seconds: seconds + 0.1),
            payload: .fix(
                Fix(
                    coordinate: coordinate, horizontalAccuracy: accuracy, speed: velocity.map(length),
                    courseDegrees: course.map { $0 < 0 ? $0 + 360 : $0 })))
    }

    /// A car's receiver at 1 Hz beside an RTK one: its own positions and speeds, and the truth.
    private func drive() throws -> [Surveyed] {
        let folder = try Places.data("gps-unistrong-car-rtk")
        let rows = try StepSignals.rows(folder.appending(path: "Data.txt.gz"), separator: "\t")
        let raw = try ChildProcess.run(
            "/bin/sh", ["-c", "gzip -dc '\(folder.path)/GPSRaw.dat.gz' | tr -d '\\r' | grep -a '^.PSAT,FVI'"]
        ).output
        let sentences = raw.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        return zip(rows, sentences).enumerated().compactMap { index, pair in
            let (row, words) = pair
            guard index.isMultiple(of: 10), row.count > 4, words.count > 16, let east = Double(words[15]),
                let north = Double(words[16]), let one = Double(words[6]), let other = Double(words[7])
            else { return nil }
            return Surveyed(
                seconds: Self.start + row[0], place: SIMD2(row[1], row[2]), velocity: SIMD2(east, north),
                accuracy: Self.length(SIMD2(one, other)) / 2.0.squareRoot(), truth: SIMD2(row[3], row[4]))
        }
    }

    private func score(_ fixes: [Surveyed], hasSpeed: Bool) -> Score {
        var score = Score()
        guard let first = fixes.first else { return score }
        let begin = Instant(seconds: first.seconds + 3)
        let truth = Dictionary(
            fixes.map { (Instant(seconds: $0.seconds), Self.coordinate($0.truth)) }, uniquingKeysWith: { $1 })
        let events = fixes.map {
            Self.fix(
                $0.seconds, Self.coordinate($0.place), accuracy: $0.accuracy, velocity: hasSpeed ? $0.velocity : nil)
        }
        score.raw = fixes.dropFirst(4).map { Self.length($0.place - $0.truth) }
        let track = FinishedTrack(events: Trial.ordered(events), parameters: .init()) { estimate in
            guard case .position(let position) = estimate, !position.isEstimated, position.time > begin,
                let place = truth[position.time]
            else { return }
            score.live.append(position.coordinate.distance(to: place))
        }
        for position in track.smoothed where !position.isEstimated && position.time > begin {
            if let place = truth[position.time] { score.saved.append(position.coordinate.distance(to: place)) }
        }
        return score
    }

    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: [true, false]) func `a receiver that filters by itself is not made worse`(hasSpeed: Bool) throws
    {
        let fixes = try drive()
        try #require(!fixes.isEmpty)
        let score = score(fixes, hasSpeed: hasSpeed)
        #expect(Score.mean(score.live) <= 1.01 * Score.mean(score.raw))
        #expect(Score.mean(score.saved) <= 1.001 * Score.mean(score.raw))
    }

    /// Mean and largest error against raw: with the receiver's speed, and without it, where 40 % and 90 % are all that a
    /// smoother told the noise reaches.
    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: [(true, 0.45, 0.92), (false, 0.34, 0.87)])
    func `a real way under phone noise and outliers is mended`(hasSpeed: Bool, mean: Double, largest: Double) throws {
        let fixes = try drive()
        try #require(!fixes.isEmpty)
        var (raw, saved, rawLargest, savedLargest) = (0.0, 0.0, 0.0, 0.0)
        for seed in 1...5 {
            let score = score(Self.noisy(fixes, seed: UInt64(seed)), hasSpeed: hasSpeed)
            raw += Score.mean(score.raw)
            saved += Score.mean(score.saved)
            rawLargest += score.raw.max() ?? 0
            savedLargest += score.saved.max() ?? 0
        }
        #expect(saved < (1 - mean) * raw)
        #expect(savedLargest < (1 - largest) * rawLargest)
    }

    /// 3 m white and 3 m wandering in 30 s an axis, and one fix in fifty with 40 m more.
    private static func noisy(_ fixes: [Surveyed], seed: UInt64) -> [Surveyed] {
        var random = RandomSource(seed: seed)
        func plane() -> SIMD2<Double> { SIMD2(random.normal(), random.normal()) }
        let keep = exp(-1.0 / 30)
        var wander = 3 * plane()
        return fixes.map { fix in
            var fix = fix
            wander = keep * wander + 3 * (1 - keep * keep).squareRoot() * plane()
            fix.place = fix.truth + wander + 3 * plane()
            if random.uniform() < 0.02 { fix.place += 40 * plane() }
            fix.velocity += 0.12 * plane()
            fix.accuracy = 18.0.squareRoot()
            return fix
        }
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `no device on a known route is smoothed off it`() throws {
        let folder = try Places.data("gps-devices-known-route/gpx")
        let route = try String(contentsOf: folder.appending(path: "routes/whitchurch-routeA.gpx"), encoding: .utf8)
        let reference = try #require(ReferenceTrack([Self.points(route).map(\.place)]))
        let tracks = folder.appending(path: "tracks/routeA")
        for file in try FileManager.default.contentsOfDirectory(at: tracks, includingPropertiesForKeys: nil)
        where file.pathExtension == "gz" {
            let points = Self.points(try ChildProcess.run("/bin/gzip", ["-dc", file.path]).output)
            let events = points.compactMap { point in
                point.seconds.map { Self.fix($0, point.place, accuracy: nil, velocity: nil) }
            }
            let raw = Score.mean(points.map { reference.distance(to: $0.place) })
            let saved = reference.meanDistance(
                of: FinishedTrack(events: Trial.ordered(events), parameters: .init()).smoothed)
            #expect(saved <= 1.02 * raw, "\(file.lastPathComponent)")
        }
    }

    private static func points(_ gpx: String) -> [(place: Coordinate, seconds: Double?)] {
        func value(_ text: Substring, _ before: String, _ after: Character) -> Substring? {
            guard let start = text.range(of: before) else { return nil }
            return text[start.upperBound...].prefix { $0 != after }
        }
        let format = ISO8601DateFormatter()
        return gpx.components(separatedBy: "<trkpt").dropFirst().compactMap { part in
            let part = part[...]
            guard let latitude = value(part, "lat=\"", "\"").flatMap({ Double($0) }),
                let longitude = value(part, "lon=\"", "\"").flatMap({ Double($0) })
            else { return nil }
            let time = value(part, "<time>", "<").flatMap { format.date(from: String($0.prefix(19)) + "Z") }
            return (Coordinate(latitude: latitude, longitude: longitude), time?.timeIntervalSince1970)
        }
    }
}
