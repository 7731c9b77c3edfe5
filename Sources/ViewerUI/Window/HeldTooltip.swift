import GTKKit
import ViewerModel

/// Shows the tooltip of a widget on which a finger rests, because GTK shows none on a touchscreen.
@MainActor
final class HeldTooltip {
    /// The content of the window with the tooltip over it.
    let widget: Overlay
    private let label = Label("", aligned: .start)
    private var generation = 0

    /// The time in milliseconds for which a text stays after the finger has come to rest.
    private static let stay = 8_000

    /// Creates it for a window with the given content.
    init(in window: Window, over content: Widget) {
        widget = Overlay(content)
        label.wrap(maximumCharacters: 40)
        label.makeHoverCard()
        widget.add(label)
        window.install(
            PressGesture(
                begin: { [weak self] _ in
                    self?.label.isVisible = false
                    return false
                }, end: { _, _ in }))
        window.install(
            LongPressGesture { [weak self, weak window] x, y in
                guard let self, let window, let found = window.tooltip(atX: x, y: y) else { return false }
                show(found.text, nextTo: found.frame, in: window)
                return true
            })
    }

    private func show(_ text: String, nextTo frame: Frame, in window: Window) {
        let middle = (x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
        guard let place = window.translate(x: middle.x, y: middle.y, to: widget) else { return }
        label.text = text
        label.showCard(
            besideX: place.x, y: place.y, mapWidth: widget.width, mapHeight: widget.height)
        generation += 1
        let shown = generation
        MainLoop.after(milliseconds: Self.stay) { [weak self] in
            if self?.generation == shown { self?.label.isVisible = false }
        }
    }
}
