import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The header of the day pane: the day that is shown, and buttons for the previous and the next day.
@MainActor
final class DayHeader {
    let widget: Box
    /// The user's request.
    enum Request {
        /// The next day, or the previous one.
        case step(isForward: Bool)
        /// The month, or the day again.
        case month(isShown: Bool)
    }

    private let month = ToggleButton(
        icon: "x-office-calendar-symbolic", describedAs: localized("Month of the library"))
    private let title = Label("", classes: ["strong"])
    /// The header must not widen the pane, because that would move the map.
    private static let askedCharacters = 16
    private let back = Button(icon: "go-previous-symbolic", describedAs: localized("Previous day"))
    private let forward = Button(icon: "go-next-symbolic", describedAs: localized("Next day"))

    init(hasMonth: Bool, handle: @escaping (Request) -> Void) {
        month.isVisible = hasMonth
        title.expandsHorizontally = true
        title.ellipsize(askingFor: Self.askedCharacters)
        widget = Box(.horizontal, spacing: 4, children: [back, title, forward, month])
        widget.addClasses("day-header")
        widget.setMargins(top: 4, bottom: 4, start: 14, end: 14)
        for button in [back, forward] { button.addClasses("flat") }
        month.addClasses("flat")
        month.onToggle { handle(.month(isShown: $0)) }
        back.onClick { handle(.step(isForward: false)) }
        forward.onClick { handle(.step(isForward: true)) }
    }

    /// Whether the month is shown.
    var showsMonth: Bool {
        get { month.isActive }
        set { month.isActive = newValue }
    }

    /// Shows a month instead of a day.
    func showMonth(_ name: String) {
        title.text = name
        for (button, tooltip) in [(back, localized("Previous month")), (forward, localized("Next month"))] {
            button.isSensitive = true
            button.tooltip = tooltip
        }
    }

    func show(_ browser: DayBrowser) {
        switch browser.shown {
        case .nothing: title.text = ""
        case .session: title.text = Self.text(of: browser.sessionDates)
        case .sessionDay(let date): title.text = date.localizedShortText
        case .libraryDay(let date): title.text = date.localizedShortText
        }
        back.isSensitive = browser.previous != nil
        forward.isSensitive = browser.next != nil
        back.tooltip =
            browser.previous.map { localized("Previous day: {1}", $0.localizedLongText) } ?? localized("No day before")
        forward.tooltip =
            browser.next.map { localized("Next day: {1}", $0.localizedLongText) } ?? localized("No day after")
    }

    private static func text(of dates: [CivilDate]) -> String {
        guard let first = dates.first, let last = dates.last else { return "" }
        return first == last ? first.localizedShortText : "\(first.localizedDayText) – \(last.localizedDayText)"
    }
}
