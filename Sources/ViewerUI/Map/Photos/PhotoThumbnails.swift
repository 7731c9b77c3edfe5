import GTKKit
import PhotoFormat
import ViewerModel

/// Thumbnails of photos, decoded in the background when they become visible.
@MainActor
final class PhotoThumbnails {
    /// Called when another picture has been decoded.
    var onReady: () -> Void = {}

    private struct Key: Hashable {
        let path: String
        let scale: Double
    }

    private struct Kept {
        /// `nil` if the photo cannot be decoded.
        let picture: PhotoPicture?
        var lastUse: Int
    }

    private let client: PhotoClient?
    private var kept: [Key: Kept] = [:]
    private var waiting: [(key: Key, photo: PlacedPhoto)] = []
    private var running: Set<Key> = []
    private var uses = 0

    /// The side of a picture in pixels.
    nonisolated static let side = 36.0
    /// The maximum number of pictures that are kept.
    private static let most = 400
    private static let mostAtOnce = 2

    init(_ client: PhotoClient?) { self.client = client }

    /// Begins a frame. Pictures that earlier frames requested are not decoded unless this frame requests them as well.
    func beginFrame() {
        waiting = []
        uses += 1
    }

    /// Returns the picture of a photo; `nil` while it is being decoded, or if it cannot be decoded.
    func picture(of photo: PlacedPhoto, scale: Double) -> PhotoPicture? {
        let key = Key(path: photo.path, scale: scale)
        if let known = kept[key] {
            kept[key]?.lastUse = uses
            return known.picture
        }
        if !running.contains(key) { waiting.append((key, photo)) }
        return nil
    }

    /// Ends a frame, and starts decoding missing pictures.
    func endFrame() {
        guard let client else { return }
        while running.count < Self.mostAtOnce, !waiting.isEmpty {
            let (key, photo) = waiting.removeFirst()
            running.insert(key)
            Task { [weak self] in
                let picture = await Self.decode(photo, scale: key.scale, client)
                self?.keep(picture, key)
            }
        }
    }

    private func keep(_ picture: PhotoPicture?, _ key: Key) {
        running.remove(key)
        kept[key] = Kept(picture: picture, lastUse: uses)
        if kept.count > Self.most {
            for (old, _) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }).prefix(Self.most / 4) {
                kept[old] = nil
            }
        }
        onReady()
        endFrame()
    }

    /// Decodes the thumbnail that the camera stored; without one, decodes the photo.
    @concurrent
    private nonisolated static func decode(
        _ photo: PlacedPhoto, scale: Double, _ client: PhotoClient
    ) async -> PhotoPicture? {
        func picture(_ bytes: [UInt8], isProgressive: Bool) -> PhotoPicture? {
            PhotoPicture(
                jpeg: bytes, orientation: photo.facts.orientation, isProgressive: isProgressive, width: side,
                height: side, fit: .filling, scale: scale)
        }
        if let part = photo.facts.thumbnail, let bytes = await client.read(photo.path, part),
            let small = picture(bytes, isProgressive: false)
        {
            return small
        }
        guard let bytes = await client.read(photo.path, nil) else { return nil }
        return picture(bytes, isProgressive: photo.facts.isProgressive)
    }
}
