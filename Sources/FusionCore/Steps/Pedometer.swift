public import Geometry
public import SensorModel

/// The steps, cadence, pace, and distance of a user on foot.
///
/// Guide: docs/estimators/steps.md.
public struct Pedometer: Sendable, Hashable {
    /// The detector that counts the steps.
    public var detector: StepDetector
    /// The model of the length of a step.
    public var stride: StrideModel
    /// The detector of vehicles, during which shaking is not steps.
    public var vehicle: VehicleWatch
    /// The number of steps since the start.
    public private(set) var count = 0
    /// The distance on foot since the start, in metres.
    public private(set) var distance = 0.0
    /// The most recently counted step; `nil` before the first.
    public private(set) var last: StepEstimate?

    private var calibration = StrideCalibration()
    private var averageDistance = 0.0
    /// The steps counted with the last grid value, in order, with their true times.
    public private(set) var fresh: [StepEstimate] = []

    private var firstSample: Instant?

    /// The time after which acceleration has shown whether the gait is that of a run, in seconds.
    private static let gaitTime = 6.0

    /// Creates a pedometer without steps.
    public init(steps: StepDetector.Parameters, stride: StrideModel.Parameters, vehicle: VehicleWatch.Parameters) {
        detector = StepDetector(parameters: steps)
        self.stride = StrideModel(parameters: stride)
        self.vehicle = VehicleWatch(parameters: vehicle)
    }

    /// The pace in seconds per metre at the last step; `nil` before the first.
    public var pace: Double? {
        guard let last, last.cadence > 0, last.strideLength > 0 else { return nil }
        return 1 / (last.cadence * last.strideLength)
    }

    /// Processes the next value of the acceleration grid.
    /// - Parameters:
    ///   - magnitude: The acceleration magnitude in m/s^2.
    ///   - time: The middle of its cell.
    public mutating func update(_ magnitude: Double, at time: Instant) {
        if !fresh.isEmpty { fresh.removeAll(keepingCapacity: true) }
        if firstSample == nil { firstSample = time }
        let licence = vehicle.licence(at: time)
        detector.licence = licence
        var (counted, travelled, newest, found) = (count, distance, last, fresh)
        var average = averageDistance
        let stride = stride
        let share = stride.parameters.cadenceSmoothing
        detector.update(magnitude, at: time) { step in
            counted += 1
            let length = stride.length(of: step)
            travelled += length
            average += stride.averageLength(of: step)
            let estimate = StepEstimate(
                time: step.time, count: counted, cadence: Self.smoothed(step, after: newest, by: share),
                strideLength: length)
            newest = estimate
            found.append(estimate)
        }
        guard counted > count else { return }
        (count, distance, last, fresh) = (counted, travelled, newest, found)
        averageDistance = average
        if licence == .doubtful { vehicle.leave() }
    }

    /// Processes an accepted fix; fixes that are good enough calibrate the length of a step.
    /// - Parameters:
    ///   - coordinate: The position of the fix.
    ///   - accuracy: The 1-sigma accuracy in metres.
    ///   - speed: The speed reported by the receiver, in m/s; `nil` if there is none.
    ///   - time: The time of the fix.
    public mutating func calibrate(_ coordinate: Coordinate, accuracy: Double, speed: Double?, at time: Instant) {
        let walks = last.map { time - $0.time <= stride.parameters.walkingPause } ?? false
        guard walks, accuracy < stride.parameters.accuracy else {
            calibration.interrupt()
            return
        }
        let finished = calibration.update(
            coordinate, speed: speed, average: averageDistance, parameters: stride.parameters, at: time)
        if let finished { stride.calibrate(distance: finished.distance, average: finished.average) }
    }

    /// Processes the speed over ground of a fix, in m/s.
    public mutating func update(groundSpeed: Double, at time: Instant) {
        // A gait takes several seconds to detect; until then, a fast speed may be that of a runner.
        let isGaitUnknown = firstSample.map { time - $0 < Self.gaitTime } ?? false
        vehicle.update(speed: groundSpeed, isRunning: detector.isRunning || isGaitUnknown, at: time)
    }

    /// Returns the smoothed cadence, since intervals vary with the grid and between the left and right foot.
    private static func smoothed(
        _ step: StepDetector.Step, after last: StepEstimate?, by share: Double
    ) -> Double {
        guard let last, step.time - last.time < 2 else { return step.cadence }
        return last.cadence + share * (step.cadence - last.cadence)
    }
}
