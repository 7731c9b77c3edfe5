import GTKKit
import SensorModel
import ViewerModel

/// The library's sessions by day, folded away at will.
@MainActor
final class LibrarySidebar {
    /// The pane's widget.
    let widget: Revealer
    /// Called with the path of a session that a person chooses.
    var onOpen: (String) -> Void = { _ in }

    private let appearance: Appearance
    private let search = SearchField(placeholder: localized("Search sessions"))
    private let content = Box(.vertical)
    private var sessions = LibraryList()
    /// The unit of the distances.
    var unit: DistanceUnit {
        didSet { if unit != oldValue { list() } }
    }
    private var lists: [(list: ListBox, paths: [String])] = []
    private var strips: [ActivityStrip] = []
    private var hidden: Set<String> = []
    /// The path of the session that is open; nil where none of the library is.
    private(set) var selected: String?

    static let width = 258
    /// The width of a window below which the library folds away by itself.
    static let narrowestWindow = 1_080

    init(appearance: Appearance, unit: DistanceUnit) {
        self.appearance = appearance
        self.unit = unit
        search.describe(localized("Search sessions"))
        search.tooltip = localized("Search sessions (Ctrl F)")
        search.setMargins(top: 12, bottom: 4, start: 12, end: 12)
        let column = Box(.vertical, children: [search])
        column.addClasses("library")
        column.requestSize(width: Self.width)
        let scroller = ScrolledWindow(content)
        scroller.expandsVertically = true
        column.append(scroller)
        widget = Revealer(column, transition: .slideRight)
        widget.isRevealed = true
        search.onEdit { [weak self] _ in self?.list() }
        appearance.onChange { [weak self] in self?.strips.forEach { $0.canvas.queueDraw() } }
        list()
    }

    /// Whether the library is folded away.
    var isFolded: Bool {
        get { !widget.isRevealed }
        set {
            widget.isRevealed = !newValue
            // A folded library takes no room and no focus.
            widget.isVisible = !newValue
        }
    }

    /// Shows the library's sessions.
    func show(_ sessions: [LibraryList.Session]) {
        guard sessions != self.sessions.sessions else { return }
        self.sessions.sessions = sessions
        list()
    }

    /// Marks the session that is open.
    func select(path: String?) {
        selected = path
        for (list, paths) in lists { list.select(path.flatMap(paths.firstIndex(of:))) }
    }

    /// Returns a session of the library.
    func session(at path: String) -> LibraryList.Session? { sessions.sessions.first { $0.id == path } }

    /// Leaves a session out of the list.
    func hide(path: String) {
        hidden.insert(path)
        list()
    }

    /// Lists a session again that was left out.
    func reveal(path: String) {
        hidden.remove(path)
        list()
    }

    /// Takes the keyboard for a search.
    func focusSearch() { search.grabFocus() }

    private func list() {
        content.removeAll()
        lists = []
        strips = []
        var shown = sessions
        shown.search = search.text
        shown.sessions.removeAll { hidden.contains($0.id) }
        search.isSensitive = !shown.sessions.isEmpty
        let days = shown.days
        guard !days.isEmpty else { return showEmpty(isSearch: !shown.sessions.isEmpty) }
        for day in days { append(day) }
        select(path: selected)
    }

    private func append(_ day: LibraryList.Day) {
        let heading = day.needsYear ? day.date.localizedLongText : day.date.localizedShortText
        content.append(Label(heading, classes: ["day"], aligned: .start))
        let list = ListBox()
        for session in day.sessions { list.append(row(for: session)) }
        let paths = day.sessions.map(\.id)
        list.onActivate { [weak self] index in self?.onOpen(paths[index]) }
        lists.append((list, paths))
        content.append(list)
    }

    private func row(for session: LibraryList.Session) -> ListBox.Row {
        let name = Label(session.title, classes: ["name"], aligned: .start)
        name.ellipsize()
        let text = session.facts(in: unit)
        let facts = Label(text, classes: ["facts"], aligned: .start)
        let lines = Box(.vertical, spacing: 2, children: [name, facts])
        if !session.stretches.isEmpty {
            let strip = ActivityStrip(appearance: appearance, session: session)
            strips.append(strip)
            lines.append(strip.canvas)
        }
        lines.expandsHorizontally = true
        let menu = MenuButton(
            icon: "view-more-symbolic", menu: Self.menu(for: session),
            describedAs: localized("What to do with {1}", session.title))
        menu.addClasses("row-menu")
        menu.verticalAlignment = .start
        let row = ListBox.Row(Box(.horizontal, spacing: 4, children: [lines, menu]))
        row.describe("\(session.title), \(text)")
        row.tooltip = session.id
        row.install(ClickGesture(.secondary) { [weak menu] _, _, _ in menu?.open() })
        return row
    }

    private static func menu(for session: LibraryList.Session) -> Menu {
        Menu([
            Menu(items: [
                localized("Rename…"): "win.session-rename::\(session.id)",
                localized("Export…"): "win.session-export::\(session.id)",
                localized("Show in its folder"): "win.session-reveal::\(session.id)",
            ]),
            Menu(items: [localized("Move to the bin"): "win.session-bin::\(session.id)"]),
        ])
    }

    private func showEmpty(isSearch: Bool) {
        let icon = Icon(isSearch ? "system-search-symbolic" : "odograph-track-symbolic", size: 40)
        let headline = Label(
            isSearch ? localized("Nothing found") : localized("No recordings yet"), classes: ["headline"])
        let hint = Label(
            isSearch
                ? localized("No session has that in its name,\nits day or its activities.")
                : localized("Press Record to make one,\nor open a file."),
            classes: ["dim"])
        let box = Box(.vertical, spacing: 8, children: [icon, headline, hint])
        box.addClasses("empty-state")
        box.setMargins(top: 64, start: 16, end: 16)
        content.append(box)
    }
}

/// What was done in a session, as a thin strip of colours.
@MainActor
final class ActivityStrip: CanvasContent {
    private let appearance: Appearance
    private let session: LibraryList.Session
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)

    private static let gap = 1.5

    init(appearance: Appearance, session: LibraryList.Session) {
        self.appearance = appearance
        self.session = session
        canvas.requestSize(height: 5)
        canvas.setMargins(top: 5, bottom: 1)
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        for part in session.strip {
            let length = max(1, width * (part.end - part.start) - Self.gap)
            drawing.rectangle(x: width * part.start, y: 0, width: length, height: height, radius: height / 2)
            drawing.setColor(Color(appearance.palette.color(of: part.activity)))
            drawing.fill()
        }
    }
}
