import FusionCore
import GTKKit
import ViewerModel

/// Every parameter, made from the table: a change runs the session again at once.
@MainActor
final class TunePane {
    /// The pane's widget.
    let widget = Box(.vertical, spacing: 8)
    private let replay: ReplayController
    private let search = SearchField(placeholder: localized("Search parameters"))
    private let undo = Button(icon: "edit-undo-symbolic", describedAs: localized("Take the last change back (Ctrl Z)"))
    private let redo = Button(icon: "edit-redo-symbolic", describedAs: localized("Make it again (Ctrl Shift Z)"))
    private let chooser = SetChooser()
    private var groups: [ParameterGroup] = []
    private let column = Box(long: .vertical, spacing: 6)
    private let scroller: ScrolledWindow
    private let nothing = Label(localized("No parameter matches"), classes: ["dim"])

    private var isFiltered = false
    private var isMaking = false
    private var shown: (parameters: Parameters, beside: Parameters?, active: ParameterSets.Name)?

    /// Pages of rows that are made below the one that is seen, for the keyboard and a turn of the wheel.
    private static let pagesAhead = 0.75
    /// Pixels of rows that are made before the pane's height is known.
    private static let firstHeight = 400.0

    /// Shows only the parameters that are not at their defaults.
    var showsOnlyChanged = false { didSet { filter() } }

    init(replay: ReplayController) {
        self.replay = replay
        scroller = ScrolledWindow(column)
        scroller.expandsVertically = true
        addHead()
        widget.append(chooser.widget)
        widget.append(scroller)
        column.setMargins(bottom: 14, start: 14, end: 14)
        build()
        nothing.setMargins(top: 24)
        column.append(nothing)
        nothing.isVisible = false
        chooser.onSwap = { [weak self] in self?.replay.swapSets() }
        showSession()
    }

    private func addHead() {
        search.expandsHorizontally = true
        search.describe(localized("Search parameters"))
        search.tooltip = localized("Search parameters by name and meaning (Ctrl Shift F)")
        search.onEdit { [weak self] _ in self?.filter() }
        undo.setAction("win.undo")
        redo.setAction("win.redo")
        let menu = MenuButton(icon: "view-more-symbolic", menu: Self.menu, describedAs: localized("Presets and more"))
        let head = Box(.horizontal, spacing: 4, children: [search, undo, redo, menu])
        head.addClasses("tune-head")
        head.setMargins(start: 14, end: 14)
        widget.append(head)
    }

    // One for all windows: GTK 4.8 never lets go of a menu's sections once it has shown them.
    private static let menu: Menu = {
        let presets = Menu(section: localized("Presets"))
        for preset in ParameterPreset.builtIn {
            presets.append(localized(preset.name), action: "win.preset::\(preset.name)")
        }
        return Menu([
            presets,
            Menu(items: [
                localized("Show changed ones only"): "win.only-changed",
                localized("Compare two sets (A/B)"): "win.compare",
            ]),
            Menu(items: [
                localized("Copy as --set flags"): "win.copy-flags",
                localized("Save with the session"): "win.save-parameters",
            ]),
            Menu(items: [localized("Back to all defaults"): "win.reset-parameters"]),
        ])
    }()

    private func build() {
        for group in TunePanel().groups(in: Self.say) {
            let shown = ParameterGroup(group) { [weak self] action in self?.replay.tune(action) }
            column.append(shown.widget)
            groups.append(shown)
        }
        makeRows(to: Self.firstHeight)
        scroller.onSeen { [weak self] in self?.handleSeen() }
    }

    /// Creates the rows that come near what is seen: all at once they would be half of the window's first picture.
    private func handleSeen() {
        guard !isMaking, groups.contains(where: { !$0.isMade }) else { return }
        isMaking = true
        // Not within the layout that told of it.
        MainLoop.after(milliseconds: 0) { [weak self] in
            guard let self else { return }
            isMaking = false
            let seen = scroller.seen
            let page = seen.upperBound - seen.lowerBound
            makeRows(to: seen.upperBound + Self.pagesAhead * page)
        }
    }

    /// Creates the rows down to a depth in pixels.
    private func makeRows(to depth: Double) {
        var top = 0.0
        var isNew = false
        for group in groups {
            guard top < depth else { break }
            if group.make() { isNew = true }
            top += group.height
        }
        if isNew { showValues() }
    }

    /// A text of the table in the person's language.
    private static func say(_ text: String) -> String { localized(text, context: "parameter") }

    /// Takes the keyboard to the search.
    func focusSearch() { search.grabFocus() }

    private func filter() {
        let isFiltering = !search.text.isEmpty || showsOnlyChanged
        // Every change of a slider comes here: nothing is hidden or shown where nothing is searched.
        guard isFiltering || isFiltered else { return }
        isFiltered = isFiltering
        if isFiltering { makeRows(to: .infinity) }
        let matching = replay.sets.panel.groups(
            matching: search.text, onlyChanged: showsOnlyChanged, in: Self.say)
        let names = Set(matching.flatMap { $0.rows.map(\.name) })
        for group in groups { group.show(only: names) }
        nothing.isVisible = names.isEmpty
    }

    private func showValues() {
        let sets = replay.sets
        let beside = sets.isComparing ? sets[sets.active.other].groups() : nil
        for (index, group) in sets.panel.groups().enumerated() where groups.indices.contains(index) {
            groups[index].update(group, beside: beside?[index], name: sets.active.other.rawValue)
        }
    }

    /// Shows the parameters that are asked for.
    func showSession() {
        let sets = replay.sets
        // Every run comes here, most of them with the parameters that are shown already.
        let asked = (parameters: sets.parameters, beside: sets.compared, active: sets.active)
        if shown.map({ $0 != asked }) ?? true {
            shown = asked
            showValues()
            filter()
        }
        let isOpen = replay.session != nil
        column.isSensitive = isOpen
        undo.isSensitive = isOpen && sets.panel.canUndo
        redo.isSensitive = isOpen && sets.panel.canRedo
        chooser.show(sets)
    }
}

/// The parameters of one stage under their title; their rows are made when they come near what is seen.
@MainActor
final class ParameterGroup {
    /// The group's widget.
    let widget = Box(.vertical, spacing: 6)
    /// True once the rows are there.
    private(set) var isMade = false
    private let group: TunePanel.Group
    private let handle: (TunePanel.Action) -> Void
    private let box = Box(long: .vertical)
    private var rows: [(name: String, row: ParameterRow, separator: Separator?)] = []

    /// About the height of a row and of a title in pixels, for the room that is kept for rows to come.
    private static let usualHeights = (row: 65, title: 30)

    init(_ group: TunePanel.Group, handle: @escaping (TunePanel.Action) -> Void) {
        self.group = group
        self.handle = handle
        let title = Label(group.title, classes: ["group-title"], aligned: .start)
        title.setMargins(top: 4, start: 4)
        widget.append(title)
        widget.append(box)
        box.addClasses("rows")
        box.requestSize(height: Self.usualHeights.row * group.rows.count)
    }

    /// The height in pixels, or what it will be about.
    var height: Double {
        let height = isMade ? widget.height : 0
        return Double(height > 0 ? height : Self.usualHeights.title + Self.usualHeights.row * group.rows.count)
    }

    /// Creates the rows.
    /// - Returns: False if they were there.
    func make() -> Bool {
        guard !isMade else { return false }
        isMade = true
        box.requestSize()
        for parameter in group.rows {
            let separator = rows.isEmpty ? nil : Separator(.horizontal)
            if let separator { box.append(separator) }
            let row = ParameterRow(parameter, handle: handle)
            box.append(row.widget)
            rows.append((parameter.name, row, separator))
        }
        return true
    }

    /// Shows those of its parameters whose names are given, and hides the rest.
    func show(only names: Set<String>) {
        var isFirst = true
        for (name, row, separator) in rows {
            let isShown = names.contains(name)
            row.widget.isVisible = isShown
            separator?.isVisible = isShown && !isFirst
            if isShown { isFirst = false }
        }
        widget.isVisible = !isFirst
    }

    /// Shows values, and those of the other set where there is one.
    func update(_ group: TunePanel.Group, beside other: TunePanel.Group?, name: String) {
        for index in rows.indices where group.rows.indices.contains(index) {
            let otherRow = other.flatMap { $0.rows.indices.contains(index) ? $0.rows[index] : nil }
            let differs = otherRow.map { $0.value != group.rows[index].value } ?? false
            rows[index].row.update(group.rows[index], beside: differs ? otherRow.map { "\(name): \($0.text)" } : nil)
        }
    }
}

/// Two buttons for the two sets of parameters; shown while they are compared.
@MainActor
final class SetChooser {
    /// The chooser's widget.
    let widget = Box(.horizontal)
    /// Called when the user chooses the set that is not worked on.
    var onSwap: () -> Void = {}
    private var buttons: [ParameterSets.Name: ToggleButton] = [:]
    private var isShowing = false

    init() {
        widget.addClasses("tabs")
        widget.setHomogeneous(true)
        widget.setMargins(start: 14, end: 14)
        var first: ToggleButton?
        for name in ParameterSets.Name.allCases {
            let button = ToggleButton(label: localized("Set {1}", name.rawValue))
            button.tooltip = localized("Work on set {1} (Ctrl Shift B swaps)", name.rawValue)
            button.describe(localized("Work on set {1}", name.rawValue))
            if let first { button.join(first) } else { first = button }
            button.onToggle { [weak self] isOn in
                if let self, isOn, !isShowing { onSwap() }
            }
            buttons[name] = button
            widget.append(button)
        }
    }

    /// Shows which set is worked on.
    func show(_ sets: ParameterSets) {
        isShowing = true
        defer { isShowing = false }
        widget.isVisible = sets.isComparing
        buttons[sets.active]?.isActive = true
    }
}
