import SensorModel

extension CaptureFrame {
    /// The bytes of the frame, including its length and kind.
    public var bytes: [UInt8] {
        var body = WireWriter()
        write(to: &body)
        var frame = WireWriter()
        frame.write(UInt32(truncatingIfNeeded: body.bytes.count + 1))
        frame.write(kind.rawValue)
        frame.write(raw: body.bytes)
        return frame.bytes
    }

    private var kind: Kind {
        switch self {
        case .hello: .hello
        case .sensor: .sensor
        case .report: .report
        case .samples: .samples
        case .loss: .loss
        case .beat: .beat
        }
    }

    private func write(to body: inout WireWriter) {
        switch self {
        case .hello(let hello):
            body.write(hello.version)
            body.write(hello.landlockVersion)
            body.write(hello.hasCallFilter)
        case .sensor(let sensor):
            body.write(sensor.number)
            body.write(sensor.name)
            body.write(sensor.label)
            body.write(sensor.index)
        case .report(let report, let time):
            body.write(time.nanoseconds)
            body.write(report)
        case .samples(let block): block.write(to: &body)
        case .loss(let loss, let time, let received):
            body.write(time.nanoseconds)
            body.write(received.nanoseconds)
            body.write(loss.device.rawValue)
            body.write(loss.stream.rawValue)
            body.write(Int64(loss.count))
        case .beat: break
        }
    }
}

extension SampleBlock {
    /// Whether a sample has three axes.
    var isVector: Bool { stream.isVector }

    /// The size of a sample in bytes.
    var sampleSize: Int { 8 + (isVector ? 3 : 1) * (8 + (hasCounts ? 4 : 0)) }

    fileprivate func write(to body: inout WireWriter) {
        body.write(sensor)
        body.write(stream.rawValue)
        body.write(received.nanoseconds)
        body.write(hasCounts)
        body.write(UInt32(truncatingIfNeeded: samples.count))
        let axes = isVector ? 3 : 1
        for sample in samples {
            body.write(sample.time.nanoseconds)
            for axis in 0..<axes { body.write(sample.value[axis]) }
            if hasCounts { for axis in 0..<axes { body.write(sample.counts?[axis] ?? 0) } }
        }
    }
}
