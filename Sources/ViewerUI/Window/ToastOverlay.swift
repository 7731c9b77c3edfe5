import GTKKit
import Localization
import SensorModel
import Viewer

/// Short messages over the map, each with at most one button.
@MainActor
final class ToastOverlay: Pane {
    let widget: Overlay
    private let revealer: Revealer
    private let label = Label("")
    private let button = Button(label: "")
    private let replay: ReplayController
    /// The offer of the message, until the user has answered or it has disappeared.
    private var offer: Notice.Offer?
    /// Does what a message offers.
    var accept: (Notice.Offer) -> Void = { _ in }
    private var generation = 0

    /// The time in milliseconds for which a message stays.
    static let stay = 6_000
    /// The time in milliseconds for which a message with a button stays: it is read, and then the button is reached.
    static let offerStay = 12_000
    /// The time in milliseconds for which a longer message with a button stays.
    static let longStay = 20_000

    init(over content: Widget, replay: ReplayController) {
        self.replay = replay
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
            guard let self, let offer else { return }
            self.offer = nil
            // The offer might show its own message.
            hide()
            accept(offer)
        }
    }

    func show(_ change: FaceChange) {
        if change.has(\.notice), let notice = change.new.notice { show(notice) }
    }

    private func show(_ notice: Notice) {
        settle()
        offer = notice.offer
        label.text = notice.sentence.visible
        let name = notice.offer.map(Self.name)
        button.isVisible = name != nil
        if let name {
            button.setLabel(name)
            button.describe(name)
        }
        revealer.isVisible = true
        revealer.isRevealed = true
        generation += 1
        let shown = generation
        MainLoop.after(milliseconds: Self.stay(of: notice.offer)) { [weak self] in
            if self?.generation == shown { self?.hide() }
        }
    }

    private static func stay(of offer: Notice.Offer?) -> Int {
        switch offer {
        case nil: stay
        case .addToLibrary, .name: longStay
        default: offerStay
        }
    }

    private static func name(of offer: Notice.Offer) -> String {
        switch offer {
        case .undo, .keep: localized("Undo")
        case .redo: localized("Redo")
        case .name: localized("Name…")
        case .addToLibrary: localized("Add to the Library")
        case .showFolder, .showDay: localized("Show")
        }
    }

    private func hide() {
        revealer.isRevealed = false
        revealer.isVisible = false
        settle()
    }

    /// Ends the wait for an answer.
    func settle() {
        let waiting = offer
        offer = nil
        replay.decline(waiting)
    }
}
