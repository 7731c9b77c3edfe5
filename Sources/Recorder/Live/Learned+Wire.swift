import Geometry
import SensorModel
import Wire

extension WireWriter {
    /// Writes calibration with exact bit patterns.
    mutating func write(_ learned: Learned) {
        write(learned.stride != nil)
        if let stride = learned.stride {
            write(stride.model)
            write(stride.constant)
            write(stride.variance)
            write(Int64(stride.stretches))
        }
        write(UInt32(learned.buildings.count))
        for building in learned.buildings {
            write(building.latitude)
            write(building.longitude)
            write(UInt32(building.heights.count))
            for height in building.heights { write(height) }
            write(UInt32(building.floors.count))
            for floor in building.floors {
                write(floor.height)
                write(Int64(floor.floor))
            }
        }
        write(UInt32(learned.gyroscopes.count))
        for gyroscope in learned.gyroscopes {
            write(gyroscope.name)
            write(gyroscope.label != nil)
            if let label = gyroscope.label { write(label) }
            for value in [gyroscope.x, gyroscope.y, gyroscope.z, gyroscope.sigma] { write(value) }
            write(gyroscope.time.nanoseconds)
        }
    }
}

extension WireReader {
    /// Reads calibration written by ``WireWriter``.
    mutating func learned() throws(WireError) -> Learned {
        var learned = Learned()
        if try flag() {
            learned.stride = Learned.Stride(
                model: try text(), constant: try double(), variance: try double(),
                stretches: Int(try integer(Int64.self)))
        }
        for _ in 0..<(try count(minimumSize: 24)) {
            let entrance = Coordinate(latitude: try double(), longitude: try double())
            var building = Learned.Building(entrance: entrance)
            for _ in 0..<(try count(minimumSize: 8)) { building.heights.append(try double()) }
            for _ in 0..<(try count(minimumSize: 16)) {
                building.floors.append(.init(height: try double(), floor: Int(try integer(Int64.self))))
            }
            learned.buildings.append(building)
        }
        for _ in 0..<(try count(minimumSize: 45)) {
            let name = try text()
            let label = try flag() ? try text() : nil
            learned.gyroscopes.append(
                .init(
                    name: name, label: label, x: try double(), y: try double(), z: try double(), sigma: try double(),
                    time: Instant(nanoseconds: try integer(Int64.self))))
        }
        return learned
    }
}
