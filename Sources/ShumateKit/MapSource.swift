import CGTK
public import GTKKit

/// Where a map's background comes from.
public final class MapSource: ObjectRef {
    /// Makes a background that is drawn on this machine, tile by tile; no network, no cache.
    /// - Parameter draw: Draws tile x, y of a zoom level into a square of `size` pixels.
    public init(
        id: String,
        draw: @escaping @MainActor (_ drawing: Drawing, _ x: Int, _ y: Int, _ zoom: Int, _ size: Int) -> Void
    ) {
        typealias Draw = @MainActor (Drawing, Int, Int, Int, Int) -> Void
        let raw = odo_drawn_map_source_new(
            id,
            { data, context, x, y, zoom, size in
                guard let data, let context else { return }
                MainActor.assumeIsolated {
                    CallbackBox<Draw>.value(of: data)(
                        Drawing(context: context, pango: nil), Int(x), Int(y), Int(zoom), Int(size))
                }
            },
            CallbackBox<Draw>(draw).retained(), { data in if let data { CallbackBox<Draw>.release(data) } })
        super.init(owning: made(raw))
    }

    /// Makes a background of pictures from a tile server: every tile that is shown is asked for there.
    /// - Parameters:
    ///   - id: A short name, also that of the cache's folder.
    ///   - template: The address with `{x}`, `{y}` and `{z}`.
    ///   - license: The attribution that the server asks for.
    ///   - licenseAddress: Where the licence can be read.
    ///   - userAgent: How the program introduces itself.
    public init(
        id: String, template: String, license: String, licenseAddress: String, maximumZoom: Int, userAgent: String
    ) {
        shumate_set_user_agent(userAgent)
        let downloader = made(shumate_tile_downloader_new(template))
        defer { g_object_unref(downloader) }
        let raw = odo_picture_map_source_new(
            id, license, licenseAddress, 0, UInt32(maximumZoom), downloader.cast())
        super.init(owning: made(raw))
    }
}
