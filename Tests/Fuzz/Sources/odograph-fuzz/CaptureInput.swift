import SensorModel
import Wire

@testable import IIOClient

/// The input from an iiod: its description of sensors in the child, and the child's frames in the recorder.
enum CaptureInput {
    /// The frames of a child that may be anyone's: the first byte is the length of the pieces in which they come, the
    /// second the seconds between two pieces.
    static func readFrames(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return }
        let length = max(Int(bytes[0]) + 1, bytes.count / 32)
        var now = Instant(seconds: 1_700_000_000)
        var intake = CaptureIntake { sensor in sensor.name.isEmpty ? nil : DeviceID(sensor.number) }
        var rest = bytes.dropFirst(2)
        var count = 0
        while !rest.isEmpty {
            do throws(CaptureFault) {
                try intake.take(rest.prefix(length), at: now) { events in
                    count += events.count
                    // What came in goes out again.
                    count += CaptureFrame.frames(of: events).count
                }
            } catch {
                _ = error.account
                _ = intake.reportLoss(at: now, detail: error.account)
                return
            }
            rest = rest.dropFirst(length)
            now = now + Double(bytes[1]) / 8
        }
    }

    /// A description of sensors: libiio reads it, and the capture looks for what it could record.
    static func readContext(_ bytes: [UInt8]) {
        guard let context = try? IIOContext(xml: bytes, bounds: CaptureBounds()) else { return }
        _ = context.isThisMachine
        _ = context.oversizedCount
        for device in context.devices {
            _ = (device.id, device.name, device.label, device.hasBuffer, device.lacksTrigger, device.triggerName)
            _ = device.samplingFrequency
            let streams = SensorStream.streams(of: device)
            let attributes = SensorAttributes(of: device, streams)
            _ = attributes.mountMatrix
            for stream in streams {
                _ = (stream.isBuffered, stream.isProcessed, attributes.scaling(of: stream))
                for channel in stream.channels {
                    _ = (channel.isTimestamp, channel.storageBytes, channel.isScanElement)
                }
            }
        }
    }
}
