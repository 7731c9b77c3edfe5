/// The layers of the map, from the highest to the lowest: which are shown, and how.
public struct MapTracks: Sendable, Hashable {
    /// A layer with the user's choices for it.
    public struct Layer: Sendable, Hashable {
        /// The track or the marks that it draws.
        public let kind: TrackKind
        /// The name of a track that was added; `nil` for a layer of the session.
        public let name: String?
        /// Whether it is drawn.
        public var isShown: Bool
        /// The opacity, ``MapTracks/opacities``.
        public var opacity = 1.0
        /// The number of a colour of ``ActivityPalette/layerColors``; `nil` for the colours that the layer has by itself.
        public var color: Int?
        /// The seconds by which the clock of an added track is ahead of the session's.
        public var offset = 0.0
        /// Whether the user chose the offset, which is found otherwise.
        public var isOffsetChosen = false
    }

    /// The layers, from the highest to the lowest.
    public private(set) var layers: [Layer]
    /// The added track that is taken for the truth, against which the others are measured; `nil` without one.
    public private(set) var truth: TrackKind?
    /// Whether the table of the shown tracks is open.
    public var showsTable = false

    /// The opacities that can be chosen: what is fainter could as well be hidden.
    public static let opacities = 0.1...1.0
    private static let hiddenAtFirst: Set<TrackKind> = [.filtered, .simplified, .uncertainty, .roads]

    /// Creates the layers of a session, as they are shown at first.
    public init() {
        let order: [TrackKind] = [
            .stops, .roads, .compared, .rejected, .simplified, .smoothed, .filtered, .raw, .uncertainty,
        ]
        layers = order.map { Layer(kind: $0, name: nil, isShown: !Self.hiddenAtFirst.contains($0)) }
    }

    /// The layers that are switched on.
    public var shown: Set<TrackKind> { Set(layers.lazy.filter(\.isShown).map(\.kind)) }

    /// The layer of a kind; `nil` if there is none.
    public subscript(kind: TrackKind) -> Layer? { layers.first { $0.kind == kind } }

    /// Changes the user's choices for a layer, if there is one.
    public mutating func edit(_ kind: TrackKind, _ body: (inout Layer) -> Void) {
        guard let place = layers.firstIndex(where: { $0.kind == kind }) else { return }
        body(&layers[place])
        let (least, most) = (Self.opacities.lowerBound, Self.opacities.upperBound)
        layers[place].opacity = min(max(layers[place].opacity, least), most)
    }

    /// Returns whether a line can be moved over or under the next one that is offered.
    public func canMove(_ kind: TrackKind, up: Bool, among offered: Set<TrackKind>) -> Bool {
        neighbour(of: kind, up: up, among: offered) != nil
    }

    /// Moves a line over or under the next one that is offered.
    public mutating func move(_ kind: TrackKind, up: Bool, among offered: Set<TrackKind>) {
        guard let places = neighbour(of: kind, up: up, among: offered) else { return }
        layers.insert(layers.remove(at: places.from), at: places.to)
    }

    private func neighbour(
        of kind: TrackKind, up: Bool, among offered: Set<TrackKind>
    ) -> (from: Int, to: Int)? {
        guard kind.isLine, let from = layers.firstIndex(where: { $0.kind == kind }) else { return nil }
        let others = up ? Array((0..<from).reversed()) : Array((from + 1)..<layers.count)
        return others.first { layers[$0].kind.isLine && offered.contains(layers[$0].kind) }.map { (from, $0) }
    }

    /// Adds a track above the other lines, in a colour that no other one has. If it is shown, the table opens.
    /// - Parameters:
    ///   - number: Its number.
    ///   - name: Its name for the user.
    ///   - offset: The seconds by which its clock is ahead of the session's.
    ///   - isTruth: Whether the others are measured against it.
    ///   - isShown: Whether it is drawn.
    public mutating func add(
        _ number: Int, name: String, offset: Double, isTruth: Bool = false, isShown: Bool = true
    ) {
        let taken = Set(layers.compactMap(\.color))
        let free = ActivityPalette.layerColors.indices.first { !taken.contains($0) }
        var layer = Layer(kind: .added(number), name: name, isShown: isShown)
        (layer.color, layer.offset) = (free ?? number % ActivityPalette.layerColors.count, offset)
        layers.insert(layer, at: layers.firstIndex { $0.kind.isLine } ?? 0)
        if isTruth { truth = layer.kind }
        if isShown { showsTable = true }
    }

    /// Removes a track that was added.
    public mutating func remove(_ kind: TrackKind) {
        guard kind.isAdded else { return }
        layers.removeAll { $0.kind == kind }
        if truth == kind { truth = nil }
    }

    /// Removes all tracks that were added.
    public mutating func removeAdded() {
        for layer in layers { remove(layer.kind) }
        showsTable = false
    }

    /// Measures the others against an added track; `nil` for none.
    public mutating func setTruth(_ kind: TrackKind?) {
        guard kind.map({ $0.isAdded && self[$0] != nil }) ?? true else { return }
        truth = kind
    }
}
