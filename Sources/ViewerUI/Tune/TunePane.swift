import FusionCore
import GTKKit
import Localization
import Viewer
import ViewerModel

/// The tuning pane: every parameter, from the table. A change runs the session again immediately.
@MainActor
final class TunePane {
    let widget = Box(.vertical, spacing: 8)
    let appearance: Appearance
    let replay: ReplayController
    private let search = SearchField(placeholder: localized("Search parameters"))
    private let undo = Button(icon: "edit-undo-symbolic", describedAs: localized("Undo (Ctrl+Z)"))
    private let redo = Button(icon: "edit-redo-symbolic", describedAs: localized("Redo (Ctrl+Shift+Z)"))
    /// Chooses the set of parameters while two are compared.
    private let chooser: TabBar<ParameterSets.Name>
    private(set) lazy var bar = SensitivityBar(replay: replay) { [weak self] in self?.rank($0) }
    private let residuals = ResidualCard()
    /// The widget of the parameters by effect.
    let rankedRoom = Box(.vertical)
    /// The parameters by effect; `nil` while they are grouped by stage.
    var ranked: (names: [String], group: ParameterGroup)?
    private(set) var groups: [ParameterGroup] = []
    let column = Box(long: .vertical, spacing: 6)
    let scroller: ScrolledWindow
    private let nothing = Label(localized("No parameter matches"), classes: ["dim"])

    private let coefficientsHead = Box(.vertical, spacing: 6)

    private var isFiltered = false
    private var isRanked = false
    /// The coefficients that are shown; `nil` stands for all.
    private var shownCoefficients: Set<String>? = []
    private var isMaking = false
    private var shown: (parameters: Parameters, beside: Parameters?, active: ParameterSets.Name)?

    /// The number of pages of rows that are created below the visible one, for the keyboard and the wheel.
    private static let pagesAhead = 0.75
    /// The height of the rows that are created before the pane's height is known, in pixels.
    private static let firstHeight = 400.0

    /// Shows only the parameters that are not at their defaults.
    var showsOnlyChanged = false { didSet { filter() } }
    /// Shows the coefficients of the models as well. Coefficients that were changed or searched for are always shown.
    var showsCoefficients = false { didSet { filter() } }

    init(appearance: Appearance, replay: ReplayController) {
        self.appearance = appearance
        self.replay = replay
        chooser = TabBar(
            ParameterSets.Name.allCases.map {
                (
                    $0, localized("Set {1}", $0.rawValue), localized("Work on set {1}", $0.rawValue),
                    localized("Work on set {1} (Ctrl+Shift+B swaps)", $0.rawValue)
                )
            }
        ) { [replay] _ in replay.swapSets() }
        scroller = ScrolledWindow(column)
        scroller.expandsVertically = true
        addHead()
        chooser.widget.setHomogeneous(true)
        chooser.widget.setMargins(start: 14, end: 14)
        widget.append(chooser.widget)
        widget.append(scroller)
        column.setMargins(bottom: 14, start: 14, end: 14)
        // Scrolls with the parameters, because a low window has no room for it.
        column.append(bar.widget)
        column.append(rankedRoom)
        build()
        nothing.setMargins(top: 24)
        column.append(nothing)
        nothing.isVisible = false
        showSession()
    }

    private func addHead() {
        search.expandsHorizontally = true
        search.describe(localized("Search parameters"))
        search.tooltip = localized("Search parameters by name and meaning (Ctrl+Shift+F)")
        search.onEdit { [weak self] _ in self?.filter() }
        search.onActivate { [weak self] _ in self?.focusFirstParameter() }
        undo.setAction("win.undo")
        redo.setAction("win.redo")
        let menu = MenuButton(icon: "view-more-symbolic", menu: Self.menu, describedAs: localized("Presets and more"))
        let head = Box(.horizontal, spacing: 4, children: [search, undo, redo, menu])
        head.addClasses("tune-head")
        head.setMargins(start: 14, end: 14)
        widget.append(head)
    }

    // Shared by all windows, because GTK 4.8 never releases a menu's sections after showing them.
    private static let menu: Menu = {
        let presets = Menu(section: localized("Presets"))
        for preset in ParameterPreset.builtIn {
            presets.append(localized(preset.name), action: "win.preset::\(preset.name)")
        }
        return Menu([
            presets,
            Menu(actions: "only-changed", "coefficients", "compare"), Menu(actions: "copy-flags", "save-parameters"),
            Menu(actions: "reset-parameters"),
        ])
    }()

    private func build() {
        for group in TunePanel().groups(in: Self.say) {
            let shown = ParameterGroup(group, appearance: appearance) { [weak self] action in self?.replay.tune(action)
            }
            if group.tier == .coefficient, groups.last?.tier != .coefficient { addCoefficientsTitle() }
            shown.widget.isVisible = group.tier != .coefficient
            column.append(shown.widget)
            groups.append(shown)
            if groups.count == 1 { column.append(residuals.widget) }
        }
        makeRows(to: Self.firstHeight)
        scroller.onSeen { [weak self] in self?.handleSeen() }
    }

    private func addCoefficientsTitle() {
        let note = Label(
            localized("They were derived or trained together; a single one is rarely worth changing."),
            classes: ["caption", "dim"], aligned: .start)
        note.wrap(maximumCharacters: 40)
        coefficientsHead.append(Label(localized("Model coefficients"), classes: ["title"], aligned: .start))
        coefficientsHead.append(note)
        coefficientsHead.setMargins(top: 18, start: 4)
        coefficientsHead.isVisible = false
        column.append(coefficientsHead)
    }

    /// Creates the rows that come close to the visible part; creating all would double the time to the window's first
    /// frame.
    private func handleSeen() {
        guard !isMaking, groups.contains(where: { $0.widget.isVisible && !$0.isMade }) else { return }
        isMaking = true
        // Not during the layout that reported the change.
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
        for group in groups where group.widget.isVisible {
            guard top < depth else { break }
            if group.make() { isNew = true }
            top += group.height
        }
        if isNew {
            showValues()
            showEffects()
        }
    }

    /// Returns text of the parameter table in the user's language.
    static func say(_ text: String) -> String { localized(text, context: "parameter") }

    /// Shows a parameter alone, found by its name.
    func show(parameter: String) {
        search.text = parameter
        filter()
        scroller.showTop()
        search.grabFocus()
    }

    func focusSearch() { search.grabFocus() }

    /// Moves the keyboard focus from the search to the first parameter that it found.
    private func focusFirstParameter() {
        if let ranked, ranked.group.focusFirst() { return }
        _ = groups.first { $0.focusFirst() }
    }

    func filter() {
        let isFiltering = !search.text.isEmpty || showsOnlyChanged
        let coefficients = showsCoefficients ? nil : replay.sets.panel.changedCoefficients
        // Called for every change of a slider, which rarely hides or shows a row.
        guard isFiltering || isFiltered || coefficients != shownCoefficients || (ranked != nil) != isRanked else {
            return
        }
        isRanked = ranked != nil
        isFiltered = isFiltering
        shownCoefficients = coefficients
        let names = isFiltering ? matchingNames : nil
        for group in groups {
            if isRanked {
                group.widget.isVisible = false
            } else {
                group.show(only: isFiltering || group.tier != .coefficient ? names : coefficients)
            }
        }
        ranked?.group.show(only: names)
        coefficientsHead.isVisible = groups.contains { $0.tier == .coefficient && $0.widget.isVisible }
        nothing.isVisible = names?.isEmpty ?? false
        showValues()
        handleSeen()
    }

    private var matchingNames: Set<String> {
        let matching = replay.sets.panel.groups(matching: search.text, onlyChanged: showsOnlyChanged, in: Self.say)
        return Set(matching.flatMap { $0.rows.map(\.name) })
    }

    private func showValues() {
        let sets = replay.sets
        let beside = sets.isComparing ? sets[sets.active.other].groups() : nil
        for (index, group) in sets.panel.groups().enumerated() where groups.indices.contains(index) {
            groups[index].update(group, beside: beside?[index], name: sets.active.other.rawValue)
        }
        showRankedValues()
    }

    /// Shows the figures of the stages, in the unit of the preferences.
    func showFigures() {
        showResiduals()
        let figures = replay.session.map { StageFigures($0.run) }
        for group in groups { group.show(figures, in: replay.unit) }
    }

    /// Shows what the last change did to the predictions of the fixes.
    func showResiduals() {
        let now = replay.session?.residuals
        residuals.show(
            now.map {
                ResidualTable(
                    $0, before: replay.earlier?.residuals, hidden: replay.sensitivity.hidden, in: replay.unit)
            })
    }

    /// Shows the parameters that the user requests.
    func showSession() {
        let sets = replay.sets
        // Called for every run, most of which have the parameters that are already shown.
        let asked = (parameters: sets.parameters, beside: sets.compared, active: sets.active)
        if shown.map({ $0 != asked }) ?? true {
            shown = asked
            showValues()
            filter()
        }
        showFigures()
        let isOpen = replay.session != nil
        column.isSensitive = isOpen
        undo.isSensitive = isOpen && replay.canUndo
        redo.isSensitive = isOpen && replay.canRedo
        chooser.widget.isVisible = sets.isComparing
        chooser.show(sets.active)
        bar.show(replay.sensitivity, isOpen: isOpen)
    }
}
