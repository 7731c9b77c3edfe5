public import NavigationMath
public import SensorModel

/// Steps counted so far, at one step.
public struct StepEstimate: Sendable, Hashable {
    /// When the step was made.
    public var time: Instant
    /// Steps since start, this one included.
    public var count: Int
    /// Steps a second.
    public var cadence: Double
    /// Metres a step.
    public var strideLength: Double

    /// Creates an estimate.
    public init(time: Instant, count: Int, cadence: Double, strideLength: Double) {
        self.time = time
        self.count = count
        self.cadence = cadence
        self.strideLength = strideLength
    }
}

/// An activity over a stretch of time.
public struct ActivityEstimate: Sendable, Hashable {
    /// When it began.
    public var time: Instant
    /// Until when it is known to have lasted.
    public var until: Instant
    /// What it is.
    public var activity: Activity
    /// How sure that is.
    public var confidence: Confidence
    /// The probability that it is right, 0 ... 1.
    public var probability: Double
    /// True if an imported file states it; then the probability is that of moving at all.
    public var isStated = false
    /// True if places are all that it was decided from: nothing could have shown steps.
    public var isByPlacesAlone = false
    /// The other activities with their probabilities, the likeliest first; empty for a live estimate, a correction, and a
    /// silence.
    public var alternatives: [Alternative] = []

    /// Another activity that the same evidence allows.
    public struct Alternative: Sendable, Hashable {
        /// The activity.
        public var activity: Activity
        /// Its probability, 0 ... 1.
        public var probability: Double
    }

    /// Creates an estimate.
    public init(time: Instant, until: Instant, activity: Activity, confidence: Confidence, probability: Double) {
        self.time = time
        self.until = until
        self.activity = activity
        self.confidence = confidence
        self.probability = probability
    }
}

/// The frame that an attitude refers to.
public enum AttitudeReference: String, Sendable, Hashable, Codable, CaseIterable {
    /// East, north (magnetic), up.
    case magneticNorthZUp
    /// Up is up; yaw starts anywhere.
    case arbitraryZUp
}

/// How a device is turned: takes its axes to east, north, up.
public struct AttitudeEstimate: Sendable, Hashable {
    /// When.
    public var time: Instant
    /// The device.
    public var device: DeviceID
    /// The rotation from the device's axes to the reference frame.
    public var rotation: Quaternion
    /// The reference frame.
    public var reference: AttitudeReference

    /// Creates an estimate.
    public init(time: Instant, device: DeviceID, rotation: Quaternion, reference: AttitudeReference) {
        self.time = time
        self.device = device
        self.rotation = rotation
        self.reference = reference
    }
}

/// Gravity in a device's axes: at rest, what an accelerometer reads.
public struct GravityEstimate: Sendable, Hashable {
    /// When.
    public var time: Instant
    /// The device.
    public var device: DeviceID
    /// m/s^2, up positive at rest.
    public var vector: Vector3

    /// Creates an estimate.
    public init(time: Instant, device: DeviceID, vector: Vector3) {
        self.time = time
        self.device = device
        self.vector = vector
    }
}

/// Height from air pressure.
public struct AltitudeEstimate: Sendable, Hashable {
    /// When.
    public var time: Instant
    /// Metres above the start.
    public var relative: Double
    /// Pressure in kPa.
    public var pressure: Double
    /// Flights climbed since start.
    public var floorsUp: Int
    /// Flights descended since start.
    public var floorsDown: Int
    /// 1-sigma metres by which weather may have moved ``relative`` since start; nil if not known.
    public var driftSigma: Double?

    /// Creates an estimate.
    public init(
        time: Instant, relative: Double, pressure: Double, floorsUp: Int, floorsDown: Int, driftSigma: Double? = nil
    ) {
        self.time = time
        self.relative = relative
        self.pressure = pressure
        self.floorsUp = floorsUp
        self.floorsDown = floorsDown
        self.driftSigma = driftSigma
    }
}

/// A workout that started by itself.
public struct WorkoutEstimate: Sendable, Hashable {
    /// When it was reported.
    public var time: Instant
    /// When it started.
    public var start: Instant
    /// When it ended, before the report; `nil` while it continues.
    public var end: Instant?
    /// How one moved last: walking or running.
    public var activity: Activity
    /// Steps since its start.
    public var steps: Int
    /// Metres since its start.
    public var distance: Double
    /// Seconds that each full split (a kilometre) took.
    public var splits: [Double]

    /// Creates an estimate.
    public init(
        time: Instant, start: Instant, end: Instant? = nil, activity: Activity, steps: Int, distance: Double,
        splits: [Double] = []
    ) {
        self.time = time
        self.start = start
        self.end = end
        self.activity = activity
        self.steps = steps
        self.distance = distance
        self.splits = splits
    }

    /// True until it has ended.
    public var isRunning: Bool { end == nil }

    /// Seconds since its start.
    public var duration: Double { (end ?? time) - start }
}
