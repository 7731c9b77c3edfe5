import Glibc

/// The multipath error of a receiver over time.
struct MultipathSimulator {
    private let model: Multipath
    private var random: RandomSource
    private var isOn = false
    private var remaining: Double
    private var size = 0.0
    private var process: GaussMarkov

    init(_ model: Multipath, random: RandomSource) {
        self.model = model
        self.random = random
        remaining = self.random.exponential(mean: model.pause)
        process = GaussMarkov(&self.random)
    }

    /// The horizontal error in metres, east and north; zero between bouts.
    var error: SIMD2<Double> { isOn ? size * 0.5.squareRoot() * process.value : .zero }
    /// The part of the error's 1-sigma size per axis that the receiver states, in metres.
    var stated: Double { isOn ? model.statedShare * size * 0.5.squareRoot() : 0 }

    mutating func advance(by seconds: Double) {
        process.advance(by: seconds, correlationTime: model.correlationTime, &random)
        remaining -= seconds
        guard remaining <= 0 else { return }
        isOn.toggle()
        remaining = random.exponential(mean: isOn ? model.bout : model.pause)
        guard isOn else { return }
        size = model.smallest + (model.largest - model.smallest) * random.uniform()
        process = GaussMarkov(&random)
    }
}

/// The error of a receiver in outlier bursts, fix by fix.
struct BurstSimulator {
    private let model: OutlierBursts
    private var random: RandomSource
    private var remaining = 0
    private var offset = SIMD2<Double>.zero

    init(_ model: OutlierBursts, random: RandomSource) {
        self.model = model
        self.random = random
    }

    /// Returns the error of the next fix, in metres east and north.
    mutating func next(after seconds: Double) -> SIMD2<Double> {
        if remaining == 0, random.uniform() < 1 - exp(-model.perHour * seconds / 3_600) {
            remaining = model.count
            let direction = 2 * Double.pi * random.uniform()
            let distance = model.nearest + (model.farthest - model.nearest) * random.uniform()
            offset = distance * SIMD2(sin(direction), cos(direction))
        }
        guard remaining > 0 else { return .zero }
        remaining -= 1
        return offset
    }
}

/// The losses of a receiver's fixes: a two-state chain with a given fraction of losses and a given mean run.
struct LossSimulator {
    private let model: TimingFaults
    private var random: RandomSource
    private var isLost = false

    init(_ model: TimingFaults, random: RandomSource) {
        self.model = model
        self.random = random
    }

    /// Returns whether the next fix is lost.
    mutating func next() -> Bool {
        guard model.lossShare > 0 else { return false }
        guard model.lossShare < 1 else { return true }
        let leave = 1 / max(1, model.lossRun)
        let enter = min(1, leave * model.lossShare / (1 - model.lossShare))
        isLost = random.uniform() < (isLost ? 1 - leave : enter)
        return isLost
    }
}

/// The recent true velocity, for a receiver that reports it late.
struct VelocityHistory {
    private let faults: VelocityFaults
    private var lag: Double
    private var deviation: GaussMarkov
    private var random: RandomSource
    private var samples: [(elapsed: Double, velocity: SIMD2<Double>)] = []

    init(_ faults: VelocityFaults, random: RandomSource) {
        (self.faults, self.random) = (faults, random)
        lag = faults.lag
        deviation = GaussMarkov(&self.random)
    }

    /// Advances the deviation of the lag by a time in seconds.
    mutating func advance(by seconds: Double) {
        guard faults.lagDeviation > 0 else { return }
        deviation.advance(by: seconds, correlationTime: faults.lagTime, &random)
        lag = min(max(0, faults.lag + faults.lagDeviation * deviation.value.x), faults.longestLag)
    }

    /// Adds a sample of the motion. Samples have to be added in order of time.
    mutating func add(_ sample: MotionSample) {
        samples.append((sample.elapsed, sample.speed * SIMD2(sin(sample.course), cos(sample.course))))
        // Two samples are needed at or before the lag. Keeping some more avoids moving the array at every step.
        let old = samples.firstIndex { $0.elapsed > sample.elapsed - faults.longestLag } ?? samples.count - 1
        if old > 64 { samples.removeFirst(old - 1) }
    }

    /// The velocity one lag before the last sample, in m/s, east and north; before the start, the first velocity.
    var delayed: SIMD2<Double> {
        guard let last = samples.last else { return .zero }
        let wanted = last.elapsed - lag
        guard let after = samples.firstIndex(where: { $0.elapsed >= wanted }) else { return last.velocity }
        guard after > 0 else { return samples[0].velocity }
        let (before, next) = (samples[after - 1], samples[after])
        let share = (wanted - before.elapsed) / (next.elapsed - before.elapsed)
        return before.velocity + share * (next.velocity - before.velocity)
    }
}
