import GTKKit
import Localization
import Viewer
import ViewerModel

/// The divider of the map: a line with a knob, the names of both sides, and the slider that moves it.
@MainActor
final class CurtainView: CanvasContent {
    /// The drawing of the divider, over the map. It lets the pointer through.
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)
    /// The part of the divider that handles the pointer and the keyboard. It is drawn by ``canvas``.
    let handle = Scale(0...1, step: 0.02)
    /// Returns the frames of the controls over the map.
    var obstacles: () -> [Frame] = { [] }

    private let appearance: Appearance
    private let replay: ReplayController
    private var curtain: MapCurtain?
    private var size = (width: 0, height: 0)

    /// The width of the part that takes the pointer, in pixels.
    private static let grip = 28
    private static let knobRadius = 11.0
    /// The size of a label: its height, the padding at its ends, the swatch with the gap after it, the gap to the line.
    private static let label = (height: 26.0, padding: 11.0, swatch: 21.0, gap: 9.0)
    private static let style = TextStyle(size: 13, weight: .semibold)

    init(appearance: Appearance, replay: ReplayController) {
        (self.appearance, self.replay) = (appearance, replay)
        canvas.canTarget = false
        handle.addClasses("map-curtain")
        handle.setCursor("col-resize")
        handle.requestSize(width: Self.grip)
        handle.horizontalAlignment = .start
        handle.verticalAlignment = .fill
        handle.ignoresWheel()
        handle.setRange(0...1, step: 0.02, page: 0.1)
        handle.onChange { [weak self] in self?.move(toShare: $0) }
        handle.install(
            PressGesture(
                begin: { [weak self] _ in self?.handle.grabFocus() != nil },
                move: { [weak self] press, _ in self?.drag(press) }, end: { _, _ in }))
        handle.install(
            FocusController(enter: { [weak self] in self?.redraw() }, leave: { [weak self] in self?.redraw() }))
        show(nil)
    }

    /// Shows the divider; `nil` hides it.
    func show(_ curtain: MapCurtain?) {
        self.curtain = curtain
        canvas.isVisible = curtain != nil
        handle.isVisible = curtain != nil
        guard let curtain else { return }
        let names = Self.names(curtain.pair)
        handle.describe(localized("Curtain on the map"))
        handle.value = curtain.share
        handle.describeValue(
            localized(
                "{1} to the left, {2} to the right, at {3} %", names.left, names.right,
                "\(Int((curtain.share * 100).rounded()))"))
        place()
        redraw()
    }

    /// Follows the size of the map.
    func resize(width: Int, height: Int) {
        guard (width, height) != size else { return }
        size = (width, height)
        place()
    }

    private func place() {
        guard let curtain, size.width > 0 else { return }
        let x = Int(curtain.x(width: Double(size.width)))
        handle.setMargins(start: max(0, x - Self.grip / 2))
    }

    private func redraw() { canvas.queueDraw() }

    /// Moves the divider under the pointer. The handle moves along, so only the position on the map counts.
    private func drag(_ press: PressGesture.Moment) {
        guard var curtain, let point = handle.translate(x: press.x, y: press.y, to: canvas) else { return }
        curtain.move(toX: point.x, width: Double(canvas.width))
        replay.change { $0.map.lastCurtain = curtain }
    }

    private func move(toShare share: Double) {
        guard var curtain else { return }
        curtain.move(to: share)
        replay.change { $0.map.lastCurtain = curtain }
    }

    /// The names of the two sides.
    private static func names(_ pair: MapCurtain.Pair) -> (left: String, right: String) {
        switch pair {
        case .rawAndSmoothed: (localized("Raw"), localized("Smoothed"))
        case .sets:
            (
                localized("Set {1}", ParameterSets.Name.a.rawValue),
                localized("Set {1}", ParameterSets.Name.b.rawValue)
            )
        }
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        guard let curtain else { return }
        let x = curtain.x(width: width)
        let palette = appearance.palette
        drawing.setColor(Color(palette.background, alpha: 0.9))
        drawing.rectangle(x: x - 2.5, y: 0, width: 5, height: height)
        drawing.fill()
        drawing.setColor(Color(palette.foreground))
        drawing.rectangle(x: x - 1, y: 0, width: 2, height: height)
        drawing.fill()
        drawKnob(in: drawing, x: x, y: (height / 2).rounded())
        drawLabels(curtain, in: drawing, x: x, width: width)
    }

    private func drawKnob(in drawing: Drawing, x: Double, y: Double) {
        let palette = appearance.palette
        drawing.newPath()
        drawing.circle(x: x, y: y, radius: Self.knobRadius)
        drawing.setColor(Color(palette.background))
        drawing.fillPreserving()
        drawing.setLine(width: handle.holdsFocus ? 3 : 1.5)
        drawing.setColor(Color(handle.holdsFocus ? palette.accent : palette.foreground))
        drawing.stroke()
        drawing.setColor(Color(palette.foreground))
        for side in [-1.0, 1.0] {
            drawing.newPath()
            drawing.move(x + side * 6.5, y)
            drawing.line(x + side * 2.5, y - 4)
            drawing.line(x + side * 2.5, y + 4)
            drawing.closePath()
            drawing.fill()
        }
    }

    private func drawLabels(_ curtain: MapCurtain, in drawing: Drawing, x: Double, width: Double) {
        let names = Self.names(curtain.pair)
        let palette = appearance.palette
        let swatches: (left: RGB?, right: RGB?) =
            curtain.pair == .rawAndSmoothed ? (palette.raw, palette.smoothed) : (nil, nil)
        let height = Self.label.height * drawing.textScale
        func room(_ name: String, _ swatch: RGB?) -> Double {
            drawing.measure(name, Self.style).width + 2 * Self.label.padding + (swatch == nil ? 0 : Self.label.swatch)
        }
        let (left, right) = (room(names.left, swatches.left), room(names.right, swatches.right))
        let columns = (x - Self.label.gap - left)..<(x + Self.label.gap + right)
        let boxes = obstacles().map {
            RouteMarks.Box(
                around: ScreenPoint(x: $0.x + $0.width / 2, y: $0.y + $0.height / 2), width: $0.width, height: $0.height
            )
        }
        let top = MapCurtain.labelTop(columns: columns, height: height, around: boxes)
        // A side that is too narrow for its name shows little.
        if columns.lowerBound >= 4 {
            draw(names.left, swatches.left, in: drawing, x: columns.lowerBound, y: top, width: left)
        }
        if columns.upperBound <= width - 4 {
            draw(names.right, swatches.right, in: drawing, x: x + Self.label.gap, y: top, width: right)
        }
    }

    private func draw(_ name: String, _ swatch: RGB?, in drawing: Drawing, x: Double, y: Double, width: Double) {
        let palette = appearance.palette
        let height = Self.label.height * drawing.textScale
        let middle = y + height / 2
        drawing.newPath()
        drawing.rectangle(x: x, y: y, width: width, height: height, radius: height / 2)
        drawing.setColor(Color(palette.background, alpha: 0.96))
        drawing.fillPreserving()
        drawing.setLine(width: 1)
        drawing.setColor(Color(palette.foreground, alpha: 0.35))
        drawing.stroke()
        var start = x + Self.label.padding
        if let swatch {
            drawing.setColor(Color(swatch))
            drawing.rectangle(x: start, y: middle - 3, width: 14, height: 6, radius: 3)
            drawing.fill()
            start += Self.label.swatch
        }
        drawing.setColor(Color(palette.foreground))
        drawing.text(name, x: start, y: middle, Self.style)
    }
}
