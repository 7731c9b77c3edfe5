import FusionCore
import GTKKit
import Localization
import Replay
import ViewerModel

/// The parameters of one stage below their title. Their rows are created when they come close to the visible part.
@MainActor
final class ParameterGroup {
    let widget = Box(.vertical, spacing: 6)
    /// True if the rows have been created.
    private(set) var isMade = false
    var tier: ParameterTier { group.tier }
    private let group: TunePanel.Group
    private let figures = Label("", classes: ["caption", "dim"], aligned: .end)
    private let appearance: Appearance
    private let handle: (TunePanel.Action) -> Void
    private let box = Box(long: .vertical)
    private var rows: [(name: String, row: ParameterRow, separator: Separator?)] = []

    /// The approximate heights of a row and of a title in pixels, to reserve space for rows that have not been created.
    private static let usualHeights = (row: 65, title: 30)

    /// Creates a group.
    /// - Parameter title: Its title if it is not that of its stage.
    init(
        _ group: TunePanel.Group, title: String? = nil, appearance: Appearance,
        handle: @escaping (TunePanel.Action) -> Void
    ) {
        self.group = group
        self.appearance = appearance
        self.handle = handle
        let title = Label(
            title ?? (group.tier == .essential ? localized("Essentials") : group.title), classes: ["group-title"],
            aligned: .start)
        title.expandsHorizontally = true
        figures.ellipsize()
        let head = Box(.horizontal, spacing: 8, children: [title, figures])
        head.setMargins(top: 4, start: 4, end: 4)
        widget.append(head)
        widget.append(box)
        box.addClasses("rows")
        box.requestSize(height: Self.usualHeights.row * group.rows.count)
    }

    /// The height in pixels; an estimate until the rows have been created.
    var height: Double {
        guard widget.isVisible else { return 0 }
        let height = isMade ? widget.height : 0
        return Double(height > 0 ? height : Self.usualHeights.title + Self.usualHeights.row * group.rows.count)
    }

    /// Creates the rows.
    /// - Returns: False if the rows already existed.
    func make() -> Bool {
        guard !isMade else { return false }
        isMade = true
        box.requestSize()
        for parameter in group.rows {
            let separator = rows.isEmpty ? nil : Separator(.horizontal)
            if let separator { box.append(separator) }
            let row = ParameterRow(parameter, appearance: appearance, handle: handle)
            box.append(row.widget)
            rows.append((parameter.name, row, separator))
        }
        return true
    }

    /// Shows the parameters with the given names (all for `nil`), and hides the rest.
    func show(only names: Set<String>?) {
        widget.isVisible = names.map { names in group.rows.contains { names.contains($0.name) } } ?? true
        if names != nil, widget.isVisible { _ = make() }
        var isFirst = true
        for (name, row, separator) in rows {
            let isShown = names?.contains(name) ?? true
            row.widget.isVisible = isShown
            separator?.isVisible = isShown && !isFirst
            if isShown { isFirst = false }
        }
    }

    /// Moves the keyboard focus to the first parameter that is shown; returns whether there is one.
    func focusFirst() -> Bool {
        guard widget.isVisible else { return false }
        return rows.first { $0.row.widget.isVisible }?.row.control?.grabFocus() ?? false
    }

    /// Shows the input and output figures of the stage.
    func show(_ figures: StageFigures?, in unit: SpeedUnit) {
        guard tier == .tunable else { return }
        self.figures.text = figures?.line(of: group.name, in: unit)?.localized ?? ""
    }

    /// Shows the effects of its parameters on the session.
    func show(_ sensitivity: Sensitivity, in unit: SpeedUnit) {
        for (name, row, _) in rows { row.show(sensitivity.effects[name], in: unit) }
    }

    /// Shows values, and those of the other set if there is one.
    func update(_ group: TunePanel.Group, beside other: TunePanel.Group?, name: String) {
        for index in rows.indices where group.rows.indices.contains(index) {
            let otherRow = other.flatMap { $0.rows.indices.contains(index) ? $0.rows[index] : nil }
            let differs = otherRow.map { $0.value != group.rows[index].value } ?? false
            rows[index].row.update(group.rows[index], beside: differs ? otherRow.map { "\(name): \($0.text)" } : nil)
        }
    }
}
