import TestSupport
import Testing

/// The window as seen by assistive technology.
@Suite(.enabled(if: AccessibleHand.isPossible, "dbus-run-session and at-spi2-core are not installed"))
struct AccessibilityTests {
    // The search makes the rows of all parameters; without it there are those near what is seen. A dialog is the last.
    @Test(arguments: [
        ["F5", "F6", "F7", "F8", "ctrl+h", "ctrl+k", "ctrl+shift+f sleep 0.7 key e"], ["ctrl+shift+e"], ["ctrl+comma"],
    ])
    func `every control has a name`(keys: [String]) throws {
        let hand = try AccessibleHand()
        try hand.write(SampleTrack.text, to: "hill-walk.gpx")
        let result = try hand.take(
            ["await Hill walk", "keys mousemove 600 300"] + keys.flatMap { ["keys key \($0)", "controls"] },
            arguments: [hand.path("hill-walk.gpx")])
        #expect(result.status == 0, "\(result.errors)")
        for word in ["Gtk-CRITICAL", "Gtk-WARNING", "GLib-GObject"] { #expect(!result.errors.contains(word)) }
        let lists = result.output.split(separator: "controls\n", omittingEmptySubsequences: false).dropFirst()
        #expect(lists.count == keys.count)
        for (key, list) in zip(keys, lists) {
            let controls = list.split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false)
            }
            #expect(controls.count > (key.contains("shift+f") ? 150 : 20), "after \(key) the list is nearly empty")
            for control in controls where control.count == 3 {
                #expect(!control[1].isEmpty, "\(control[0]) without a name after \(key): \(control[2])")
            }
        }
    }
}
