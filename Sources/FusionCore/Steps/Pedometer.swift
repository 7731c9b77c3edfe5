public import Geodesy
public import SensorModel

/// Steps, cadence, pace and distance on foot.
///
/// Guide: docs/estimators/steps.md.
public struct Pedometer: Sendable, Hashable {
    /// Finds the steps.
    public var detector: StepDetector
    /// Knows how long they are.
    public var stride: StrideModel
    /// Knows when they cannot be steps.
    public var vehicle: VehicleWatch
    /// Steps since start.
    public private(set) var count = 0
    /// Metres on foot since start.
    public private(set) var distance = 0.0
    /// The last step.
    public private(set) var last: StepEstimate?

    private var calibration = StrideCalibration()
    private var averageDistance = 0.0
    /// The steps that the last grid value brought.
    private(set) var fresh: [StepEstimate] = []

    private var firstSample: Instant?

    /// The seconds of acceleration after which a runner's gait has shown.
    private static let gaitTime = 6.0

    /// Creates a pedometer that has counted nothing.
    public init(steps: StepDetector.Parameters, stride: StrideModel.Parameters, vehicle: VehicleWatch.Parameters) {
        detector = StepDetector(parameters: steps)
        self.stride = StrideModel(parameters: stride)
        self.vehicle = VehicleWatch(parameters: vehicle)
    }

    /// Pace in seconds a metre at the last step; nil before the first.
    public var pace: Double? {
        guard let last, last.cadence > 0, last.strideLength > 0 else { return nil }
        return 1 / (last.cadence * last.strideLength)
    }

    /// Processes the next value of the acceleration grid.
    /// - Parameters:
    ///   - magnitude: m/s^2.
    ///   - time: The middle of its cell.
    ///   - emit: Called for each step, in order, with its true time.
    public mutating func update(_ magnitude: Double, at time: Instant, emit: (StepEstimate) -> Void) {
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
            emit(estimate)
        }
        guard counted > count else { return }
        (count, distance, last, fresh) = (counted, travelled, newest, found)
        averageDistance = average
        if licence == .doubtful { vehicle.leave() }
    }

    /// Takes an accepted fix, so that good ones may calibrate the length of a step.
    /// - Parameters:
    ///   - coordinate: Where.
    ///   - accuracy: Its 1-sigma accuracy in metres.
    ///   - speed: The receiver's own speed in m/s, nil if it gives none.
    ///   - time: When.
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

    /// Processes the speed over ground in m/s of a fix.
    public mutating func update(groundSpeed: Double, at time: Instant) {
        // A gait takes some seconds to show: until then a fast speed may be a runner's.
        let isGaitUnknown = firstSample.map { time - $0 < Self.gaitTime } ?? false
        vehicle.update(speed: groundSpeed, isRunning: detector.isRunning || isGaitUnknown, at: time)
    }

    /// Single intervals scatter by the grid and by the left foot being unlike the right.
    private static func smoothed(
        _ step: StepDetector.Step, after last: StepEstimate?, by share: Double
    ) -> Double {
        guard let last, step.time - last.time < 2 else { return step.cadence }
        return last.cadence + share * (step.cadence - last.cadence)
    }
}
