import Geometry
import SensorModel

/// Splits the bytes of a capture child into frames. Holds at most one incomplete frame.
public struct CaptureFrameReader: Sendable {
    private let bounds: CaptureBounds
    private var buffer: [UInt8] = []

    /// Creates a reader without bytes.
    public init(bounds: CaptureBounds = .init()) {
        self.bounds = bounds
    }

    /// Appends bytes as received.
    public mutating func append(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    /// Returns and removes the complete frames.
    /// - Throws: ``CaptureFault/malformedFrame`` if the bytes do not follow the format, ``CaptureFault/longFrame`` if a
    ///   frame exceeds ``CaptureBounds/frameBytes``. The reader cannot continue after an error.
    public mutating func frames() throws(CaptureFault) -> [CaptureFrame] {
        var frames: [CaptureFrame] = []
        var start = 0
        while buffer.count - start >= 4 {
            var prefix = WireReader(buffer[start..<(start + 4)])
            guard let length = (try? prefix.integer(UInt32.self)).map({ Int($0) }), length >= 1 else {
                throw .malformedFrame
            }
            guard length <= bounds.frameBytes + 1 else { throw .longFrame }
            guard buffer.count - start >= 4 + length else { break }
            let body = buffer[(start + 5)..<(start + 4 + length)]
            do {
                frames.append(try CaptureFrame(kind: buffer[start + 4], body: body, textBound: bounds.textBytes))
            } catch {
                throw .malformedFrame
            }
            start += 4 + length
        }
        buffer.removeFirst(start)
        return frames
    }
}

extension CaptureFrame {
    fileprivate init(kind: UInt8, body: ArraySlice<UInt8>, textBound: Int) throws(WireError) {
        var reader = WireReader(body, textBound: textBound)
        switch Kind(rawValue: kind) {
        case .hello:
            self = .hello(
                CaptureHello(
                    version: try reader.integer(), landlockVersion: try reader.integer(),
                    hasCallFilter: try reader.flag()))
        case .sensor:
            self = .sensor(
                CapturedSensor(
                    number: try reader.integer(), name: try reader.text(), label: try reader.optionalText(),
                    index: try reader.integer()))
        case .report:
            let time = try reader.instant()
            let report = try reader.sourceReport()
            guard report.isFinite else { throw .malformed }
            self = .report(report, time: time)
        case .samples: self = .samples(try SampleBlock(&reader))
        case .loss:
            let time = try reader.instant()
            let received = try reader.instant()
            let loss = DropReport(
                device: try reader.device(), stream: try reader.stream(), count: Int(try reader.integer(Int64.self)))
            guard DropReport.possibleCounts.contains(loss.count) else { throw .malformed }
            self = .loss(loss, time: time, received: received)
        case .beat: self = .beat
        case nil: throw .malformed
        }
        guard reader.remaining == 0 else { throw .malformed }
    }
}

extension SampleBlock {
    fileprivate init(_ reader: inout WireReader) throws(WireError) {
        self.init(
            sensor: try reader.integer(), stream: try reader.stream(), received: try reader.instant(),
            hasCounts: try reader.flag())
        guard stream != .fix, stream != .sky else { throw .malformed }
        let count = try reader.count(minimumSize: sampleSize)
        samples.reserveCapacity(count)
        for _ in 0..<count { samples.append(try sample(&reader)) }
    }

    private func sample(_ reader: inout WireReader) throws(WireError) -> Sample {
        let time = try reader.instant()
        let value = isVector ? try reader.vector() : Vector3(try reader.double(), 0, 0)
        guard value.isFinite else { throw .malformed }
        guard hasCounts else { return Sample(time: time, value: value, counts: nil) }
        let x: Int32 = try reader.integer()
        let rest = isVector ? (try reader.integer(Int32.self), try reader.integer(Int32.self)) : (0, 0)
        return Sample(time: time, value: value, counts: SIMD3(x, rest.0, rest.1))
    }
}

extension SourceReport {
    /// Whether all numbers in the report are finite.
    fileprivate var isFinite: Bool {
        let rows = mountMatrix.map { [$0.first, $0.second, $0.third] } ?? []
        return nominalRate?.isFinite != false
            && (rows + scalings.values.flatMap { [$0.scale, $0.offset] }).allSatisfy(\.isFinite)
    }
}
