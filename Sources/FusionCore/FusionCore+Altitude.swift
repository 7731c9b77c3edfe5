import Geodesy
import SensorModel

extension FusionCore {
    /// What is known of the storeys of buildings. Put in what earlier sessions learned before the first event, and keep
    /// what it holds after the last; the same value and the same events give the same flights.
    public var storeys: PlaceStoreys {
        get { storeyLearner.storeys }
        set { storeyLearner.storeys = newValue }
    }

    mutating func consumePressure(_ sample: ScalarSample, at time: Instant, _ emit: (Estimate) -> Void) {
        // One barometer leads: two would jump between their offsets.
        let isSilent = latest.altitude.map { time - $0.time > streaming.altimeter.gap } ?? true
        if isSilent { barometer = sample.device }
        guard sample.device == barometer else { return }
        if let step = latest.step { altimeter.update(steps: step.count) }
        guard let estimate = altimeter.update(pressure: sample.value, at: time) else { return }
        latest.altitude = estimate
        storeyLearner.update(estimate, streaming.altimeter)
        emit(.altitude(estimate))
    }

    /// Takes what a fix that serves the speed says about height and about riding.
    mutating func consumeForAltitude(_ fix: Fix, accuracy: Double, at time: Instant) {
        if let coordinate = fix.coordinate,
            case .known(let storey) = storeyLearner.update(
                coordinate, accuracy: accuracy, at: time, streaming.altimeter)
        {
            altimeter.storeyHeight = storey
        }
        if let speed = fix.speed { altimeter.update(groundSpeed: speed, accuracy: accuracy, at: time) }
        guard fix.mode == .threeDimensional, let altitude = fix.altitude, let accuracy = fix.verticalAccuracy else {
            return
        }
        altimeter.update(altitude: altitude, accuracy: accuracy, at: time)
    }
}
