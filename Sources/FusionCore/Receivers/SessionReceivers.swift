import Geometry
import Glibc
import SensorModel

/// A receiver of a session, with its own gate and filter.
struct Receiver: Sendable {
    var gate: FixGate
    var position: PositionFilter
}

/// The receivers of a session.
///
/// One of them is the primary one: the track has its times, and speed, height, and steps are derived from its fixes. It remains
/// primary until it has been silent for a while. The positions of the others are joined with its own.
///
/// Guide: docs/estimators/receivers.md.
struct SessionReceivers: Sendable {
    /// The primary receiver; `nil` before the first fix.
    private(set) var primary: DeviceID?
    /// The other receivers.
    var others: [DeviceID: Receiver] = [:]
    /// The agreement of the filtered positions, from which their weights follow.
    private var positions = ReceiverAgreement(prior: ReceiverTrails.prior)
    /// The agreement of the fixes themselves, from which the errors of the receivers follow.
    private var fixes = ReceiverAgreement(prior: priorOfFixes)
    /// The offset of the mean from the primary receiver's estimate, in metres, and the time of its last change. It changes
    /// slowly, so that estimates of another age do not shake the line.
    private var offset = SIMD2<Double>(0, 0)
    private var joined: Instant?

    /// The time constant of the offset, in seconds.
    private static let offsetTime = 4.0
    /// The time, in seconds, for which the learned errors of the fixes count as if they had been observed: short, because
    /// the differences are to show what a filter cannot learn.
    private static let priorOfFixes = 300.0

    /// Returns the filters of all receivers, ordered by device.
    /// - Parameter primaryFilter: The filter of the primary receiver.
    private func filters(_ primaryFilter: MultipleModelFilter) -> [(device: DeviceID, filter: MultipleModelFilter)] {
        var filters = others.mapValues(\.position.model)
        if let primary { filters[primary] = primaryFilter }
        return filters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Lets the first receiver be the primary one.
    mutating func begin(with device: DeviceID) { if primary == nil { primary = device } }

    /// Replaces the primary receiver by another one, and adds it to the others.
    mutating func replacePrimary(_ before: Receiver, by device: DeviceID) {
        if let primary { others[primary] = before }
        primary = device
        offset = SIMD2(0, 0)
    }

    /// Changes the parameters of the other receivers.
    mutating func adopt(_ parameters: StreamingParameters) {
        for device in others.keys {
            others[device]?.gate.parameters = parameters.fixGate
            others[device]?.position.parameters = parameters.position
        }
    }

    /// Records the user's decision about a fix in the other receivers' gates.
    mutating func update(_ ruling: FixRuling) { for device in others.keys { others[device]?.gate.update(ruling) } }

    /// Adds the differences between the last fix of a receiver and those of the others at almost the same time.
    /// - Parameters:
    ///   - device: The receiver.
    ///   - primaryFilter: The filter of the primary receiver.
    mutating func compareFixes(of device: DeviceID, primaryFilter: MultipleModelFilter) {
        guard !others.isEmpty else { return }
        let filters = filters(primaryFilter)
        guard let filter = filters.first(where: { $0.device == device })?.filter, let plane = filter.plane,
            let record = filter.record, let own = filter.fix(at: record.time, on: plane, of: device)
        else { return }
        for (other, filter) in filters where other != device {
            guard let fix = filter.fix(at: record.time, on: plane, of: other) else { continue }
            fixes.update([own, fix], after: record.interval, memory: nil)
        }
    }

    /// Returns the mean of the primary receiver's estimate and those of the others; `nil` if there are no others.
    /// - Parameters:
    ///   - filter: The filter of the primary receiver, after its fix.
    ///   - memory: The time, in seconds, for which differences are remembered.
    mutating func fuse(_ filter: MultipleModelFilter, memory: Double) -> ReceiverAgreement.Fusion? {
        guard !others.isEmpty, let primary, let plane = filter.plane, let own = filter.estimate else { return nil }
        var all = [
            ReceiverAgreement.Position(
                device: primary, position: own.position, velocity: own.velocity, variance: own.variance)
        ]
        for (device, filter) in filters(filter) where device != primary {
            if let place = filter.estimate(at: own.time, on: plane, of: device) { all.append(place) }
        }
        let seconds = joined.map { max(0, own.time - $0) } ?? 1
        joined = own.time
        if all.count > 1 { positions.update(all, after: seconds, memory: memory) }
        var fusion = positions.fuse(all)
        offset += (1 - exp(-seconds / Self.offsetTime)) * (fusion.position - own.position - offset)
        fusion.position = own.position + offset
        return fusion
    }

    /// Returns the findings about all receivers, ordered by device.
    /// - Parameter primaryFilter: The filter of the primary receiver.
    func findings(_ primaryFilter: MultipleModelFilter) -> [ReceiverFindings] {
        let filters = filters(primaryFilter)
        let devices = filters.map(\.device)
        return filters.compactMap { device, filter in
            guard var found = filter.findings(of: device) else { return nil }
            found.error = fixes.variance(of: device, among: devices).map { (2 * $0).squareRoot() }
            return found
        }
    }
}

extension MultipleModelFilter {
    /// The maximum age of an estimate that is carried forward, in usual intervals and in seconds.
    private static let (oldestIntervals, oldest) = (2.5, 5.0)

    /// Returns the estimate carried forward to a time, on another plane; `nil` without a recent one.
    fileprivate func estimate(
        at time: Instant, on target: LocalPlane, of device: DeviceID
    ) -> ReceiverAgreement.Position? {
        guard let plane, let estimate else { return nil }
        let age = time - estimate.time
        let longest = min(Self.oldest, Self.oldestIntervals * usualInterval)
        guard abs(age) < longest else { return nil }
        return ReceiverAgreement.Position(
            device: device, position: plane.moved(estimate.position + age * estimate.velocity, to: target),
            velocity: estimate.velocity, variance: estimate.variance + age * age * estimate.velocityVariance)
    }

    /// Returns the last fix carried to a time within half an interval, on another plane, with the variance that its stated
    /// accuracy and the learned errors let expect; `nil` without one.
    fileprivate func fix(at time: Instant, on target: LocalPlane, of device: DeviceID) -> ReceiverAgreement.Position? {
        guard let plane, let record, let estimate, record.time == estimate.time else { return nil }
        let age = time - record.time
        guard abs(age) <= usualInterval / 2 else { return nil }
        let shares = bank.errorShares
        let variance = (shares.white * shares.white + shares.wander * shares.wander) * record.accuracy * record.accuracy
        return ReceiverAgreement.Position(
            device: device, position: plane.moved(record.position + age * estimate.velocity, to: target),
            variance: variance)
    }
}

extension LocalPlane {
    /// Returns a position of this plane on another one, in metres.
    func moved(_ position: SIMD2<Double>, to target: LocalPlane) -> SIMD2<Double> {
        guard self != target else { return position }
        let point = target.point(coordinate(PlanePoint(east: position.x, north: position.y)))
        return SIMD2(point.east, point.north)
    }
}
