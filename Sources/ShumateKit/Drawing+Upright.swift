public import GTKKit

extension Drawing {
    /// Draws with axes that are rotated with the map, so that `body` draws as if north were up.
    /// - Parameter body: Draws with the given projection, which also covers the corners of the widget.
    public func upright(_ projection: MapProjection, _ body: (MapProjection) -> Void) {
        guard projection.rotation != 0 else { return body(projection) }
        let upright = projection.upright
        saved {
            translate(projection.width / 2, projection.height / 2)
            rotate(projection.rotation)
            translate(-upright.width / 2, -upright.height / 2)
            body(upright)
        }
    }
}
