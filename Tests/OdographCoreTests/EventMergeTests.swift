import COdograph
import Geometry
import Replay
import SensorModel
import Simulation
import Testing

@testable import OdographCore

@Suite struct EventMergeTests {
    /// Pushes times, arrivals and a value of one table.
    private func rows(_ table: InputTable, _ events: [SensorEvent]) throws -> EventRows {
        var rows = EventRows(table)
        func push<Value: BitwiseCopyable>(_ name: String, _ kind: ColumnKind, _ values: [Value]) -> odograph_column {
            let piece = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
            piece.initialize(from: values, count: values.count)
            return odograph_column(
                name: PermanentText(name).characters, type: kind.rawValue, reserved: 0, values: piece,
                count: Int64(values.count))
        }
        var columns = [
            push("time", .integer, events.map(\.time.nanoseconds)),
            push("received", .integer, events.map(\.received.nanoseconds)),
        ]
        let names = table.columns.filter { $0.isRequired && $0.kind == .number }.map(\.name)
        for name in names { columns.append(push(name, .number, events.map { _ in 1.0 })) }
        defer { for column in columns { column.values?.deallocate() } }
        try columns.withUnsafeBufferPointer { try rows.append($0) }
        return rows
    }

    private func event(_ table: InputTable, _ time: Instant, _ received: Instant) -> SensorEvent {
        let payload: SensorEvent.Payload =
            switch table {
            case .fix: .fix(Fix(mode: .twoDimensional, coordinate: Coordinate(latitude: 1, longitude: 1)))
            case .acceleration: .acceleration(VectorSample(x: 1, y: 1, z: 1))
            case .rotation: .rotation(VectorSample(x: 1, y: 1, z: 1))
            case .pressure: .scalar(.pressure, ScalarSample(value: 1))
            case .tick: .tick
            default: .marker("")
            }
        return SensorEvent(time: time, received: received, payload: payload)
    }

    @Test func `the events and ticks are those of a recording, whatever the order and the silences`() throws {
        var random = RandomSource(seed: 11)
        var sorted = 0
        for round in 0..<400 {
            let kinds: [InputTable] =
                round.isMultiple(of: 9)
                ? [.fix, .tick, .rotation] : [.fix, .acceleration, .rotation, .pressure, .other]
            var seconds = 1_000.0
            var pushed: [(InputTable, SensorEvent)] = []
            for _ in 0..<Int(random.uniform() * 1_500) {
                switch Int(random.uniform() * 40) {
                case 0: seconds += 2
                case 1: seconds += 600
                case 2: seconds += 602
                case 3: seconds += 10_000
                case 4 where round.isMultiple(of: 3): seconds -= 3
                case 5...20: break
                default: seconds += 0.5
                }
                let table = kinds[Int(random.uniform() * Double(kinds.count))]
                let time = Instant(seconds: seconds)
                let isDelayed = round.isMultiple(of: 4) && random.uniform() < 0.2
                pushed.append((table, event(table, time, isDelayed ? time + random.uniform() : time)))
            }
            let tables = try kinds.compactMap { kind in
                try rows(kind, pushed.filter { $0.0 == kind }.map(\.1))
            }
            var merged: [SensorEvent] = []
            try EventMerge(tables).forEach { merged.append($0) }
            // Among equals, those of one table come in the order of their rows, and tables by rank.
            var expected = Array(Recording(unordered: pushed.map(\.1)).events)
            for index in expected.indices { expected[index].sequence = 0 }
            #expect(merged == expected, "round \(round)")
            sorted += merged.count
        }
        #expect(sorted > 100_000)
    }
}
