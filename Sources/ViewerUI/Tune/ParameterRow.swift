import FusionCore
import GTKKit
import Localization
import Replay
import SensorModel
import ViewerModel

/// The row of a parameter: its name, its value as a slider and a number, and a reset button.
@MainActor
final class ParameterRow {
    let widget = Box(.vertical, spacing: 2)
    private let name: Label
    private let other = Label("", classes: ["caption", "dim"], aligned: .start)
    private let reset: Button
    private let effect: EffectView
    /// Retained here, because the field reports what assistive technology sets.
    private var field: TextField?
    private let scale: ParameterScale?
    /// The slider, choice, or switch of the value.
    private(set) var control: Widget?
    private let handle: (TunePanel.Action) -> Void
    private var show: (ParameterValue) -> Void = { _ in }
    private var shown: (value: ParameterValue, beside: String?)?

    /// The number of steps of a slider over its range.
    private static let sliderSteps = 200.0

    init(_ row: TunePanel.Row, appearance: Appearance, handle: @escaping (TunePanel.Action) -> Void) {
        self.handle = handle
        scale = row.scale
        effect = EffectView(appearance: appearance)
        name = Label(row.title, aligned: .start)
        name.expandsHorizontally = true
        name.ellipsize()
        reset = Button(icon: "edit-undo-symbolic", describedAs: localized("{1}: back to the default", row.title))
        reset.addClasses("reset")
        reset.verticalAlignment = .center
        reset.onClick { handle(.reset(row.name)) }
        let head = Box(.horizontal, spacing: 6, children: [name, reset])
        // Not on the slider, which it would cover.
        name.tooltip = localized("{1}\n\nDefault: {2}\n{3}", row.meaning, row.source, row.name)
        widget.append(head)
        switch row.domain {
        case .number: addNumber(row, head: head)
        case .choice(let names): addChoice(row, names, head: head)
        case .toggle: addToggle(row, head: head)
        }
        widget.append(effect.widget)
        widget.append(other)
    }

    /// Shows the parameter's effect on the session. A parameter without an effect is dimmed, but still works.
    func show(_ effect: ParameterEffect?, in unit: SpeedUnit) {
        name.setClass("dim", effect.map { !$0.matters } ?? false)
        self.effect.show(
            effect.flatMap { EffectLine($0, on: scale, keeping: self.effect.measure) }, advice: effect?.advice, in: unit
        )
    }

    /// Shows a value, whether it is the default, and the value of the other set if that differs.
    func update(_ row: TunePanel.Row, beside text: String?) {
        // Usually one of a hundred rows has changed; the others keep their text.
        guard shown.map({ $0 != (row.value, text) }) ?? true else { return }
        shown = (row.value, text)
        show(row.value)
        if case .number(let number) = row.value, let scale { effect.show(place: scale.share(of: number)) }
        reset.isVisible = row.isChanged
        name.setClass("changed", row.isChanged)
        other.isVisible = text != nil
        if let text { other.text = text }
    }

    private func addNumber(_ row: TunePanel.Row, head: Box) {
        guard let scale = row.scale else { return }
        let slider = Scale(0...1, step: 1 / Self.sliderSteps)
        control = slider
        // The wheel scrolls the pane and must not change a value under the pointer.
        slider.ignoresWheel()
        slider.describe(row.title, detail: row.meaning)
        let field = TextField()
        self.field = field
        field.addClasses("value", "flat")
        field.alignEnd()
        field.reserve(characters: 5)
        field.describe(localized("{1}, number", row.title))
        head.append(field)
        if !row.unit.isEmpty { head.append(Label(row.unit, classes: ["value"])) }
        widget.append(slider)
        slider.onGrab { [weak self] isHeld in self?.handle(isHeld ? .grab : .release) }
        slider.onChange { [weak self] share in self?.handle(.set(row.name, .number(scale.number(at: share)))) }
        var shown = ""
        field.onComplete { [weak self, weak field] text in
            guard text != shown else { return }
            guard let value = TunePanel.value(of: row.name, parsing: text) else {
                field?.text = shown
                return
            }
            self?.handle(.set(row.name, value))
            // A number beyond the range is set to the end of the range, which might not be a change.
            field?.text = shown
        }
        show = { value in
            guard case .number(let number) = value else { return }
            slider.value = scale.share(of: number)
            shown = ParameterScale.text(number)
            field.text = shown
            slider.describeValue(row.unit.isEmpty ? shown : "\(shown) \(row.unit)")
        }
    }

    private func addChoice(_ row: TunePanel.Row, _ names: [String], head: Box) {
        let choice = DropDown(names.map { localized(TunePanel.title(ofChoice: $0)) })
        choice.describe(row.title, detail: row.meaning)
        control = choice
        choice.onSelect { [weak self] index in
            if names.indices.contains(index) { self?.handle(.set(row.name, .choice(names[index]))) }
        }
        head.append(choice)
        show = { value in
            guard case .choice(let name) = value, let index = names.firstIndex(of: name) else { return }
            choice.selected = index
        }
    }

    private func addToggle(_ row: TunePanel.Row, head: Box) {
        let toggle = Switch()
        control = toggle
        toggle.describe(row.title, detail: row.meaning)
        toggle.verticalAlignment = .center
        toggle.onToggle { [weak self] isOn in self?.handle(.set(row.name, .toggle(isOn))) }
        head.append(toggle)
        show = { value in
            if case .toggle(let isOn) = value { toggle.isOn = isOn }
        }
    }
}
