import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The library's sessions by day, in a sidebar that can be collapsed.
@MainActor
final class LibrarySidebar: Pane {
    let widget: Revealer
    private let replay: ReplayController
    private let appearance: Appearance
    private let search = SearchField(placeholder: localized("Search sessions"))
    private let content = Box(long: .vertical)
    private let scroller: ScrolledWindow
    /// The space of the rows that have not been created yet.
    private let rest = Box(.vertical)
    private let onMap = ToggleButton(label: localized("On the Map"))
    private var unit: DistanceUnit { replay.unit.distanceUnit }
    private var lists: [(list: ListBox, paths: [String])] = []
    /// The rows of all sessions seen so far.
    private var rows: [String: SessionRow] = [:]
    /// The listed sessions by day, and those without a row yet; the first session of a day is preceded by the heading
    /// of the day.
    private var listedIDs: [[String]] = []
    private var waiting: [(day: LibraryList.Day?, session: LibraryList.Session)] = []
    private var isMaking = false
    /// The path of the open session; `nil` if no session of the library is open.
    private(set) var selected: String?

    private static let width = 258
    /// The number of pages of rows that are created below the visible one, for the keyboard and the wheel.
    private static let pagesAhead = 0.75
    /// The height of the rows that are created before the pane's height is known, in pixels.
    private static let firstHeight = 700.0
    private static let rowsAtOnce = 40
    /// The minimum heights of a row and of a heading, in pixels.
    private static let usualHeight = 50
    private static let headingHeight = 28

    init(appearance: Appearance, replay: ReplayController) {
        (self.appearance, self.replay) = (appearance, replay)
        search.describe(localized("Search sessions"))
        search.tooltip = localized(
            "Search sessions by name, activity or day, such as 2025-11-14, or days such as 2025-11-01..2025-11-30 (Ctrl+F)"
        )
        search.setMargins(top: 12, bottom: 4, start: 12, end: 12)
        onMap.tooltip = localized("Show the listed sessions on one map (Ctrl+Shift+M)")
        onMap.setMargins(bottom: 4, start: 12, end: 12)
        onMap.setAction("win.library-map")
        let column = Box(.vertical, children: [search, onMap])
        column.addClasses("library")
        column.requestSize(width: Self.width)
        scroller = ScrolledWindow(content)
        scroller.expandsVertically = true
        column.append(scroller)
        widget = Revealer(column, transition: .slideRight)
        widget.isRevealed = true
        search.onEdit { replay.search($0) }
        scroller.onSeen { [weak self] in self?.makeMore() }
        appearance.onChange { [weak self] in self?.rows.values.forEach { $0.queueDraw() } }
        list()
    }

    /// Fills the width of a narrow window.
    func setNarrow(_ isNarrow: Bool) {
        widget.expandsHorizontally = isNarrow
        widget.setClass("narrow", isNarrow)
    }

    /// Whether the library is collapsed.
    var isFolded: Bool {
        get { !widget.isRevealed }
        set {
            widget.isRevealed = !newValue
            // A collapsed library takes neither space nor focus.
            widget.isVisible = !newValue
        }
    }

    func show(_ change: FaceChange) {
        if change.has(\.search) { scroller.showTop() }
        if change.has(\.library) || change.has(\.binned) || change.has(\.search) {
            let known = Set(change.new.library.map(\.id))
            rows = rows.filter { known.contains($0.key) }
            list()
        }
        if change.picture == .session { select(path: replay.picture?.path) }
    }

    func handlePreferences() { list() }

    /// Marks the session that is open.
    private func select(path: String?) {
        selected = path
        for (list, paths) in lists { list.select(path.flatMap(paths.firstIndex(of:))) }
    }

    func focusSearch() { search.grabFocus() }

    /// Lists the sessions that match the search; existing rows are kept.
    private func list() {
        let listed = replay.found
        search.isSensitive = !listed.sessions.isEmpty
        onMap.isVisible = !listed.sessions.isEmpty
        let days = listed.days
        let ids = days.map { $0.sessions.map(\.id) }
        let isSame = !ids.isEmpty && ids == listedIDs
        listedIDs = ids
        waiting = days.flatMap { day in day.sessions.enumerated().map { ($0 == 0 ? day : nil, $1) } }
        guard !isSame else {
            for (_, session) in waiting { rows[session.id]?.show(session, in: unit) }
            waiting.removeFirst(lists.reduce(0) { $0 + $1.paths.count })
            return
        }
        content.removeAll()
        lists.forEach { $0.list.removeAll() }
        lists = []
        guard !days.isEmpty else { return showEmpty(isSearch: !listed.sessions.isEmpty) }
        content.append(rest)
        makeRows()
    }

    /// Creates rows until they extend below the visible part, some at a time, because thousands together would block
    /// the window.
    private func makeRows() {
        isMaking = false
        let seen = scroller.seen
        let page = max(seen.upperBound - seen.lowerBound, Self.firstHeight)
        let wanted = seen.lowerBound + (1 + Self.pagesAhead) * page
        var left = Self.rowsAtOnce
        while left > 0, !waiting.isEmpty, height < wanted {
            append(waiting.removeFirst())
            left -= 1
        }
        rest.requestSize(height: waiting.count * Self.usualHeight)
        select(path: selected)
        if left == 0 { makeMore() }
    }

    private func makeMore() {
        guard !isMaking, !waiting.isEmpty else { return }
        isMaking = true
        // Not during the layout that reported the change.
        MainLoop.after(milliseconds: 0) { [weak self] in self?.makeRows() }
    }

    /// The approximate height of the listed rows, in pixels.
    private var height: Double {
        Double(lists.reduce(0) { $0 + Self.headingHeight + $1.paths.count * Self.usualHeight })
    }

    private func append(_ item: (day: LibraryList.Day?, session: LibraryList.Session)) {
        if let day = item.day {
            let heading =
                day.date.year == CivilDate.today.year ? day.date.localizedShortText : day.date.localizedLongText
            let list = ListBox()
            content.remove(rest)
            content.append(Label(heading, classes: ["day"], aligned: .start))
            content.append(list)
            content.append(rest)
            let place = lists.count
            list.onActivate { [weak self] index in
                guard let self, lists.indices.contains(place) else { return }
                replay.open([lists[place].paths[index]])
            }
            lists.append((list, []))
        }
        let session = item.session
        let row =
            rows[session.id]
            ?? SessionRow(of: session.id, appearance: appearance) { [replay] in replay.libraryMap.pointed = $0 }
        rows[session.id] = row
        row.show(session, in: unit)
        lists[lists.count - 1].list.append(row.row)
        lists[lists.count - 1].paths.append(session.id)
    }

    private func showEmpty(isSearch: Bool) {
        let icon = Icon(isSearch ? "system-search-symbolic" : "odograph-track-symbolic", size: 40)
        let headline = Label(
            isSearch ? localized("Nothing found") : localized("No recordings yet"), classes: ["headline"])
        let hint = Label(
            isSearch
                ? localized("No session has this in its name,\nday, or activities.")
                : localized("Press Record to make one,\nor open a file."),
            classes: ["dim"])
        let box = Box(.vertical, spacing: 8, children: [icon, headline, hint])
        box.addClasses("empty-state")
        box.setMargins(top: 64, start: 16, end: 16)
        content.append(box)
    }
}
