import GTKKit
import ViewerModel

/// One value with its name.
@MainActor
final class ValueCard {
    let widget: Box
    private let nameLabel: Label
    private static let askedCharacters = 8
    private let valueLabel = Label(missingText, classes: ["value"], aligned: .start)
    private let noteLabel = Label("", classes: ["name"], aligned: .start)

    init(_ name: String, value: String = missingText) {
        valueLabel.text = value
        nameLabel = Label(name, classes: ["name"], aligned: .start)
        // A card must not widen the pane: that would move the map, and the whole window would be laid out and drawn
        // again.
        nameLabel.ellipsize(askingFor: Self.askedCharacters)
        valueLabel.ellipsize(askingFor: Self.askedCharacters)
        noteLabel.wrap(maximumCharacters: Self.askedCharacters)
        noteLabel.isVisible = false
        widget = Box(group: .vertical, spacing: 0, children: [nameLabel, valueLabel, noteLabel])
        widget.addClasses("card")
        widget.expandsHorizontally = true
    }

    var name: String {
        get { nameLabel.text }
        set { nameLabel.text = newValue }
    }

    var value: String {
        get { valueLabel.text }
        set { valueLabel.text = newValue }
    }

    /// A remark on the value, on separate lines; empty for none.
    var note: String {
        get { noteLabel.text }
        set {
            noteLabel.text = newValue
            noteLabel.isVisible = !newValue.isEmpty
        }
    }
}
