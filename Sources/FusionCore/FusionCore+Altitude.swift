import Geometry
import SensorModel

extension FusionCore {
    /// The known storeys of buildings. To use what earlier sessions learned, set this before the first event; read it
    /// after the last one. The same value and the same events give the same flights.
    public var storeys: PlaceStoreys {
        get { storeyLearner.storeys }
        set { storeyLearner.storeys = newValue }
    }

    mutating func consumePressure(_ sample: ScalarSample, at time: Instant, _ emit: (Estimate) -> Void) {
        // One barometer leads, because two would make the height jump between their offsets.
        let isSilent = latest.altitude.map { time - $0.time > streaming.altimeter.gap } ?? true
        if isSilent { barometer = sample.device }
        guard sample.device == barometer else { return }
        if let step = latest.step { altimeter.update(steps: step.count) }
        guard let estimate = altimeter.update(pressure: sample.value, at: time) else { return }
        latest.altitude = estimate
        storeyLearner.update(estimate, streaming.altimeter)
        emit(.altitude(estimate))
    }

    /// Updates the altimeter from the height and place of a fix that serves the speed.
    mutating func consumeForAltitude(_ fix: Fix, accuracy: Double, at time: Instant) {
        if let coordinate = fix.coordinate,
            case .known(let storey) = storeyLearner.update(
                coordinate, accuracy: accuracy, at: time, streaming.altimeter)
        {
            altimeter.storeyHeight = storey
        }
        guard fix.mode == .threeDimensional, let altitude = fix.altitude, let accuracy = fix.verticalAccuracy else {
            return
        }
        altimeter.update(altitude: altitude, accuracy: accuracy, at: time)
    }
}
