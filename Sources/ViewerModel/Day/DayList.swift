public import FusionCore
import Geometry
public import SensorModel

/// The list of a day's stops, moves and gaps, with the totals of the day.
public struct DayList: Sendable, Hashable {
    /// One stop, move or gap.
    public struct Row: Sendable, Hashable {
        /// The kinds of items that a row can describe.
        public enum Kind: Sendable, Hashable {
            /// A stay at one place.
            case stop
            /// A move with one activity.
            case move(Activity)
            /// A gap, in which nothing is known.
            case gap
        }

        /// The row's kind.
        public var kind: Kind
        /// The start time.
        public var start: Instant
        /// The end time.
        public var end: Instant
        /// The name for the user: a place's name, `Walk`, `Nothing known`.
        public var title: String
        /// The line under the title: the place of a stop, the distance of a move, the number of steps.
        public var detail: Phrase
        /// The confidence of the activity of a move; `nil` for another row, or if a file states it.
        public var confidence: Confidence?

        /// The time from start to end, in seconds.
        public var duration: Double { end - start }
    }

    /// The total of the moves with one kind of activity.
    public struct Total: Sendable, Hashable {
        /// The name for the user: `On foot`.
        public var title: String
        /// The measured distance in metres; `nil` if there was no such move.
        public var distance: Double?
        /// The estimated distance in metres, in addition to the measured one.
        public var estimatedDistance = 0.0
        /// The total time, in seconds.
        public var duration = 0.0
    }

    /// The rows in order of time.
    public let rows: [Row]
    /// The totals on foot, by bike and by vehicle: car, bus, train, aircraft.
    public let totals: [Total]
    /// The steps of the whole day; `nil` if none were counted.
    public let steps: Int?
    /// The flights climbed; `nil` if none were counted.
    public let floorsUp: Int?
    /// The flights descended; `nil` if none were counted.
    public let floorsDown: Int?
    /// The total duration of the stops, in seconds.
    public let stopDuration: Double

    /// Creates the rows and totals of a day's items.
    public init(_ items: [StorylineItem], unit: DistanceUnit = .metric) {
        rows = items.map { Self.row(of: $0, unit: unit) }
        let moves = items.compactMap { item in
            if case .move(let move) = item { move } else { nil }
        }
        let stops = items.compactMap { item in
            if case .stop(let stop) = item { stop } else { nil }
        }
        steps = Self.sum(moves.map(\.steps) + stops.map(\.steps))
        floorsUp = Self.sum(moves.map(\.floorsUp) + stops.map(\.floorsUp))
        floorsDown = Self.sum(moves.map(\.floorsDown) + stops.map(\.floorsDown))
        stopDuration = stops.reduce(0) { $0 + ($1.end - $1.start) }
        let kinds: [(String, Set<Activity>)] = [
            (translatable("On foot"), [.walking, .running]), (translatable("By bike"), [.cycling]),
            (translatable("By vehicle"), [.automotive]),
        ]
        totals = kinds.map { title, activities in
            // A sport that is not one of these never counts as walking, cycling or driving, at any speed.
            let counted = moves.filter { activities.contains($0.activity) && ($0.sport == nil || $0.isStated) }
            return counted.reduce(into: Total(title: title)) { total, move in
                total.distance = (total.distance ?? 0) + move.distance
                total.estimatedDistance += move.estimatedDistance
                total.duration += move.end - move.start
            }
        }
    }

    private static func sum(_ counts: [Int?]) -> Int? {
        let counted = counts.compactMap(\.self)
        return counted.isEmpty ? nil : counted.reduce(0, +)
    }

    /// Returns flights as text: `3 up, 2 down`; `nil` if none were counted.
    public static func floorsText(up: Int?, down: Int?) -> Phrase? {
        switch (up, down) {
        case (nil, nil): nil
        case (let up?, nil): Phrase(translatable("{1} up"), "\(up)")
        case (nil, let down?): Phrase(translatable("{1} down"), "\(down)")
        case (let up?, let down?): Phrase(translatable("{1} up, {2} down"), "\(up)", "\(down)")
        }
    }

    private static func detail(
        _ first: Phrase, _ steps: Int?, up: Int?, down: Int?, isStated: Bool = false
    ) -> Phrase {
        let floors = floorsText(up: up, down: down).map { Phrase(translatable("floors {1}"), [$0]) }
        let counted = steps.map { steps in
            steps == 1 ? Phrase(translatable("1 step")) : Phrase(translatable("{1} steps"), countText(steps))
        }
        let source = isStated ? Phrase(translatable("stated by the file")) : nil
        return Phrase(list: [first, counted, floors, source].compactMap(\.self)) ?? first
    }

    /// Returns the index of the row at an instant; `nil` outside the day. O(log n).
    public func index(at instant: Instant) -> Int? {
        let next = rows.partitionPoint { $0.start <= instant }
        return next > 0 && instant <= rows[next - 1].end ? next - 1 : nil
    }

    /// Returns a measured distance, then the estimated one, which it does not include: `2.1 km + 300 m estimated`.
    public static func text(of distance: Double?, estimated: Double, unit: DistanceUnit) -> Phrase {
        guard let distance else { return Phrase(plain: missingText) }
        guard estimated >= 1 else { return Phrase(plain: unit.text(of: distance)) }
        let estimate = unit.text(of: estimated)
        return distance < 1
            ? Phrase(translatable("{1} estimated"), estimate)
            : Phrase(translatable("{1} + {2} estimated"), unit.text(of: distance), estimate)
    }

    private static func row(of item: StorylineItem, unit: DistanceUnit) -> Row {
        switch item {
        case .stop(let stop):
            // To about 10 m.
            let (latitude, longitude) = (stop.coordinate.latitude, stop.coordinate.longitude)
            let place = [latitudeText(latitude, decimals: 4), longitudeText(longitude, decimals: 4)]
            return Row(
                kind: .stop, start: stop.start, end: stop.end, title: stop.name ?? translatable("Stop"),
                detail: detail(
                    Phrase("{1}, {2}, {3}", place + [Phrase(plain: unit.smallText(of: stop.radius, prefix: "±"))]),
                    stop.steps,
                    up: stop.floorsUp, down: stop.floorsDown))
        case .move(let move):
            return Row(
                kind: .move(move.activity), start: move.start, end: move.end, title: title(of: move),
                detail: detail(
                    text(of: move.distance, estimated: move.estimatedDistance, unit: unit), move.steps,
                    up: move.floorsUp, down: move.floorsDown, isStated: move.isStated),
                confidence: move.confidence)
        case .gap(let from, let until):
            return Row(
                kind: .gap, start: from, end: until, title: translatable("Nothing known"),
                detail: Phrase(translatable("No fix received")))
        }
    }

    /// The sport's name if a file states one that differs from the activity's.
    private static func title(of move: StorylineItem.Move) -> String {
        guard let sport = move.sport, sport != move.activity.rawValue else {
            switch move.vehicle {
            case .car: return translatable("Probably a car")
            case .bus: return translatable("Probably a bus")
            case .train: return translatable("Probably a train")
            case .aircraft: return translatable("Probably a flight")
            case nil: return title(of: move.activity)
            }
        }
        return title(ofSport: sport)
    }

    /// Returns the name of a sport that a file states, in lower case, as a title.
    public static func title(ofSport name: String) -> String {
        (name.prefix(1).uppercased() + name.dropFirst()).visible
    }

    private static func title(of activity: Activity) -> String {
        switch activity {
        case .stationary: translatable("On the spot")
        case .walking: translatable("Walk")
        case .running: translatable("Run")
        case .cycling: translatable("Ride")
        case .automotive: translatable("Drive")
        case .unknown: translatable("On the way")
        }
    }
}
