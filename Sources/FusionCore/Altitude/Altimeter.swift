import Glibc
public import SensorModel

/// Height relative to the start, and flights, from air pressure.
///
/// The standard atmosphere converts pressure to height. A median and a low-pass remove gusts. A receiver's altitude
/// corrects the drift caused by weather if it is accurate enough, and the remaining uncertainty is reported. A flight
/// counts only with steps or the signature of a lift, and never in a vehicle. Guide: docs/estimators/altimeter.md.
public struct Altimeter: Sendable, Hashable {
    /// The parameters for deriving height from pressure and counting flights.
    public var parameters: Parameters
    /// The learned storey height of the place, in metres; `nil` if there is none.
    public var storeyHeight: Double?

    private var smoother = PressureSmoother()
    private var weather = WeatherDrift()
    private var flights = FlightCounter()
    private var startTime: Instant?
    private var startHeight = 0.0
    private var last: Instant?
    private var lastAltitude: Instant?
    private var vehicle = VehicleHint()
    private var steps: Int?
    /// The magnitude of the last user acceleration, in m/s^2; `nil` without an accelerometer.
    private(set) var shaking: Double?

    /// The range of pressures in inhabited places, in kPa, from the Dead Sea to above the summit of Everest.
    static let possible = 25.0...112.0

    /// Creates an altimeter without a pressure.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Returns the height in metres at a pressure in kPa in the standard atmosphere (ISO 2533, below 11 km).
    public static func standardHeight(atPressure pressure: Double) -> Double {
        44_330.77 * (1 - pow(pressure / 101.325, 0.190_263))
    }

    /// The flights up and down if the recording ended now, including a lift ride that has not ended.
    public var flightsAtEnd: (up: Int, down: Int) {
        let ended = flights.ended(storey: storeyHeight ?? parameters.flightHeight, parameters)
        return (ended.up, ended.down)
    }

    /// Processes the number of steps since the start.
    public mutating func update(steps count: Int) { steps = count }

    /// Processes the magnitude of the user acceleration, in m/s^2. With an accelerometer, the absence of steps means
    /// that the user does not walk.
    public mutating func update(shaking acceleration: Double) {
        shaking = acceleration
        if steps == nil { steps = 0 }
    }

    /// Processes a receiver's speed over ground in m/s and its 1-sigma horizontal accuracy in metres.
    public mutating func update(groundSpeed speed: Double, accuracy: Double, at time: Instant) {
        vehicle.update(speed: speed, accuracy: accuracy, steps: steps ?? 0, at: time, parameters)
    }

    /// Processes a receiver's altitude and its 1-sigma accuracy in metres.
    public mutating func update(altitude: Double, accuracy: Double, at time: Instant) {
        guard accuracy > 0, accuracy <= parameters.altitudeAccuracy, let pressure = smoother.value, let last,
            abs(time - last) <= parameters.gap
        else { return }
        // Errors are correlated for a while, so the altitude of a second is only a fraction of a measurement.
        let elapsed = min(parameters.altitudeCorrelation, lastAltitude.map { max(0, time - $0) } ?? 1)
        lastAltitude = time
        guard elapsed > 0 else { return }
        let variance = accuracy * accuracy * parameters.altitudeCorrelation / elapsed
        weather.update(
            difference: Self.standardHeight(atPressure: pressure) - startHeight - altitude, variance: variance)
    }

    /// Processes a pressure in kPa and returns the height; `nil` if the pressure is impossible or out of order. A time
    /// that is earlier by more than the gap indicates that the clock was set, and is accepted.
    public mutating func update(pressure: Double, at time: Instant) -> AltitudeEstimate? {
        guard Self.possible.contains(pressure) else { return nil }
        if let last {
            // A time that is earlier by more than the gap means that the clock was set, or that the previous timestamp
            // was wrong.
            guard time > last || last - time > parameters.gap else { return nil }
            weather.predict(over: max(0, time - last), hourly: parameters.weatherDrift)
        }
        last = time
        let smooth = smoother.update(pressure, at: time, parameters)
        let height = Self.standardHeight(atPressure: smooth)
        let startTime = min(self.startTime ?? time, time)
        self.startTime = startTime
        // The first sample may be a spike, so the zero level is set after the median has settled.
        if time - startTime <= parameters.medianTime { startHeight = height }
        let relative = height - startHeight - weather.drift
        let context = FlightCounter.Context(
            steps: steps, isInVehicle: vehicle.isRiding(steps: steps ?? 0, parameters),
            wasFast: vehicle.wasFast(at: time, parameters), shaking: shaking)
        flights.update(
            height: relative, at: time - startTime, storey: storeyHeight ?? parameters.flightHeight, context, parameters
        )
        return AltitudeEstimate(
            time: time, relative: relative, pressure: smooth, floorsUp: flights.up, floorsDown: flights.down,
            driftSigma: weather.sigma)
    }
}
