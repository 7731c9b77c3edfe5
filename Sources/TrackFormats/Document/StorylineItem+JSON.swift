import FusionCore
import Geometry
import SensorModel

extension ObjectText {
    /// The format in which an instant is written.
    enum TimeFormat {
        /// Seconds since 1970.
        case seconds
        /// A string in ISO 8601, in UTC.
        case iso
    }

    /// Adds the members of a stop, a move or a gap.
    mutating func add(_ item: StorylineItem, times: TimeFormat) {
        switch item {
        case .stop: add(word: "type", "stop")
        case .move: add(word: "type", "move")
        case .gap: add(word: "type", "gap")
        }
        add("start", item.start, as: times)
        add("end", item.end, as: times)
        switch item {
        case .stop(let stop):
            add("latitude", stop.coordinate.latitude)
            add("longitude", stop.coordinate.longitude)
            add("radius", stop.radius)
            if let name = stop.name { add("name", name) }
            add("distance", stop.distance)
            add("estimatedDistance", stop.estimatedDistance)
            addCounts(steps: stop.steps, floorsUp: stop.floorsUp, floorsDown: stop.floorsDown)
        case .move(let move):
            add("activity", move.activity.rawValue)
            add("distance", move.distance)
            add("estimatedDistance", move.estimatedDistance)
            addCounts(steps: move.steps, floorsUp: move.floorsUp, floorsDown: move.floorsDown)
            if let confidence = move.confidence { add("confidence", confidence.rawValue) }
            if let vehicle = move.vehicle { add("kind", vehicle.rawValue) }
            if move.isStated { add("isStated", true) }
            if let sport = move.sport { add("sport", sport) }
        case .gap: break
        }
    }

    /// Adds the members of a workout.
    mutating func add(_ workout: Workout, times: TimeFormat) {
        add("start", workout.start, as: times)
        add("end", workout.end, as: times)
        add("activity", workout.activity.rawValue)
        if let confidence = workout.confidence { add("confidence", confidence.rawValue) }
        if workout.isStated { add("isStated", true) }
        if let steps = workout.steps { add("steps", steps) }
        add("distance", workout.distance)
        add("estimatedDistance", workout.estimatedDistance)
        add("movingTime", workout.movingTime)
        add("kilometreSplits", workout.kilometreSplits)
        add("mileSplits", workout.mileSplits)
    }

    private mutating func add(_ name: StaticString, _ value: Instant, as format: TimeFormat) {
        switch format {
        case .seconds: add(name, value)
        case .iso: add(name, iso: value)
        }
    }

    private mutating func addCounts(steps: Int?, floorsUp: Int?, floorsDown: Int?) {
        if let steps { add("steps", steps) }
        if let floorsUp { add("floorsUp", floorsUp) }
        if let floorsDown { add("floorsDown", floorsDown) }
    }
}
