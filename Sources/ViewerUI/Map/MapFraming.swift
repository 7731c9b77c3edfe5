import GTKKit
import Geodesy
import Glibc
import NavigationMath
import ShumateKit
import ViewerModel

/// What the map shows and why: all of the track, the position that is followed, or what the user moved it to.
@MainActor
final class MapFraming {
    /// Returns the box around what is looked at; `nil` if there is nothing.
    var bounds: () -> MercatorBounds? = { nil }
    /// Returns the position that is followed; `nil` if it is not known.
    var position: () -> Coordinate? = { nil }
    /// Called when following begins or ends.
    var onFollowing: (Bool) -> Void = { _ in }

    private let map: MapView
    private var isWhole = true
    private(set) var isFollowing = false {
        didSet { if isFollowing != oldValue { onFollowing(isFollowing) } }
    }
    private var isCentering = false
    private var fittedSize = (width: 0, height: 0)

    /// The zoom at which a position is followed at least.
    private static let followingZoom = 16.0
    /// Pixels left free around a whole track: the legend's rows lie there where the map has room for that.
    private static let margin = 92.0
    private static let smallMargin = 56.0
    private static let highMap = 440
    /// The same beside a legend that stands upright, and the map's width from which a track has room there.
    private static let uprightMargins = MapMargins(top: 40, bottom: 90, start: 146, end: 76)
    private static let widthBesideLegend = 400

    init(_ map: MapView) { self.map = map }

    /// Shows the whole track.
    func fit() {
        isFollowing = false
        isWhole = true
        fitIfPossible()
    }

    /// Shows what the user left the session with; all of it if that is `nil`.
    func show(_ view: RememberedViews.View?) {
        guard let view else { return fit() }
        isFollowing = false
        map.zoomLevel = view.zoom
        map.center = view.centre
        isWhole = false
    }

    /// What the map shows, if the user moved it there.
    enum Left: Equatable {
        /// All of the track.
        case whole
        /// The position that was followed.
        case followed
        /// A view of the user's own.
        case moved(RememberedViews.View)
    }

    /// What the session is left with, if another one is shown now.
    var left: Left {
        if isFollowing { return .followed }
        if isWhole { return .whole }
        // A view of nothing would make the session look empty.
        guard let bounds = bounds(), map.projection.viewport.shows(bounds) else { return .whole }
        return .moved(RememberedViews.View(centre: map.center, zoom: map.zoomLevel))
    }

    /// Moves what is seen by pixels.
    func pan(byX x: Double, y: Double) {
        let projection = map.projection
        map.center = projection.point(x: projection.width / 2 + x, y: projection.height / 2 + y).coordinate
    }

    /// Zooms about the middle.
    func zoom(by levels: Double) {
        isWhole = false
        isCentering = true
        map.zoom(by: levels)
        isCentering = false
    }

    /// Keeps the position in the middle until the user moves the map.
    func follow() {
        isFollowing = true
        centerIfFollowing()
    }

    /// Moves the map to the position if that is followed.
    func centerIfFollowing() {
        guard isFollowing, let position = position() else { return }
        isCentering = true
        if map.zoomLevel < Self.followingZoom { map.zoomLevel = Self.followingZoom }
        map.center = position
        isCentering = false
    }

    /// Notes that the map moved: by the user, unless it follows the position.
    func handleMove() {
        isWhole = false
        if !isCentering { isFollowing = false }
    }

    /// Keeps a track that is shown whole whole when the map's room changes.
    func handleResize() {
        if isWhole, (map.width, map.height) != fittedSize { fitIfPossible() }
    }

    /// The margins kept free around a whole track: the legend's rows or column, the map's buttons, the scale.
    private var freeMargins: MapMargins {
        if MapCards.isNarrow(map.width), map.width >= Self.widthBesideLegend { return Self.uprightMargins }
        return MapMargins(map.height >= Self.highMap ? Self.margin : Self.smallMargin)
    }

    private func fitIfPossible() {
        guard let bounds = bounds(), map.width > 0, map.height > 0 else { return }
        fittedSize = (map.width, map.height)
        let viewport = MapViewport.fitting(
            bounds, width: Double(map.width), height: Double(map.height), margins: freeMargins)
        map.zoomLevel = viewport.zoom
        map.center = viewport.centre.coordinate
        // The movement that follows from fitting is not the user's.
        isWhole = true
    }
}
