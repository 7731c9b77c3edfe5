import GTKKit

/// A message that a pane is empty, with the reason and a way to fill it.
@MainActor
final class EmptyState {
    let widget: Box

    init(icon: String, headline: String, hint: String) {
        let text = Label(hint, classes: ["dim"])
        text.wrap(maximumCharacters: 28)
        text.isVisible = !hint.isEmpty
        widget = Box(
            .vertical, spacing: 8, children: [Icon(icon, size: 36), Label(headline, classes: ["headline"]), text])
        widget.addClasses("empty-state")
        widget.setMargins(top: 40, start: 16, end: 16)
    }
}
