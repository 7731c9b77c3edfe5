import SensorModel

/// Chooses between a bicycle and a motor vehicle for the intervals of each ride together.
///
/// Changing from one to the other needs a walk. By speed alone, a bus in a jam looks like a bicycle, and a descent by bicycle
/// like a car, so a ride without a walk is one or the other unless a second vehicle explains much more of it. The choice has
/// the least expected time in the wrong vehicle, plus a price for each change, found exactly by dynamic programming
/// (Viterbi 1967; Zheng et al. 2010, the graph of changes of mode). Guide: docs/estimators/activity.md.
struct RideChoice {
    /// The estimates with the probabilities of all activities, in order of time.
    let labels: [ActivityLabel]
    let parameters: ActivityClassifier.Parameters

    /// The price of a change of vehicle without a walk, in seconds in the wrong one. A descent or a jam inside a ride has to
    /// last for at least twice as long to be another vehicle.
    private static let priceOfChange = 300.0
    fileprivate static let vehicles = [Activity.cycling, .automotive]

    /// Returns the estimates with the chosen vehicles. What is stated separates two rides, and so does a walk, but a rest does
    /// not. O(labels).
    func chosen() -> [ActivityLabel] {
        var chosen = labels
        var ride: [Int] = []
        for (index, label) in labels.enumerated() {
            let isMoving = label.estimate.activity.isMoving
            if isMoving, label.riding > max(label.share(of: .walking), label.share(of: .running)) {
                ride.append(index)
            } else if isMoving || label.shares == .zero {
                choose(ride, in: &chosen)
                ride = []
            }
        }
        choose(ride, in: &chosen)
        return chosen
    }

    /// Records the vehicles of a ride, given the indices of its moving estimates. O(ride).
    private func choose(_ ride: [Int], in chosen: inout [ActivityLabel]) {
        var costs = SIMD2<Double>.zero
        var hasChanged: [SIMDMask<SIMD2<Int64>>] = []
        hasChanged.reserveCapacity(ride.count)
        for index in ride {
            let changed = SIMD2(repeating: costs.min() + Self.priceOfChange)
            hasChanged.append(costs .> changed)
            costs = pointwiseMin(costs, changed) + labels[index].secondsInWrongVehicle
        }
        var vehicle = costs[0] <= costs[1] ? 0 : 1
        for (index, hasChanged) in zip(ride, hasChanged).reversed() {
            chosen[index].name(Self.vehicles[vehicle], parameters)
            if hasChanged[vehicle] { vehicle = 1 - vehicle }
        }
    }
}

extension ActivityLabel {
    /// The expected time in the wrong vehicle, in seconds, for each of ``RideChoice/vehicles``.
    fileprivate var secondsInWrongVehicle: SIMD2<Double> {
        let shares = SIMD2(share(of: RideChoice.vehicles[0]), share(of: RideChoice.vehicles[1]))
        return (estimate.until - estimate.time) * (1 - shares)
    }

    /// The probability of a ride in any vehicle.
    fileprivate var riding: Double { share(of: .cycling) + share(of: .automotive) }

    fileprivate func share(of activity: Activity) -> Double {
        Activity.named.firstIndex(of: activity).map { shares[$0] } ?? 0
    }

    fileprivate mutating func name(_ activity: Activity, _ parameters: ActivityClassifier.Parameters) {
        guard activity != estimate.activity else { return }
        estimate.activity = activity
        estimate.probability = share(of: activity)
        estimate.confidence = parameters.confidence(of: estimate.probability)
    }
}
