import Geometry
import SensorModel

/// The attributes that convert a sensor's counts to values: scales, offsets, and mount matrices, as last read.
///
/// A file of the kernel that several channels share is read only once.
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
    }

    private let device: IIODevice
    private let streams: [SensorStream]
    private var attributes: [Attribute] = []
    /// The attribute in which the value of a key is found.
    private var places: [Key: Int] = [:]
    /// The number of scales and offsets, which precede the mount matrices.
    private let scalingCount: Int

    /// Reads all attributes.
    init(of device: IIODevice, _ streams: [SensorStream]) {
        self.device = device
        self.streams = streams
        var files: [String: Int] = [:]
        for stream in streams {
            for (axis, channel) in stream.channels.enumerated() {
                for name in ["scale", "offset"] {
                    guard let file = channel.file(of: name) else { continue }
                    let key = Key(owner: .channel(stream.kind, axis), name: name)
                    places[key] = files[file] ?? attributes.count
                    guard files[file] == nil else { continue }
                    files[file] = attributes.count
                    attributes.append(Attribute(key: key))
                }
            }
        }
        scalingCount = attributes.count
        for stream in streams where stream.isVector && stream.channels[0].has(MountMatrix.attribute) {
            add(Key(owner: .channel(stream.kind, 0), name: MountMatrix.attribute))
        }
        for name in MountMatrix.deviceAttributes where device.has(name) { add(Key(owner: .device, name: name)) }
        for index in attributes.indices { read(index) }
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

    /// Reads all scales and offsets again. One that cannot be read now keeps its value.
    ///
    /// - Parameter endsEarly: Whether the first one that cannot be read ends this, because each may take long.
    /// - Returns: Whether all could be read.
    @discardableResult
    mutating func readScalings(endsEarly: Bool = false) -> Bool {
        var areRead = true
        for index in 0..<scalingCount {
            areRead = read(index) && areRead
            if endsEarly && !areRead { return false }
        }
        return areRead
    }

    /// Reads all mount matrices again. One that cannot be read now keeps its value.
    mutating func readMountMatrices() { for index in scalingCount..<attributes.count { read(index) } }

    private mutating func add(_ key: Key) {
        places[key] = attributes.count
        attributes.append(Attribute(key: key))
    }

    /// Reads an attribute. Returns whether it could be read.
    @discardableResult
    private mutating func read(_ index: Int) -> Bool {
        guard let text = current(attributes[index].key) else { return false }
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
