import GTKKit
import SensorModel

/// Short messages over the map, each with at most one button.
@MainActor
final class ToastOverlay {
    /// The overlay's widget.
    let widget: Overlay
    private let revealer: Revealer
    private let label = Label("")
    private let button = Button(label: "")
    private var action: () -> Void = {}
    private var unanswered: () -> Void = {}
    private var generation = 0

    /// The time in milliseconds for which a message stays.
    static let stay = 6_000
    /// The time in milliseconds for which a message with a button stays: it is read, and then the button is reached.
    static let offerStay = 12_000
    /// The time in milliseconds for which a longer message with a button stays.
    static let longStay = 20_000

    init(over content: Widget) {
        widget = Overlay(content)
        label.wrap(maximumCharacters: 60)
        label.expandsHorizontally = true
        let box = Box(.horizontal, spacing: 12, children: [label, button])
        box.addClasses("toast")
        revealer = Revealer(box, transition: .crossfade)
        revealer.horizontalAlignment = .center
        revealer.verticalAlignment = .end
        revealer.setMargins(bottom: 44, start: 16, end: 16)
        revealer.isVisible = false
        widget.add(revealer)
        button.onClick { [weak self] in
            guard let self else { return }
            unanswered = {}
            // The action might show its own message.
            let action = action
            hide()
            action()
        }
    }

    /// Shows a message.
    /// - Parameters:
    ///   - text: One sentence.
    ///   - answer: The label and the action of the button.
    ///   - milliseconds: The time for which the message stays; by default, longer with a button.
    ///   - unanswered: Called when the message has disappeared without a press of the button.
    func show(
        _ text: String, answer: (label: String, action: () -> Void)? = nil, for milliseconds: Int? = nil,
        unanswered: @escaping () -> Void = {}
    ) {
        settle()
        self.unanswered = unanswered
        label.text = text.visible
        button.isVisible = answer != nil
        if let answer {
            button.setLabel(answer.label)
            button.describe(answer.label)
            action = answer.action
        }
        revealer.isVisible = true
        revealer.isRevealed = true
        generation += 1
        let shown = generation
        MainLoop.after(milliseconds: milliseconds ?? (answer == nil ? Self.stay : Self.offerStay)) { [weak self] in
            if self?.generation == shown { self?.hide() }
        }
    }

    /// Hides the message.
    func hide() {
        revealer.isRevealed = false
        revealer.isVisible = false
        action = {}
        settle()
    }

    /// Performs the action that waited for the answer.
    func settle() {
        let waiting = unanswered
        unanswered = {}
        waiting()
    }
}
