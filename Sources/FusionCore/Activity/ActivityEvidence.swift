import Glibc

/// Computes the log-likelihood of each state for a window, from motion, steps, and speed.
struct ActivityEvidence: Sendable, Hashable {
    var parameters: ActivityClassifier.Parameters

    /// Returns the log-likelihood of each state; all zero without evidence.
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

    /// Returns the motion model's log-likelihoods, with cycling and automotive partly merged, since the model
    /// distinguishes them poorly across devices.
    private func logMotion(_ motion: SIMD8<Double>, of window: ActivityWindow) -> SIMD8<Double> {
        let ride = motion[3] + motion[4]
        // A speed distinguishes rides better, but without it, motion is the only evidence.
        let isAlone = window.speed == nil
        let kept = isAlone ? parameters.aloneRideContrast : parameters.rideContrast
        let fidget = isAlone ? parameters.aloneFidget : parameters.fidget
        let cycling = kept * motion[3] + (1 - kept) * ride / 2
        let automotive = kept * motion[4] + (1 - kept) * ride / 2
        let still = motion[0]
        let l = parameters.likelihoods
        // At rest, fidgeting can shake like a ride. A stop during a ride looks like rest.
        let rest = still + fidget * ride
        var mixed = SIMD8<Double>(
            rest, motion[1] + l.briskWalk * motion[2], motion[2] + l.slowRun * motion[1],
            cycling + l.pedalling * motion[1], automotive + l.smoothRide * still, rest, rest,
            automotive + l.restInJam * still)
        if let deviation = window.deviation, deviation < parameters.stillDeviation { mixed[3] *= l.stillCycling }
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result[index] = log(mixed[index] + parameters.motionFloor) }
        return result
    }

    /// Returns the log-likelihoods of a window with no, some, or mostly steps, for a fraction filled by steps.
    private func logSteps(_ share: Double, isRunning: Bool) -> SIMD8<Double> {
        let l = parameters.likelihoods
        let some = SIMD8<Double>(
            l.restSteps, l.walkingSteps, l.runningSteps, l.cyclingSteps, l.vehicleSteps, l.restSteps, l.restSteps,
            l.vehicleSteps)
        let most = SIMD8<Double>(
            l.restFull, l.walkingFull, l.runningFull, l.cyclingFull, l.vehicleFull, l.restFull, l.restFull,
            l.vehicleFull)
        var chosen = share < l.noSteps ? SIMD8(repeating: 1) - some - most : share < l.fullOfSteps ? some : most
        let gait = SIMD8<Double>(
            l.falseRun, l.walkersRun, l.runnersGait, l.pedalsRun, l.falseRun, l.falseRun, l.falseRun, l.falseRun)
        if share >= l.noSteps { chosen *= isRunning ? gait : SIMD8(repeating: 1) - gait }
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result[index] = log(max(chosen[index], 1e-6)) }
        return result
    }

    /// Returns the logarithms of the density of a speed over ground in each state, per m/s.
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
        let l = p.likelihoods
        let standing = 2 * normal(0, p.standingSpread)
        let drift = exp(-speed / l.driftSpeed) / l.driftSpeed
        func mixed(_ proper: Double, drift share: Double, outliers: Double) -> Double {
            max(0, 1 - share - outliers) * proper + share * drift + outliers / l.outlierRange
        }
        var density = SIMD8<Double>(repeating: 1)
        density[0] = mixed(standing, drift: l.restDrift, outliers: l.footOutliers)
        density[1] = mixed(
            normal(p.walkingSpeed, p.walkingSpread), drift: l.walkingDrift, outliers: l.footOutliers)
        density[2] = mixed(
            normal(p.runningSpeed, p.runningSpread), drift: l.runningDrift, outliers: l.quickOutliers)
        density[3] = mixed(
            logNormal(p.cyclingSpeed, p.cyclingSpread), drift: l.cyclingDrift, outliers: l.quickOutliers)
        density[4] = mixed(logNormal(p.automotiveSpeed, p.automotiveSpread), drift: 0, outliers: l.vehicleOutliers)
        density[5] = density[0]
        density[6] = density[0]
        density[7] = exp(-speed / p.crawlSpeed) / p.crawlSpeed
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<8 { result[index] = log(density[index] + 1e-6) }
        return result
    }
}
