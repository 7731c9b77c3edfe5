import GTKKit
import Geometry
import Replay
import SensorModel
import ShumateKit
import ViewerModel

/// The user's tools on the map, apart from navigation: pointing at fixes, measuring, and selecting a part.
@MainActor
final class MapTools {
    /// The layer with the line and the rectangle.
    let layer: MeasureLayer
    /// Called with the pixel that was clicked, or touched by a finger.
    var onClick: (_ x: Double, _ y: Double, _ isTouch: Bool) -> Void = { _, _, _ in }
    /// Called with the part of the map that was framed.
    var onFrame: (MapViewport) -> Void = { _ in }
    /// Called with the angle in radians to which the map is turned, and the pixel that does not move.
    var onTurn: (_ rotation: Double, _ x: Double, _ y: Double) -> Void = { _, _, _ in }
    /// Called when what is drawn has changed.
    var onRedraw: () -> Void = {}
    /// Called when measuring begins or ends.
    var onMeasuring: (Bool) -> Void = { _ in }

    /// Whether clicks set the corners of a line.
    var isMeasuring = false {
        didSet {
            guard isMeasuring != oldValue else { return }
            layer.points = []
            layer.next = nil
            if !isMeasuring { onGate = nil }
            onMeasuring(isMeasuring)
            onRedraw()
        }
    }

    private let map: MapView
    /// Called with the line that the user draws as a gate; `nil` while measuring.
    private var onGate: ((LapGate) -> Void)?
    /// The angle of the map when the drag that turns it began; `nil` if it is not turned.
    private var turnStart: Double?
    private var pointer: (x: Double, y: Double)?
    private var scroll: ScrollController?

    /// The minimum size of a frame, in pixels.
    private static let smallestFrame = 8.0
    /// The angle in radians by which a pixel of a drag, and a step of the wheel, turn the map.
    private static let (dragTurn, scrollTurn) = (Double.pi / 360, Double.pi / 24)
    /// The number of touchpad pixels that correspond to a step of the wheel.
    private static let scrollPixels = 40.0

    init(map: MapView, appearance: Appearance) {
        self.map = map
        layer = MeasureLayer(appearance: appearance)
        map.install(
            PressGesture(
                begin: { [weak self] in self?.begin($0) ?? false }, move: { [weak self] in self?.move($0, $1) },
                end: { [weak self] in self?.end($0, $1) }))
        let scroll = ScrollController { [weak self] dx, dy in self?.scroll(dx, dy) ?? false }
        // Handled before the map, which would zoom.
        scroll.seesEventsFirst()
        map.install(scroll)
        self.scroll = scroll
    }

    /// With Shift, the wheel turns the map about the pointer.
    private func scroll(_ dx: Double, _ dy: Double) -> Bool {
        guard let scroll, scroll.modifiers.contains(.shift), let pointer else { return false }
        // On some desktops, Shift changes the scroll direction to horizontal.
        let distance = dy != 0 ? dy : dx
        let steps = scroll.isInPixels ? distance / Self.scrollPixels : distance
        onTurn(map.rotation + steps * Self.scrollTurn, pointer.x, pointer.y)
        return true
    }

    /// Follows the pointer; `nil` if it has left the map.
    func point(at place: (x: Double, y: Double)?) {
        pointer = place
        guard isMeasuring else { return }
        layer.next = place.map { map.projection.point(x: $0.x, y: $0.y).coordinate }
        onRedraw()
    }

    /// Lets the user draw a line from one click to the next.
    func askForGate(_ answered: @escaping (LapGate) -> Void) {
        isMeasuring = false
        isMeasuring = true
        onGate = answered
    }

    /// Cancels the current action.
    /// - Returns: True if an action was cancelled.
    func cancel() -> Bool {
        defer { isMeasuring = false }
        return isMeasuring
    }

    /// With Shift, a drag frames a part instead of moving the map; with Control, it turns the map.
    private func begin(_ press: PressGesture.Moment) -> Bool {
        turnStart = press.modifiers.contains(.control) ? map.rotation : nil
        return turnStart != nil || press.modifiers.contains(.shift)
    }

    private func move(_ press: PressGesture.Moment, _ isTaken: Bool) {
        guard isTaken else { return }
        if let turnStart {
            guard press.isDrag else { return }
            return onTurn(turnStart + press.dx * Self.dragTurn, press.x - press.dx, press.y - press.dy)
        }
        layer.rectangle = (
            x: min(press.x, press.x - press.dx), y: min(press.y, press.y - press.dy), width: abs(press.dx),
            height: abs(press.dy)
        )
        onRedraw()
    }

    private func end(_ press: PressGesture.Moment, _ isTaken: Bool) {
        let isTurning = turnStart != nil
        turnStart = nil
        if isTurning, press.isDrag { return }
        if isTaken, !isTurning {
            frame()
        } else if !press.isDrag, isMeasuring {
            layer.points.append(map.projection.point(x: press.x, y: press.y).coordinate)
            onRedraw()
            guard let onGate, layer.points.count == 2 else { return }
            let gate = LapGate(from: layer.points[0], to: layer.points[1])
            isMeasuring = false
            onGate(gate)
        } else if !press.isDrag {
            onClick(press.x, press.y, press.isTouch)
        }
    }

    private func frame() {
        guard let rectangle = layer.rectangle else { return }
        layer.rectangle = nil
        onRedraw()
        guard min(rectangle.width, rectangle.height) >= Self.smallestFrame else { return }
        let projection = map.projection
        let middle = projection.point(x: rectangle.x + rectangle.width / 2, y: rectangle.y + rectangle.height / 2)
        onFrame(
            MapViewport(
                centre: middle, zoom: projection.zoom, width: rectangle.width, height: rectangle.height,
                rotation: projection.rotation))
    }
}
