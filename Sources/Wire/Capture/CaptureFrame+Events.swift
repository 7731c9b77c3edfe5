public import SensorModel

extension CaptureFrame {
    /// Returns the frames for events from sensors: reports, losses, and samples in blocks by stream and arrival.
    ///
    /// Omits samples whose values are not finite, and events that do not come from sensors. Blocks stay below
    /// ``CaptureBounds/frameBytes``. Devices in the events are numbers assigned by the child.
    public static func frames(of events: [LoggedEvent], bounds: CaptureBounds = .init()) -> [CaptureFrame] {
        var frames: [CaptureFrame] = []
        var blocks: [SampleBlock] = []
        for logged in events {
            switch logged.event.payload {
            case .source(let report): frames.append(.report(report.bounded(bounds.textBytes), time: logged.event.time))
            case .drop(let loss):
                frames.append(.loss(loss, time: logged.event.time, received: logged.event.received))
            default:
                guard let (block, sample) = SampleBlock.part(of: logged) else { continue }
                let place = blocks.lastIndex { $0.isContinued(by: block) && $0.hasRoom(in: bounds.frameBytes) }
                if let place { blocks[place].samples.append(sample) } else { blocks.append(block.with(sample)) }
            }
        }
        return frames + blocks.map { .samples($0) }
    }
}

extension SampleBlock {
    /// Returns the sample and a new, empty block for it; `nil` if the event is not a finite sample of a sensor.
    fileprivate static func part(of logged: LoggedEvent) -> (SampleBlock, Sample)? {
        let event = logged.event
        guard let (stream, device, value) = event.payload.sample else { return nil }
        guard value.x.isFinite, value.y.isFinite, value.z.isFinite else { return nil }
        let counts: SIMD3<Int32>? =
            switch logged.raw {
            case .counts(let x, let y, let z): SIMD3(x, y, z)
            case .count(let x): SIMD3(x, 0, 0)
            case .gpsd, nil: nil
            }
        let block = SampleBlock(
            sensor: device.rawValue, stream: stream, received: event.received, hasCounts: counts != nil)
        return (block, Sample(time: event.time, value: value, counts: counts))
    }

    fileprivate func isContinued(by other: SampleBlock) -> Bool {
        sensor == other.sensor && stream == other.stream && received == other.received && hasCounts == other.hasCounts
    }

    fileprivate func hasRoom(in frameBytes: Int) -> Bool { 64 + (samples.count + 1) * sampleSize <= frameBytes }

    fileprivate func with(_ sample: Sample) -> SampleBlock {
        var block = self
        block.samples.append(sample)
        return block
    }
}

extension SourceReport {
    /// Returns the report with its texts cut to a number of bytes.
    fileprivate func bounded(_ textBytes: Int) -> SourceReport {
        var report = self
        report.name = name.bounded(textBytes)
        report.label = label?.bounded(textBytes)
        report.detail = detail?.bounded(textBytes)
        return report
    }
}

extension String {
    /// Returns the beginning of the text that fits into a number of UTF-8 bytes, cut between Unicode scalars.
    public func bounded(_ byteCount: Int) -> String {
        guard utf8.count > byteCount else { return self }
        var text = String.UnicodeScalarView()
        var length = 0
        for scalar in unicodeScalars {
            length += String(scalar).utf8.count
            if length > byteCount { break }
            text.append(scalar)
        }
        return String(text)
    }
}
