import GTKKit
import Geometry
import ViewerModel

/// A named quantity with its size, and x, y and z below.
@MainActor
final class VectorRow {
    let widget: Box
    private let name: String
    private let unit: String
    private let size = Label(missingText, classes: ["value"], aligned: .end)
    private let axes: [Label]

    /// The width that a component requests, in characters, so that numbers do not widen the pane and move the map.
    private static let askedCharacters = 7

    /// - Parameter hasAxes: False for a quantity with one value.
    init(_ name: String, unit: String, hasAxes: Bool = true) {
        self.name = name
        self.unit = unit
        axes = hasAxes ? (0..<3).map { _ in Label(missingText, classes: ["reading"], aligned: .start) } : []
        let title = Label(name, aligned: .start)
        title.expandsHorizontally = true
        title.wrap(maximumCharacters: 14)
        widget = Box(group: .vertical, spacing: 2, children: [Box(.horizontal, spacing: 8, children: [title, size])])
        guard hasAxes else { return }
        let line = Box(.horizontal, spacing: 6)
        line.setHomogeneous(true)
        for (letter, label) in zip(["x", "y", "z"], axes) {
            label.ellipsize(askingFor: Self.askedCharacters)
            label.expandsHorizontally = true
            line.append(Box(.horizontal, spacing: 4, children: [Label(letter, classes: ["dim", "caption"]), label]))
        }
        widget.append(line)
    }

    func show(_ vector: Vector3?) { show(vector.map { [$0.x, $0.y, $0.z] } ?? []) }

    /// Shows one value or three; an empty list if they are unknown.
    func show(_ values: [Double]) {
        let whole =
            axes.isEmpty ? values.first : values.isEmpty ? nil : values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let text = whole.map { "\(significantText($0)) \(unit)" } ?? missingText
        guard text != size.text || !axes.isEmpty else { return }
        size.text = text
        var parts = [name, text]
        for (place, label) in axes.enumerated() {
            label.text = values.indices.contains(place) ? significantText(values[place]) : missingText
            parts.append("\(["x", "y", "z"][place]) \(label.text)")
        }
        widget.describe(parts.joined(separator: ", "))
    }
}
