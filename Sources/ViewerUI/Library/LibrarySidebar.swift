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
    private let search = SearchField(placeholder: "Search sessions")
    private let content = Box(.vertical)
    private var entries: [LibraryEntry] = []
    private var lists: [(list: ListBox, paths: [String])] = []
    private var strips: [ActivityStrip] = []
    private var selected: String?

    static let width = 258
    /// The width of a window below which the library folds away by itself.
    static let narrowestWindow = 1_080

    init(appearance: Appearance) {
        self.appearance = appearance
        search.describe("Search sessions")
        search.tooltip = "Search sessions (Ctrl F)"
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
    func show(_ entries: [LibraryEntry]) {
        self.entries = entries
        list()
    }

    /// Marks the session that is open.
    func select(path: String?) {
        selected = path
        for (list, paths) in lists { list.select(path.flatMap(paths.firstIndex(of:))) }
    }

    /// Takes the keyboard for a search.
    func focusSearch() { search.grabFocus() }

    private func list() {
        content.removeAll()
        lists = []
        strips = []
        let words = search.text.lowercased().split(separator: " ")
        let found = entries.filter { entry in words.allSatisfy { entry.title.lowercased().contains($0) } }
        search.isSensitive = !entries.isEmpty
        guard !found.isEmpty else { return showEmpty() }
        var index = 0
        while index < found.count {
            let day = ClockTime.local(found[index].start).date
            let end = found[index...].firstIndex { ClockTime.local($0.start).date != day } ?? found.count
            append(Array(found[index..<end]), of: day)
            index = end
        }
        select(path: selected)
    }

    private func append(_ entries: [LibraryEntry], of day: CivilDate) {
        content.append(Label(day.shortText, classes: ["day"], aligned: .start))
        let list = ListBox()
        for entry in entries { list.append(row(for: entry)) }
        let paths = entries.map(\.path)
        list.onActivate { [weak self] index in self?.onOpen(paths[index]) }
        lists.append((list, paths))
        content.append(list)
    }

    private func row(for entry: LibraryEntry) -> ListBox.Row {
        let name = Label(entry.title, classes: ["name"], aligned: .start)
        name.ellipsize()
        let facts = Label(Self.facts(of: entry), classes: ["facts"], aligned: .start)
        let lines = Box(.vertical, spacing: 2, children: [name, facts])
        if !entry.stretches.isEmpty {
            let strip = ActivityStrip(appearance: appearance, stretches: entry.stretches)
            strips.append(strip)
            lines.append(strip.canvas)
        }
        let row = ListBox.Row(lines)
        row.describe("\(entry.title), \(Self.facts(of: entry))")
        row.tooltip = entry.path
        return row
    }

    private static func facts(of entry: LibraryEntry) -> String {
        let parts = [
            entry.distance.map(DistanceUnit.metric.text(of:)), entry.duration.map(durationText),
            entry.duration == nil ? ClockTime.local(entry.start).minuteText : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    private func showEmpty() {
        let isSearch = !entries.isEmpty
        let icon = Icon(isSearch ? "system-search-symbolic" : "odograph-track-symbolic", size: 40)
        let headline = Label(isSearch ? "Nothing found" : "No recordings yet", classes: ["headline"])
        let hint = Label(
            isSearch ? "No session has that in its name." : "Press Record to make one,\nor open a file.",
            classes: ["dim", "centered"])
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
    private let stretches: [LibraryEntry.Stretch]
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)

    init(appearance: Appearance, stretches: [LibraryEntry.Stretch]) {
        self.appearance = appearance
        self.stretches = stretches
        canvas.requestSize(height: 5)
        canvas.setMargins(top: 5, bottom: 1)
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let palette = appearance.palette
        let total = stretches.reduce(0) { $0 + $1.duration }
        guard total > 0 else { return }
        var x = 0.0
        for stretch in stretches {
            let part = width * stretch.duration / total
            drawing.rectangle(x: x, y: 0, width: max(1, part - 1.5), height: height, radius: height / 2)
            drawing.setColor(Color(palette.color(of: stretch.activity)))
            drawing.fill()
            x += part
        }
    }
}
