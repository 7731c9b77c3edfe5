import Geometry
import SensorModel
import SessionStore
import Wire

/// The byte before an event that is not a sample; a sample has the index of its stream there.
private let noSample = UInt8.max

extension WireWriter {
    /// Writes events: samples with exact bit patterns, all others with their text in session files.
    mutating func write(_ events: [SensorEvent]) {
        let texts = PayloadText()
        let streams = StreamKind.allCases
        write(UInt32(events.count))
        for event in events {
            write(event.time.nanoseconds)
            write(event.received.nanoseconds)
            write(event.sequence)
            write(event.isLate)
            if let (stream, device, values) = event.payload.sample, let index = streams.firstIndex(of: stream) {
                write(UInt8(truncatingIfNeeded: index))
                write(device.rawValue)
                for axis in 0..<(stream.isVector ? 3 : 1) { write(values[axis]) }
            } else {
                write(noSample)
                write(event.payload.kind)
                write(try? texts.text(of: event.payload))
            }
        }
    }
}

extension WireReader {
    /// Reads events written by ``WireWriter``.
    mutating func events() throws(WireError) -> [SensorEvent] {
        let texts = PayloadText()
        let streams = StreamKind.allCases
        let count = try count(minimumSize: 26)
        var events: [SensorEvent] = []
        events.reserveCapacity(count)
        for _ in 0..<count {
            let (time, received, sequence) = (try instant(), try instant(), try integer(UInt64.self))
            let isLate = try flag()
            let index = try integer(UInt8.self)
            let payload = index == noSample ? try payload(texts) : try sample(of: Int(index), in: streams)
            events.append(
                SensorEvent(time: time, received: received, sequence: sequence, isLate: isLate, payload: payload))
        }
        return events
    }

    private mutating func sample(
        of index: Int, in streams: [StreamKind]
    ) throws(WireError) -> SensorEvent.Payload {
        guard streams.indices.contains(index) else { throw .malformed }
        let stream = streams[index]
        let device = try device()
        let values = stream.isVector ? try vector() : Vector3(try double(), 0, 0)
        guard let payload = stream.samplePayload(of: device, values) else { throw .malformed }
        return payload
    }

    private mutating func payload(_ texts: PayloadText) throws(WireError) -> SensorEvent.Payload {
        let (kind, text) = (try text(), try optionalText())
        guard let payload = try? texts.payload(of: kind, text) else { throw .malformed }
        if case .drop(let report) = payload, !DropReport.possibleCounts.contains(report.count) { throw .malformed }
        return payload
    }
}
