import GTKKit
import Geodesy
import SensorModel
import ShumateKit
import ViewerModel

/// The user's tools on the map, apart from moving it: point at fixes, measure, select a part.
@MainActor
final class MapTools {
    /// The line and the rectangle that are drawn.
    let layer: MeasureLayer
    /// Called with the pixel that was clicked.
    var onClick: (_ x: Double, _ y: Double) -> Void = { _, _ in }
    /// Called with the box that was framed.
    var onFrame: (MercatorBounds) -> Void = { _ in }
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
            onMeasuring(isMeasuring)
            onRedraw()
        }
    }

    private let map: MapView

    /// Pixels that a frame has at least.
    private static let smallestFrame = 8.0

    init(map: MapView, appearance: Appearance) {
        self.map = map
        layer = MeasureLayer(appearance: appearance)
        map.install(
            PressGesture(
                begin: { [weak self] in self?.begin($0) ?? false }, move: { [weak self] in self?.move($0, $1) },
                end: { [weak self] in self?.end($0, $1) }))
    }

    /// Follows the pointer; nil if it has left.
    func point(at place: (x: Double, y: Double)?) {
        guard isMeasuring else { return }
        layer.next = place.map { map.projection.point(x: $0.x, y: $0.y).coordinate }
        onRedraw()
    }

    /// Ends what is being done.
    /// - Returns: True if there was something.
    func cancel() -> Bool {
        defer { isMeasuring = false }
        return isMeasuring
    }

    /// With Shift held a press frames a part instead of moving the map.
    private func begin(_ press: PressGesture.Moment) -> Bool { press.modifiers.contains(.shift) }

    private func move(_ press: PressGesture.Moment, _ isFraming: Bool) {
        guard isFraming else { return }
        layer.rectangle = (
            x: min(press.x, press.x - press.dx), y: min(press.y, press.y - press.dy), width: abs(press.dx),
            height: abs(press.dy)
        )
        onRedraw()
    }

    private func end(_ press: PressGesture.Moment, _ isFraming: Bool) {
        if isFraming {
            frame()
        } else if !press.isDrag, isMeasuring {
            layer.points.append(map.projection.point(x: press.x, y: press.y).coordinate)
            onRedraw()
        } else if !press.isDrag {
            onClick(press.x, press.y)
        }
    }

    private func frame() {
        guard let rectangle = layer.rectangle else { return }
        layer.rectangle = nil
        onRedraw()
        guard min(rectangle.width, rectangle.height) >= Self.smallestFrame else { return }
        let projection = map.projection
        let first = projection.point(x: rectangle.x, y: rectangle.y)
        let second = projection.point(x: rectangle.x + rectangle.width, y: rectangle.y + rectangle.height)
        onFrame(MercatorBounds(minimumX: first.x, minimumY: first.y, maximumX: second.x, maximumY: second.y))
    }
}
