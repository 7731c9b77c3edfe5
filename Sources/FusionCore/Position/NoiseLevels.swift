import Glibc

/// How noisy a receiver is, as far as is known: variances of each axis.
public struct NoiseLevels: Sendable, Hashable {
    /// The white error of a position in m^2.
    public var white: Double
    /// The part of the wandering error in m^2 that the filter can tell from motion.
    ///
    /// A receiver whose positions follow its own speed to the decimetre has joined the two already: its error cannot be
    /// told from motion, nor can that of one that gives no speed.
    public var wander: Double
    /// The part of the error in m^2 that nothing tells: only an honest accuracy shows it.
    public var unseen: Double
    /// The error of each component of the velocity in m^2/s^2.
    public var speed: Double
    /// How much of the wandering error can be told from motion, 0 ... 1.
    public var separability: Double
}

/// The gains of the two averages between which the wandering error shows.
struct BandGains: Sendable, Hashable {
    var interval: Double
    var fast: Double
    var slow: Double
    /// The variance that white noise of variance one leaves between the averages.
    var whiteShare: Double

    init(interval: Double) {
        self.interval = interval
        fast = 1 - exp(-interval / ReceiverNoise.fastTime)
        slow = 1 - exp(-interval / ReceiverNoise.slowTime)
        whiteShare = fast / (2 - fast) + slow / (2 - slow) - 2 * fast * slow / (fast + slow - fast * slow)
    }
}

extension ReceiverNoise {
    /// Returns what is known now.
    func currentLevels(_ parameters: Parameters) -> NoiseLevels {
        let speed = speedLevel(parameters)
        let whole = wholeWander(parameters, speed: speed)
        let white = whiteLevel(parameters, wander: whole)
        guard givesSpeed else {
            return NoiseLevels(
                white: white, wander: 0, unseen: max(0, statedVariance - max(white, believedDifference)), speed: speed,
                separability: 1)
        }
        let smooth = parameters.smoothReceiver * parameters.smoothReceiver
        let separability = differenceCount > 2 ? differenceVariance / (differenceVariance + smooth) : 1
        return NoiseLevels(
            white: white, wander: whole * separability,
            unseen: max(whole, statedVariance - differenceVariance) * (1 - separability), speed: speed,
            separability: separability)
    }

    /// The learnt difference; where motion may bend the track as much as noise does, what is stated counts more.
    ///
    /// A receiver that settles says so: what was learnt before shrinks along.
    private var believedDifference: Double {
        let settled = differenceStated > 0 ? min(1, statedLately / differenceStated) : 1
        let difference = differenceVariance * settled
        guard bendMotion > 0 else { return difference }
        let doubt = bendMotion / max(statedVariance, 1e-6)
        return difference + (statedVariance - difference) * (1 - 1 / (1 + doubt * doubt))
    }

    /// The white variance of a fix that states this variance.
    func white(stated: Double) -> Double {
        // One that states far worse than usual is believed in that; one that settles, in being better.
        let usual = min(statedLately, statedVariance)
        let share = stated < usual ? max(Self.leastShare, stated / usual) : 1
        return levels.white * share + max(0, stated - Self.farWorse * statedUsually)
    }

    /// How many times the usual stated variance a fix must state to be believed in being worse.
    private static let farWorse = 1.5
    /// The share of the learnt white variance that a fix which states better is at least given.
    private static let leastShare = 0.2

    private func speedLevel(_ parameters: Parameters) -> Double {
        let floor = parameters.minimumSpeed * parameters.minimumSpeed
        let assumed = parameters.assumedSpeed * parameters.assumedSpeed
        guard speedCount > 4 else { return max(floor, assumed) }
        let weight = min(1, speedCount / 20)
        return max(floor, assumed + (speedVariance - assumed) * weight)
    }

    private func whiteLevel(_ parameters: Parameters, wander: Double) -> Double {
        let floor = parameters.minimumWhite * parameters.minimumWhite
        guard differenceCount > 0 else { return max(floor, 0.25 * statedVariance) }
        let weight = min(1, differenceCount / 6)
        // Short against the correlation time, the wandering error moves by this share of it from fix to fix.
        let moved = min(1, interval / parameters.correlationTime)
        let learnt = believedDifference - wander * moved
        return max(floor, 0.25 * statedVariance * (1 - weight) + max(0, learnt) * weight)
    }

    private func wholeWander(_ parameters: Parameters, speed: Double) -> Double {
        // The spread of a variance from this many differences: what is within it says nothing.
        let spread = 1.25 + 2 / max(differenceCount, 1).squareRoot()
        let explained = believedDifference
        let beyond = max(0, statedVariance - spread * explained)
        let weight = min(1, differenceCount / 6)
        let stated = statedVariance * (1 - weight) + beyond * weight
        guard bandTime > Self.slowTime / 2 else { return stated }
        // The receiver knows when its sky gets worse: what was learnt goes along with what it states.
        let change = statedMeanwhile > 0 ? min(16, max(0.25, statedVariance / statedMeanwhile)) : 1
        let learnt = learntWander(parameters, speed: speed) * change
        let evidence = (bandTime - Self.slowTime / 2) / parameters.correlationTime
        return (stated * parameters.statedWeight + learnt * evidence) / (parameters.statedWeight + evidence)
    }

    private func learntWander(_ parameters: Parameters, speed: Double) -> Double {
        let driftShare =
            (Self.fastTime + Self.slowTime) / 2 - 2 * Self.fastTime * Self.slowTime / (Self.fastTime + Self.slowTime)
        let tau = parameters.correlationTime
        let fastShare = tau / (Self.fastTime + tau)
        let slowShare = tau / (Self.slowTime + tau)
        let common = (Self.fastTime * fastShare + Self.slowTime * slowShare) / (Self.fastTime + Self.slowTime)
        let wanderShare = fastShare + slowShare - 2 * common
        let unexplained = gains.whiteShare * differenceVariance + driftShare * speed * interval
        // The band-passed error forgets itself in about the fast time, so that few independent values are seen.
        let values = max(1, (bandTime - Self.slowTime / 2) / Self.fastTime)
        guard bandVariance > (1.2 + 2.5 / values.squareRoot()) * unexplained else { return 0 }
        return (bandVariance - unexplained) / wanderShare
    }
}
