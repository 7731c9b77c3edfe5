import FusionCore
import GTKKit
import Geometry
import Glibc
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// Decides which part of the map is shown: the whole track, the followed position, or the user's own view.
@MainActor
final class MapFraming {
    /// Whether the map is turned so that the direction of travel is up while a position is followed.
    var isHeadingUp: Bool {
        get { replay.map.isHeadingUp }
        set {
            guard newValue != isHeadingUp else { return }
            replay.change { $0.map.isHeadingUp = newValue }
            if !isHeadingUp { turn(to: 0) } else if isFollowing { centerIfFollowing() } else { follow() }
        }
    }

    private weak var pane: MapPane?
    private let map: MapView
    private let replay: ReplayController
    private var isWhole = true
    /// Whether the user asked for the whole track beside cards. Cards that appear later do not move the map.
    private var keepsClear = false
    private(set) var isFollowing: Bool {
        get { replay.map.isFollowing }
        set { if newValue != isFollowing { replay.change { $0.map.isFollowing = newValue } } }
    }
    private var isCentering = false
    private var fittedSize = (width: 0, height: 0)

    /// The minimum zoom while a position is followed.
    private static let followingZoom = 16.0
    /// The margin around a whole track in pixels. In a map that is high enough, it contains the rows of the legend.
    private static let margin = 92.0
    private static let smallMargin = 56.0
    private static let highMap = 440
    /// The margins next to the button of the tracks, and below it.
    private static let besideMargins = MapMargins(top: 40, bottom: 90, start: 146, end: 76)
    private static let belowMargins = MapMargins(top: 100, bottom: 90, start: 40, end: 76)
    /// The distance of the library's lines from the card over them, in pixels.
    private static let belowCard = 16.0

    init(of pane: MapPane) { (self.pane, map, replay) = (pane, pane.map, pane.replay) }

    /// The angle to north in radians within which a map that the user turned snaps back to north up.
    private static let northward = Double.pi / 60

    /// Shows the whole track, north up.
    func fit() {
        isFollowing = false
        isWhole = true
        keepsClear = pane?.cards.cornerEdges != nil
        fitIfPossible()
    }

    /// Shows the view with which the user left the session; the whole track if that is `nil`.
    func show(_ view: RememberedViews.View?) {
        guard let view else { return fit() }
        isFollowing = false
        map.rotation = 0
        map.zoomLevel = view.zoom
        map.center = view.centre
        isWhole = false
    }

    /// The part of the map that was shown when the user left a session.
    enum Left: Equatable {
        /// The whole track.
        case whole
        /// The followed position.
        case followed
        /// A view to which the user moved the map.
        case moved(RememberedViews.View)
    }

    /// The part of the map that is shown now.
    var left: Left {
        if isFollowing { return .followed }
        if isWhole { return .whole }
        // An empty view would make the session look empty.
        guard let bounds = pane?.shownBounds, map.projection.viewport.shows(bounds) else { return .whole }
        return .moved(RememberedViews.View(centre: map.center, zoom: map.zoomLevel))
    }

    /// Moves the map by pixels.
    func pan(byX x: Double, y: Double) {
        let projection = map.projection
        map.center = projection.point(x: projection.width / 2 + x, y: projection.height / 2 + y).coordinate
    }

    /// Zooms at the centre.
    func zoom(by levels: Double) {
        isWhole = false
        isCentering = true
        map.zoom(by: levels)
        isCentering = false
    }

    /// Keeps the position at the centre until the user moves the map.
    func follow() {
        isFollowing = true
        centerIfFollowing()
    }

    /// Centres the map on the followed position.
    func centerIfFollowing() {
        guard isFollowing, let position = pane?.marker.position else { return }
        isCentering = true
        if map.zoomLevel < Self.followingZoom { map.zoomLevel = Self.followingZoom }
        map.center = position.coordinate
        // At rest, the direction does not change.
        if isHeadingUp, let course = pane?.marker.position?.courseOverGround { map.rotation = -course }
        isCentering = false
    }

    /// Turns the map to an angle in radians about a pixel, as a manual change.
    func turn(to rotation: Double, aboutX x: Double, y: Double) {
        let angle = remainder(rotation, 2 * .pi)
        map.turn(to: abs(angle) < Self.northward ? 0 : angle, aboutX: x, y: y)
    }

    /// Turns the map by an angle in radians about its middle. A followed position stays there.
    func turn(by angle: Double) {
        let target = map.rotation + angle
        isHeadingUp = false
        turn(to: target)
    }

    /// Turns the map back until north is up.
    func turnNorthUp() {
        isHeadingUp = false
        turn(to: 0)
    }

    private func turn(to rotation: Double) {
        let nearest = remainder(rotation, 2 * .pi)
        let angle = abs(nearest) < Self.northward ? 0 : nearest
        guard angle != map.rotation else { return }
        isCentering = true
        map.rotation = angle
        isCentering = false
    }

    /// Records that the map moved. The user moved it, unless this object is centring it.
    func handleMove() {
        isWhole = false
        if !isCentering { isFollowing = false }
    }

    /// Fits the whole track again after the map's size has changed, if it was shown.
    func handleResize() {
        if isWhole, (map.width, map.height) != fittedSize { fitIfPossible() }
    }

    /// Returns the margins around a whole track in a map of a height in pixels, for the button of the tracks, the choice of the
    /// colours, and the scale.
    /// - Parameter scaled: Returns a length in pixels for the user's text size.
    static func margins(height: Int, scaled: (Int) -> Int) -> MapMargins {
        let top = scaled(Int(margin))
        guard height < highMap, height >= 2 * top + Int(smallMargin) else {
            return MapMargins(height >= highMap ? margin : smallMargin)
        }
        return MapMargins(top: Double(top), bottom: smallMargin, start: smallMargin, end: besideMargins.end)
    }

    /// Returns the margins in a narrow map: next to the button of the tracks, or below it if the track is larger there;
    /// `nil` if neither has room for the track.
    /// - Parameters:
    ///   - bounds: The box around the track.
    ///   - width: The map's width in pixels.
    ///   - height: The map's height in pixels.
    ///   - scaled: Returns a length in pixels for the user's text size.
    static func narrowMargins(
        showing bounds: MercatorBounds, width: Int, height: Int, scaled: (Int) -> Int
    ) -> MapMargins? {
        var (beside, below) = (besideMargins, belowMargins)
        beside.start = Double(scaled(Int(beside.start)))
        below.top = Double(scaled(Int(below.top)))
        beside.bottom = Double(scaled(Int(beside.bottom)))
        below.bottom = beside.bottom
        func scale(_ margins: MapMargins) -> Double {
            margins.scale(showing: bounds, width: Double(width), height: Double(height))
        }
        guard max(scale(beside), scale(below)) > 0 else { return nil }
        return scale(below) > scale(beside) ? below : beside
    }

    /// Fits what is shown again after it has grown, unless the user has moved the map.
    func fitAgain() { if isWhole { fitIfPossible() } }

    /// Shows the part of the map that was shown before.
    func show(_ left: Left) {
        switch left {
        case .whole: fit()
        case .followed: follow()
        case .moved(let view): show(view)
        }
    }

    private func fitIfPossible() {
        guard let bounds = pane?.shownBounds, map.width > 0, map.height > 0 else { return }
        fittedSize = (map.width, map.height)
        let (width, height) = (Double(map.width), Double(map.height))
        var margins = Self.margins(height: map.height, scaled: map.scaled)
        if replay.libraryMap.isOn {
            margins = Self.belowMargins
            let card = pane?.library.card.widget.frame(in: map)
            if let card { margins.top = max(Self.smallMargin, card.y + card.height + Self.belowCard) }
        } else if MapCards.isNarrow(map, width: map.width) {
            margins =
                Self.narrowMargins(showing: bounds, width: map.width, height: map.height, scaled: map.scaled) ?? margins
        }
        if keepsClear, let corner = pane?.cards.cornerEdges {
            margins = margins.clear(of: corner, showing: bounds, width: width, height: height)
        }
        let viewport = MapViewport.fitting(bounds, width: width, height: height, margins: margins)
        map.rotation = 0
        map.zoomLevel = viewport.zoom
        map.center = viewport.centre.coordinate
        // Fitting moves the map, which is not a movement by the user.
        isWhole = true
    }
}
