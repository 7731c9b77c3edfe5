import Geometry
public import SensorModel

/// Explains why there is or is not a stop at an instant, with the numbers behind the decision and what would change it.
public struct DayInquiry: Sendable {
    /// An explanation.
    public struct Answer: Sendable, Hashable {
        /// The sentences, for the user.
        public var text: Phrase
        /// The smallest change of a parameter that changes the answer; `nil` if none was found.
        public var turningPoint: TurningPoint?
    }

    private let material: DayMaterial
    private let parameters: DayParameters

    /// The time around an item, in seconds, within which other items affect the decision about it.
    private static let reach = 7_200.0
    /// The time before and after an instant, in seconds, within which an alternative stop begins and ends.
    private static let longestAlternative = 1_800.0
    /// The minimum probability of an activity that an answer mentions.
    private static let leastProbability = 0.01
    /// The range of the ratios of probabilities that an answer states.
    private static let (leastRatio, largestRatio) = (1.5, 1_000.0)

    /// Creates an inquiry about a day.
    /// - Parameters:
    ///   - material: The material that the day was derived from.
    ///   - parameters: The parameters that the day was segmented with.
    public init(_ material: DayMaterial, parameters: DayParameters) {
        self.material = material
        self.parameters = parameters.adapted(to: material.points)
    }

    /// Explains why there is or is not a stop at an instant. Segments a part of the day up to several hundred times.
    /// - Parameters:
    ///   - instant: The instant.
    ///   - units: The units for the numbers.
    public func answer(at instant: Instant, in units: DayUnits = .metric) -> Answer {
        let day = Self.day(of: material, parameters)
        let item = day.items.first { $0.start <= instant && instant < $0.end } ?? day.items.last { $0.end == instant }
        var sentences = [day.explanation(at: instant, in: units)]
        guard let item else { return Answer(text: sentences[0]) }
        let stay = day.stays.last { $0.start <= instant && instant <= $0.end }
        if case .move(let move) = item {
            if stay == nil, let alternative = alternative(at: instant, units) {
                sentences = [day.headline(of: move, units), alternative]
            }
            if stay == nil, let comparison = comparison(at: instant) { sentences.append(comparison) }
            if let modes = modes(of: move, at: instant) { sentences.append(modes) }
        }
        let asked =
            if case .stop = item { TimeSpan(start: item.start, end: item.end) } else {
                TimeSpan(start: stay?.start ?? instant, end: stay?.end ?? instant)
            }
        var answer = Answer(text: sentences[0])
        let isCorrected = stay?.ruling == .corrected
        if !isCorrected, !material.isCorrected(at: instant) {
            let part = part(around: item, asked, of: day)
            let search = TurningPointSearch(parameters: parameters) { parameters in
                Self.isStop(Self.day(of: part, parameters), asked)
            }
            answer.turningPoint = search.nearest()
            sentences.append(sentence(on: answer.turningPoint, item))
        }
        answer.text = sentences.dropFirst().reduce(sentences[0]) { Phrase("{1} {2}", [$0, $1]) }
        return answer
    }

    private static func day(of material: DayMaterial, _ parameters: DayParameters) -> Day {
        DaySegmenter(parameters: parameters).segment(
            material.points, activities: material.activities, corrections: material.corrections,
            statements: material.statements)
    }

    /// Returns whether stops fill at least half of a time span.
    private static func isStop(_ day: Day, _ asked: TimeSpan) -> Bool {
        let stops = day.items.compactMap { item -> TimeSpan? in
            if case .stop = item { TimeSpan(start: item.start, end: item.end) } else { nil }
        }
        guard asked.duration > 0 else { return stops.contains { $0.start <= asked.start && asked.start <= $0.end } }
        return stops.reduce(0) { $0 + ($1.intersection(asked)?.duration ?? 0) } >= asked.duration / 2
    }

    /// Returns the material around an item if it leads to the same decision as the whole day; otherwise, all material.
    private func part(around item: StorylineItem, _ asked: TimeSpan, of day: Day) -> DayMaterial {
        let span = TimeSpan(start: item.start + -Self.reach, end: item.end + Self.reach)
        var part = material
        part.points = material.points.filter { span.start <= $0.time && $0.time <= span.end }
        part.activities = material.activities.filter { $0.until > span.start && $0.time < span.end }
        return Self.isStop(Self.day(of: part, parameters), asked) == Self.isStop(day, asked) ? part : material
    }

    /// Returns the best stop that includes an instant, compared with the move; `nil` if the division of the track prefers it.
    private func alternative(at instant: Instant, _ units: DayUnits) -> Phrase? {
        let points = material.points
        guard let index = points.lastIndex(where: { $0.time <= instant }) else { return nil }
        func isNear(_ before: Int) -> Bool {
            abs(points[before].time - instant) <= Self.longestAlternative
                && points[before + 1].time - points[before].time < parameters.silences.gap
        }
        let first = (0..<index).last { !isNear($0) }.map { $0 + 1 } ?? 0
        let last = (index..<(points.count - 1)).first { !isNear($0) } ?? points.count - 1
        let parts = StayCells.parts(
            of: points[first...last], activities: material.activities[...], parameters: parameters)
        let around = parts.lazy.compactMap { cells in
            cells.firstIndex { $0.points.contains(index) }.map { (cells, $0) }
        }
        guard let (cells, cell) = around.first else { return nil }
        let partition = StayPartition(cells: cells, parameters: parameters)
        guard let best = partition.best(including: cell, atLeast: parameters.shortestStopOnFoot), best.excess > 0
        else { return nil }
        let stay = points[partition.points(of: best.stay)]
        let distance = stay[stay.startIndex].coordinate.distance(to: stay[stay.endIndex - 1].coordinate)
        return Phrase(
            translatable(
                "The best stop around this moment would last {1} and lead {2} from end to end. It would fit worse than the move, as if {3} more were named wrongly."
            ), durationText(stay[stay.endIndex - 1].time - stay[stay.startIndex].time), units.length(distance),
            durationText(best.excess))
    }

    /// Returns how much likelier a movement is than a rest; `nil` if how the user moved is stated or unknown.
    private func comparison(at instant: Instant) -> Phrase? {
        guard let estimate = estimate(at: instant), estimate.activity.isMoving,
            let rest = estimate.alternatives.first(where: { $0.activity == .stationary })?.probability, rest > 0
        else { return nil }
        let name = activityName(estimate.activity)
        let ratio = estimate.probability / rest
        if ratio > Self.largestRatio {
            return Phrase(
                translatable("This activity ({1}) is more than {2} times as likely as a rest."),
                [name, Phrase(plain: "\(Int(Self.largestRatio))")])
        }
        guard ratio >= Self.leastRatio else {
            return Phrase(translatable("A rest is nearly as likely as this activity ({1})."), [name])
        }
        return Phrase(
            translatable("This activity ({1}) is {2} times as likely as a rest."),
            [name, Phrase(plain: "\(Int(ratio.rounded()))")])
    }

    private func estimate(at instant: Instant) -> ActivityEstimate? {
        material.activities.last { $0.time <= instant && instant <= $0.until }
    }

    /// Returns the activity of a move and its alternatives, with their probabilities; `nil` if there are no
    /// alternatives.
    private func modes(of move: StorylineItem.Move, at instant: Instant) -> Phrase? {
        guard !move.isStated,
            let estimate = estimate(at: instant), !estimate.alternatives.isEmpty
        else { return nil }
        let named = ActivityEstimate.Alternative(activity: estimate.activity, probability: estimate.probability)
        // The probability of the unknown activity is that of the most likely alternative.
        let likely = ((estimate.activity == .unknown ? [] : [named]) + estimate.alternatives).filter {
            $0.probability >= Self.leastProbability
        }
        let list = likely.map {
            Phrase("{1} {2} %", [activityName($0.activity), Phrase(plain: "\(Int(($0.probability * 100).rounded()))")])
        }
        return Phrase(list: list).map { Phrase(translatable("Probabilities of the activity: {1}."), [$0]) }
    }

    private func sentence(on point: TurningPoint?, _ item: StorylineItem) -> Phrase {
        let isStop = if case .stop = item { true } else { false }
        guard let point else {
            let factor = "\(Int(TurningPointSearch.reach))"
            return isStop
                ? Phrase(
                    translatable("No single parameter, changed by up to a factor of {1}, makes it a move."), factor)
                : Phrase(
                    translatable("No single parameter, changed by up to a factor of {1}, makes it a stop."),
                    factor)
        }
        let arguments =
            [Phrase(parameterTitle: point.title)]
            + [point.text(of: point.value), point.text(of: point.current)].map(Phrase.init(plain:))
        return isStop
            ? Phrase(translatable("It would not be a stop if “{1}” were {2} instead of {3}."), arguments)
            : Phrase(translatable("It would be a stop if “{1}” were {2} instead of {3}."), arguments)
    }
}

extension DayMaterial {
    /// Returns whether the user marked the time at an instant as a stop or as not a stop.
    fileprivate func isCorrected(at instant: Instant) -> Bool {
        corrections.contains { correction in
            switch correction {
            case .stop(let from, let until), .noStop(let from, let until): from <= instant && instant <= until
            default: false
            }
        }
    }
}
