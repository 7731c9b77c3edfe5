import Foundation
import FusionCore
import Geometry
import SensorModel

extension Rows {
    /// Columns of a table of motion: seconds, and three times three.
    static let motion = 10

    var interval: Double { (self[count - 1, 0] - self[0, 0]) / Double(count - 1) }
    var hasField: Bool { (0..<count).contains { !self[$0, 7].isNaN } }

    func vector(_ row: Int, _ column: Int) -> Vector3 {
        Vector3(self[row, column], self[row, column + 1], self[row, column + 2])
    }

    func time(_ row: Int) -> Instant { Instant(seconds: 1.7e9 + self[row, 0]) }

    func sample(_ row: Int, _ column: Int) -> VectorSample {
        let vector = vector(row, column)
        return VectorSample(x: vector.x, y: vector.y, z: vector.z)
    }
}

private func row(_ attitude: Quaternion, _ up: Vector3) -> [Double] {
    [attitude.w, attitude.x, attitude.y, attitude.z, up.x, up.y, up.z]
}

/// The attitude and gravity of the core at each sample.
func attitudes(_ table: Rows) -> [Double] {
    var core = FusionCore()
    var attitudes: [Instant: Quaternion] = [:]
    var gravities: [Instant: Vector3] = [:]
    func take(_ estimate: Estimate) {
        switch estimate {
        case .attitude(let attitude): attitudes[attitude.time] = attitude.rotation
        case .gravity(let gravity): gravities[gravity.time] = gravity.vector
        default: break
        }
    }
    let hasField = table.hasField
    for row in 0..<table.count {
        let time = table.time(row)
        core.consume(SensorEvent(time: time, payload: .acceleration(table.sample(row, 4))), take)
        core.consume(SensorEvent(time: time, payload: .rotation(table.sample(row, 1))), take)
        if hasField { core.consume(SensorEvent(time: time, payload: .magneticField(table.sample(row, 7))), take) }
    }
    return (0..<table.count).flatMap {
        row(
            attitudes[table.time($0)] ?? Quaternion(w: .nan, x: 0, y: 0, z: 0),
            gravities[table.time($0)] ?? Vector3(repeating: .nan))
    }
}

/// The height over the start, and flights up and down, at each pressure.
func altitudes(_ table: Rows) -> [Double] {
    var core = FusionCore()
    var output: [Double] = []
    for row in 0..<table.count {
        let sample = ScalarSample(value: table[row, 1])
        core.consume(SensorEvent(time: table.time(row), payload: .scalar(.pressure, sample))) { estimate in
            guard case .altitude(let altitude) = estimate else { return }
            output += [altitude.relative, Double(altitude.floorsUp), Double(altitude.floorsDown)]
        }
    }
    return output
}

/// Prints the million samples per second of processor time, the best of nine runs.
func measureSpeed(_ table: Rows) {
    let repeats = 1_000_000 / table.count + 1
    let interval = table.interval
    func best(_ name: String, _ samples: Int, _ body: () -> Void) {
        let least =
            (0..<9).map { _ in
                let start = clock()
                body()
                return Double(clock() - start) / Double(CLOCKS_PER_SEC)
            }.min() ?? .infinity
        print(name, Double(samples) / least / 1e6)
    }
    for usesField in [false, true] {
        best(usesField ? "9D" : "6D", table.count * repeats) {
            var filter = OrientationFilter(
                intervals: .init(rotation: interval, acceleration: interval, magneticField: interval))
            for _ in 0..<repeats {
                for row in 0..<table.count {
                    filter.update(rotation: table.vector(row, 1))
                    filter.predict(over: interval)
                    filter.update(acceleration: table.vector(row, 4))
                    if usesField { filter.update(magneticField: table.vector(row, 7)) }
                }
            }
            precondition(filter.attitude.w.isFinite)
        }
    }
    let events = (0..<min(table.count, 100_000)).flatMap { row in
        [
            SensorEvent(time: table.time(row), payload: .acceleration(table.sample(row, 4))),
            SensorEvent(time: table.time(row), payload: .rotation(table.sample(row, 1))),
        ]
    }
    best("core", events.count / 2) {
        var core = FusionCore()
        for event in events { core.consume(event) { _ in } }
    }
}
