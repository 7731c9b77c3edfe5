import Geometry
public import SensorModel

/// All bodies with motion sensors. Assigns devices to bodies, and rotates samples into the axes of the device.
///
/// Devices with the same label form a body; the prefixes "accel-", "gyro-", and "magn-" are ignored. Unlabelled devices
/// share a body, too. A body has one device per stream. If the stream already has a device, the new device starts
/// another body, which also receives its other streams. A lost device frees its place.
public struct MotionTracker: Sendable {
    /// The maximum number of bodies; the samples of further bodies are recorded but not fused.
    static let maximumBodies = 8

    /// The streams of a body.
    enum Stream: Int { case acceleration, rotation, magneticField }

    /// The known properties of a device.
    private struct Device: Sendable {
        var name: String?
        /// The label as reported.
        var reportedLabel: String?
        var label: String?
        var mount: MountMatrix?
        /// The body for each stream; negative if there is none.
        var bodies = SIMD3<Int16>(repeating: -1)
    }

    /// The device for each stream of a body; negative if there is none.
    private typealias Slots = SIMD3<Int32>

    /// The bodies, in the order of their first samples.
    public private(set) var bodies: [MotionBody] = []
    /// The parameters for combining sensors.
    public var parameters: MotionBody.Parameters {
        didSet { for index in bodies.indices { bodies[index].parameters = parameters } }
    }
    /// The parameters for estimating attitude.
    public var filter: OrientationFilter.Parameters {
        didSet { for index in bodies.indices { bodies[index].set(filter) } }
    }

    private var slots: [Slots] = []
    private var devices: [Device] = []

    private var memory = GyroscopeMemory()

    /// Creates a tracker without bodies.
    public init(parameters: MotionBody.Parameters = .init(), filter: OrientationFilter.Parameters = .init()) {
        self.parameters = parameters
        self.filter = filter
    }

    /// The body that represents the user or the vehicle: the first unlabelled one, or the first if all have labels.
    public private(set) var mainBody: Int?
    private var head: Int?

    /// The label of a sensor worn on the head.
    public static let headLabel = "head"

    /// Returns whether a body is worn on the head.
    func isHead(_ body: Int) -> Bool { body == head }

    /// Processes the name, label, mount matrix, and state that a source reports.
    public mutating func consume(_ report: SourceReport) {
        let index = register(report.device)
        devices[index].name = report.name
        devices[index].reportedLabel = report.label
        devices[index].label = report.label.flatMap(Self.place(of:))
        devices[index].mount = report.mountMatrix.flatMap { $0.isRotation ? $0 : nil }
        if report.state == .lost || report.state == .missing { release(index) }
    }

    /// Adds an acceleration, and returns the body whose ``MotionBody/next()`` may have a result.
    mutating func take(acceleration sample: VectorSample, at time: Instant) -> Int? {
        guard let (body, vector) = place(sample, .acceleration) else { return nil }
        bodies[body].take(acceleration: vector, device: sample.device, at: time)
        return body
    }

    /// Adds an angular rate, and returns the body whose ``MotionBody/next()`` may have a result.
    mutating func take(rotation sample: VectorSample, at time: Instant) -> Int? {
        guard let (body, vector) = place(sample, .rotation) else { return nil }
        if !memory.isEmpty { remind(body, at: time) }
        bodies[body].take(rotation: vector, device: sample.device, at: time)
        return body
    }

    /// Adds a magnetic field.
    mutating func take(magneticField sample: VectorSample, at time: Instant) {
        guard let (body, vector) = place(sample, .magneticField) else { return }
        bodies[body].take(magneticField: vector, at: time)
    }

    /// Returns the results of a body, one at a time.
    @inline(__always)
    mutating func next(_ body: Int) -> MotionBody.Output? { bodies[body].next() }

    /// Returns the inputs of a body newly lacking and those available again since the last call.
    mutating func lackChanges(of body: Int, at time: Instant) -> (
        begun: Set<MotionBody.Lack>, ended: Set<MotionBody.Lack>
    ) {
        bodies[body].lackChanges(at: time)
    }

    /// A tracker with the same devices but without samples.
    var restarted: MotionTracker {
        var tracker = MotionTracker(parameters: parameters, filter: filter)
        tracker.devices = devices
        tracker.memory = memory
        tracker.memory.add(gyroscopes)
        for index in tracker.devices.indices { tracker.devices[index].bodies = .init(repeating: -1) }
        return tracker
    }

    // MARK: Biases of other sessions

    /// Adds biases learned in earlier sessions, for use when their gyroscopes first send samples.
    mutating func expect(_ gyroscopes: [Learned.Gyroscope]) { memory.add(gyroscopes) }

    /// The known biases of gyroscopes: that of the last rest, or that of an earlier session.
    var gyroscopes: [Learned.Gyroscope] {
        var known = memory
        for body in bodies.indices {
            let index = Int(slots[body][Stream.rotation.rawValue])
            guard let resting = bodies[body].restingBias, index >= 0, let name = devices[index].name else { continue }
            let bias = devices[index].mount?.undo(resting.bias) ?? resting.bias
            known.add([
                Learned.Gyroscope(
                    name: name, label: devices[index].reportedLabel, x: bias.x, y: bias.y, z: bias.z,
                    sigma: resting.sigma, time: resting.time)
            ])
        }
        return known.gyroscopes
    }

    private mutating func remind(_ body: Int, at time: Instant) {
        let index = Int(slots[body][Stream.rotation.rawValue])
        guard index >= 0, let name = devices[index].name,
            let known = memory.take(name: name, label: devices[index].reportedLabel, at: time)
        else { return }
        bodies[body].expect(bias: mounted(known.bias, devices[index].mount), sigma: known.sigma)
    }

    // MARK: Association

    /// Returns the body that a sample belongs to, and the sample in the body's axes; `nil` if there are too many
    /// bodies.
    @inline(__always)
    mutating func place(_ sample: VectorSample, _ stream: Stream) -> (body: Int, vector: Vector3)? {
        let index = Int(sample.device.rawValue)
        if index < devices.count {
            let body = Int(devices[index].bodies[stream.rawValue])
            if body >= 0 { return (body, mounted(sample.vector, devices[index].mount)) }
        }
        guard let body = assign(register(sample.device), stream, sample.device) else { return nil }
        return (body, mounted(sample.vector, devices[index].mount))
    }

    @inline(__always)
    private func mounted(_ vector: Vector3, _ mount: MountMatrix?) -> Vector3 {
        guard let mount else { return vector }
        return mount.apply(vector)
    }

    private mutating func register(_ device: DeviceID) -> Int {
        let index = Int(device.rawValue)
        while devices.count <= index { devices.append(Device()) }
        return index
    }

    private mutating func assign(_ index: Int, _ stream: Stream, _ device: DeviceID) -> Int? {
        guard let body = freeBody(index, stream) ?? makeBody(devices[index].label, device) else { return nil }
        devices[index].bodies[stream.rawValue] = Int16(truncatingIfNeeded: body)
        slots[body][stream.rawValue] = Int32(index)
        return body
    }

    private func freeBody(_ index: Int, _ stream: Stream) -> Int? {
        let candidates = bodies.indices.filter {
            bodies[$0].label == devices[index].label && slots[$0][stream.rawValue] < 0
        }
        return candidates.first { body in (0..<3).contains { slots[body][$0] == Int32(index) } } ?? candidates.first
    }

    private mutating func makeBody(_ label: String?, _ device: DeviceID) -> Int? {
        guard bodies.count < Self.maximumBodies else { return nil }
        bodies.append(MotionBody(label: label, device: device, parameters: parameters, filter: filter))
        slots.append(Slots(repeating: -1))
        mainBody = bodies.firstIndex { $0.label == nil } ?? 0
        head = bodies.firstIndex { $0.label == Self.headLabel }
        return bodies.count - 1
    }

    private mutating func release(_ index: Int) {
        for stream in 0..<3 where devices[index].bodies[stream] >= 0 {
            slots[Int(devices[index].bodies[stream])][stream] = -1
            devices[index].bodies[stream] = -1
        }
    }

    /// Returns the body that a sensor's label names, such as `head` for `accel-head`; `nil` for an empty label.
    public static func place(of label: String) -> String? {
        for prefix in ["accel-", "gyro-", "anglvel-", "magn-"] where label.hasPrefix(prefix) {
            return String(label.dropFirst(prefix.count))
        }
        return label.isEmpty ? nil : label
    }
}

extension MountMatrix {
    /// Returns a vector in the sensor's axes from one in the device's axes, by the transpose of a rotation.
    func undo(_ vector: Vector3) -> Vector3 { first * vector.x + second * vector.y + third * vector.z }

    /// True if the matrix rotates or mirrors without scaling, as a mount does.
    var isRotation: Bool {
        let rows = [first, second, third]
        for row in rows where !(abs(row.length - 1) < 0.05) { return false }
        return abs(first.dot(second)) < 0.05 && abs(first.dot(third)) < 0.05 && abs(second.dot(third)) < 0.05
    }
}
