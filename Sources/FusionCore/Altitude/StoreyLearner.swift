import Geometry
import SensorModel

/// Learns the storeys of buildings from stays after the last good fix, and recalls them at the next visit.
struct StoreyLearner: Sendable, Hashable {
    /// The buildings with their known storeys.
    var storeys = PlaceStoreys()

    /// The result of recalling a place.
    enum Recollection: Sendable, Hashable {
        /// The fix does not identify a place.
        case noPlace
        /// The storey height in metres; `nil` if it is not certain.
        case known(Double?)
    }

    private struct Entrance: Sendable, Hashable {
        var coordinate: Coordinate
        var height: Double
        var flights: Int
        var time: Instant
    }

    private struct Stay: Sendable, Hashable {
        var height: Double
        var since: Instant
        var isLearned = false
    }

    private var entrance: Entrance?
    private var stay: Stay?
    private var last: AltitudeEstimate?

    /// Processes a fix that may be the last one before a door.
    /// - Returns: The known storey height of the building; `noPlace` if the fix is too inaccurate to identify it.
    mutating func update(
        _ coordinate: Coordinate, accuracy: Double, at time: Instant, _ parameters: Altimeter.Parameters
    ) -> Recollection {
        guard let last, time - last.time <= parameters.gap, accuracy <= parameters.entranceAccuracy else {
            return .noPlace
        }
        entrance = Entrance(
            coordinate: coordinate, height: last.relative, flights: last.floorsUp + last.floorsDown, time: time)
        stay = nil
        guard let estimate = storeys.place(near: coordinate, within: parameters.placeRadius)?.storeys.estimate,
            estimate.isSure
        else { return .known(nil) }
        return .known(estimate.height)
    }

    /// Processes a height.
    mutating func update(_ altitude: AltitudeEstimate, _ parameters: Altimeter.Parameters) {
        last = altitude
        guard let entrance, altitude.time - entrance.time <= parameters.entranceMemory else { return }
        guard var present = stay, abs(altitude.relative - present.height) <= parameters.storeys.sigma else {
            stay = Stay(height: altitude.relative, since: altitude.time)
            return
        }
        guard !present.isLearned, altitude.time - present.since >= parameters.stayTime else { return }
        present.isLearned = true
        stay = present
        // Without a flight since the entrance, the height is caused by weather or a slope.
        guard altitude.floorsUp + altitude.floorsDown > entrance.flights else { return }
        storeys.add(
            height: altitude.relative - entrance.height, at: entrance.coordinate, within: parameters.placeRadius,
            parameters: parameters.storeys)
    }
}
