/// The upper left corner of a card next to a point of the map, in pixels.
public struct CardPlace: Sendable, Hashable {
    /// The distance from the left edge of the map.
    public let x: Int
    /// The distance from the upper edge of the map.
    public let y: Int

    /// The gap between the point and the card, and the minimum gap between the card and an edge of the map.
    private static let (distance, edge) = (14, 8)
    /// The distance in pixels by which the top of a card is above its point.
    private static let rise = 24
    /// The share of the map's width to the right of which a card is placed left of its point.
    private static let leftward = 0.6

    /// Finds a place next to a point; below or above it if the map is too narrow for that.
    /// - Parameters:
    ///   - pointX: The point's distance from the left edge of the map.
    ///   - pointY: The point's distance from the upper edge of the map.
    ///   - card: The size of the card.
    ///   - map: The size of the map.
    public init(pointX: Double, pointY: Double, card: (width: Int, height: Int), map: (width: Int, height: Int)) {
        let (column, row) = (Int(pointX), Int(pointY))
        let (right, left) = (column + Self.distance, column - Self.distance - card.width)
        let fitsRight = right + card.width <= map.width
        let fitsLeft = left >= 0
        let prefersLeft = pointX > Double(map.width) * Self.leftward
        if fitsLeft, prefersLeft || !fitsRight {
            x = left
        } else if fitsRight {
            x = right
        } else {
            x = max(0, min(column - card.width / 2, map.width - card.width - Self.edge))
            let below = row + Self.distance
            let above = row - Self.distance - card.height
            y = below + card.height <= map.height || above < 0 ? min(below, max(0, map.height - card.height)) : above
            return
        }
        y = min(max(0, row - Self.rise), max(0, map.height - card.height))
    }
}
