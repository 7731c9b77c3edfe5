import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A card that explains a row of the day and lets the user correct it: the reason, the place's name, and the activity.
///
/// Nothing in it needs a tooltip, because a popover keeps touches to itself and a finger cannot ask for one.
@MainActor
final class DayCard {
    /// The user's request.
    enum Request {
        /// Stores a correction. The stop is the one that a name belongs to.
        case correct(Correction, StorylineItem.Stop?)
        case seek(Instant)
    }

    private let popover: Popover
    private let handle: (Request) -> Void
    private let reason: Label
    private var answering: Task<Void, Never>?
    /// The widgets whose values are read later.
    private var kept: [Widget] = []

    private static let activities: [Activity] = [.walking, .running, .cycling, .automotive]
    private static let mostPauses = 6

    /// Creates the card of an item, with the answer for an instant of it.
    /// - Parameters:
    ///   - clock: The clock that times are read from.
    ///   - canCorrect: Whether the row can be corrected; false during a recording.
    ///   - answer: Returns the explanation with its numbers, which takes a moment; until then, the card shows the rule.
    init(
        of item: StorylineItem, in day: Day, at instant: Instant, unit: SpeedUnit, clock: SessionClock,
        canCorrect: Bool,
        answer: @escaping @MainActor (Instant, DayUnits) async -> Phrase?,
        handle: @escaping (Request) -> Void
    ) {
        self.handle = handle
        let column = Box(.vertical, spacing: 8)
        column.addClasses("day-card")
        column.setMargins(top: 6, bottom: 6, start: 6, end: 6)
        popover = Popover(column)
        reason = Self.paragraph(day.explanation(at: instant, in: Self.units(unit)).localized)
        column.append(reason)
        answering = Task { [weak self] in
            guard let text = await answer(instant, Self.units(unit)), !Task.isCancelled else { return }
            self?.reason.text = text.localized
        }
        guard canCorrect else {
            column.append(Self.paragraph(localized("It can be corrected after the recording has ended.")))
            return
        }
        switch item {
        case .stop(let stop): appendStop(stop, to: column)
        case .move(let move):
            appendPauses(day.pauses(from: move.start, until: move.end), clock, to: column)
            appendMove(move, to: column)
        case .gap(let from, let until):
            column.append(button(localized("Mark as Stop"), .stop(from: from, until: until)))
        }
    }

    /// Shows the card next to a row.
    func open(at row: Widget, x: Double? = nil, y: Double? = nil) { popover.open(at: row, x: x, y: y) }

    /// Removes the card before its row is removed.
    func leave() {
        answering?.cancel()
        popover.leave()
    }

    private static func units(_ unit: SpeedUnit) -> DayUnits {
        DayUnits(speed: { unit.axis.text(of: $0) }, length: { unit.distanceUnit.smallText(of: $0) })
    }

    private static func paragraph(_ text: String) -> Label {
        let label = Label(text, classes: ["caption"], aligned: .start)
        label.wrap(maximumCharacters: 44)
        return label
    }

    private func appendStop(_ stop: StorylineItem.Stop, to column: Box) {
        let field = TextField()
        kept.append(field)
        field.text = stop.name ?? ""
        field.reserve(characters: 18)
        field.describe(localized("Name of the place"))
        let middle = stop.start + (stop.end - stop.start) / 2
        field.onActivate { [weak self] text in
            self?.finish(.correct(.placeName(text, at: middle), stop))
        }
        let keep = Button(label: localized("Name"))
        keep.onClick { [weak self, weak field] in
            if let field { self?.finish(.correct(.placeName(field.text, at: middle), stop)) }
        }
        column.append(Box(.horizontal, spacing: 6, children: [field, keep]))
        column.append(Self.paragraph(localized("The name applies to every visit.")))
        column.append(button(localized("Not a Stop"), .noStop(from: stop.start, until: stop.end)))
    }

    private func appendPauses(_ pauses: [Pause], _ clock: SessionClock, to column: Box) {
        for pause in pauses.prefix(Self.mostPauses) {
            let time = clock.time(pause.span.start).minuteText
            let seek = Button(label: time)
            seek.onClick { [weak self] in self?.finish(.seek(pause.span.start)) }
            let stop = Button(label: localized("Mark as Stop"))
            stop.onClick { [weak self] in
                self?.finish(.correct(.stop(from: pause.span.start, until: pause.span.end), nil))
            }
            column.append(Box(.horizontal, spacing: 6, children: [seek, Self.paragraph(pause.reason.localized), stop]))
        }
    }

    private func appendMove(_ move: StorylineItem.Move, to column: Box) {
        let choice = DropDown([localized("Walk"), localized("Run"), localized("Ride"), localized("Drive")])
        kept.append(choice)
        choice.selected = Self.activities.firstIndex(of: move.activity) ?? 0
        choice.describe(localized("The actual activity"))
        let keep = Button(label: localized("Confirm"))
        keep.onClick { [weak self, weak choice] in
            guard let choice, Self.activities.indices.contains(choice.selected) else { return }
            self?.finish(
                .correct(.activity(Self.activities[choice.selected], from: move.start, until: move.end), nil))
        }
        column.append(Box(.horizontal, spacing: 6, children: [choice, keep]))
        column.append(button(localized("Mark as Stop"), .stop(from: move.start, until: move.end)))
    }

    private func button(_ label: String, _ correction: Correction) -> Button {
        let button = Button(label: label)
        button.onClick { [weak self] in self?.finish(.correct(correction, nil)) }
        return button
    }

    private func finish(_ request: Request) {
        popover.close()
        handle(request)
    }
}
