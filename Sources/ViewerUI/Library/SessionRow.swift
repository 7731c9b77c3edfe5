import GTKKit
import Localization
import ViewerModel

/// One session of the library: its title, facts and activities, and a menu.
@MainActor
final class SessionRow {
    let row: ListBox.Row
    private let appearance: Appearance
    private let name = Label("", classes: ["name"], aligned: .start)
    private let facts = Label("", classes: ["facts"], aligned: .start)
    private let lines: Box
    private let menu: MenuButton
    private var strip: ActivityStrip?
    private var shown: (session: LibraryList.Session, unit: DistanceUnit)?

    /// Creates the row of a session that has a path.
    /// - Parameter point: Called with the path when the pointer or the keyboard is on the row, and with `nil` when it leaves.
    init(of path: String, appearance: Appearance, point: @escaping @MainActor (String?) -> Void) {
        self.appearance = appearance
        name.wrap(lines: 2)
        facts.ellipsize()
        lines = Box(.vertical, spacing: 2, children: [name, facts])
        lines.expandsHorizontally = true
        menu = MenuButton(icon: "view-more-symbolic", describedAs: path) {
            Self.menu(of: path)
        }
        menu.addClasses("row-menu")
        menu.verticalAlignment = .start
        row = ListBox.Row(Box(.horizontal, spacing: 4, children: [lines, menu]))
        row.install(FocusController(enter: { point(path) }, leave: { point(nil) }))
        row.install(PointerController(move: { _, _ in point(path) }, leave: { point(nil) }))
        row.install(ClickGesture(.secondary) { [weak menu] _, _, _ in menu?.open() })
    }

    /// Updates the row to the session's current state.
    func show(_ session: LibraryList.Session, in unit: DistanceUnit) {
        guard shown.map({ $0.session != session || $0.unit != unit }) ?? true else { return }
        name.text = session.title
        facts.text = session.problem == nil ? session.facts(in: unit) : localized("Cannot be read")
        row.tooltip = session.problem ?? session.id
        if shown?.session.stretches != session.stretches { showStrip(of: session) }
        if shown?.session.title != session.title {
            menu.tooltip = localized("Actions for {1}", session.title)
            menu.describe(menu.tooltip)
        }
        row.describe("\(session.title), \(facts.text)")
        shown = (session, unit)
    }

    private func showStrip(of session: LibraryList.Session) {
        if let strip { lines.remove(strip.canvas) }
        strip = session.stretches.isEmpty ? nil : ActivityStrip(appearance: appearance, session: session)
        if let strip { lines.append(strip.canvas) }
    }

    /// Redraws the row with other colours.
    func queueDraw() { strip?.canvas.queueDraw() }

    private static func menu(of path: String) -> Menu {
        Menu([
            // Assistive technology can use the menu, but not the row.
            Menu(items: [localized("Open"): "win.session-open::\(path)"]),
            Menu(items: [
                localized("Rename…"): "win.session-rename::\(path)",
                localized("Export…"): "win.session-export::\(path)",
                localized("Show in Folder"): "win.session-reveal::\(path)",
            ]),
            Menu(items: [localized("Move to Trash"): "win.session-bin::\(path)"]),
        ])
    }
}

/// The activities of a session, as a thin strip of colours.
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
