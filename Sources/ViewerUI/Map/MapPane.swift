import FusionCore
import GTKKit
import Geodesy
import Glibc
import SensorModel
import ShumateKit
import ViewerModel

/// The map with its layers, legend and controls.
@MainActor
final class MapPane {
    /// The pane's widget.
    let widget: Overlay
    /// What the map shows before there is anything to show.
    private static let start = Coordinate(latitude: 48, longitude: 12)
    private static let startZoom = 4.0
    /// The zoom at which a position is followed at least.
    private static let followingZoom = 16.0
    /// Metres a second below which a velocity tells no course.
    private static let slowestCourse = 0.5
    private let appearance: Appearance
    private let map: MapView
    private let graticule: GraticuleLayer
    private let tracks: TrackLayer
    private let marker: MarkerLayer
    private var layers: [MapLayer] = []
    private let legend: MapLegend
    /// The ground under the tracks.
    let baseMap: BaseMap
    private let scaleBar: ScaleBar
    private let status = Label("")
    private let card = FixCard()
    private let welcome = MapWelcome()
    private let preferences: ViewerPreferences
    private var mapMoves: SignalConnection?

    init(appearance: Appearance, preferences: ViewerPreferences, tiles: TileClient?) {
        self.appearance = appearance
        self.preferences = preferences
        // Drawn by the graticule layer; the source only says how the world lies.
        map = MapView(reference: MapSource(id: "plain") { _, _, _, _, _ in })
        graticule = GraticuleLayer(appearance: appearance)
        tracks = TrackLayer(appearance: appearance)
        marker = MarkerLayer(appearance: appearance)
        legend = MapLegend(appearance: appearance, shown: tracks.shown)
        scaleBar = ScaleBar(appearance: appearance)
        baseMap = BaseMap(map: map, graticule: graticule, preferences: preferences, tiles: tiles)
        widget = Overlay(map)
        widget.expandsHorizontally = true
        widget.expandsVertically = true
        map.describe("Map")
        for content in [graticule, tracks, marker] as [any MapLayerContent] {
            let layer = MapLayer(on: map, content: content)
            layers.append(layer)
            map.add(layer)
        }
        addControls()
        map.center = Self.start
        map.zoomLevel = Self.startZoom
        mapMoves = map.onMove { [weak self] in self?.handleMove() }
        graticule.onResize = { [weak self] in self?.handleResize() }
        appearance.onChange { [weak self] in self?.redraw() }
    }

    private func addControls() {
        legend.onChange = { [weak self] shown in
            self?.tracks.shown = shown
            self?.redraw()
        }
        widget.add(legend.widget)
        widget.add(Self.zoomButtons())
        scaleBar.canvas.horizontalAlignment = .start
        scaleBar.canvas.verticalAlignment = .end
        scaleBar.canvas.setMargins(bottom: 14, start: 14)
        scaleBar.canvas.canTarget = false
        widget.add(scaleBar.canvas)
        widget.add(baseMap.attribution)
        status.addClasses("map-status")
        status.horizontalAlignment = .center
        status.verticalAlignment = .end
        status.setMargins(bottom: 20)
        status.isVisible = false
        widget.add(status)
        widget.add(card.widget)
        widget.add(welcome.widget)
        widget.install(
            PointerController(
                move: { [weak self] x, y in self?.handlePointer(x, y) },
                leave: { [weak self] in self?.handlePointer(-1_000, -1_000) }))
    }

    private static func zoomButtons() -> Box {
        let zoom = Box(.vertical)
        zoom.addClasses("map-control")
        zoom.horizontalAlignment = .end
        zoom.verticalAlignment = .start
        zoom.setMargins(top: 14, end: 14)
        for (label, name, key, action) in [
            ("+", "Zoom in", "Ctrl +", "win.zoom-in"), ("−", "Zoom out", "Ctrl −", "win.zoom-out"),
        ] {
            let button = Button(label: label)
            button.describe(name)
            button.tooltip = "\(name) (\(key))"
            button.setAction(action)
            zoom.append(button)
        }
        return zoom
    }

    /// Shows or hides what to do where nothing is open.
    func setWelcome(_ isShown: Bool) {
        welcome.widget.isVisible = isShown
        legend.widget.isVisible = !isShown
        scaleBar.canvas.isVisible = !isShown
    }

    /// Switches a layer by its place in the legend.
    func toggleLayer(_ index: Int) {
        legend.toggle(index)
    }

    /// Follows what a person has set.
    func handlePreferences() {
        baseMap.update()
        showScale()
        redraw()
    }

    private func showScale() { scaleBar.show(map.projection.viewport, unit: preferences.speedUnit.distanceUnit) }

    private var isWhole = true
    private(set) var isFollowing = false {
        didSet { if isFollowing != oldValue { onFollowing(isFollowing) } }
    }
    private var isCentering = false
    /// Called when following begins or ends.
    var onFollowing: (Bool) -> Void = { _ in }
    private var shownStart: Instant?
    private var fittedSize = (width: 0, height: 0)

    /// Shows another session, whole; the same session with other parameters leaves the map where it is.
    func show(_ session: SessionPicture?) {
        guard let session else {
            tracks.tracks = SessionTracks()
            tracks.until = nil
            marker.position = nil
            shownStart = nil
            return redraw()
        }
        let isOther = session.start != shownStart
        shownStart = session.start
        tracks.tracks = session.tracks
        if isOther, !isFollowing { fit() }
        redraw()
    }

    /// Says something above the map; nil for nothing.
    func show(status text: String?) {
        status.isVisible = text != nil
        status.text = text ?? ""
    }

    /// Shows an instant.
    /// - Parameter until: Until when tracks are drawn in full strength; nil for all of them, as a recording is.
    func show(_ latest: Latest, until: Instant?) {
        tracks.until = until
        marker.position = latest.position
        marker.isEstimated = latest.position?.isEstimated ?? false
        marker.courseDegrees = latest.position.flatMap(Self.course)
        if isFollowing { center(on: latest.position) }
        redraw()
    }

    /// Where a position moves to, in degrees clockwise from north; nil at rest.
    private static func course(of position: PositionEstimate) -> Double? {
        guard let east = position.eastVelocity, let north = position.northVelocity,
            (east * east + north * north).squareRoot() >= slowestCourse
        else { return nil }
        return atan2(east, north) * 180 / .pi
    }

    /// Shows the whole track.
    func fit() {
        isFollowing = false
        isWhole = true
        fitIfPossible()
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

    private func fitIfPossible() {
        guard let bounds = tracks.tracks.bounds, map.width > 0, map.height > 0 else { return }
        fittedSize = (map.width, map.height)
        map.fit(
            UnitMercator(x: bounds.minimumX, y: bounds.minimumY), UnitMercator(x: bounds.maximumX, y: bounds.maximumY),
            margin: 56)
        // What follows from fitting is no move of a person's.
        isWhole = true
    }

    private func handlePointer(_ x: Double, _ y: Double) {
        let fix = tracks.rejectedFix(x: x, y: y, projection: map.projection)
        card.show(fix, x: x, y: y, mapWidth: map.width, unit: preferences.speedUnit)
    }

    private func handleMove() {
        isWhole = false
        showScale()
        if !isCentering { isFollowing = false }
    }

    /// Keeps the position in the middle until a person moves the map.
    func follow() {
        isFollowing = true
        center(on: marker.position)
    }

    private func center(on position: PositionEstimate?) {
        guard let position else { return }
        isCentering = true
        if map.zoomLevel < Self.followingZoom { map.zoomLevel = Self.followingZoom }
        map.center = position.coordinate
        isCentering = false
    }

    /// Keeps a track that is shown whole whole when the map's room changes.
    private func handleResize() {
        showScale()
        legend.widget.setOrientation(map.width < MapLegend.narrowestMap ? .vertical : .horizontal)
        guard isWhole, (map.width, map.height) != fittedSize else { return }
        fitIfPossible()
    }

    private func redraw() {
        for layer in layers { layer.queueDraw() }
        scaleBar.canvas.queueDraw()
    }
}
