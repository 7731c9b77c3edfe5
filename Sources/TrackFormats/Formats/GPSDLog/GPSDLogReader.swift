import GPSDClient
import SensorModel

/// Creates fixes from a log of gpsd's reports (`gpspipe -w`), one per epoch and receiver, and sky views, as in a live
/// recording.
struct GPSDLogReader: LineFormat {
    static let format = FileFormat("gpsdLog", "json", "log")

    /// A log may begin with data that gpsd passes through.
    static func certainty(of head: FileHead) -> Certainty {
        head.hasWholeObject { $0.contains("\"class\"") }
            || head.lines.contains { $0.hasPrefix("{\"class\":\"TPV\"") } ? .certain : .no
    }

    /// The number of epochs so far, including unfinished ones.
    var count: Int { events.count + receivers.count }

    private var devices = DeviceNumbers()
    private var events: [SensorEvent] = []
    private var receivers: [DeviceID: ReceiverLog] = [:]

    /// Reads a line; ignores lines that are not JSON objects.
    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        guard line.first == UInt8(ascii: "{") else { return }
        guard let report = GPSDDecoder.decode(String(decoding: line, as: UTF8.self)) else {
            throw LineError(translatable("it is not a report of gpsd"))
        }
        switch report {
        case .position(let position): try take(report, of: position.device)
        case .sky(let sky): try take(report, of: sky.device)
        case .noise(let noise): try take(report, of: noise.device)
        case .device(let device): try take(report, of: device.path)
        case .devices(let list): for device in list { try take(.device(device), of: device.path) }
        case .version, .watch, .error, .other: break
        }
    }

    private mutating func take(_ report: GPSDReport, of path: String?) throws {
        let device = try number(of: path)
        keep(receivers[device, default: ReceiverLog(id: device)].consume(report))
    }

    /// Returns the number of a receiver. A report without a receiver's name belongs to the only receiver, if there is
    /// exactly one.
    private mutating func number(of path: String?) throws -> DeviceID {
        if path == nil, receivers.count == 1, let only = receivers.keys.first { return only }
        guard let number = devices.number(of: path ?? "gpsd") else { throw LineError.tooManyDevices }
        return number
    }

    private mutating func keep(_ samples: [SensorEvent]) {
        for event in samples {
            switch event.payload {
            case .fix(let fix): devices.consume(fix.device, delivers: .fix, at: event.time, received: event.received)
            case .sky(let sky): devices.consume(sky.device, delivers: .sky, at: event.time, received: event.received)
            case .scalar(let quantity, let sample):
                devices.consume(
                    sample.device, delivers: .scalar(quantity), at: event.time, received: event.received)
            default: continue
            }
        }
        events += samples
    }

    /// Adds the reports of the receivers, followed by the fixes and sky views.
    mutating func finish(into document: inout TrackDocument) {
        for device in receivers.keys.sorted() { keep(receivers[device]?.finish() ?? []) }
        document.sensorEvents = devices.reports + events
        // gpsd has reported in JSON since 2009.
        document.earliestOfReceiver = TrackDocument.earliestOfLaterProtocols
    }
}
