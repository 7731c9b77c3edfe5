import GTKKit
import ShumateKit
import ViewerModel

/// The photos on the map.
extension MapPane {
    /// Shows photos; an empty list hides them.
    func show(_ photos: [PlacedPhoto]) {
        photoCard.hide()
        self.photos.photos = photos
        redraw()
    }

    /// Hides the photo that was clicked.
    /// - Returns: False if no photo was shown.
    func hidePhoto() -> Bool { photoCard.hide() }

    /// Shows the photos of the pin at a pixel.
    /// - Returns: False if there is no pin.
    func showPhotos(atX x: Double, y: Double) -> Bool {
        photoCard.hide()
        guard let found = photos.photos(atX: x, y: y, map.projection) else { return false }
        photoCard.show(found.photos, x: found.tip.x, y: found.tip.y, mapWidth: map.width, mapHeight: map.height)
        return true
    }
}
