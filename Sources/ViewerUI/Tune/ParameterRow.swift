import FusionCore
import GTKKit
import Glibc
import SensorModel
import ViewerModel

/// One parameter: its name, its value as slider and number, and a way back to the default.
@MainActor
final class ParameterRow {
    /// The row's widget.
    let widget = Box(.vertical, spacing: 2)
    private let entry: ParameterEntry<Parameters>
    private let name: Label
    private let reset = Button(icon: "edit-undo-symbolic", describedAs: "Back to the default")
    private let change: (ParameterValue) -> Void
    private var show: (ParameterValue) -> Void = { _ in }

    /// Steps of a slider over its whole range.
    private static let sliderSteps = 200.0

    init(
        _ entry: ParameterEntry<Parameters>, change: @escaping (ParameterValue) -> Void,
        reset resetValue: @escaping () -> Void
    ) {
        self.entry = entry
        self.change = change
        name = Label(entry.title, aligned: .start)
        name.expandsHorizontally = true
        name.ellipsize()
        reset.addClasses("reset")
        reset.onClick { resetValue() }
        widget.tooltip = "\(entry.meaning)\n\nDefault: \(entry.source)\n\(entry.name)"
        let head = Box(.horizontal, spacing: 6, children: [name, reset])
        widget.append(head)
        switch entry.domain {
        case .number(let range): addNumber(range, head: head)
        case .choice(let names): addChoice(names, head: head)
        case .toggle: addToggle(head: head)
        }
    }

    /// Shows a value, and whether it is the default.
    func update(_ value: ParameterValue, isChanged: Bool) {
        show(value)
        reset.isVisible = isChanged
        name.setClass("changed", isChanged)
    }

    private func addNumber(_ range: ClosedRange<Double>, head: Box) {
        let scale = ParameterScale(range)
        let slider = Scale(0...1, step: 1 / Self.sliderSteps)
        slider.describe(entry.title, detail: entry.meaning)
        let field = TextField()
        field.addClasses("value", "flat")
        field.alignEnd()
        field.reserve(characters: 5)
        field.describe("\(entry.title), number")
        let unit = Label(entry.unit, classes: ["value"])
        head.append(field)
        if !entry.unit.isEmpty { head.append(unit) }
        widget.append(slider)
        slider.onChange { [weak self] share in self?.change(.number(scale.value(at: share))) }
        field.onActivate { [weak self] text in
            guard let number = Double(text.replacing("−", with: "-")) else { return }
            self?.change(.number(min(range.upperBound, max(range.lowerBound, number))))
        }
        show = { value in
            guard case .number(let number) = value else { return }
            slider.value = scale.share(of: number)
            field.text = ParameterScale.text(number)
        }
    }

    private func addChoice(_ names: [String], head: Box) {
        let choice = DropDown(names.map(Self.readable))
        choice.describe(entry.title, detail: entry.meaning)
        choice.onSelect { [weak self] index in
            if names.indices.contains(index) { self?.change(.choice(names[index])) }
        }
        head.append(choice)
        show = { value in
            guard case .choice(let name) = value, let index = names.firstIndex(of: name) else { return }
            choice.selected = index
        }
    }

    private func addToggle(head: Box) {
        let control = Switch()
        control.describe(entry.title, detail: entry.meaning)
        control.verticalAlignment = .center
        control.onToggle { [weak self] isOn in self?.change(.toggle(isOn)) }
        head.append(control)
        show = { value in
            if case .toggle(let isOn) = value { control.isOn = isOn }
        }
    }

    /// Returns `constantVelocity` as “Constant velocity”.
    private static func readable(_ name: String) -> String {
        var text = ""
        for character in name {
            if text.isEmpty {
                text += character.uppercased()
            } else if character.isUppercase {
                text += " " + character.lowercased()
            } else {
                text.append(character)
            }
        }
        return text
    }
}

/// How a number lies on a slider: evenly, or by its logarithm where the range spans orders of magnitude.
struct ParameterScale {
    private let range: ClosedRange<Double>
    private let isLogarithmic: Bool

    /// The ratio of the ends from which on the logarithm is used.
    private static let logarithmicFrom = 200.0

    init(_ range: ClosedRange<Double>) {
        self.range = range
        isLogarithmic = range.lowerBound > 0 && range.upperBound / range.lowerBound >= Self.logarithmicFrom
    }

    /// Returns the share of the slider at which a number lies.
    func share(of number: Double) -> Double {
        if isLogarithmic { return log(number / range.lowerBound) / log(range.upperBound / range.lowerBound) }
        return (number - range.lowerBound) / max(range.upperBound - range.lowerBound, 1e-12)
    }

    /// Returns the number at a share of the slider, rounded to what a person would write.
    func value(at share: Double) -> Double {
        let exact =
            isLogarithmic
            ? range.lowerBound * pow(range.upperBound / range.lowerBound, share)
            : range.lowerBound + (range.upperBound - range.lowerBound) * share
        return min(range.upperBound, max(range.lowerBound, rounded(exact)))
    }

    private func rounded(_ number: Double) -> Double {
        guard number != 0 else { return 0 }
        let size = isLogarithmic ? abs(number) : range.upperBound - range.lowerBound
        let step = pow(10, (log10(size)).rounded(.down) - (isLogarithmic ? 1 : 2))
        return (number / step).rounded() * step
    }

    /// Returns a number as a person writes it: no noise of binary fractions.
    static func text(_ number: Double) -> String {
        let size = abs(number)
        let decimals = size >= 100 || number == number.rounded() ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4
        var text = decimalText(number, decimals: decimals)
        while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") {
            let isPoint = text.hasSuffix(".")
            text.removeLast()
            if isPoint { break }
        }
        return text
    }
}
