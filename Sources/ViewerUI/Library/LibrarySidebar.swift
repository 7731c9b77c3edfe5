import GTKKit

/// The library's sessions by day, folded away at will.
@MainActor
final class LibrarySidebar {
    /// The pane's widget.
    let widget: Revealer
    private let search = SearchField(placeholder: "Search sessions")
    private let content = Box(.vertical)

    static let width = 258

    init() {
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
        showEmpty()
    }

    private func showEmpty() {
        let icon = Icon("odograph-track-symbolic", size: 40)
        let headline = Label("No recordings yet", classes: ["headline"])
        let hint = Label("Press Record to make one, or open a file.", classes: ["dim"])
        hint.wrap(maximumCharacters: 24)
        let box = Box(.vertical, spacing: 8, children: [icon, headline, hint])
        box.addClasses("empty-state")
        box.setMargins(top: 60, start: 16, end: 16)
        content.append(box)
    }

    /// Takes the keyboard for a search.
    func focusSearch() { search.grabFocus() }
}
