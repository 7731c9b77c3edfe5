public import FusionCore
import Geodesy
import NavigationMath
public import SensorModel

/// A day as the user reads it: its stops, moves and gaps, one below the other, and its totals.
public struct DayList: Sendable, Hashable {
    /// One stop, move or gap.
    public struct Row: Sendable, Hashable {
        /// The kind of a row.
        public enum Kind: Sendable, Hashable {
            /// Staying somewhere.
            case stop
            /// A way in one manner of moving.
            case move(Activity)
            /// Nothing is known.
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
        /// The line under the title: where a stop was, how far a way went, how many steps.
        public var detail: Phrase
        /// The confidence of the activity of a move; `nil` for another row, or if a file states it.
        public var confidence: Confidence?

        /// Seconds.
        public var duration: Double { end - start }
    }

    /// The sum of the ways of one manner of moving.
    public struct Total: Sendable, Hashable {
        /// The name for the user: `On foot`.
        public var title: String
        /// Metres from measured fixes; nil if there was no such way.
        public var distance: Double?
        /// Metres that are estimated, beyond the measured.
        public var estimatedDistance = 0.0
        /// Seconds.
        public var duration = 0.0
    }

    /// The rows in order of time.
    public let rows: [Row]
    /// The totals on foot, by bike and by car.
    public let totals: [Total]
    /// Steps of the whole day; nil if nothing counted them.
    public let steps: Int?
    /// Flights climbed; nil if nothing counted any.
    public let floorsUp: Int?
    /// Flights descended; nil if nothing counted any.
    public let floorsDown: Int?
    /// Seconds of all stops.
    public let stopDuration: Double

    /// Lists a day.
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
            (translatable("By car"), [.automotive]),
        ]
        totals = kinds.map { title, activities in
            // A sport that is none of these counts neither as walking nor as cycling nor as driving, at any speed.
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

    /// Flights as the user reads them: `3 up, 2 down`; nil if nothing counted any.
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
            steps == 1 ? Phrase(translatable("1 step")) : Phrase(translatable("{1} steps"), "\(steps)")
        }
        let source = isStated ? Phrase(translatable("stated by the file")) : nil
        return Phrase(list: [first, counted, floors, source].compactMap(\.self)) ?? first
    }

    /// Returns the place of the row that an instant lies in; nil outside the day. O(log n).
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
            let place = coordinateText(latitude: stop.coordinate.latitude, longitude: stop.coordinate.longitude)
            return Row(
                kind: .stop, start: stop.start, end: stop.end, title: stop.name ?? translatable("Stop"),
                detail: detail(
                    Phrase(plain: "\(place), \(unit.smallText(of: stop.radius, prefix: "±"))"), stop.steps,
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

    /// The sport's own name if a file states one that is not simply the activity's.
    private static func title(of move: StorylineItem.Move) -> String {
        guard let sport = move.sport, sport != move.activity.rawValue else {
            switch move.vehicle {
            case .train: return translatable("Probably a train")
            case .aircraft: return translatable("Probably a flight")
            case nil: return title(of: move.activity)
            }
        }
        return (sport.prefix(1).uppercased() + sport.dropFirst()).visible
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

/// Returns a place in degrees to about 10 m: `50.0874° N, 14.4213° E`.
public func coordinateText(latitude: Double, longitude: Double) -> String {
    "\(decimalText(abs(latitude), decimals: 4))° \(latitude < 0 ? "S" : "N"), "
        + "\(decimalText(abs(longitude), decimals: 4))° \(longitude < 0 ? "W" : "E")"
}
