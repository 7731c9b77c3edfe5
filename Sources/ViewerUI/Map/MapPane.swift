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
    /// The place that the map shows before there is anything to show.
    private static let start = Coordinate(latitude: 48, longitude: 12)
    private static let startZoom = 4.0
    /// The zoom at which a position is followed at least.
    private static let followingZoom = 16.0
    /// Pixels left free around a whole track: the legend's rows lie there where the map has room for that.
    private static let margin = 92.0
    private static let smallMargin = 56.0
    private static let highMap = 440
    /// The same beside a legend that stands upright, and the map's width from which a track has room there.
    private static let uprightMargins = MapMargins(top: 40, bottom: 90, start: 146, end: 76)
    private static let widthBesideLegend = 400
    /// The speed in m/s below which a velocity has no course.
    private static let slowestCourse = 0.5
    private let appearance: Appearance
    private let map: MapView
    private let ground: GroundLayer
    private let graticule: GraticuleLayer
    private let tracks: TrackLayer
    private let features: FeatureLayer
    private let marker: MarkerLayer
    private let comparison: ComparisonLayer
    private let reference: ComparisonLayer
    private let whiskers: WhiskerLayer
    /// Measuring and framing.
    let tools: MapTools
    /// Called with the instant of a fix that the user clicked.
    var onSeek: (Instant) -> Void = { _ in }
    /// Called with the name of the parameter by which a fix was rejected, to change it.
    var onRule: (String) -> Void {
        get { fixes.decision.onChangeRule }
        set { fixes.decision.onChangeRule = newValue }
    }
    /// Called with fixes and whether the user accepts them.
    var onDecide: (_ fixes: [FixRuling.Identity], _ isAccepted: Bool) -> Void {
        get { fixes.decision.onDecide }
        set { fixes.decision.onDecide = newValue }
    }
    /// Called with the part of the session that the user framed.
    var onRange: (ClosedRange<Instant>) -> Void = { _ in }
    private var layers: [MapLayer] = []
    private let cards: MapCards
    /// The ground under the tracks.
    let baseMap: BaseMap
    private let scaleBar: ScaleBar
    private let status = Label("")
    private let fixes = FixPointer()
    private let buttons = MapButtons()
    private let welcome = MapWelcome()
    private let preferences: ViewerPreferences
    private var mapMoves: SignalConnection?

    init(appearance: Appearance, preferences: ViewerPreferences, tiles: TileClient?, journal: OpeningJournal?) {
        self.appearance = appearance
        self.preferences = preferences
        // Drawn by the ground layer; the source only says how the world lies.
        map = MapView(reference: MapSource(id: "plain") { _, _, _, _, _ in })
        ground = GroundLayer(appearance: appearance, world: .world(resourcePath: Viewer.resourcePath))
        graticule = GraticuleLayer(appearance: appearance)
        tracks = TrackLayer(appearance: appearance)
        features = FeatureLayer(appearance: appearance)
        marker = MarkerLayer(appearance: appearance)
        comparison = ComparisonLayer(appearance: appearance, color: \.foreground)
        whiskers = WhiskerLayer(appearance: appearance)
        reference = ComparisonLayer(appearance: appearance, color: \.reference)
        tools = MapTools(map: map, appearance: appearance)
        cards = MapCards(appearance: appearance, shown: tracks.shown)
        scaleBar = ScaleBar(appearance: appearance)
        baseMap = BaseMap(map: map, ground: ground, preferences: preferences, tiles: tiles, journal: journal)
        widget = Overlay(map)
        widget.expandsHorizontally = true
        widget.expandsVertically = true
        map.describe(localized("Map"))
        for content in [ground, graticule, features, whiskers, tracks, reference, comparison, marker, tools.layer]
            as [any MapLayerContent]
        {
            let layer = MapLayer(on: map, content: content)
            layers.append(layer)
            map.add(layer)
        }
        addControls()
        map.center = Self.start
        map.zoomLevel = Self.startZoom
        mapMoves = map.onMove { [weak self] in self?.handleMove() }
        ground.onChange = { [weak self] in self?.layers.prefix(2).forEach { $0.queueDraw() } }
        graticule.isShown = { [ground] in ground.isPlain($0) }
        graticule.obstacles = { [weak self] in self?.obstacles ?? [] }
        graticule.onResize = { [weak self] in self?.handleResize() }
        appearance.onChange { [weak self] in self?.redraw() }
    }

    private func addControls() {
        cards.legend.onChange = { [weak self] shown in
            self?.show(layers: shown)
        }
        cards.coloring.onChange = { [weak self] in self?.coloring = $0 }
        cards.place(over: widget)
        widget.add(buttons.widget)
        scaleBar.canvas.horizontalAlignment = .start
        scaleBar.canvas.verticalAlignment = .end
        scaleBar.canvas.setMargins(bottom: 14, start: 14)
        scaleBar.canvas.canTarget = false
        widget.add(scaleBar.canvas)
        widget.add(baseMap.attribution)
        status.addClasses("map-status")
        status.horizontalAlignment = .center
        status.verticalAlignment = .end
        status.setMargins(bottom: 20, start: 16, end: 16)
        status.wrap(maximumCharacters: 60)
        status.isVisible = false
        widget.add(status)
        widget.add(fixes.card.widget)
        widget.add(fixes.decision.widget)
        widget.add(welcome.widget)
        widget.install(
            PointerController(
                move: { [weak self] x, y in self?.handlePointer(x, y) },
                leave: { [weak self] in self?.handleLeave() }))
        tools.onClick = { [weak self] x, y in self?.handleClick(x, y) }
        tools.onFrame = { [weak self] box in self?.handleFrame(box) }
        whiskers.isShown = tracks.shown.contains(.raw)
        whiskers.onReady = { [weak self] in self?.redraw() }
        tools.onRedraw = { [weak self] in self?.layers.last?.queueDraw() }
    }

    /// The frames of the controls over the map.
    private var obstacles: [Frame] {
        let controls: [Widget] = cards.widgets + [scaleBar.canvas] + buttons.groups
        return controls.compactMap { $0.frame(in: map) }
    }

    /// Shows or hides the welcome, which explains what to do while nothing is open.
    func setWelcome(_ isShown: Bool) {
        welcome.widget.isVisible = isShown
        cards.setShown(!isShown)
        buttons.widget.isVisible = !isShown
        scaleBar.canvas.isVisible = !isShown
    }

    /// Switches a layer by its place in the legend.
    func toggleLayer(_ index: Int) {
        cards.legend.toggle(index)
    }

    /// Follows what the user has set.
    func handlePreferences() {
        baseMap.update()
        tools.layer.unit = preferences.speedUnit.distanceUnit
        showColors()
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
    private var fittedSize = (width: 0, height: 0)

    /// The quantity that colours the track.
    var coloring = TrackColoring.activity {
        didSet {
            cards.coloring.show(coloring)
            prepare()
        }
    }
    private var picture: SessionPicture?
    private var session: LoadedSession?
    private var range: ClosedRange<Instant>?
    private var preparing: Task<Void, Never>?

    /// Shows another session, whole; the same session with other parameters leaves the map where it is.
    /// - Parameter run: The session's run; nil while it is recorded.
    func show(_ picture: SessionPicture?, of run: LoadedSession?) {
        let isOther = picture?.session != self.picture?.session
        self.picture = picture
        session = run
        if isOther { features.features = picture?.features ?? [] }
        fixes.show(run)
        whiskers.show(run)
        guard picture != nil else {
            tracks.until = nil
            marker.position = nil
            range = nil
            return prepare()
        }
        guard isOther else { return prepare() }
        range = nil
        prepare()
        // A recording that is begun is followed; one that is opened is seen whole.
        if run != nil || !isFollowing { fit() }
    }

    /// Shows a part of the session, and the map around it; nil for all of it.
    func show(range: ClosedRange<Instant>?) {
        guard range != self.range else { return }
        self.range = range
        prepare()
        fit()
    }

    /// Prepares the drawing: immediately if that needs no work, in the background otherwise.
    private func prepare() {
        preparing?.cancel()
        guard let picture else { return show(nil) }
        let (session, range, kinds) = (session, range, tracks.shown)
        let coloring = session == nil ? .activity : coloring
        if MapContent.isReady(showing: kinds, range: range, by: coloring) { return show(MapContent(picture)) }
        preparing = Task { [weak self] in
            let content = await Task.detached {
                MapContent(picture, of: session, showing: kinds, range: range, by: coloring)
            }.value
            if !Task.isCancelled { self?.show(content) }
        }
    }

    private func show(layers: Set<TrackKind>) {
        let needed = tracks.shown.symmetricDifference(layers)
        tracks.shown = layers
        comparison.isShown = layers.contains(.compared)
        whiskers.isShown = layers.contains(.raw)
        if !needed.isDisjoint(with: SessionTracks.madeWhenShown) { prepare() }
        redraw()
    }

    private func show(_ content: MapContent?) {
        tracks.tracks = content?.tracks ?? SessionTracks()
        tracks.colored = content?.colored
        showColors()
        redraw()
    }

    private func showColors() {
        let tracks = tracks
        let colors = tracks.colored?.colors ?? TrackColors(activities: tracks.tracks.simplified.geometry.styles)
        cards.show(
            tracks.tracks.simplified.times.isEmpty ? nil : colors, unit: preferences.speedUnit, mapWidth: map.width)
    }

    /// Shows the run of the other set of parameters beside the one that is worked on.
    func show(compared session: SessionPicture?, _ table: ComparisonTable?, sets: ParameterSets) {
        comparison.track = sets.isComparing ? session?.tracks.simplified : nil
        cards.show(table, of: sets, unit: preferences.speedUnit, mapWidth: map.width)
        redraw()
    }

    /// Shows the reference that the track is compared with.
    func show(_ watch: ReferenceWatch) {
        reference.track = watch.track
        cards.show(watch, unit: preferences.speedUnit)
        redraw()
    }

    /// Shows a message above the map; `nil` for none.
    func show(status text: String?) {
        status.isVisible = text != nil
        status.text = text ?? ""
    }

    /// Shows an instant.
    /// - Parameter until: Until when tracks are drawn in full strength; nil for all of them, as a recording is.
    func show(_ latest: Latest, until: Instant?) {
        tracks.until = until
        comparison.until = until
        marker.position = latest.position
        marker.isEstimated = latest.position?.isEstimated ?? false
        marker.courseDegrees = latest.position.flatMap(Self.course)
        if isFollowing { center(on: latest.position) }
        // The ground does not change.
        for layer in layers.dropFirst(2) { layer.queueDraw() }
    }

    /// The course of a position in degrees clockwise from north; `nil` at rest.
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

    /// The box around what is looked at.
    private var shownBounds: MercatorBounds? {
        guard let picture else { return nil }
        guard let whole = picture.tracks.bounds else { return features.bounds }
        guard let range else { return whole }
        let part = picture.tracks.finestPositions.mercatorBounds(in: range)
        return part.isEmpty ? whole : part
    }

    /// The margins kept free around a whole track: the legend's rows or column, the map's buttons, the scale.
    private var freeMargins: MapMargins {
        if MapCards.isNarrow(map.width), map.width >= Self.widthBesideLegend { return Self.uprightMargins }
        return MapMargins(map.height >= Self.highMap ? Self.margin : Self.smallMargin)
    }

    private func fitIfPossible() {
        guard let bounds = shownBounds, map.width > 0, map.height > 0 else { return }
        fittedSize = (map.width, map.height)
        let viewport = MapViewport.fitting(
            bounds, width: Double(map.width), height: Double(map.height), margins: freeMargins)
        map.zoomLevel = viewport.zoom
        map.center = viewport.centre.coordinate
        // The movement that follows from fitting is not the user's.
        isWhole = true
    }

    private func handlePointer(_ x: Double, _ y: Double) {
        tools.point(at: (x, y))
        guard !fixes.decision.widget.isVisible else { return }
        fixes.card.show(detail(x, y), x: x, y: y, mapWidth: map.width, mapHeight: map.height)
    }

    private func handleLeave() {
        tools.point(at: nil)
        fixes.card.show(nil, x: 0, y: 0, mapWidth: map.width, mapHeight: map.height)
    }

    private func detail(_ x: Double, _ y: Double) -> FixDetail? {
        guard !tools.isMeasuring else { return nil }
        return fixes.detail(
            x: x, y: y, projection: map.projection, shown: tracks.shown, unit: preferences.speedUnit)
    }

    private func handleClick(_ x: Double, _ y: Double) {
        guard let detail = detail(x, y) else {
            fixes.decision.hide()
            return
        }
        onSeek(detail.time)
        fixes.card.widget.isVisible = false
        fixes.decision.show(
            detail, like: fixes.fixes(rejectedLike: detail), x: x, y: y, mapWidth: map.width, mapHeight: map.height)
    }

    private func handleFrame(_ box: MercatorBounds) {
        let range = picture?.tracks.finestPositions.range(in: box)
        if let range, range.upperBound > range.lowerBound { onRange(range) }
    }

    /// Hides the verdict on a fix.
    /// - Returns: False if that was not shown.
    func hideDecision() -> Bool { fixes.decision.hide() }

    private func handleMove() {
        fixes.decision.hide()
        isWhole = false
        showScale()
        if !isCentering { isFollowing = false }
    }

    /// Keeps the position in the middle until the user moves the map.
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
        cards.resize(mapWidth: map.width)
        guard isWhole, (map.width, map.height) != fittedSize else { return }
        fitIfPossible()
    }

    private func redraw() {
        for layer in layers { layer.queueDraw() }
        scaleBar.canvas.queueDraw()
    }
}
