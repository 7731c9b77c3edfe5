import Geodesy
import Glibc
import SensorModel

/// A satellite receiver whose errors are known: white, slowly wandering, and now and then absurd.
public struct ReceiverModel: Sendable, Hashable {
    /// One fix far from where it should be.
    public struct FarFix: Sendable, Hashable {
        /// Seconds after start.
        public var elapsed: Double
        /// Metres off, eastward.
        public var distance: Double

        /// Makes one.
        public init(at elapsed: Double, distance: Double) {
            self.elapsed = elapsed
            self.distance = distance
        }
    }

    /// Seconds between two fixes.
    public var interval = 1.0
    /// Seconds from a fix's time to its arrival.
    public var latency = 0.12
    /// 1-sigma white position error of each axis, in metres.
    public var white = 0.6
    /// 1-sigma wandering position error of each axis, in metres (first-order Gauss-Markov).
    public var correlated = 1.8
    /// Seconds in which the wandering error forgets itself.
    public var correlationTime = 40.0
    /// The share of fixes that are outliers.
    public var outlierShare = 0.0
    /// Metres that an outlier lies off, in a random direction.
    public var outlierDistance = 40.0
    /// 1-sigma white error of each component of the velocity in m/s; nil where the receiver gives no speed.
    public var speedNoise: Double? = 0.12
    /// The 1-sigma accuracy that is stated; nil for the honest one.
    public var statedAccuracy: Double?
    /// Seconds in which a cold receiver settles from ``coldAccuracy``.
    public var settling = 0.0
    /// 1-sigma accuracy of the first fix of a cold receiver in metres.
    public var coldAccuracy = 120.0
    /// How many times worse the wandering error is in a street canyon.
    public var canyonFactor = 4.0
    /// The share of outliers in a street canyon.
    public var canyonOutlierShare = 0.03
    /// Fixes far off.
    public var farFixes: [FarFix] = []

    /// Makes a good receiver under an open sky.
    public init() {}

    /// Returns the receiver changed.
    public func with(_ change: (inout ReceiverModel) -> Void) -> ReceiverModel {
        var model = self
        change(&model)
        return model
    }

    /// 5 m white an axis: what most filters are tested with, and no receiver does.
    public static let whiteFiveMetres = ReceiverModel().with {
        $0.white = 5
        $0.correlated = 0
    }
    /// 3 m wandering in 40 s and 1 m white an axis: closer to a real puck.
    public static let wandering = ReceiverModel().with {
        $0.white = 1
        $0.correlated = 3
    }
}

/// Makes the fixes of a ``ReceiverModel`` along a motion.
struct ReceiverSimulator {
    let model: ReceiverModel
    let start: Instant
    let device: DeviceID
    private var random: RandomSource
    private var wanderEast = 0.0
    private var wanderNorth = 0.0
    private var altitudeWander = 0.0
    private var nextFix = 0.0
    private var sinceSky = 1e9
    private var pendingFarFixes: ArraySlice<ReceiverModel.FarFix>

    init(
        _ model: ReceiverModel, altitude: Double, start: Instant, device: DeviceID,
        random: RandomSource
    ) {
        self.model = model
        self.start = start
        self.device = device
        self.random = random
        baseAltitude = altitude
        pendingFarFixes = model.farFixes[...]
        wanderEast = model.correlated * self.random.normal()
        wanderNorth = model.correlated * self.random.normal()
    }

    private let baseAltitude: Double

    /// Returns the fix of this moment, where one is due and the sky allows it.
    mutating func event(at sample: MotionSample, on ground: Ground) -> SensorEvent? {
        guard sample.elapsed >= nextFix - 1e-6 else { return nil }
        nextFix += model.interval
        wander()
        let wasHidden = sinceSky < 0
        sinceSky = sample.sky == .tunnel ? -1 : wasHidden ? 0 : sinceSky + model.interval
        guard sample.sky != .tunnel else { return nil }
        let factor = sample.sky == .canyon ? model.canyonFactor : 1
        let cold = coldError(at: sample.elapsed)
        let accuracy = (factor * factor * model.correlated * model.correlated + model.white * model.white + cold * cold)
            .squareRoot()
        var east = sample.east + factor * wanderEast + (model.white + cold) * random.normal()
        var north = sample.north + factor * wanderNorth + (model.white + cold) * random.normal()
        let outlierShare = sample.sky == .canyon ? model.canyonOutlierShare : model.outlierShare
        if random.uniform() < outlierShare {
            let direction = 2 * Double.pi * random.uniform()
            east += model.outlierDistance * sin(direction)
            north += model.outlierDistance * cos(direction)
        }
        if let far = pendingFarFixes.first, sample.elapsed >= far.elapsed {
            pendingFarFixes.removeFirst()
            east += far.distance
        }
        var fix = Fix(
            device: device, coordinate: ground.coordinate(east: east, north: north),
            altitude: baseAltitude + sample.up + altitudeWander,
            horizontalAccuracy: model.statedAccuracy ?? max(0.5, accuracy), verticalAccuracy: 1.6 * accuracy)
        fix.satellites = sample.sky == .canyon ? 5 : cold > 5 ? 4 : 10
        fix.horizontalDilution = sample.sky == .canyon ? 2.4 : cold > 5 ? 5 : 0.9
        addVelocity(to: &fix, sample)
        let time = start + sample.elapsed
        let delay = model.latency * (0.8 + 0.4 * random.uniform())
        return SensorEvent(time: time, received: time + delay, payload: .fix(fix))
    }

    private func coldError(at elapsed: Double) -> Double {
        let start = model.settling > 0 ? model.coldAccuracy * exp(-4 * elapsed / model.settling) : 0
        let tunnel = sinceSky >= 0 && sinceSky < 6 ? 14 * exp(-sinceSky / 2) : 0
        return max(start > 0.3 ? start : 0, tunnel)
    }

    private mutating func wander() {
        let keep = exp(-model.interval / model.correlationTime)
        let drive = (1 - keep * keep).squareRoot()
        wanderEast = keep * wanderEast + drive * model.correlated * random.normal()
        wanderNorth = keep * wanderNorth + drive * model.correlated * random.normal()
        altitudeWander = keep * altitudeWander + drive * 2 * max(model.correlated, 1) * random.normal()
    }

    private mutating func addVelocity(to fix: inout Fix, _ sample: MotionSample) {
        guard let noise = model.speedNoise else { return }
        let east = sample.speed * sin(sample.course) + noise * random.normal()
        let north = sample.speed * cos(sample.course) + noise * random.normal()
        fix.speed = (east * east + north * north).squareRoot()
        fix.speedAccuracy = noise
        let course = atan2(east, north) * 180 / .pi
        fix.courseDegrees = course < 0 ? course + 360 : course
    }
}
