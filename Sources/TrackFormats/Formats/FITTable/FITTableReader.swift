import Geometry
import SensorModel

/// Reads the table of all messages of a FIT file that Garmin's FitCSVTool writes: a name, a value, and a unit for each
/// field. Only the records become points.
struct FITTableReader: LineFormat {
    static let format = FileFormat("fitTable", "csv")

    /// The positions so far.
    private(set) var collector = PlaceCollector(format: format, source: "FIT")
    private var line: TableLine
    private var names = ColumnNames()
    /// The number of records without a position.
    private(set) var recordsWithoutPlace = 0

    /// The first cells of the header.
    private static let head = "Type,Local Number,Message,"
    /// The cell of the message's name, and the first cell of the fields.
    private static let (message, firstField) = (2, 3)

    /// Creates a reader.
    init() {
        var head = Self.head
        line = head.withUTF8 { TableLine(header: UnsafeRawBufferPointer($0)) }
    }

    /// Reads a line.
    mutating func read(_ row: UnsafeRawBufferPointer) {
        var line = line
        let record: PlaceRecord? = line.cut(row) { cells in self.record(of: cells) }
        self.line = line
        guard let record else { return }
        guard record.time != nil, let point = record.point(.plain), point.coordinate != Self.nowhere else {
            recordsWithoutPlace += 1
            return
        }
        collector.add(point, receiver: nil)
    }

    /// Some devices write this position before their first fix.
    private static let nowhere = Coordinate(latitude: 0, longitude: 0)

    private mutating func record(of cells: [UnsafeRawBufferPointer]) -> PlaceRecord? {
        guard cells.count > Self.firstField, cells[0].elementsEqual("Data".utf8),
            cells[Self.message].elementsEqual("record".utf8)
        else { return nil }
        var record = PlaceRecord()
        for place in stride(from: Self.firstField, to: cells.count - 1, by: 3) {
            let name = String(decoding: cells[place], as: UTF8.self)
            let value = String(decoding: cells[place + 1], as: UTF8.self)
            if name == "timestamp" {
                if let seconds = UInt32(value) {
                    record.set(time: Instant(seconds: FITMessage.epoch + Double(seconds)))
                }
            } else {
                record.set(name, value, column: names.column(name))
            }
        }
        return record
    }

    static func certainty(of head: FileHead) -> Certainty { head.text.hasPrefix(Self.head) ? .certain : .no }

    var count: Int { collector.count + recordsWithoutPlace }

    mutating func finish(into document: inout TrackDocument) {
        let problems = document.problems
        document = collector.finish()
        for problem in problems { document.report(problem) }
        document.recordsWithoutPlace = recordsWithoutPlace
    }
}
