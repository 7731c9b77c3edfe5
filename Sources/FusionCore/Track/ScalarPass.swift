import Geometry

/// The backward pass of the baselines: of the filter with a single variance, and of no filter, which leaves each fix where it is.
///
/// The Rauch-Tung-Striebel pass over a random walk whose process noise is infinite without a filter, so that neither earlier nor
/// later fixes count. Guide: docs/estimators/scalar-filter.md.
struct ScalarPass {
    private let trail: FixTrail
    private let parameters: PositionFilter.Parameters

    /// The forward pass at a fix: the position in metres, and its variance in m^2.
    private struct State {
        var position: SIMD2<Double>
        var variance: Double
    }

    init(_ trail: FixTrail, _ parameters: PositionFilter.Parameters) {
        (self.trail, self.parameters) = (trail, parameters)
    }

    /// Returns the variance by which the position spreads before a fix, in m^2.
    private func spread(before index: Int) -> Double {
        let noise = parameters.kind == .none ? .infinity : parameters.scalarProcessNoise
        return noise * noise * max(trail.interval(of: index), .leastNormalMagnitude)
    }

    /// Returns the smoothed fixes, each on its own plane, with the velocities that the receiver states or the chords show.
    /// O(n).
    func smoothedFixes() -> [SmoothedFix] {
        var states: [State] = []
        states.reserveCapacity(trail.count)
        for index in trail.indices {
            let (position, noise) = (
                trail.position(of: index), max(trail.accuracy(of: index), parameters.minimumAccuracy)
            )
            guard let last = states.last, !trail.isStart(index) else {
                states.append(State(position: position, variance: noise * noise))
                continue
            }
            let gain = 1 / (1 + noise * noise / (last.variance + spread(before: index)))
            let prior = last.position - trail.shift(of: index)
            states.append(State(position: prior + gain * (position - prior), variance: gain * noise * noise))
        }
        for index in trail.indices.dropFirst().reversed() where !trail.isStart(index) {
            let (last, next) = (states[index - 1], states[index])
            let share = last.variance / (last.variance + spread(before: index))
            let later = next.position + trail.shift(of: index)
            states[index - 1].position += share * (later - last.position)
            states[index - 1].variance = last.variance * (1 - share) + share * share * next.variance
        }
        return trail.indices.map { index in
            let state = states[index]
            var velocity = trail.velocity(of: index)
            if velocity == nil, index > 0, !trail.isStart(index), trail.interval(of: index) > 0 {
                let chord = state.position + trail.shift(of: index) - states[index - 1].position
                velocity = chord / trail.interval(of: index)
            }
            return SmoothedFix(
                position: state.position, velocity: velocity ?? SIMD2(0, 0), variance: state.variance,
                velocityVariance: 0, chordVariance: 0, trustsVelocity: true, isOdd: false)
        }
    }
}
