import Glibc

/// The evidence of an interval, without that of its textures.
struct IntervalEvidence: Sendable {
    typealias Eight = FastPower.Eight

    /// The likelihoods of the states.
    private let states: Eight
    /// The likelihoods of the paces of the cadence.
    private let paces: CadencePace.Likelihoods
    /// The likelihoods of the styles of the motion.
    private let styles: MotionEvidence.Likelihoods
    /// The probability that each state does not end, and the index of the duration among those of the changes.
    let staying: Eight
    let duration: Int
    /// The probability that a texture changes.
    let redrawing: Float

    /// Creates the evidence of an interval, and appends the likelihoods of its textures.
    init(of interval: TravelInterval, _ evidence: TravelEvidence, textures: inout [Eight]) {
        let rest = TravelModel.State.rest.rawValue
        styles = MotionEvidence.likelihoods(of: interval)
        paces = CadencePace.likelihoods(of: interval)
        var states = CadenceEvidence.likelihoods(of: interval) * PulseEvidence.likelihoods(of: interval)
        states[rest] *= evidence.append(interval, to: &textures) * styles[MotionEvidence.rest]
        if let net = interval.net { states[rest] *= net.restLikelihood(seconds: interval.duration) }
        if let grade = interval.grade { states[TravelModel.State.train.rawValue] *= Float(grade.railLikelihood) }
        if interval.isCrossing { states *= TravelModel.silence(seconds: Float(interval.duration)) }
        self.states = states
        let seconds = Float(interval.duration)
        staying = evidence.transitions.staying(seconds: seconds)
        duration = evidence.transitions.duration(seconds: seconds)
        redrawing = 1 - exp(-seconds / evidence.model.texture)
    }

    /// The likelihood of rest.
    var rest: Float { states[TravelModel.State.rest.rawValue] }

    /// Returns the likelihood of the textures of a kind, apart from that of each texture.
    @inline(__always)
    func likelihood(of kind: TravelEvidence.Kind) -> Float {
        states[kind.mode] * paces[kind.pace.rawValue] * styles[kind.style]
    }
}
