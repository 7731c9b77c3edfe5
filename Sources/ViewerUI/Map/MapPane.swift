import FusionCore
import GTKKit
import Geometry
import Glibc
import Localization
import Replay
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// The map with its layers, legend and controls.
@MainActor
final class MapPane: Pane {
    let widget: Overlay
    /// The place that the map shows at first.
    private static let start = Coordinate(latitude: 48, longitude: 12)
    private static let startZoom = 4.0
    let appearance: Appearance
    let preferences: ViewerPreferences
    let replay: ReplayController
    private let recording: RecordingController
    private let journal: OpeningJournal?
    // The ground layer draws the map; the source only defines the projection.
    let map = MapView()
    /// Decides which part of the map is shown.
    private(set) lazy var framing = MapFraming(of: self)
    private(set) lazy var ground = GroundLayer(
        appearance: appearance, world: .world(resourcePath: ViewerApplication.resourcePath))
    private lazy var graticule = GraticuleLayer(of: self)
    private(set) lazy var names = GroundNamesLayer(of: self, ground: ground, graticule: graticule)
    private(set) lazy var tracks = TrackLayer(appearance: appearance, replay: replay)
    private lazy var features = FeatureLayer(appearance: appearance)
    private(set) lazy var marker = MarkerLayer(appearance: appearance)
    private(set) lazy var curtain = CurtainView(appearance: appearance, replay: replay)
    private lazy var whiskers = WhiskerLayer(of: self)
    private(set) lazy var marks = RouteLayer(appearance: appearance, replay: replay, flags: flags)
    /// The library instead of the session.
    private(set) lazy var library = LibraryOverlay(of: self)
    private(set) lazy var flags = FlagLayer(appearance: appearance)
    /// Measuring and framing.
    private(set) lazy var tools = MapTools(of: self)
    private(set) lazy var layers = MapLayers(
        on: map,
        [
            .ground: ground, .graticule: graticule, .names: names, .features: features,
            .library: library.layer, .whiskers: whiskers, .tracks: tracks, .marks: marks,
            .flags: flags, .marker: marker, .tools: tools.layer,
        ])
    private(set) lazy var cards = MapCards(over: map, appearance: appearance, replay: replay)
    /// The ground under the tracks.
    private(set) lazy var baseMap = BaseMap(ground: ground, replay: replay, preferences: preferences, journal: journal)
    private(set) lazy var scaleBar = ScaleBar(appearance: appearance)
    private let status = Label("")
    private let states = Box(.vertical, spacing: 6)
    private(set) lazy var fixes = FixPointer(replay: replay)
    private lazy var buttons = MapButtons(appearance: appearance)
    private let welcome = MapWelcome()
    private var mapMoves: SignalConnection?

    init(
        appearance: Appearance, replay: ReplayController, recording: RecordingController,
        preferences: ViewerPreferences, journal: OpeningJournal?
    ) {
        (self.appearance, self.preferences, self.replay, self.recording, self.journal) =
            (appearance, preferences, replay, recording, journal)
        widget = Overlay(map)
        widget.expandsHorizontally = true
        widget.expandsVertically = true
        _ = layers
        map.describe(localized("Map"))
        addControls()
        map.center = Self.start
        map.zoomLevel = Self.startZoom
        mapMoves = map.onMove { [weak self] in self?.handleMove() }
        ground.report = { [weak self] in self?.handle($0) }
        appearance.onChange { [weak self] in self?.redraw() }
        marker.others = { [tracks, replay] in replay.instant.map(tracks.places) ?? [] }
        replay.viewport = { [weak self] in self?.map.projection.viewport }
        showWelcome()
    }

    private func handle(_ report: MapSheet.Report) {
        switch report {
        case .change: layers.redrawGround()
        case .trouble(let sentence): baseMap.report(sentence)
        case .unknownLayers(let map): baseMap.reportUnknownLayers(of: map)
        }
    }

    private func addControls() {
        widget.add(curtain.canvas)
        widget.add(curtain.handle)
        curtain.obstacles = { [weak self] in self?.obstacles ?? [] }
        cards.place(on: widget, nextTo: buttons)
        widget.add(library.card.widget)
        widget.add(buttons.widget)
        scaleBar.canvas.horizontalAlignment = .start
        scaleBar.canvas.verticalAlignment = .end
        scaleBar.canvas.setMargins(bottom: 14, start: 14)
        scaleBar.canvas.canTarget = false
        widget.add(scaleBar.canvas)
        widget.add(baseMap.attribution)
        status.addClasses("map-status")
        status.horizontalAlignment = .center
        status.wrap(maximumCharacters: 60)
        status.isVisible = false
        for state in [status, baseMap.offline] { states.append(state) }
        states.horizontalAlignment = .center
        states.verticalAlignment = .end
        states.canTarget = false
        widget.add(states)
        widget.add(fixes.card.widget)
        widget.add(welcome.widget)
        widget.install(
            PointerController(
                move: { [weak self] x, y in self?.handlePointer(x, y) },
                leave: { [weak self] in self?.handleLeave() }))
    }

    /// The frames of what is over the map in a picture that is being drawn; `nil` for the window.
    var pictured: [Frame]? {
        didSet { (ground.isPictured, tools.layer.isPictured) = (pictured != nil, pictured != nil) }
    }

    /// The frames of the controls over the map.
    var obstacles: [Frame] {
        if let pictured { return pictured }
        let controls: [Widget] =
            cards.widgets + [library.card.widget, scaleBar.canvas, baseMap.attribution] + buttons.groups
        return controls.compactMap { $0.frame(in: map) }
    }

    func show(_ change: FaceChange) {
        switch change.picture {
        case .none: break
        case .growth: if let picture = replay.picture { show(picture, of: nil) }
        case .tracks: show(replay.picture, of: replay.session)
        case .session:
            if replay.isLive, change.isOther { framing.follow() }
            show(replay.picture, of: replay.session)
        }
        if change.picture != .none || change.has(\.header) || change.has(\.library) { showWelcome() }
        if change.isOfMoment, replay.instant != nil { showInstant() }
        if change.hasOther(\.range) { show(range: replay.range) }
        if change.hasOther(\.comparison) { showComparison() }
        if change.has(\.dragged) { showDragged(change.new.dragged) }
        if change.has(\.pointed) { point(at: change.new.pointed) }
        if change.has(\.mapCount) { baseMap.reload() }
        if change.has(\.curtain) { show(curtain: change.new.curtain, instead: change.old.curtain) }
        if change.has(\.map.coloring) { cards.coloring.show(replay.map.coloring) }
        if change.has(\.map.layers) || change.has(\.map.coloring) { prepare() }
        if change.has(\.map.showsList) { cards.showTracks() }
        if change.has(\.map.tracks) || change.has(\.map.coloring) {
            cards.showTracks()
            redraw()
        }
        if change.has(\.map.drawing) {
            tools.clear()
            // The arrow keys then move the map under its cross.
            if change.new.map.drawing != nil { map.grabFocus() }
        }
        if change.isOther { showStatus() }
        for effect in change.effects { show(effect) }
    }

    private func show(_ effect: SessionEffect) {
        switch effect {
        case .tracks: showTracks()
        case .fitting: cards.showTracks()
        case .roads: showRoads()
        case .laps: layers.redraw(.tools)
        case .libraryMap: library.show()
        case .recording: showStatus()
        case .heights, .sensitivity: break
        }
    }

    /// Shows or hides the welcome, which explains what to do while nothing is open.
    func showWelcome() {
        let hasLibrary = replay.libraryMap.isOn
        let isShown = !hasLibrary && replay.picture == nil && !replay.isLive && replay.progress == nil
        welcome.widget.isVisible = isShown
        welcome.setLibrary(!replay.library.isEmpty)
        cards.setShown(!isShown && !hasLibrary)
        cards.showTracks()
        buttons.widget.isVisible = !isShown
        showScale()
    }

    /// Applies the user's settings.
    func handlePreferences() {
        baseMap.update()
        showColors()
        showScale()
        showComparison()
        showTracks()
        showRoads()
    }

    private func showScale() {
        scaleBar.canvas.isVisible = cards.hasScaleBar || replay.libraryMap.isOn && cards.hasRoomForScale
        scaleBar.show(map.projection.viewport, unit: replay.unit.distanceUnit)
    }

    private(set) var picture: SessionPicture?
    private var session: LoadedSession?
    /// The part of the session that is shown; `nil` for all of it.
    private(set) var range: ClosedRange<Instant>?
    private var preparing: Task<Void, Never>?
    /// The run with the other set of parameters; `nil` if none is compared, or its run is not done.
    private var compared: LoadedSession? { replay.sets.isComparing ? replay.compared : nil }

    /// Shows another session as a whole. If it is the same session with other parameters, the map does not move.
    /// - Parameter run: The session's run; `nil` while it is recorded.
    private func show(_ picture: SessionPicture?, of run: LoadedSession?) {
        let isOther = picture?.session != self.picture?.session
        if isOther { keepView() }
        self.picture = picture
        session = run
        if isOther {
            features.features = picture?.features ?? []
        }
        fixes.show(run)
        whiskers.show(run)
        guard picture != nil else {
            marker.show(nil)
            range = nil
            return prepare()
        }
        guard isOther else { return prepare() }
        range = nil
        prepare()
        // A new recording is followed; an opened session is shown whole, or with the view with which the user left it.
        if run != nil || !framing.isFollowing { framing.show(remembered.flatMap(preferences.mapViews.view(of:))) }
    }

    /// Shows a part of the session, and the map around it; `nil` for all of it.
    private func show(range: ClosedRange<Instant>?) {
        guard range != self.range else { return }
        self.range = range
        prepare()
        framing.fit()
    }

    /// Prepares the drawing: immediately if that needs no work, in the background otherwise.
    func prepare() {
        preparing?.cancel()
        guard let picture else { return draw(nil) }
        let (session, range, kinds) = (session, range, tracks.shown)
        let coloring = session == nil ? .activity : replay.map.coloring
        let unit = replay.unit.distanceUnit
        let other = kinds.contains(.compared) ? compared : nil
        let isReady =
            range == nil && coloring == .activity && other == nil
            && (session == nil || kinds.isDisjoint(with: SessionTracks.madeWhenShown))
        // The first picture of a session need not wait for the tracks of positions.
        if isReady || tracks.tracks.raw.times.isEmpty {
            draw(MapContent(picture, of: session, showing: kinds, unit: unit))
        }
        guard !isReady else { return }
        preparing = Task { [weak self] in
            let content = await Task.detached {
                MapContent(
                    picture, of: session, comparedWith: other, showing: kinds, range: range, by: coloring, unit: unit)
            }.value
            if !Task.isCancelled { self?.draw(content) }
        }
    }

    private func draw(_ content: MapContent?) {
        tracks.tracks = content?.tracks ?? SessionTracks()
        tracks.colored = content?.colored
        tracks.compared = content?.compared
        flags.marks = content?.tracks.marks ?? []
        marks.route = content?.route
        marks.stops = content?.tracks.stops ?? []
        cards.list.show()
        showColors()
        redraw()
    }

    private func showColors() {
        let tracks = tracks
        let colors = tracks.colored?.colors ?? TrackColors(activities: tracks.tracks.simplified.geometry.styles)
        cards.show(
            tracks.tracks.simplified.times.isEmpty ? nil : colors, otherSport: tracks.tracks.otherSport)
    }

    /// Shows the run of the other set of parameters in addition to the active one.
    private func showComparison() {
        prepare()
        cards.showTracks()
        redraw()
    }

    /// Shows the tracks that were added, and the figures of all.
    private func showTracks() {
        tracks.added = replay.tracks.drawn
        cards.showTracks()
        redraw()
    }

    /// Shows the roads that the track followed, or whether a map has any.
    private func showRoads() {
        tracks.roads = replay.roads.isOffered ? replay.roads.roads?.track : nil
        cards.showTracks()
        redraw()
    }

    /// Shows what is wrong with a recording.
    private func showStatus() {
        let isShown = recording.state == .recording && replay.isLive
        let text = recording.trouble?.visible ?? replay.latest.loss.map { localized($0.message) }
        let waiting = replay.latest.position == nil ? localized("Waiting for the first fix…") : nil
        status.text = isShown ? text ?? waiting ?? "" : ""
        status.isVisible = !status.text.isEmpty
    }

    private func showInstant() {
        marker.show(replay.latest.position)
        framing.centerIfFollowing()
        layers.redraw(.tracks, .marks, .marker)
    }

    /// The identity of the shown session for remembered views; `nil` for a recording and for a session without a file.
    private var remembered: RememberedViews.Session? {
        guard session != nil, let picture, let path = picture.path else { return nil }
        return RememberedViews.Session(path: path, start: picture.start)
    }

    /// Stores the view with which the session is left, for when it is opened again.
    func keepView() {
        guard let remembered, !replay.libraryMap.isOn else { return }
        var views = preferences.mapViews
        switch framing.left {
        case .moved(let view): views.remember(view, of: remembered)
        case .whole: views.forget(path: remembered.path)
        case .followed: return
        }
        if views != preferences.mapViews { preferences.mapViews = views }
    }

    /// The bounding box of the selected part.
    var shownBounds: MercatorBounds? {
        if replay.libraryMap.isOn { return replay.libraryMap.map.bounds }
        guard let picture else { return nil }
        guard let whole = picture.tracks.bounds else { return features.bounds }
        guard let range else { return whole }
        let part = picture.tracks.finestPositions.mercatorBounds(in: range)
        return part.isEmpty ? whole : part
    }

    private func handleMove() {
        fixes.hide()
        tools.handleMove()
        showScale()
        buttons.compass.show(rotation: map.rotation)
        framing.handleMove()
    }

    func handleResize() {
        cards.resize()
        library.card.fit(mapWidth: map.width)
        showScale()
        curtain.resize(width: map.width, height: map.height)
        welcome.fit(mapWidth: map.width)
        // On a narrow map messages are above the scale bar, not next to it.
        states.setMargins(bottom: MapCards.isNarrow(map, width: map.width) ? 52 : 14, start: 16, end: 16)
        framing.handleResize()
    }

    func redraw() {
        layers.redrawAll()
        scaleBar.canvas.queueDraw()
        curtain.canvas.queueDraw()
    }
}
