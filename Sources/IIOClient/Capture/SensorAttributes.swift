import NavigationMath
import SensorModel

/// The attributes that convert a sensor's counts to values: scales, offsets, and mount matrices, as last read.
///
/// They are read again one at a time, in turn. For a sensor of another machine, each read is a request over the
/// network, and samples that arrive meanwhile wait for the answer.
struct SensorAttributes {
    /// The owner of an attribute: a channel of a stream, or the device itself.
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
        /// The value as text; `nil` if it could never be read.
        var text: String?
        var readAt: Instant
    }

    private let device: IIODevice
    private let streams: [SensorStream]
    private var attributes: [Attribute] = []
    private var places: [Key: Int] = [:]
    private var next = 0
    private var lastDue: Instant
    /// The end of the pause after the previous reads.
    private var restUntil: Instant

    /// Reads all attributes.
    ///
    /// - Parameter now: The current time, by the recorder's clock.
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

    /// Returns the conversion of a stream's counts to values; `nil` if its scale or offset could never be read.
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

    /// The rotation from the sensor's axes to the device's axes; `nil` if none is stated.
    var mountMatrix: MountMatrix? {
        let vectors = streams.filter(\.isVector)
        let ofChannels = vectors.map { Key(owner: .channel($0.kind, 0), name: MountMatrix.attribute) }
        let ofDevice = MountMatrix.deviceAttributes.map { Key(owner: .device, name: $0) }
        for key in ofChannels + ofDevice {
            if let text = text(of: key), let matrix = MountMatrix(kernelText: text) { return matrix }
        }
        return nil
    }

    /// Reads the attributes that are due, so that each is read once per interval; if one changed, reads all of them.
    ///
    /// - Parameters:
    ///   - interval: The period in which all attributes are read once, in seconds.
    ///   - budget: The time in seconds after which no further read starts. If a read is due, there is at least one.
    ///   - share: The maximum fraction of the time spent on reads. Beyond it, reads become less frequent, because
    ///     otherwise the capture would fall behind its samples.
    ///   - now: The recorder's clock.
    /// - Returns: The maximum age of a change in seconds; `nil` if nothing changed. An attribute that cannot be read
    ///   now keeps its value.
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
            // The others probably changed as well, and values must not mix two scales for long.
            for other in attributes.indices where other != index { read(other, at: begun) }
            return age
        }
        return nil
    }

    private mutating func add(_ key: Key, _ now: Instant) {
        places[key] = attributes.count
        attributes.append(Attribute(key: key, text: nil, readAt: now))
    }

    /// Reads an attribute. Returns whether its value changed.
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

    /// Returns a number; `nil` if it could never be read or is invalid, `absent` if the channel has no such attribute.
    private func number(_ name: String, of stream: SensorStream, axis: Int, absent: Double) -> Double? {
        let key = Key(owner: .channel(stream.kind, axis), name: name)
        guard places[key] != nil else { return absent }
        return text(of: key).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
