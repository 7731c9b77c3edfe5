import GTKKit
import SensorModel
import Viewer

/// Something with the clock that its times are read from.
struct Clocked<Item: Equatable>: Equatable {
    let item: Item
    let clock: SessionClock
}

/// A titled list of spans of a day; a click shows the start of one.
@MainActor
final class SeekList<Item: Equatable> {
    let widget = Box(.vertical, spacing: 6)
    private var items: [Item] = []
    private let start: (Item) -> Instant
    private let line: @MainActor (Item) -> ListBox.Row
    private let seek: @MainActor (Instant) -> Void

    /// Creates an empty list.
    /// - Parameters:
    ///   - start: Returns the start of an item.
    ///   - line: Creates the row of an item.
    ///   - seek: Shows the start of an item.
    init(
        start: @escaping (Item) -> Instant, line: @escaping @MainActor (Item) -> ListBox.Row,
        seek: @escaping @MainActor (Instant) -> Void
    ) {
        (self.start, self.line, self.seek) = (start, line, seek)
    }

    /// Shows items below a title; nothing without items. Does nothing if they are already shown.
    func show(_ items: [Item], title: String) {
        guard items != self.items else { return }
        self.items = items
        widget.removeAll()
        guard !items.isEmpty else { return }
        widget.append(Label(title, classes: ["group-title"], aligned: .start))
        let list = ListBox(isSelectable: false)
        list.addClasses("rows", "day-list")
        for item in items { list.append(line(item)) }
        list.onActivate { [weak self] index in
            if let self, self.items.indices.contains(index) { seek(start(self.items[index])) }
        }
        widget.append(list)
    }
}
