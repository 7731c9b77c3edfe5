import FusionCore
import GTKKit
import Viewer
import ViewerModel

/// The signal quality, in one line.
@MainActor
final class QualityPill {
    let widget: Box
    private let dot = Label("●")
    private let text = Label("")
    private var shownClass = ""

    init() {
        widget = Box(.horizontal, spacing: 8, children: [dot, text])
        widget.addClasses("pill")
        widget.horizontalAlignment = .center
    }

    func show(_ gauge: GaugeModel) {
        let quality = gauge.quality
        text.text = gauge.qualityText
        guard shownClass != quality.rawValue else { return }
        dot.setClass("quality-\(shownClass)", false)
        shownClass = quality.rawValue
        dot.setClass("quality-\(shownClass)", true)
    }
}
