public import Geometry
public import SensorModel

/// A step, with the number of steps so far.
public struct StepEstimate: Sendable, Hashable {
    /// The instant of the step, which can be earlier than its emission.
    public var time: Instant
    /// The number of steps since the start, including this one.
    public var count: Int
    /// The cadence in steps per second.
    public var cadence: Double
    /// The length of the step in metres.
    public var strideLength: Double
}

/// An activity during a period.
public struct ActivityEstimate: Sendable, Hashable {
    /// The start time.
    public var time: Instant
    /// The time until which the activity is known to have lasted.
    public var until: Instant
    /// The most likely activity, or unknown if none is likely enough.
    public var activity: Activity
    /// A coarse measure of ``probability``, for display.
    public var confidence: Confidence
    /// The probability that the activity is right, 0 ... 1.
    public var probability: Double
    /// True if an imported file states the activity. The probability is then that of any movement.
    public var isStated = false
    /// The probable kind of vehicle; `nil` if the track does not show it.
    public var vehicle: VehicleKind?
    /// The other activities with their probabilities, the most likely first; empty for a live estimate, a correction,
    /// and a silence.
    public var alternatives: [Alternative] = []

    /// Another activity that the same evidence allows.
    public struct Alternative: Sendable, Hashable {
        /// The activity that the user may have had instead.
        public var activity: Activity
        /// The probability of the alternative, 0 ... 1.
        public var probability: Double
    }
}

/// The reference frame of an attitude.
public enum AttitudeReference: String, Sendable, Hashable, Codable, CaseIterable {
    /// East, north (magnetic), up.
    case magneticNorthZUp
    /// An upright frame with an arbitrary initial yaw.
    case arbitraryZUp
}

/// The orientation of a device, as the rotation from its axes to the reference frame.
public struct AttitudeEstimate: Sendable, Hashable {
    /// The time of the sample that the attitude was computed for.
    public var time: Instant
    /// The device whose axes are rotated.
    public var device: DeviceID
    /// The rotation from the device's axes to the reference frame.
    public var rotation: Quaternion
    /// The reference frame.
    public var reference: AttitudeReference
}

/// Gravity in a device's axes, with the sign of an accelerometer's reading at rest.
public struct GravityEstimate: Sendable, Hashable {
    /// The time of the sample that gravity was computed for.
    public var time: Instant
    /// The device in whose axes the vector is.
    public var device: DeviceID
    /// The vector in m/s^2, which points up at rest.
    public var vector: Vector3
}

/// The height derived from air pressure.
public struct AltitudeEstimate: Sendable, Hashable {
    /// The time of the height.
    public var time: Instant
    /// The height above the start, in metres.
    public var relative: Double
    /// The pressure in kPa.
    public var pressure: Double
    /// The number of flights climbed since the start.
    public var floorsUp: Int
    /// The number of flights descended since the start.
    public var floorsDown: Int
    /// The 1-sigma error of ``relative``, in metres, caused by weather since the start; `nil` if not known.
    public var driftSigma: Double?
}

/// The state of a workout that started automatically.
public struct WorkoutEstimate: Sendable, Hashable {
    /// The time of the report.
    public var time: Instant
    /// The start time.
    public var start: Instant
    /// The end time, which is before the report; `nil` while the workout continues.
    public var end: Instant?
    /// The last activity: walking or running.
    public var activity: Activity
    /// The number of steps since the start.
    public var steps: Int
    /// The distance since the start, in metres.
    public var distance: Double
    /// The time at which each full split (a kilometre by default) was completed.
    public var splitEnds: SplitTimes = SplitTimes()

    /// True until the workout has ended.
    public var isRunning: Bool { end == nil }

    /// The duration of each full split, in seconds. O(splits).
    public var splits: [Double] {
        var before = start
        return splitEnds.map { end in
            defer { before = end }
            return end - before
        }
    }

    /// The time from the start to the end or the report, in seconds.
    public var duration: Double { (end ?? time) - start }
}
