import Geometry
import Glibc
import SensorModel

/// Simulates the fixes of a ``ReceiverModel`` along a motion.
struct ReceiverSimulator {
    let model: ReceiverModel
    let start: Instant
    let device: DeviceID
    private let baseAltitude: Double
    private var random: RandomSource
    private var wander: GaussMarkov
    private var altitudeWander = 0.0
    private var nextFix = 0.0
    private var sinceSky = 1e9
    private var pendingFarFixes: ArraySlice<ReceiverModel.FarFix>
    private var multipath: MultipathSimulator?
    private var bursts: BurstSimulator?
    private var losses: LossSimulator
    private var history: VelocityHistory?
    private var timeRandom: RandomSource
    private var accuracyRandom: RandomSource
    private var lastCourse: Double?
    private var lastPlace: Coordinate?

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
        wander = GaussMarkov(&self.random)
        // Each fault has its own stream of random numbers, so that enabling one leaves all other errors unchanged.
        multipath = model.multipath.map { MultipathSimulator($0, random: random.stream(1)) }
        bursts = model.bursts.map { BurstSimulator($0, random: random.stream(2)) }
        losses = LossSimulator(model.timing, random: random.stream(3))
        timeRandom = random.stream(4)
        accuracyRandom = random.stream(5)
        history = model.velocity.longestLag > 0 ? VelocityHistory(model.velocity, random: random.stream(6)) : nil
    }

    /// Returns the fix at the time of a sample, if one is due and the sky permits it.
    mutating func event(at sample: MotionSample, on ground: Ground) -> SensorEvent? {
        history?.add(sample)
        guard sample.elapsed >= nextFix - 1e-6 else { return nil }
        nextFix += model.interval
        advance()
        let burst = bursts?.next(after: model.interval) ?? .zero
        let isLost = losses.next()
        let wasHidden = sinceSky < 0
        sinceSky = sample.sky == .tunnel ? -1 : wasHidden ? 0 : sinceSky + model.interval
        guard sample.sky != .tunnel, !isLost else { return nil }
        let factor = sample.sky == .canyon ? model.canyonFactor : 1
        let cold = coldError(at: sample.elapsed)
        var place = SIMD2(sample.east, sample.north) + factor * model.correlated * wander.value
        place += (model.white + cold) * random.normalPair()
        place += outlier(in: sample.sky, at: sample.elapsed) + burst + (multipath?.error ?? .zero)
        var fix = Fix(
            device: device, coordinate: ground.coordinate(east: place.x, north: place.y),
            altitude: baseAltitude + sample.up + altitudeWander)
        fix.satellites = sample.sky == .canyon ? 5 : cold > 5 ? 4 : 10
        addAccuracy(to: &fix, factor: factor, cold: cold, sample.sky)
        addVelocity(to: &fix, sample)
        roundAndFreeze(&fix)
        let delay = model.latency * (0.8 + 0.4 * random.uniform())
        let jitter = model.timing.jitter > 0 ? model.timing.jitter * timeRandom.normal() : 0
        let time = start + sample.elapsed
        return SensorEvent(time: time + jitter, received: time + delay, payload: .fix(fix))
    }

    private mutating func advance() {
        wander.advance(by: model.interval, correlationTime: model.correlationTime, &random)
        let keep = exp(-model.interval / model.correlationTime)
        let drive = (1 - keep * keep).squareRoot()
        altitudeWander = keep * altitudeWander + drive * 2 * max(model.correlated, 1) * random.normal()
        multipath?.advance(by: model.interval)
        history?.advance(by: model.interval)
    }

    private func coldError(at elapsed: Double) -> Double {
        let start = model.settling > 0 ? model.coldAccuracy * exp(-4 * elapsed / model.settling) : 0
        let tunnel = sinceSky >= 0 && sinceSky < 6 ? 14 * exp(-sinceSky / 2) : 0
        return max(start > 0.3 ? start : 0, tunnel)
    }

    /// Returns the error of single outliers and of the far fixes, in metres east and north.
    private mutating func outlier(in sky: SkyView, at elapsed: Double) -> SIMD2<Double> {
        var error = SIMD2<Double>.zero
        if random.uniform() < (sky == .canyon ? model.canyonOutlierShare : model.outlierShare) {
            let direction = 2 * Double.pi * random.uniform()
            error += model.outlierDistance * SIMD2(sin(direction), cos(direction))
        }
        if let far = pendingFarFixes.first, elapsed >= far.elapsed {
            pendingFarFixes.removeFirst()
            error.x += far.distance
        }
        return error
    }

    private mutating func addAccuracy(to fix: inout Fix, factor: Double, cold: Double, _ sky: SkyView) {
        if model.accuracy.missingShare > 0, accuracyRandom.uniform() < model.accuracy.missingShare { return }
        fix.horizontalDilution = sky == .canyon ? 2.4 : cold > 5 ? 5 : 0.9
        guard model.accuracy.form == .metres else { return }
        let parts = SIMD4(factor * model.correlated, model.white, cold, multipath?.stated ?? 0)
        let accuracy = (parts * parts).sum().squareRoot()
        fix.horizontalAccuracy = model.accuracy.factor * (model.statedAccuracy ?? max(0.5, accuracy))
        fix.verticalAccuracy = 1.6 * model.accuracy.factor * accuracy
    }

    private mutating func roundAndFreeze(_ fix: inout Fix) {
        if model.resolutionDegrees > 0, let place = fix.coordinate {
            let step = model.resolutionDegrees
            fix.coordinate = Coordinate(
                latitude: (place.latitude / step).rounded() * step, longitude: (place.longitude / step).rounded() * step
            )
        }
        if model.freezesAtRest, let speed = fix.speed, speed < model.velocity.restSpeed {
            fix.speed = 0
            fix.coordinate = lastPlace ?? fix.coordinate
        }
        lastPlace = fix.coordinate
    }

    private mutating func addVelocity(to fix: inout Fix, _ sample: MotionSample) {
        guard let noise = model.speedNoise else { return }
        let motion = history?.delayed ?? sample.speed * SIMD2(sin(sample.course), cos(sample.course))
        let velocity = model.velocity.scale * motion + noise * random.normalPair()
        let speed = velocity.length
        fix.speed = speed
        if model.velocity.statesAccuracy { fix.speedAccuracy = noise }
        let course = atan2(velocity.x, velocity.y) * 180 / .pi
        let degrees = course < 0 ? course + 360 : course
        let isMoving = speed >= model.velocity.restSpeed
        if isMoving { lastCourse = degrees }
        fix.courseDegrees =
            switch model.velocity.course {
            case .always: degrees
            case .moving: isMoving ? degrees : nil
            case .staleAtRest: isMoving ? degrees : lastCourse
            case .never: nil
            }
    }
}
