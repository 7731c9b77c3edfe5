import CIIO
import NavigationMath
import SensorModel

/// The channels of one device that make up one stream of samples.
struct SensorStream {
    /// What they measure.
    let kind: StreamKind
    /// x, y and z, or the one channel of a scalar.
    let channels: [IIOChannel]

    /// True for three axes.
    var isVector: Bool { channels.count == 3 }
    /// True if the kernel's buffer can hold all of it.
    var isBuffered: Bool { channels.allSatisfy(\.isScanElement) }
    /// True if the driver hands out values instead of counts.
    var isProcessed: Bool { channels.allSatisfy { $0.attribute("input") != nil && $0.attribute("raw") == nil } }

    /// Finds the streams of a device: complete triples of axes, and single scalars.
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

    /// Returns the factor from the kernel's unit to the stream's.
    ///
    /// The kernel speaks of gauss and of thousandths of a degree; a stream of microtesla and of degrees.
    var unitFactor: Double {
        switch kind {
        case .magneticField: 100
        case .scalar(.temperature): 0.001
        default: 1
        }
    }
}

extension SensorStream {
    /// Creates the event of one scan's counts.
    func event(
        counts: (Int64, Int64, Int64), scaling: SampleScaling, device: DeviceID, time: Instant, received: Instant
    ) -> LoggedEvent {
        // A count beyond 32 bits (a 64-bit channel) is kept as its value.
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

    /// Creates the event of one sample's values.
    func event(values: Vector3, device: DeviceID, time: Instant, received: Instant) -> LoggedEvent {
        // No sensor of an IIO context is a receiver.
        let payload =
            kind.samplePayload(of: device, values)
            ?? .acceleration(VectorSample(device: device, x: values.x, y: values.y, z: values.z))
        return LoggedEvent(SensorEvent(time: time, received: received, payload: payload))
    }
}
