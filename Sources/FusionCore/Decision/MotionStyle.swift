/// A way in which a mode shows in acceleration and steps; it depends on how the sensor is carried.
///
/// A phone in the pocket of a rider counts steps while the user pedals, and one on the handlebar does not. A watch on
/// the wrist of a walker swings like a crank. What misleads lasts as long as the sensor stays where it is, so the style
/// of a stretch is one word about its mode, like its texture, however many windows show it.
struct MotionStyle: Sendable, Hashable {
    /// The activity that the motion resembles, in the order of the probabilities of ``BoostedTrees/activities``.
    enum Look: Int, Sendable { case still, walk, run, pedal, drive }

    /// The movement that the counted steps resemble.
    enum Gait: Int, CaseIterable, Sendable { case none, walk, run, pedal }

    /// The mode.
    var mode: TravelModel.State
    /// The fraction of the stretches of the mode.
    var share: Float
    var look: Look
    var gait: Gait

    /// The styles. The fractions are rough: those of the public recordings, each judged by a model that had not seen its
    /// device, and assumptions for a handlebar or a bag, which no recording has.
    static let all = [
        Self(mode: .walk, share: 0.92, look: .walk, gait: .walk),
        Self(mode: .walk, share: 0.05, look: .pedal, gait: .walk),
        Self(mode: .walk, share: 0.02, look: .drive, gait: .none),
        Self(mode: .walk, share: 0.01, look: .run, gait: .walk),
        Self(mode: .run, share: 0.95, look: .run, gait: .run),
        Self(mode: .run, share: 0.05, look: .walk, gait: .run),
        Self(mode: .cycle, share: 0.5, look: .pedal, gait: .pedal),
        Self(mode: .cycle, share: 0.22, look: .walk, gait: .pedal),
        Self(mode: .cycle, share: 0.18, look: .pedal, gait: .none),
        Self(mode: .cycle, share: 0.1, look: .drive, gait: .none),
        Self(mode: .car, share: 0.9, look: .drive, gait: .none),
        Self(mode: .car, share: 0.1, look: .still, gait: .none),
        Self(mode: .train, share: 0.85, look: .drive, gait: .none),
        Self(mode: .train, share: 0.15, look: .still, gait: .none),
    ]

    /// Returns the styles of a mode, as indices of ``all``, with their fractions; one without a meaning if no motion is
    /// recorded.
    /// - Parameters:
    ///   - mode: The index of the mode.
    ///   - hasMotion: Whether motion is recorded.
    static func shares(of mode: Int, hasMotion: Bool) -> [(style: Int, share: Float)] {
        guard hasMotion else { return [(MotionEvidence.unseen, 1)] }
        return all.indices.filter { all[$0].mode.rawValue == mode }.map { ($0, all[$0].share) }
    }
}
