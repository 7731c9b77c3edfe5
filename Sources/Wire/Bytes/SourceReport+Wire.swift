public import Geometry
public import SensorModel

extension WireWriter {
    /// Writes a vector with exact bit patterns.
    public mutating func write(_ vector: Vector3) {
        write(vector.x)
        write(vector.y)
        write(vector.z)
    }

    /// Writes a report with exact bit patterns.
    public mutating func write(_ report: SourceReport) {
        write(report.device.rawValue)
        write(report.name)
        write(report.label)
        write(report.state.rawValue)
        write(UInt32(truncatingIfNeeded: report.streams.count))
        for stream in report.streams { write(stream.rawValue) }
        write(report.mountMatrix != nil)
        if let matrix = report.mountMatrix { for row in [matrix.first, matrix.second, matrix.third] { write(row) } }
        write(UInt32(truncatingIfNeeded: report.scalings.count))
        for (stream, scaling) in report.scalings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            write(stream.rawValue)
            write(scaling.scale)
            write(scaling.offset)
        }
        write(report.nominalRate)
        write(report.trouble?.rawValue)
        write(report.detail)
    }
}

extension WireReader {
    /// Reads a vector.
    public mutating func vector() throws(WireError) -> Vector3 { Vector3(try double(), try double(), try double()) }

    /// Reads the number of a device.
    public mutating func device() throws(WireError) -> DeviceID { DeviceID(try integer()) }

    /// Reads an instant.
    public mutating func instant() throws(WireError) -> Instant { Instant(nanoseconds: try integer()) }

    /// Reads the kind of a stream; an unknown name is an error.
    public mutating func stream() throws(WireError) -> StreamKind {
        guard let stream = StreamKind(rawValue: try text()) else { throw .malformed }
        return stream
    }

    /// Reads a report; an unknown state or stream is an error.
    public mutating func sourceReport() throws(WireError) -> SourceReport {
        let device = try device()
        let name = try text()
        let label = try optionalText()
        guard let state = SourceState(rawValue: try text()) else { throw .malformed }
        var report = SourceReport(device: device, name: name, label: label, streams: [], state: state)
        for _ in 0..<(try streamCount(minimumSize: 4)) { report.streams.append(try stream()) }
        if try flag() {
            report.mountMatrix = MountMatrix(first: try vector(), second: try vector(), third: try vector())
        }
        for _ in 0..<(try streamCount(minimumSize: 52)) {
            let stream = try stream()
            report.scalings[stream] = SampleScaling(scale: try vector(), offset: try vector())
        }
        report.nominalRate = try optionalDouble()
        report.trouble = try optionalText().flatMap(SourceTrouble.init)
        report.detail = try optionalText()
        return report
    }

    /// Reads a number of streams; a source has each kind at most once.
    private mutating func streamCount(minimumSize: Int) throws(WireError) -> Int {
        let count = try count(minimumSize: minimumSize)
        guard count <= StreamKind.allCases.count else { throw .malformed }
        return count
    }
}
