import FusionCore
import GTKKit
import Geodesy
import PhotoFormat
import SensorModel
import ViewerModel

/// A card with the photo of a pin: the picture, its name, its time and its place. Several photos are shown one at a
/// time.
@MainActor
final class PhotoCard: CanvasContent {
    /// The card's widget, over the map.
    let widget = Box(.vertical, spacing: 6)
    private let client: PhotoClient?
    private let headline = Label("", classes: ["headline"], aligned: .start)
    private let number = Label("", classes: ["facts"])
    private let previous = Button(icon: "go-previous-symbolic", describedAs: localized("Previous photo"))
    private let next = Button(icon: "go-next-symbolic", describedAs: localized("Next photo"))
    private let facts = Label("", classes: ["facts"], aligned: .start)
    private lazy var canvas = Canvas(role: .picture, content: self)
    private var photos: [PlacedPhoto] = []
    private var index = 0
    private var picture: PhotoPicture?
    private var decoding: Task<Void, Never>?
    private var anchor = (x: 0.0, y: 0.0)
    private var map = (width: 0, height: 0)

    /// The maximum size of the picture in pixels, and the margin around it.
    private static let most = (width: 320.0, height: 260.0)
    private static let margin = (across: 60.0, down: 130.0)
    private static let smallestSide = 120.0
    /// The maximum length of a name in characters; longer names are truncated.
    private static let nameLength = 18

    init(client: PhotoClient?) {
        self.client = client
        headline.expandsHorizontally = true
        headline.ellipsize(askingFor: Self.nameLength)
        let close = Button(icon: "window-close-symbolic", describedAs: localized("Close"))
        close.onClick { [weak self] in self?.hide() }
        previous.onClick { [weak self] in self?.step(by: -1) }
        next.onClick { [weak self] in self?.step(by: 1) }
        facts.wrap(maximumCharacters: 36)
        for child in [
            Box(.horizontal, spacing: 6, children: [headline, previous, number, next, close]), canvas, facts,
        ] as [Widget] { widget.append(child) }
        widget.addClasses("map-hover")
        widget.horizontalAlignment = .start
        widget.verticalAlignment = .start
        widget.isVisible = false
    }

    /// Shows photos next to a point of the map, starting with the first.
    func show(_ photos: [PlacedPhoto], x: Double, y: Double, mapWidth: Int, mapHeight: Int) {
        self.photos = photos
        (anchor, map) = ((x, y), (mapWidth, mapHeight))
        index = 0
        showPhoto()
    }

    private func step(by steps: Int) {
        guard !photos.isEmpty else { return }
        index = (index + steps + photos.count) % photos.count
        showPhoto()
    }

    private func showPhoto() {
        guard photos.indices.contains(index) else { return }
        let photo = photos[index]
        headline.text = MainWindow.name(of: [photo.path])
        headline.tooltip = photo.path.visible
        number.text = localized("{1} of {2}", countText(index + 1), countText(photos.count))
        for part in [previous, number, next] as [Widget] { part.isVisible = photos.count > 1 }
        let time = photo.time.map { instant in
            let clock = ClockTime.local(instant)
            return "\(clock.date.localizedLongText) · \(clock.secondText)"
        }
        let place = coordinateText(latitude: photo.coordinate.latitude, longitude: photo.coordinate.longitude)
        let origin =
            photo.origin == .track ? localized("The place is that of the track at the time of the photo.") : nil
        facts.text = [time, place, origin].compactMap(\.self).joined(separator: "\n")
        let size = Self.size(of: photo, in: map)
        canvas.requestSize(width: Int(size.width), height: Int(size.height))
        canvas.describe(headline.text)
        widget.showCard(besideX: anchor.x, y: anchor.y, mapWidth: map.width, mapHeight: map.height)
        decode(photo, size)
    }

    /// Returns the size of the placeholder of a photo that is not decoded yet.
    private static func size(
        of photo: PlacedPhoto, in map: (width: Int, height: Int)
    ) -> (width: Double, height: Double) {
        let width = max(smallestSide, min(most.width, Double(map.width) - margin.across))
        let height = max(smallestSide, min(most.height, Double(map.height) - margin.down))
        guard let storedWidth = photo.facts.width, let storedHeight = photo.facts.height, storedWidth > 0,
            storedHeight > 0
        else { return (width, height) }
        let isTurned = photo.facts.orientation > 4
        let (across, down) = isTurned ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
        let factor = min(width / Double(across), height / Double(down))
        return (max(1, (Double(across) * factor).rounded()), max(1, (Double(down) * factor).rounded()))
    }

    private func decode(_ photo: PlacedPhoto, _ size: (width: Double, height: Double)) {
        picture = nil
        canvas.queueDraw()
        decoding?.cancel()
        guard let client else { return }
        let scale = Double(canvas.scaleFactor)
        decoding = Task { [weak self] in
            let picture = await Self.picture(of: photo, width: size.width, height: size.height, scale, client)
            guard let self, !Task.isCancelled else { return }
            self.picture = picture
            if picture == nil {
                facts.text += "\n" + localized("The picture cannot be shown: the file is damaged, or too large.")
            }
            canvas.queueDraw()
        }
    }

    @concurrent
    private nonisolated static func picture(
        of photo: PlacedPhoto, width: Double, height: Double, _ scale: Double, _ client: PhotoClient
    ) async -> PhotoPicture? {
        guard let bytes = await client.read(photo.path, nil) else { return nil }
        return PhotoPicture(
            jpeg: bytes, orientation: photo.facts.orientation, isProgressive: photo.facts.isProgressive, width: width,
            height: height, fit: .whole, scale: scale)
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        guard let picture else { return }
        drawing.rectangle(x: 0, y: 0, width: width, height: height, radius: 6)
        drawing.clip()
        picture.draw(in: drawing, x: (width - picture.width) / 2, y: (height - picture.height) / 2)
    }

    /// Hides the card.
    /// - Returns: False if it was hidden.
    @discardableResult
    func hide() -> Bool {
        guard widget.isVisible else { return false }
        widget.isVisible = false
        decoding?.cancel()
        picture = nil
        return true
    }
}
