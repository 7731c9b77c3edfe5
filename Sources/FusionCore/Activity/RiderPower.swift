import NavigationMath
import SensorModel

/// Tells a bicycle that is ridden fast from a motor vehicle by what it takes to get faster.
///
/// Speeding up by *a* at the speed *v* takes *v a* watts a kilogram. A rider has about five for long, an engine ten and
/// more, and uses them at every light; a rider seldom passes 50 km/h, and keeps a speed more evenly than traffic does. A
/// ride of an hour and more that never shows an engine was on a bicycle. It is asked only where the speed is all
/// there is, and afterwards.
struct RiderPower {
    let parameters: ActivityClassifier.Parameters

    /// Hops between two speeds of which the acceleration is taken: five seconds, so that one fix decides nothing.
    private static let span = 2
    /// Share of the time in which an engine would show its power.
    private static let strongest = 0.99
    /// Share of the time in which a motor vehicle is as fast as it gets.
    private static let fastest = 0.95

    /// Returns the windows of each ride that a rider's power moved, of which the chain tells some as a motor vehicle's;
    /// a rest shorter than ``ActivityClassifier/Parameters/parkTime`` belongs to its ride. O(n log n).
    /// - Parameters:
    ///   - windows: Windows without a hole, in order of time.
    ///   - activities: What is told of each of them.
    func rides(in windows: [ActivityWindow], told activities: [Activity]) -> [Range<Int>] {
        guard windows.count == activities.count, activities.contains(.automotive) else { return [] }
        var rides: [Range<Int>] = []
        for index in windows.indices where activities[index].isRide && windows[index].stepShare == nil {
            if let last = rides.last, windows[index].start - windows[last.upperBound - 1].end <= parameters.parkTime,
                activities[last.upperBound..<index].allSatisfy({ $0 == .stationary })
            {
                rides[rides.count - 1] = last.lowerBound..<(index + 1)
            } else {
                rides.append(index..<(index + 1))
            }
        }
        return rides.filter { activities[$0].contains(.automotive) && isOfRider(windows[$0].map(\.speed)) }
    }

    private func isOfRider(_ speeds: [Double?]) -> Bool {
        let moving = speeds.compactMap(\.self).filter { $0 > parameters.cyclingFallback }
        let powers = (0..<max(0, speeds.count - Self.span)).compactMap { index -> Double? in
            guard let before = speeds[index], let after = speeds[index + Self.span] else { return nil }
            let mean = (before + after) / 2
            guard mean > parameters.cyclingFallback else { return nil }
            return (after - before) / (Double(Self.span) * ActivityClassifier.hop) * mean
        }
        guard Double(powers.count) * ActivityClassifier.hop >= parameters.shortestRiderRide, !moving.isEmpty else {
            return false
        }
        let mean = moving.reduce(0, +) / Double(moving.count)
        let variance = moving.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(moving.count)
        return quantiles([Self.strongest], of: powers)[0] < parameters.riderPower
            && quantiles([Self.fastest], of: moving)[0] < parameters.riderTopSpeed
            && variance.squareRoot() < parameters.riderSpread * mean
    }
}
