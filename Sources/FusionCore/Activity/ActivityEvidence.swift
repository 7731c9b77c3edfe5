import Glibc

/// Weighs the evidence of one window for each state: motion, steps and speed, as logarithms of likelihoods.
struct ActivityEvidence: Sendable, Hashable {
    var parameters: ActivityClassifier.Parameters

    /// The logarithm of each state's likelihood; zero everywhere where nothing was seen.
    func logLikelihoods(of window: ActivityWindow) -> SIMD8<Double> {
        var result = SIMD8<Double>(repeating: 0)
        if let motion = window.motion { result += parameters.motionWeight * logMotion(motion, of: window) }
        if let share = window.stepShare {
            result += parameters.stepWeight * logSteps(share, isRunning: window.isRunning)
        }
        if let speed = window.speed {
            let doubt = max(1, (window.accuracy ?? 0) / parameters.speedAccuracy)
            let isAlone = window.stepShare == nil
            result += (isAlone ? parameters.aloneSpeedWeight : parameters.speedWeight) / doubt * logSpeed(speed)
            if isAlone { result[ActivityState.running.rawValue] -= parameters.stepless }
        }
        return result
    }

    /// What the trees say, with cycling and automotive half merged: across devices they tell them apart poorly.
    private func logMotion(_ motion: SIMD8<Double>, of window: ActivityWindow) -> SIMD8<Double> {
        let ride = motion[3] + motion[4]
        // A speed tells rides apart better; without one, motion is all there is.
        let isAlone = window.speed == nil
        let kept = isAlone ? parameters.aloneRideContrast : parameters.rideContrast
        let fidget = isAlone ? parameters.aloneFidget : parameters.fidget
        let cycling = kept * motion[3] + (1 - kept) * ride / 2
        let automotive = kept * motion[4] + (1 - kept) * ride / 2
        let still = motion[0]
        // Whoever rests may fidget, and that shakes like a ride; what stands on the way looks the same.
        let rest = still + fidget * ride
        var mixed = SIMD8<Double>(
            rest, motion[1] + 0.1 * motion[2], motion[2] + 0.05 * motion[1], cycling + 0.3 * motion[1],
            automotive + 0.25 * still, rest, rest, automotive + 0.5 * still)
        if let deviation = window.deviation, deviation < parameters.stillDeviation { mixed[3] *= 0.1 }
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result[index] = log(mixed[index] + parameters.motionFloor) }
        return result
    }

    /// How often steps fill none, some or most of a window of each state.
    private func logSteps(_ share: Double, isRunning: Bool) -> SIMD8<Double> {
        let few = SIMD8<Double>(0.93, 0.15, 0.06, 0.80, 0.96, 0.93, 0.93, 0.96)
        let some = SIMD8<Double>(0.05, 0.25, 0.14, 0.06, 0.03, 0.05, 0.05, 0.03)
        let most = SIMD8<Double>(0.02, 0.60, 0.80, 0.14, 0.01, 0.02, 0.02, 0.01)
        var chosen = share < 0.15 ? few : share < 0.6 ? some : most
        let gait = SIMD8<Double>(0.02, 0.04, 0.85, 0.06, 0.02, 0.02, 0.02, 0.02)
        if share >= 0.15 { chosen *= isRunning ? gait : SIMD8(repeating: 1) - gait * 0.98 }
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result[index] = log(chosen[index]) }
        return result
    }

    /// The density of a speed over ground in each state, per m/s.
    private func logSpeed(_ speed: Double) -> SIMD8<Double> {
        func normal(_ mean: Double, _ deviation: Double) -> Double {
            let x = (speed - mean) / deviation
            return exp(-0.5 * x * x) / (deviation * 2.5066)
        }
        func logNormal(_ median: Double, _ spread: Double) -> Double {
            let speed = max(speed, 0.05)
            let x = log(speed / median) / spread
            return exp(-0.5 * x * x) / (speed * spread * 2.5066)
        }
        let p = parameters
        let standing = 2 * normal(0, p.standingSpread)
        let drift = exp(-speed / 1.5) / 1.5
        let any = 1.0 / 40
        var density = SIMD8<Double>(repeating: 1)
        density[0] = 0.92 * standing + 0.075 * drift + 0.005 * any
        density[1] = 0.80 * normal(p.walkingSpeed, p.walkingSpread) + 0.195 * drift + 0.005 * any
        density[2] = 0.90 * normal(p.runningSpeed, p.runningSpread) + 0.09 * drift + 0.01 * any
        density[3] = 0.97 * logNormal(p.cyclingSpeed, p.cyclingSpread) + 0.02 * drift + 0.01 * any
        density[4] = 0.95 * logNormal(p.automotiveSpeed, p.automotiveSpread) + 0.05 * any
        density[5] = density[0]
        density[6] = density[0]
        density[7] = exp(-speed / p.crawlSpeed) / p.crawlSpeed
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result[index] = log(density[index] + 1e-6) }
        return result
    }
}
