public import GTKKit

extension Drawing {
    /// Draws with axes that are turned with the map: `body` draws as if north were up.
    /// - Parameter body: Draws with the projection that is passed to it, which covers the corners of the widget, too.
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
