import Geodesy
import SensorModel
import Wire

extension WireWriter {
    /// Writes what was learned, every value bit for bit.
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
    }
}

extension WireReader {
    /// Reads what ``WireWriter`` wrote of what was learned.
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
        return learned
    }
}
