import Foundation
import FusionCore
import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct TunePanelTests {
    @Test func `every parameter of the table is in a group`() {
        let groups = TunePanel().groups()
        #expect(Set(groups.flatMap(\.rows).map(\.name)) == Set(Parameters.table.map(\.name)))
        #expect(groups.flatMap(\.rows).count == Parameters.table.count)
        #expect(groups.allSatisfy { !$0.rows.isEmpty })
        #expect(groups.flatMap(\.rows).allSatisfy { !$0.isChanged && !$0.text.isEmpty })
    }

    @Test func `the essential parameters come first and the coefficients last`() {
        let groups = TunePanel().groups()
        #expect(groups.map(\.tier) == groups.map(\.tier).sorted())
        #expect(groups.first?.title == "Essentials" && (8...10).contains(groups.first?.rows.count ?? 0))
        #expect(groups.first?.rows.first?.name == "position.constantVelocity.processNoise")
        #expect(groups.dropFirst().first?.title == "Position")
        #expect(groups.filter { $0.tier == .essential }.count == 1)
        let tunable = Parameters.table.filter { $0.tier != .coefficient }
        #expect(tunable.count <= 40)
        let ofDays = ["activity", "workout", "day"]
        #expect(tunable.filter { ofDays.contains(String($0.name.prefix { $0 != "." })) }.count <= 25)
    }

    @Test func `a changed coefficient is known, a changed parameter is none`() {
        var panel = TunePanel()
        #expect(panel.changedCoefficients.isEmpty)
        panel.handle(.set("simplifier.tolerance", .number(7)))
        #expect(panel.changedCoefficients.isEmpty)
        panel.handle(.set("steps.refractory", .number(0.6)))
        #expect(panel.changedCoefficients == ["steps.refractory"])
    }

    @Test func `a search leaves the rows in which every word occurs`() {
        let rows = TunePanel().groups(matching: " ACCURACY ceiling").flatMap(\.rows).map(\.name)
        #expect(rows.contains("fixGate.accuracyCeiling"))
        #expect(!rows.contains("simplifier.tolerance"))
        #expect(TunePanel().groups(matching: "no such thing anywhere").isEmpty)
    }

    @Test func `what a person reads and searches is in their language, the names of the table are not`() {
        let words = ["Fix gate": "Auswahl", "Warm-up": "Anlauf"]
        let say: (String) -> String = { words[$0] ?? $0 }
        #expect(TunePanel().groups(in: say).contains { $0.title == "Auswahl" })
        let found = TunePanel().groups(matching: "anlauf auswahl", in: say).flatMap(\.rows)
        #expect(found.map(\.title) == ["Anlauf"])
        #expect(found.map(\.name) == ["fixGate.warmUp"])
        #expect(TunePanel().groups(matching: "warm-up fix", in: say).isEmpty)
    }

    @Test func `changes are taken back and made again, the moves of one slider at once`() {
        var panel = TunePanel()
        for metres in [4.0, 5, 6] {
            let isChange = panel.handle(.set("simplifier.tolerance", .number(metres)))
            #expect(isChange)
        }
        panel.handle(.release)
        panel.handle(.set("simplifier.tolerance", .number(7)))
        panel.handle(.set("fixGate.warmUp", .number(1)))
        #expect(panel.parameters.changes.count == 2)
        #expect(
            panel.groups(onlyChanged: true).flatMap(\.rows).map(\.name) == ["simplifier.tolerance", "fixGate.warmUp"])
        #expect(panel.setFlags == "--set fixGate.warmUp=1 --set simplifier.tolerance=7")
        panel.handle(.undo)
        panel.handle(.undo)
        #expect(panel.parameters.simplifier.tolerance == 6)
        panel.handle(.undo)
        #expect(panel.parameters == Parameters())
        let isUndone = panel.handle(.undo)
        #expect(!isUndone)
        panel.handle(.redo)
        #expect(panel.parameters.simplifier.tolerance == 6)
        panel.handle(.resetAll)
        let isRedone = panel.handle(.redo)
        #expect(panel.parameters == Parameters() && !isRedone)
        panel.handle(.undo)
        let isReset = panel.handle(.reset("simplifier.tolerance"))
        #expect(isReset)
        #expect(panel.parameters == Parameters())
    }

    @Test func `what a parameter does not take changes nothing`() {
        var panel = TunePanel()
        let actions: [TunePanel.Action] = [
            .set("simplifier.tolerance", .number(-1)), .set("simplifier.tolerance", .toggle(true)),
            .set("no.such", .number(1)), .reset("no.such"), .undo, .redo,
        ]
        for action in actions {
            let isChange = panel.handle(action)
            #expect(!isChange, "\(action)")
        }
        #expect(panel.setFlags.isEmpty)
    }

    @Test func `flags give the same parameters back`() throws {
        var panel = TunePanel()
        panel.handle(.set("position.kind", .choice("none")))
        panel.handle(.set("speed.placeholder", .number(1.3)))
        var parameters = Parameters()
        for flag in panel.setFlags.split(separator: " ") where flag != "--set" {
            let parts = flag.split(separator: "=")
            try parameters.set(String(parts[0]), parsing: String(parts[1]))
        }
        #expect(parameters == panel.parameters)
    }

    @Test func `what a person types is read`() {
        #expect(TunePanel.value(of: "simplifier.tolerance", parsing: " 2,5 ") == .number(2.5))
        #expect(TunePanel.value(of: "simplifier.tolerance", parsing: "−3") == .number(0))
        #expect(TunePanel.value(of: "simplifier.tolerance", parsing: "nan") == nil)
        #expect(TunePanel.value(of: "position.kind", parsing: "none") == .choice("none"))
        #expect(TunePanel.value(of: "position.kind", parsing: "bogus") == nil)
        #expect(TunePanel.value(of: "bogus", parsing: "1") == nil)
    }

    @Test func `presets are within their ranges`() {
        for preset in ParameterPreset.builtIn {
            var panel = TunePanel()
            panel.handle(.apply(preset.parameters))
            #expect(panel.parameters == preset.parameters)
            #expect((panel.parameters.changes.count == 0) == (preset.name == "Defaults"))
        }
    }
}

@Suite struct ParameterScaleTests {
    @Test func `every default of the table lies where its slider says`() {
        for entry in Parameters.table {
            guard case .number(let range) = entry.domain, case .number(let value)? = Parameters().value(of: entry.name)
            else { continue }
            let scale = ParameterScale(range, usual: value)
            let share = scale.share(of: value)
            #expect((0...1).contains(share), "\(entry.name)")
            let back = scale.number(at: share)
            #expect(range.contains(back), "\(entry.name)")
            #expect(abs(scale.share(of: back) - share) < 0.02, "\(entry.name)")
            #expect(scale.number(at: 0) == range.lowerBound && scale.number(at: 1) == range.upperBound)
        }
    }

    @Test func `a wide range is logarithmic and numbers are round`() {
        let wide = ParameterScale(0.01...100)
        #expect(wide.law == .logarithmic)
        #expect(abs(wide.number(at: 0.5) - 1) < 1e-9)
        #expect(ParameterScale(0...60).law == .linear)
        #expect(ParameterScale(0...60, usual: 20).law == .linear)
        #expect(ParameterScale(0...3).number(at: 0.1) == 0.3)
        #expect(ParameterScale(0...1).number(at: .nan) == 0)
    }

    @Test func `a range from zero is fine near the usual number`() {
        let tolerance = ParameterScale(0...1_000, usual: 3)
        #expect(abs(tolerance.share(of: 3) - 1.0 / 3) < 1e-9)
        #expect(tolerance.number(at: 0) == 0 && tolerance.number(at: 1) == 1_000)
        // Eight pixels of a slider of 240.
        #expect(abs(tolerance.number(at: 1.0 / 3 + 8.0 / 240) - 3) < 2.5)
        #expect(ParameterScale(0...86_400, usual: 0).number(at: 0.1) < 10)
    }

    @Test(arguments: [(3.0, "3"), (0.5, "0.5"), (1.12, "1.12"), (0.000_01, "0.00001"), (-2.5, "−2.5"), (1e-9, "1e-09")])
    func `a number has no more digits than it needs`(number: Double, text: String) {
        #expect(ParameterScale.text(number) == text)
    }

    @Test func `the title of a choice can be translated, unless it is a person's name`() throws {
        let choices = Set(
            Parameters.table.flatMap { entry -> [String] in
                if case .choice(let names) = entry.domain { names } else { [] }
            })
        #expect(choices.count >= 10)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let catalogue = try String(contentsOf: root.appending(path: "data/po/odograph.pot"), encoding: .utf8)
        for choice in choices.subtracting(["kim", "weinberg"]) {
            let title = TunePanel.title(ofChoice: choice)
            #expect(title == TunePanel.title(of: choice))
            #expect(catalogue.contains("\n\nmsgid \"\(title)\"\n") || catalogue.contains("swift\nmsgid \"\(title)\"\n"))
        }
    }
}
