import GTKKit
import Geodesy
import ShumateKit
import ViewerModel

/// Photos as pins on the map; those that would cover each other share one, with their number.
@MainActor
final class PhotoLayer: MapLayerContent {
    private let appearance: Appearance
    private let thumbnails: PhotoThumbnails
    private var points: [UnitMercator] = []
    private var pins: MapPins?
    private var hasTurnedPins = false
    /// Called when there is more to draw.
    var onChange: () -> Void {
        get { thumbnails.onReady }
        set { thumbnails.onReady = newValue }
    }

    /// The photos, in the order of their names.
    var photos: [PlacedPhoto] = [] {
        didSet {
            points = photos.map { UnitMercator($0.coordinate) }
            pins = nil
        }
    }

    /// The box around all of them; `nil` if there are none.
    var bounds: MercatorBounds? { MercatorBounds(around: points) }

    /// The sizes of the rim around a picture and of the tip below it, in pixels.
    private static let (rim, tip) = (2.5, 7.0)
    private static let side = PhotoThumbnails.side + 2 * rim
    /// The minimum distance between two pins, in pixels.
    private static let spacing = side + 4
    private static let radius = 7.0
    private static let badge = (height: 16.0, padding: 5.0)
    private static let style = TextStyle(size: 10.5, weight: .bold)

    init(appearance: Appearance, client: PhotoClient?) {
        self.appearance = appearance
        thumbnails = PhotoThumbnails(client)
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        guard !photos.isEmpty else { return }
        thumbnails.beginFrame()
        for (pin, place) in seen(projection) { draw(pin, at: place, in: drawing) }
        thumbnails.endFrame()
    }

    /// The pins in view with the places of their tips.
    private func seen(_ projection: MapProjection) -> [(pin: MapPins.Pin, tip: (x: Double, y: Double))] {
        gathered(projection).pins.compactMap { pin in
            let tip = projection.pixel(nearest: pin.point)
            guard (-Self.side...projection.width + Self.side).contains(tip.x),
                (-Self.side...projection.height + 2 * Self.side).contains(tip.y)
            else { return nil }
            return (pin, tip)
        }
    }

    /// Returns the boxes of the pins in a view, in pixels.
    func boxes(in projection: MapProjection) -> [Frame] {
        guard !photos.isEmpty else { return [] }
        return seen(projection).map { _, tip in
            Frame(
                x: tip.x - Self.side / 2, y: tip.y - Self.tip - Self.side, width: Self.side,
                height: Self.side + Self.tip)
        }
    }

    private func gathered(_ projection: MapProjection) -> MapPins {
        let isTurned = projection.rotation != 0
        if let pins, pins.scale == projection.scale, isTurned == hasTurnedPins { return pins }
        // Far enough apart at every angle, so that pins do not merge and separate while the map is turned.
        let spacing = isTurned ? Self.spacing * 2.0.squareRoot() : Self.spacing
        let pins = MapPins(points, scale: projection.scale, spacing: spacing)
        (self.pins, hasTurnedPins) = (pins, isTurned)
        return pins
    }

    private func draw(_ pin: MapPins.Pin, at place: (x: Double, y: Double), in drawing: Drawing) {
        guard let first = pin.members.first else { return }
        let palette = appearance.palette
        let (x, y) = (place.x.rounded(), place.y.rounded())
        let (left, top) = (x - Self.side / 2, y - Self.tip - Self.side)
        for isRim in [true, false] {
            drawing.newPath()
            drawing.rectangle(x: left, y: top, width: Self.side, height: Self.side, radius: Self.radius)
            drawing.move(x - Self.tip, y - Self.tip - 0.5)
            drawing.line(x, y)
            drawing.line(x + Self.tip, y - Self.tip - 0.5)
            drawing.closePath()
            if isRim {
                drawing.setLine(width: 1.5)
                drawing.setColor(Color(palette.foreground, alpha: 0.45))
                drawing.stroke()
            } else {
                drawing.setColor(Color(palette.background))
                drawing.fill()
            }
        }
        let (pictureLeft, pictureTop) = (left + Self.rim, top + Self.rim)
        drawing.saved {
            drawing.newPath()
            drawing.rectangle(
                x: pictureLeft, y: pictureTop, width: PhotoThumbnails.side, height: PhotoThumbnails.side,
                radius: Self.radius - Self.rim)
            drawing.setColor(Color(palette.subdued))
            drawing.fillPreserving()
            drawing.clip()
            thumbnails.picture(of: photos[first], scale: drawing.sharpness)?
                .draw(in: drawing, x: pictureLeft, y: pictureTop)
        }
        if pin.members.count > 1 {
            drawBadge(countText(pin.members.count), right: left + Self.side, top: top, in: drawing)
        }
    }

    private func drawBadge(_ text: String, right: Double, top: Double, in drawing: Drawing) {
        let height = Self.badge.height * drawing.textScale
        let width = max(height, drawing.measure(text, Self.style).width + 2 * Self.badge.padding)
        let (x, y) = (right + 5 - width, top - 5)
        drawing.newPath()
        drawing.rectangle(x: x, y: y, width: width, height: height, radius: height / 2)
        drawing.setColor(Color(appearance.palette.foreground))
        drawing.fill()
        drawing.setColor(Color(appearance.palette.background))
        drawing.text(text, x: x + width / 2, y: y + height / 2, anchor: .center, Self.style)
    }

    /// Returns the photos of the pin at a pixel, and the position of its tip; `nil` if there is no pin.
    func photos(
        atX x: Double, y: Double, _ projection: MapProjection
    ) -> (photos: [PlacedPhoto], tip: (x: Double, y: Double))? {
        guard !photos.isEmpty else { return nil }
        // The last one is on top.
        for pin in gathered(projection).pins.reversed() {
            let tip = projection.pixel(nearest: pin.point)
            guard abs(x - tip.x) <= Self.side / 2, (tip.y - Self.tip - Self.side...tip.y - Self.tip).contains(y) else {
                continue
            }
            return (pin.members.map { photos[$0] }, tip)
        }
        return nil
    }
}
