import FusionCore
import GTKKit
import SensorModel

/// Every parameter, made from the table: a change runs the session again at once.
@MainActor
final class TunePane {
    /// The pane's widget.
    let widget: ScrolledWindow
    private let replay: ReplayController
    private var rows: [(entry: ParameterEntry<Parameters>, row: ParameterRow)] = []
    private let column = Box(.vertical, spacing: 6)

    init(replay: ReplayController) {
        self.replay = replay
        widget = ScrolledWindow(column)
        widget.expandsVertically = true
        column.setMargins(bottom: 14, start: 14, end: 14)
        build()
        showSession()
    }

    private func build() {
        var group = ""
        var box = Box(.vertical)
        for entry in Parameters.table {
            let name = String(entry.name.prefix { $0 != "." })
            if name != group {
                group = name
                let title = Label(Self.title(of: group), classes: ["group-title"], aligned: .start)
                title.setMargins(top: 4, start: 4)
                column.append(title)
                box = Box(.vertical)
                box.addClasses("rows")
                column.append(box)
            } else {
                box.append(Separator(.horizontal))
            }
            let row = ParameterRow(entry) { [weak self] value in
                self?.replay.set(entry.name, to: value)
            } reset: { [weak self] in
                if let value = Parameters().value(of: entry.name) { self?.replay.set(entry.name, to: value) }
            }
            box.append(row.widget)
            rows.append((entry, row))
        }
    }

    private static func title(of group: String) -> String {
        switch group {
        case "fixGate": "Fix gate"
        case "speed": "Speed"
        case "watchdog": "Silence"
        case "position": "Position filter"
        case "simplifier": "Simplifier"
        default: group.prefix(1).uppercased() + group.dropFirst()
        }
    }

    /// Shows the parameters of the session.
    func showSession() {
        let parameters = replay.parameters
        let defaults = Parameters()
        for (entry, row) in rows {
            guard let value = parameters.value(of: entry.name) else { continue }
            row.update(value, isChanged: value != defaults.value(of: entry.name))
        }
        widget.isSensitive = replay.session != nil
    }
}
