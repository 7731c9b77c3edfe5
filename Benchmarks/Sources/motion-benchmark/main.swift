// motion-benchmark core INPUT OUTPUT   rows: time, gyroscope (3), accelerometer (3), magnetometer (3 or nan)
// motion-benchmark altitude INPUT OUTPUT       rows: time, pressure in kPa
// motion-benchmark activity INPUT OUTPUT [NAME=VALUE]   rows: time, latitude, longitude, speed, accelerometer (3)
// motion-benchmark speed INPUT                 rows as for core
import Foundation
import FusionCore
import NavigationMath
import SensorModel

struct Table {
    let values: [Double]
    let width = 10

    init(path: String) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        values = data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    }

    var count: Int { values.count / width }
    var interval: Double { (values[(count - 1) * width] - values[0]) / Double(count - 1) }
    var hasField: Bool { (0..<count).contains { !values[$0 * width + 7].isNaN } }

    func vector(_ row: Int, _ column: Int) -> Vector3 {
        Vector3(values[row * width + column], values[row * width + column + 1], values[row * width + column + 2])
    }

    func time(_ row: Int) -> Instant { Instant(seconds: 1.7e9 + values[row * width]) }

    func sample(_ row: Int, _ column: Int) -> VectorSample {
        let vector = vector(row, column)
        return VectorSample(x: vector.x, y: vector.y, z: vector.z)
    }
}

func write(_ values: [Double], to path: String) throws {
    try values.withUnsafeBytes { Data($0) }.write(to: URL(filePath: path))
}

func runCore(_ table: Table) -> [Double] {
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
    return (0..<table.count).flatMap { row -> [Double] in
        let attitude = attitudes[table.time(row)] ?? Quaternion(w: .nan, x: 0, y: 0, z: 0)
        let gravity = gravities[table.time(row)] ?? Vector3(repeating: .nan)
        return [attitude.w, attitude.x, attitude.y, attitude.z, gravity.x, gravity.y, gravity.z]
    }
}

func runAltitude(_ table: Table) -> [Double] {
    var core = FusionCore()
    var output: [Double] = []
    for row in 0..<table.count {
        let sample = ScalarSample(value: table.values[row * table.width + 1])
        core.consume(SensorEvent(time: table.time(row), payload: .scalar(.pressure, sample))) { estimate in
            guard case .altitude(let altitude) = estimate else { return }
            output += [altitude.relative, Double(altitude.floorsUp), Double(altitude.floorsDown)]
        }
    }
    return output
}

/// Returns the least processor time of nine runs, in seconds.
func leastTime(_ body: () -> Void) -> Double {
    (0..<9).map { _ in
        let start = clock()
        body()
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }.min() ?? .infinity
}

func measureSpeed(_ table: Table) {
    let repeats = 1_000_000 / table.count + 1
    let interval = table.interval
    let samples = Double(table.count * repeats)
    for usesField in [false, true] {
        let seconds = leastTime {
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
        print("Odograph \(usesField ? "9D" : "6D")", samples / seconds / 1e6)
    }
    let events = (0..<min(table.count, 100_000)).flatMap { row in
        [
            SensorEvent(time: table.time(row), payload: .acceleration(table.sample(row, 4))),
            SensorEvent(time: table.time(row), payload: .rotation(table.sample(row, 1))),
        ]
    }
    var estimates = 0
    let seconds = leastTime {
        var core = FusionCore()
        for event in events { core.consume(event) { _ in estimates += 1 } }
    }
    print("Odograph whole core, 6 axes", Double(events.count / 2) / seconds / 1e6)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: motion-benchmark core|altitude|activity|speed INPUT [OUTPUT]")
    exit(2)
}
let table = try Table(path: arguments[2])
switch arguments[1] {
case "core": try write(runCore(table), to: arguments[3])
case "altitude": try write(runAltitude(table), to: arguments[3])
case "activity": try write(runActivities(table, options: Array(arguments.dropFirst(4))), to: arguments[3])
case "speed": measureSpeed(table)
default: exit(2)
}
