import Glibc
public import SensorModel

/// Height relative to the start, and flights, from air pressure.
///
/// Pressure becomes height by the standard atmosphere; gusts are taken out by a median and a low-pass; the weather's
/// drift is held against a receiver's altitude where that is good, and its uncertainty is stated. A flight counts only
/// with steps or a lift's signature, never in a vehicle. Guide: docs/estimators/altimeter.md.
public struct Altimeter: Sendable, Hashable {
    /// How height is made from pressure, and when a flight counts.
    public var parameters: Parameters
    /// The storey height of the place, where one was learned, in metres.
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
    private var shaking: Double?

    /// Pressures in kPa that occur where people are, from the Dead Sea to above the summit of Everest.
    static let possible = 25.0...112.0

    /// Creates an altimeter that has felt nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Returns the height in metres at a pressure in kPa in the standard atmosphere (ISO 2533, below 11 km).
    public static func standardHeight(atPressure pressure: Double) -> Double {
        44_330.77 * (1 - pow(pressure / 101.325, 0.190_263))
    }

    /// 1-sigma uncertainty of the relative height by the weather's drift, in metres.
    public var driftSigma: Double { weather.sigma }

    /// Flights up and down had the recording ended now: a lift that still moves is among them.
    public var flightsAtEnd: (up: Int, down: Int) {
        let ended = flights.ended(storey: storeyHeight ?? parameters.flightHeight, parameters)
        return (ended.up, ended.down)
    }

    /// Processes steps counted since start.
    public mutating func update(steps count: Int) { steps = count }

    /// Processes the size of the user acceleration, m/s^2: with an accelerometer, missing steps mean that nobody walks.
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
        // Errors stay alike for a while: a second's altitude is a fraction of a measurement.
        let elapsed = min(parameters.altitudeCorrelation, lastAltitude.map { max(0, time - $0) } ?? 1)
        lastAltitude = time
        guard elapsed > 0 else { return }
        let variance = accuracy * accuracy * parameters.altitudeCorrelation / elapsed
        weather.update(
            difference: Self.standardHeight(atPressure: pressure) - startHeight - altitude, variance: variance)
    }

    /// Processes a pressure in kPa; returns the height, or nil for what is no pressure or comes out of order, unless by so
    /// much that its clock was set.
    public mutating func update(pressure: Double, at time: Instant) -> AltitudeEstimate? {
        guard Self.possible.contains(pressure) else { return nil }
        if let last {
            // One that lies more than a gap back means that the clock was set, or that the stamp before was wrong.
            guard time > last || last - time > parameters.gap else { return nil }
            weather.predict(over: max(0, time - last), hourly: parameters.weatherDrift)
        }
        last = time
        let smooth = smoother.update(pressure, at: time, parameters)
        let height = Self.standardHeight(atPressure: smooth)
        let startTime = min(self.startTime ?? time, time)
        self.startTime = startTime
        // The first sample may be a spike: zero is where the median has settled.
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
