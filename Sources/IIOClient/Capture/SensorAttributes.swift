import NavigationMath
import SensorModel

/// The attributes that turn a sensor's counts into values: scales, offsets and mount matrices, as last read.
///
/// They are read again one at a time, in turn: each is a question over the network if the sensor is another machine's,
/// and the samples that arrive meanwhile wait for the answer.
struct SensorAttributes {
    /// A channel of a stream, or the device itself.
    private enum Owner: Hashable {
        case channel(StreamKind, Int)
        case device
    }

    private struct Key: Hashable {
        let owner: Owner
        let name: String
    }

    private struct Attribute {
        let key: Key
        /// `nil` if it never could be read.
        var text: String?
        var readAt: Instant
    }

    private let device: IIODevice
    private let streams: [SensorStream]
    private var attributes: [Attribute] = []
    private var places: [Key: Int] = [:]
    private var next = 0
    private var lastDue: Instant
    /// The end of the pause after the reads before.
    private var restUntil: Instant

    /// Reads all of them.
    ///
    /// - Parameter now: The recorder's clock.
    init(of device: IIODevice, _ streams: [SensorStream], now: Instant) {
        self.device = device
        self.streams = streams
        lastDue = now
        restUntil = now
        for stream in streams {
            for (axis, channel) in stream.channels.enumerated() {
                let names = ["scale", "offset"] + (stream.isVector && axis == 0 ? [MountMatrix.attribute] : [])
                for name in names where channel.has(name) {
                    add(Key(owner: .channel(stream.kind, axis), name: name), now)
                }
            }
        }
        for name in MountMatrix.deviceAttributes where device.has(name) { add(Key(owner: .device, name: name), now) }
        for index in attributes.indices { read(index, at: now) }
    }

    /// Returns how a stream's counts become values; `nil` if its scale or offset never could be read.
    func scaling(of stream: SensorStream) -> SampleScaling? {
        let scales = stream.channels.indices.compactMap { number("scale", of: stream, axis: $0, absent: 1) }
        let offsets = stream.channels.indices.compactMap { number("offset", of: stream, axis: $0, absent: 0) }
        guard scales.count == stream.channels.count, offsets.count == stream.channels.count else { return nil }
        let factor = stream.unitFactor
        guard stream.isVector else {
            return SampleScaling(
                scale: Vector3(scales[0], scales[0], scales[0]) * factor,
                offset: Vector3(offsets[0], offsets[0], offsets[0]))
        }
        return SampleScaling(
            scale: Vector3(scales[0], scales[1], scales[2]) * factor,
            offset: Vector3(offsets[0], offsets[1], offsets[2]))
    }

    /// The matrix that takes the sensor's axes to the device's; `nil` if none is stated.
    var mountMatrix: MountMatrix? {
        let vectors = streams.filter(\.isVector)
        let ofChannels = vectors.map { Key(owner: .channel($0.kind, 0), name: MountMatrix.attribute) }
        let ofDevice = MountMatrix.deviceAttributes.map { Key(owner: .device, name: $0) }
        for key in ofChannels + ofDevice {
            if let text = text(of: key), let matrix = MountMatrix(kernelText: text) { return matrix }
        }
        return nil
    }

    /// Reads as many attributes as are due, so that each has its turn once per interval; all of them if one changed.
    ///
    /// - Parameters:
    ///   - interval: Seconds in which all of them are read.
    ///   - budget: Seconds after which no further one is begun; at least one is read if one is due.
    ///   - share: The share of the time that reads may take. Beyond it they come less often: a capture that spends its
    ///     time on them falls behind its samples.
    ///   - now: The recorder's clock.
    /// - Returns: The greatest age of a change in seconds; `nil` if nothing changed. An attribute that cannot be read at
    ///   the moment keeps its text.
    mutating func refresh(
        every interval: Double, within budget: Double, share: Double, now: () -> Instant
    ) -> Double? {
        let begun = now()
        guard !attributes.isEmpty, begun >= restUntil else { return nil }
        let age = readDue(every: interval, within: budget, begun: begun, now: now)
        let end = now()
        restUntil = end + (end - begun) * (1 / share - 1)
        return age
    }

    private mutating func readDue(
        every interval: Double, within budget: Double, begun: Instant, now: () -> Instant
    ) -> Double? {
        let spacing = interval / Double(attributes.count)
        for _ in attributes.indices where begun - lastDue >= spacing && now() - begun < budget {
            lastDue = max(lastDue + spacing, begun + -interval)
            let index = next
            next = (next + 1) % attributes.count
            let age = begun - attributes[index].readAt
            guard read(index, at: begun) else { continue }
            // The others probably changed with it, and values must not mix two scales for long.
            for other in attributes.indices where other != index { read(other, at: begun) }
            return age
        }
        return nil
    }

    private mutating func add(_ key: Key, _ now: Instant) {
        places[key] = attributes.count
        attributes.append(Attribute(key: key, text: nil, readAt: now))
    }

    /// Reads one attribute; returns whether its text is another one.
    @discardableResult
    private mutating func read(_ index: Int, at now: Instant) -> Bool {
        attributes[index].readAt = now
        guard let text = current(attributes[index].key), text != attributes[index].text else { return false }
        attributes[index].text = text
        return true
    }

    private func current(_ key: Key) -> String? {
        switch key.owner {
        case .device: device.attribute(key.name)
        case .channel(let kind, let axis):
            streams.first { $0.kind == kind }?.channels[axis].attribute(key.name)
        }
    }

    private func text(of key: Key) -> String? { places[key].flatMap { attributes[$0].text } }

    /// A number; `nil` if it never could be read or is not one, `absent` if the channel has no such attribute.
    private func number(_ name: String, of stream: SensorStream, axis: Int, absent: Double) -> Double? {
        let key = Key(owner: .channel(stream.kind, axis), name: name)
        guard places[key] != nil else { return absent }
        return text(of: key).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
