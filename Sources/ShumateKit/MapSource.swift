import CGTK
public import GTKKit

/// The source of a map's background.
public final class MapSource: ObjectRef {
    /// Creates a background that is drawn on this machine, tile by tile; no network, no cache.
    /// - Parameters:
    ///   - id: What it is known by.
    ///   - draw: Draws tile x, y of a zoom level into a square of `size` pixels.
    public init(
        id: String,
        draw: @escaping @MainActor (_ drawing: Drawing, _ x: Int, _ y: Int, _ zoom: Int, _ size: Int) -> Void
    ) {
        typealias Draw = @MainActor (Drawing, Int, Int, Int, Int) -> Void
        let raw = odo_drawn_map_source_new(
            id,
            { @Sendable data, context, x, y, zoom, size in
                guard let data, let context else { return }
                onMainThread(data, context) { data, context in
                    CallbackBox<Draw>.value(of: data)(
                        Drawing(context: context, pango: nil), Int(x), Int(y), Int(zoom), Int(size))
                }
            },
            CallbackBox<Draw>(draw).retained(), { @Sendable data in if let data { CallbackBox<Draw>.release(data) } })
        super.init(owning: made(raw))
    }

    /// Creates a background of pictures from a tile server: every tile that is shown is asked for there, over HTTP only,
    /// and kept on disk.
    /// - Parameters:
    ///   - id: What it is known by.
    ///   - template: The address with `{x}`, `{y}` and `{z}`.
    ///   - license: The attribution that the server asks for.
    ///   - maximumZoom: The finest level that the server has.
    ///   - userAgent: How the program introduces itself.
    ///   - cacheSize: Bytes that are kept on disk.
    ///   - reach: Called when the server can no longer be reached, and when it can again; meanwhile a single tile is
    ///     requested after pauses that double.
    ///   - trouble: Called with one sentence for a tile that is not shown.
    public init(
        id: String, template: String, license: String, maximumZoom: Int, userAgent: String, cacheSize: Int,
        reach: @escaping @MainActor (Bool) -> Void, trouble: @escaping @MainActor (String) -> Void
    ) {
        typealias Reach = @MainActor (Bool) -> Void
        let server = made(
            odo_tile_server_new(
                template, userAgent, UInt32(clamping: cacheSize),
                { @Sendable data, isReached in
                    guard let data else { return }
                    onMainThread(data) { data in CallbackBox<Reach>.value(of: data)(isReached != 0) }
                },
                CallbackBox<Reach>(reach).retained(),
                { @Sendable data in if let data { CallbackBox<Reach>.release(data) } }))
        defer { g_object_unref(server) }
        super.init(owning: Self.pictures(id, license, 0...maximumZoom, of: server, trouble))
    }

    /// Creates a background of pictures that are read on this machine, apart from the main thread.
    /// - Parameters:
    ///   - id: What it is known by.
    ///   - license: The attribution that is shown.
    ///   - zoomLevels: The levels that there are.
    ///   - read: Returns the picture of tile x, y of a zoom level, nil if there is none.
    ///   - trouble: Called with one sentence for a tile that could not be read.
    public init(
        id: String, license: String, zoomLevels: ClosedRange<Int>,
        read: @escaping @Sendable (_ x: Int, _ y: Int, _ zoom: Int) throws -> [UInt8]?,
        trouble: @escaping @MainActor (String) -> Void
    ) {
        typealias Read = @Sendable (Int, Int, Int) throws -> [UInt8]?
        let raw = odo_tile_reader_new(
            { @Sendable data, x, y, zoom, trouble in
                guard let data else { return nil }
                do {
                    guard let bytes = try CallbackBox<Read>.value(of: data)(Int(x), Int(y), Int(zoom)) else {
                        return nil
                    }
                    return g_bytes_new(bytes, gsize(bytes.count))
                } catch {
                    trouble?.pointee = g_strdup("\(error)")
                    return nil
                }
            },
            CallbackBox<Read>(read).retained(), { @Sendable data in if let data { CallbackBox<Read>.release(data) } })
        let reader = made(raw)
        defer { g_object_unref(reader) }
        super.init(owning: Self.pictures(id, license, zoomLevels, of: reader, trouble))
    }

    private static func pictures(
        _ id: String, _ license: String, _ zoomLevels: ClosedRange<Int>, of source: UnsafeMutableRawPointer,
        _ trouble: @escaping @MainActor (String) -> Void
    ) -> UnsafeMutableRawPointer {
        typealias Trouble = @MainActor (String) -> Void
        return made(
            odo_picture_map_source_new(
                id, license, UInt32(zoomLevels.lowerBound), UInt32(zoomLevels.upperBound), source.cast(),
                { @Sendable data, sentence in
                    guard let data, let sentence else { return }
                    let text = String(cString: sentence)
                    onMainThread(data) { data in CallbackBox<Trouble>.value(of: data)(text) }
                },
                CallbackBox<Trouble>(trouble).retained(),
                { @Sendable data in if let data { CallbackBox<Trouble>.release(data) } }
            ))
    }
}
