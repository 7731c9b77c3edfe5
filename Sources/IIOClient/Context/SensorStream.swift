import CIIO
import Geometry
import SensorModel

/// The channels of a device that form one stream of samples.
struct SensorStream {
    /// The kind of samples.
    let kind: StreamKind
    /// The channels x, y, and z, or the single channel of a scalar.
    let channels: [IIOChannel]

    /// Whether a sample has three axes.
    var isVector: Bool { channels.count == 3 }
    /// Whether the kernel's buffer can hold all channels.
    var isBuffered: Bool { channels.allSatisfy(\.isScanElement) }
    /// Whether the driver provides values instead of counts.
    var isProcessed: Bool { channels.allSatisfy { $0.attribute("input") != nil && $0.attribute("raw") == nil } }

    /// Returns the streams of a device: complete triples of axes, and single scalars.
    static func streams(of device: IIODevice) -> [SensorStream] {
        let channels = device.channels
        let vectors: [(StreamKind, iio_chan_type)] = [
            (.acceleration, IIO_ACCEL), (.rotation, IIO_ANGL_VEL), (.magneticField, IIO_MAGN),
        ]
        let axes = [IIO_MOD_X, IIO_MOD_Y, IIO_MOD_Z]
        let triples = vectors.compactMap { kind, type -> SensorStream? in
            let found = axes.compactMap { axis in channels.first { $0.type == type && $0.modifier == axis } }
            return found.count == axes.count ? SensorStream(kind: kind, channels: found) : nil
        }
        let scalars: [(Quantity, iio_chan_type)] = [
            (.pressure, IIO_PRESSURE), (.temperature, IIO_TEMP), (.illuminance, IIO_LIGHT),
        ]
        return triples
            + scalars.compactMap { quantity, type in
                channels.first { $0.type == type }.map { SensorStream(kind: .scalar(quantity), channels: [$0]) }
            }
    }

    /// The factor from the kernel's unit to the stream's unit.
    ///
    /// The kernel uses gauss and thousandths of a degree; the streams use microtesla and degrees.
    var unitFactor: Double {
        switch kind {
        case .magneticField: 100
        case .scalar(.temperature): 0.001
        default: 1
        }
    }
}

extension SensorStream {
    /// Returns the event for the counts of one scan.
    func event(
        counts: (Int64, Int64, Int64), scaling: SampleScaling, device: DeviceID, time: Instant, received: Instant
    ) -> LoggedEvent {
        // A count beyond 32 bits, from a 64-bit channel, is stored as its value.
        let stored = [counts.0, counts.1, counts.2].map { Int32(exactly: $0) }
        guard let x = stored[0], let y = stored[1], let z = stored[2] else {
            let raw = Vector3(Double(counts.0), Double(counts.1), Double(counts.2))
            return event(values: (raw + scaling.offset) * scaling.scale, device: device, time: time, received: received)
        }
        var logged = event(
            values: scaling.values(x: x, y: y, z: z), device: device, time: time, received: received)
        logged.raw = isVector ? .counts(x: x, y: y, z: z) : .count(x)
        return logged
    }

    /// Returns the event for the values of one sample.
    func event(values: Vector3, device: DeviceID, time: Instant, received: Instant) -> LoggedEvent {
        // An IIO context contains no receivers, so the fallback is never used.
        let payload =
            kind.samplePayload(of: device, values)
            ?? .acceleration(VectorSample(device: device, x: values.x, y: values.y, z: values.z))
        return LoggedEvent(SensorEvent(time: time, received: received, payload: payload))
    }
}
