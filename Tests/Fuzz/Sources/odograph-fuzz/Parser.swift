import Foundation
import FusionCore
import GPSDClient
import Geometry
import SensorModel
import Synchronization

@testable import SessionStore
@testable import TrackFormats

/// A way by which bytes of others come in, each a target of the fuzzer.
enum Parser: String, CaseIterable {
    case gpsd, eventLog, gpx, nmea, gpsdLog, table, sensorLogger, googleTimeline
    case gnssLogger, records, ownTracks, kml, xmlRecords, igc, subtitles, rtklib, twoNav, ubx, polar
    case fit, fitTable, tcx, unpackedFrames, moves, goldenCheetah, trackDocument, session, cells, chunk, payload, core,
        events,
        parameters, address, captureFrames, iioContext, interface, vectorTile, mapArchive, mapDatabase

    /// Reads the bytes; a crash, a leak or a hang is a finding, an error is not.
    func read(_ bytes: [UInt8]) {
        switch self {
        case .gpsd: readGPSD(bytes)
        case .session: sessionFile?.read(bytes, execution: executions.add(1, ordering: .relaxed).newValue)
        case .cells: try? openSession?.read(bytes)
        case .chunk: SessionValues.readChunk(bytes)
        case .payload: SessionValues.readPayload(bytes)
        case .core: runCore(bytes)
        case .events: runEvents(bytes)
        case .unpackedFrames: readUnpacked(bytes)
        case .parameters: setParameters(bytes)
        case .captureFrames: CaptureInput.readFrames(bytes)
        case .iioContext: CaptureInput.readContext(bytes)
        case .vectorTile: MapInput.readTile(bytes)
        case .mapArchive: MapInput.readArchive(bytes)
        case .mapDatabase: MapInput.readDatabase(bytes)
        case .interface: InterfaceCalls.make(of: bytes)
        case .address: _ = try? GPSDAddress(parsing: String(decoding: bytes, as: UTF8.self))
        default: importFile(bytes)
        }
    }

    /// The frames of an unpacking child that may be anyone's.
    private func readUnpacked(_ bytes: [UInt8]) {
        var limits = ImportLimits()
        (limits.unpackedAnyway, limits.memberCount) = (1 << 20, 100)
        var rest = bytes[...]
        let meter = UnpackMeter(name: "fuzz", packed: bytes.count, limits: limits)
        let stream = UnpackedStream(name: "fuzz", descriptor: -1, meter: meter) { buffer in
            guard rest.count >= buffer.count else { throw CocoaError(.fileReadCorruptFile) }
            buffer.copyBytes(from: rest.prefix(buffer.count))
            rest = rest.dropFirst(buffer.count)
        }
        while let member = try? stream.next() {
            // Every second one is left to be passed over.
            if member.path.utf8.count.isMultiple(of: 2) { _ = try? member.content.readAll(limit: 1 << 16) }
        }
    }

    private func importFile(_ bytes: [UInt8]) {
        guard let reader = FileFormat.readers.first(where: { $0.format.name == rawValue }) else { return }
        // Both ways: the first bad place ends the reading, or is passed over.
        guard let isLenient = bytes.last.map({ $0 & 1 == 1 }) else { return }
        var importer = Importer(keepsGoodPart: isLenient)
        // Short lines are refused too, and the buffer for a long one is not made for every input.
        importer.limits.lineLength = 4_096
        guard var document = try? importer.load(bytes: bytes, as: reader) else { return }
        document.settleTimes()
        _ = document.mapFeatures.count + document.events.count
    }

    /// The output of a daemon arrives in pieces: the first byte is their length. There are a few dozen at most.
    private func readGPSD(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        var link = GPSDLink(address: "fuzz") { _ in DeviceID(1) }
        var now = Instant(seconds: 1_700_000_000)
        link.begin(at: now)
        link.connect(at: now)
        var rest = bytes.dropFirst()
        let length = max(Int(first) + 1, rest.count / 64)
        while !rest.isEmpty {
            link.receive(rest.prefix(length), at: now)
            rest = rest.dropFirst(length)
            now = now + 0.25
            link.advance(to: now)
            _ = link.drain()
        }
        link.finish()
        _ = link.drain()
    }

    /// The core accepts any events that a file can contain.
    private func runCore(_ bytes: [UInt8]) {
        var importer = Importer(keepsGoodPart: true)
        importer.limits.lineLength = 4_096
        guard let document = try? importer.load(bytes: bytes, as: EventLogReader.self) else { return }
        consume(document.events.prefix(5_000))
    }

    /// The core continues after any event.
    private func runEvents(_ bytes: [UInt8]) {
        consume(ByteEvents(bytes))
    }

    /// Everything that processes the events of any session: the core, the tally of sources, and `info`.
    private func consume(_ events: some Sequence<SensorEvent>) {
        var core = FusionCore()
        var sources = SourceSurvey()
        let header = SessionHeader(created: Instant(seconds: 1_700_000_000))
        var session = SessionSurvey(parameters: header.parameters)
        for event in events {
            core.consume(event) { _ in }
            sources.consume(event)
            session.consume(event)
        }
        _ = session.info(path: "fuzz", header: header, size: 0, isOpen: false).dropCount
    }

    private func setParameters(_ bytes: [UInt8]) {
        var parameters = Parameters()
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            try? parameters.set(String(parts[0]), parsing: String(parts[1]))
        }
    }
}
