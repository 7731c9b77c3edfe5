import Geometry
import Geometry
import FusionCore
import SensorModel
import TrackFormats

/// Simplifies points and writes which are kept.
func simplify(_ input: String, to output: String, tolerance: Double) throws {
    let rows = try Rows(path: input, width: 2)
    let points = (0..<rows.count).map { PlanePoint(east: rows[$0, 0], north: rows[$0, 1]) }
    let kept = timed("ours") { Simplifier.keptIndices(of: points, tolerance: tolerance) }
    try Rows.write(kept.map(Double.init), to: output)
}

/// Reads a GPX file and writes it again.
func rewrite(_ input: String, to output: String) throws {
    let document = try timed("read") { try Importer().load(path: input) }
    try timed("write") { try Exporter(.gpx).write(document, path: output) }
    print("points", document.tracks.map(\.pointCount).reduce(0, +))
}

/// Counts the steps of a recording by acceleration alone; with a rate, samples in between are left out.
func countSteps(_ input: String, rate: Double) throws {
    let rows = try Rows(path: input, width: 4)
    var grid = AccelerationGrid()
    var detector = StepDetector()
    var steps = 0
    var next = -Double.infinity
    for row in 0..<rows.count {
        let time = rows[row, 0]
        if rate > 0 {
            guard time >= next else { continue }
            next = max(next + 1 / rate, time + 0.5 / rate)
        }
        let sample = VectorSample(x: rows[row, 1], y: rows[row, 2], z: rows[row, 3])
        if grid.update(sample, at: Instant(seconds: time)) == .restarted { detector.interrupt() }
        while let cell = grid.next() { detector.update(cell.value, at: cell.time) { _ in steps += 1 } }
    }
    print(steps)
}
