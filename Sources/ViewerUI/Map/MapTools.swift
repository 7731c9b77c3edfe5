import GTKKit
import Geometry
import Localization
import Replay
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// The user's tools on the map: pointing at fixes, measuring, and selecting a part. While the map has the keyboard focus, the
/// cross at its middle does what the pointer does.
@MainActor
final class MapTools {
    /// The layer with the line and the rectangle.
    let layer: MeasureLayer
    /// Whether clicks set the corners of a line.
    private var isMeasuring: Bool { replay.map.drawing != nil }
    private weak var pane: MapPane?
    private let replay: ReplayController
    private let map: MapView
    /// The angle of the map when the drag that turns it began; `nil` if it is not turned.
    private var turnStart: Double?
    /// The flag that a press holds, and whether it has been dragged.
    private var held: (mark: SessionMark, right: Double, down: Double, isDragged: Bool)?
    private var pointer: (x: Double, y: Double)?
    private var scroll: ScrollController?

    /// The minimum size of a frame, in pixels.
    private static let smallestFrame = 8.0
    /// The angle in radians by which a pixel of a drag, and a step of the wheel, turn the map.
    private static let (dragTurn, scrollTurn) = (Double.pi / 360, Double.pi / 24)
    /// The number of touchpad pixels that correspond to a step of the wheel.
    private static let scrollPixels = 40.0
    /// The distance in pixels by which an arrow key moves the map, and by which it does so with Shift.
    private static let (step, fineStep) = (48.0, 2.0)

    init(of pane: MapPane) {
        (self.pane, map, replay) = (pane, pane.map, pane.replay)
        layer = MeasureLayer(appearance: pane.appearance, replay: pane.replay)
        map.install(
            PressGesture(
                begin: { [weak self] in self?.begin($0) ?? false }, move: { [weak self] in self?.move($0, $1) },
                end: { [weak self] in self?.end($0, $1) }))
        let scroll = ScrollController { [weak self] dx, dy in self?.scroll(dx, dy) ?? false }
        // Handled before the map, which would zoom.
        scroll.seesEventsFirst()
        map.install(scroll)
        self.scroll = scroll
        map.isFocusable = true
        let keys = KeyController { [weak self] key, held in self?.handle(key, held) ?? false }
        keys.seesEventsFirst()
        map.install(keys)
        map.install(
            FocusController(
                enter: { [weak self] in self?.setCross(true) }, leave: { [weak self] in self?.setCross(false) }))
    }

    /// Moves the map under its cross with the arrow keys; Enter does at the cross what a click does.
    private func handle(_ key: KeyController.Key, _ held: Modifiers) -> Bool {
        guard !held.contains(.control), !held.contains(.alt) else { return false }
        let step = held.contains(.shift) ? Self.fineStep : Self.step
        switch key {
        case .left: pane?.framing.pan(byX: -step, y: 0)
        case .right: pane?.framing.pan(byX: step, y: 0)
        case .up: pane?.framing.pan(byX: 0, y: -step)
        case .down: pane?.framing.pan(byX: 0, y: step)
        case .enter: click(Double(map.width) / 2, Double(map.height) / 2, isTouch: true)
        default: return false
        }
        setCross(true)
        return true
    }

    private func setCross(_ isShown: Bool) {
        layer.hasCross = isShown
        if !isShown { layer.next = nil }
        redraw()
    }

    /// Continues the line to the cross when the map has moved under it.
    func handleMove() {
        if isMeasuring, layer.hasCross { layer.next = map.center }
    }

    /// Forgets the line when measuring begins or ends.
    func clear() {
        (layer.points, layer.next) = ([], nil)
        map.describe(localized("Map"))
        redraw()
    }

    private func redraw() { pane?.layers.redraw(.tools) }

    /// With Shift, the wheel turns the map about the pointer.
    private func scroll(_ dx: Double, _ dy: Double) -> Bool {
        guard let scroll, scroll.modifiers.contains(.shift), let pointer else { return false }
        // On some desktops, Shift changes the scroll direction to horizontal.
        let distance = dy != 0 ? dy : dx
        let steps = scroll.isInPixels ? distance / Self.scrollPixels : distance
        pane?.framing.turn(to: map.rotation + steps * Self.scrollTurn, aboutX: pointer.x, y: pointer.y)
        return true
    }

    /// Follows the pointer; `nil` if it has left the map.
    func point(at place: (x: Double, y: Double)?) {
        // GTK also reports a pointer at rest when what is below it changes.
        if layer.hasCross, let place, let pointer, place != pointer { setCross(false) }
        pointer = place
        guard isMeasuring, !layer.hasCross else { return }
        layer.next = place.map { map.projection.point(x: $0.x, y: $0.y).coordinate }
        redraw()
    }

    /// Cancels measuring.
    /// - Returns: False if nothing was measured.
    func cancel() -> Bool {
        defer { replay.draw(nil) }
        return isMeasuring
    }

    /// With Shift, a drag frames a part instead of moving the map; with Control, it turns the map; from a flag, it moves that.
    private func begin(_ press: PressGesture.Moment) -> Bool {
        turnStart = press.modifiers.contains(.control) ? map.rotation : nil
        held = nil
        if turnStart != nil || press.modifiers.contains(.shift) { return true }
        guard let pane, !isMeasuring, replay.session != nil, !replay.libraryMap.isOn else { return false }
        held = pane.flags.mark(atX: press.x, y: press.y, in: map.projection).map { ($0.mark, $0.right, $0.down, false) }
        return held != nil
    }

    private func move(_ press: PressGesture.Moment, _ isTaken: Bool) {
        guard isTaken else { return }
        if let held {
            // Escape has left it where it was.
            guard press.isDrag, !held.isDragged || replay.dragged != nil else { return }
            self.held?.isDragged = true
            return pane?.drag(held.mark, toX: press.x + held.right, y: press.y + held.down) ?? ()
        }
        if let turnStart {
            guard press.isDrag else { return }
            return pane?.framing.turn(
                to: turnStart + press.dx * Self.dragTurn, aboutX: press.x - press.dx, y: press.y - press.dy) ?? ()
        }
        layer.rectangle = (
            x: min(press.x, press.x - press.dx), y: min(press.y, press.y - press.dy), width: abs(press.dx),
            height: abs(press.dy)
        )
        redraw()
    }

    private func end(_ press: PressGesture.Moment, _ isTaken: Bool) {
        let isTurning = turnStart != nil
        turnStart = nil
        if isTurning, press.isDrag { return }
        let isHeld = held != nil
        held = nil
        if isHeld, press.isDrag { return replay.drop() }
        if isTaken, !isTurning, !isHeld {
            frame()
        } else if !press.isDrag {
            click(press.x, press.y, isTouch: press.isTouch)
        }
    }

    /// Sets a corner, or shows a fix.
    private func click(_ x: Double, _ y: Double, isTouch: Bool) {
        guard let drawing = replay.map.drawing else { return pane?.handleClick(x, y, isTouch: isTouch) ?? () }
        layer.points.append(map.projection.point(x: x, y: y).coordinate)
        redraw()
        switch drawing {
        case .distance:
            if let length = layer.length {
                map.describe(localized("Map, distance {1}", replay.unit.distanceUnit.text(of: length)))
            }
        case .gate:
            guard layer.points.count == 2 else { return }
            replay.laps.rule = .gate(LapGate(from: layer.points[0], to: layer.points[1]))
            replay.draw(nil)
        }
    }

    private func frame() {
        guard let rectangle = layer.rectangle else { return }
        layer.rectangle = nil
        redraw()
        guard min(rectangle.width, rectangle.height) >= Self.smallestFrame else { return }
        let projection = map.projection
        let middle = projection.point(x: rectangle.x + rectangle.width / 2, y: rectangle.y + rectangle.height / 2)
        pane?.handleFrame(
            MapViewport(
                centre: middle, zoom: projection.zoom, width: rectangle.width, height: rectangle.height,
                rotation: projection.rotation))
    }
}
