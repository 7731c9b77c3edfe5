import GTKKit
import Glibc
import Replay
import SensorModel
import Viewer
import ViewerModel

/// The charts over one time axis: always the speed, and other quantities on request. Scrolling zooms; scrolling with
/// Shift and dragging a zoomed chart pan; dragging an unzoomed chart moves the replay; dragging the line of a mark moves
/// that; dragging with Shift selects a part. A finger that rests, and then moves, shows values as the pointer does; two fingers zoom and pan.
@MainActor
final class ChartStack {
    let widget = Box(.vertical)
    /// Called when a chart is pressed.
    var onPress: @MainActor () -> Void = {}
    /// Called after a frame in which the desktop's text size, and with it ``gutter``, has changed.
    var onTextScaleChange: @MainActor () -> Void {
        get { chart.onTextScaleChange }
        set { chart.onTextScaleChange = newValue }
    }
    private let replay: ReplayController
    private let axis = ChartAxis()
    private let chart: ChartView
    private let strips: [ChartStrip]
    private let selection: ChartSelection
    private var session: LoadedSession?
    private var hasReference = false
    private var collecting: [SessionQuantity: Task<Void, Never>] = [:]
    /// The series that parameters do not change, kept from run to run.
    private var acceleration: TimeSeries?
    private var unit: SpeedUnit { replay.unit }
    private var isCompact = false
    private var pointer: Double?
    private var isPointingAtMark = false
    private var press = Press.idle
    private var scroll: ScrollController?

    /// The distance in pixels that a step of the wheel pans.
    private static let panStep = 40.0
    /// The zoom factor of a step of the wheel.
    private static let zoomStep = 1.25
    /// The distances from a mark's line in pixels within which the pointer and a finger take it.
    private static let (markReach, markTouchReach) = (4.0, 14.0)
    /// The time in milliseconds to wait after a change of parameters, because another one might follow.
    private static let pause = Duration.milliseconds(120)

    /// True while the charts keep the ranges of their values.
    var holdsScales: Bool {
        get { axis.holdsScales }
        set { axis.holdsScales = newValue }
    }

    /// The button over the end of the legend.
    var button: Widget? {
        get { chart.button }
        set { chart.button = newValue }
    }
    /// The quantities that are shown below the speed.
    private(set) var shown: Set<SessionQuantity> = []

    init(appearance: Appearance, replay: ReplayController) {
        self.replay = replay
        chart = ChartView(appearance: appearance, axis: axis)
        strips = SessionQuantity.allCases.filter { $0 != .speed }.map { [axis] in
            ChartStrip($0, appearance: appearance, axis: axis)
        }
        selection = ChartSelection(appearance: appearance)
        let column = Box(.vertical, children: [chart.canvas] + strips.map(\.canvas))
        for strip in strips { strip.canvas.isVisible = false }
        let overlay = Overlay(column)
        overlay.add(selection.canvas)
        widget.append(overlay)
        axis.onChange = { [weak self] in self?.redraw() }
        axis.onPointer = { [weak self] in self?.redrawPointer() }
        column.install(
            PointerController(
                move: { [weak self] x, _ in self?.point(atPixel: x) },
                leave: { [weak self] in self?.point(atPixel: nil) }))
        let scroll = ScrollController { [weak self] dx, dy in self?.handleScroll(dx, dy) ?? false }
        self.scroll = scroll
        column.install(scroll)
        let pressing = PressGesture(
            begin: { [weak self] in self?.begin($0) ?? false }, move: { [weak self] press, _ in self?.move(press) },
            end: { [weak self] press, _ in self?.end(press) })
        let resting = LongPressGesture { [weak self] x, _ in self?.read(atPixel: x) ?? false }
        column.install(pressing)
        column.install(resting)
        resting.join(pressing)
        let pinching = PinchGesture(
            begin: { [weak self] in self?.beginPinch($0) }, move: { [weak self] in self?.pinch($0) },
            end: { [weak self] in self?.endPinch() })
        column.install(pinching)
    }

    /// The effect of a press on the charts.
    private enum Press {
        /// There is no press.
        case idle
        /// A finger that might tap, drag or rest.
        case touch
        /// Moves the replay.
        case seek
        /// Moves the visible part, which was this one at first.
        case pan(ChartWindow)
        /// Moves a mark, once the pointer has moved.
        case mark(SessionMark, isDragged: Bool)
        /// Selects a part.
        case select
        /// Shows values, as the pointer does.
        case read
        /// Two fingers that zoom and move the visible part, from what it was and where they were at first.
        case pinch(ChartWindow, x: Double)
    }

    // MARK: Showing

    /// The width of a second of the axis, in pixels.
    var pixelsPerSecond: Double { axis.window.map { $0.x(ofPosition: 1) - $0.x(ofPosition: 0) } ?? 0 }

    /// Uses a lower height in a low window.
    func setCompact(_ isCompact: Bool) {
        self.isCompact = isCompact
        chart.setCompact(isCompact, sharesRoom: !shown.isEmpty)
        for strip in strips { strip.setCompact(isCompact) }
    }

    func showSession() {
        let session = replay.session
        if session?.picture.session != self.session?.picture.session {
            acceleration = nil
            for task in collecting.values { task.cancel() }
            for strip in strips { strip.show(nil, unit: unit) }
        }
        self.session = session
        chart.show(replay.picture, unit: unit, clock: replay.clock)
        for strip in strips where shown.contains(strip.quantity) { collect(strip, after: Self.pause) }
    }

    /// Shows the errors against the truth; hides them if there is none.
    func showErrors() {
        let isShown = replay.tracks.comparison != nil
        defer { hasReference = isShown }
        for quantity in [SessionQuantity.errorAlong, .errorAcross] {
            if isShown != hasReference {
                setShown(quantity, isShown)
            } else if let strip = strips.first(where: { $0.quantity == quantity }), shown.contains(quantity) {
                collect(strip, after: .zero)
            }
        }
    }

    /// Shows the distance from the roads; hides it if there are none.
    func showRoads() {
        let isShown = replay.roads.roads != nil
        if isShown || shown.contains(.roadDeviation) { setShown(.roadDeviation, isShown) }
    }

    /// Shows the heights of the ground under the track next to the recorded ones.
    func showHeights() {
        guard let strip = strips.first(where: { $0.quantity == .altitude }) else { return }
        strip.mapHeights = nil
        if shown.contains(.altitude) { collect(strip, after: .zero) }
    }

    /// Shows or hides a quantity.
    func setShown(_ quantity: SessionQuantity, _ isShown: Bool) {
        guard let strip = strips.first(where: { $0.quantity == quantity }) else { return }
        if isShown { shown.insert(quantity) } else { shown.remove(quantity) }
        strip.canvas.isVisible = isShown
        chart.setCompact(isCompact, sharesRoom: !shown.isEmpty)
        strip.cursor = chart.cursor
        if isShown { collect(strip, after: .zero) }
    }

    /// Collects the data of a strip in the background.
    private func collect(_ strip: ChartStrip, after pause: Duration) {
        let quantity = strip.quantity
        collecting[quantity]?.cancel()
        guard let session else { return strip.show(nil, unit: unit) }
        if quantity == .acceleration, let acceleration { return strip.show(acceleration, unit: unit) }
        if quantity == .roadDeviation, let roads = replay.roads.roads { return strip.show(roads.deviation, unit: unit) }
        let (reference, roads) = (replay.tracks.comparison, replay.roads.roads)
        let mapHeights = quantity == .altitude ? replay.heights.heights : nil
        collecting[quantity] = Task { [weak self, weak strip] in
            try? await Task.sleep(for: pause)
            guard !Task.isCancelled else { return }
            let (series, drawn, band) = await Task.detached {
                let series = quantity.series(of: session.run, session.engine.recording, against: reference, on: roads)
                let isAbove = series.isEmpty || SessionQuantity.statesAltitude(session.run)
                let band = InnovationBand(quantity, of: session.run)
                return (series, isAbove ? mapHeights : mapHeights?.fromFirst, band)
            }.value
            guard let self, !Task.isCancelled else { return }
            if quantity == .acceleration { acceleration = series }
            strip?.band = band
            strip?.mapHeights = mapHeights.flatMap { heights in drawn.map { (heights, $0) } }
            strip?.show(series, unit: unit)
        }
    }

    /// Shows the position of the replay, in seconds of the axis; `nil` if nothing is open.
    func show(cursor: Double?, isPlaying: Bool) {
        if isPlaying, let cursor { axis.window?.follow(cursor) }
        chart.cursor = cursor
        for strip in strips where strip.canvas.isVisible { strip.cursor = cursor }
    }

    /// Shows a part of the axis; `nil` for all of it.
    func show(range: ClosedRange<Double>?) {
        guard let range else { return axis.window?.reset() ?? () }
        axis.window?.show(range)
    }

    /// The height of the charts on a page in pixels, with text of the usual size.
    var pageHeight: Double {
        ChartView.pageHeight + ChartStrip.pageHeight * Double(strips.count { $0.canvas.isVisible })
    }

    /// Draws the charts for a page.
    func draw(in drawing: Drawing, width: Double) {
        let scale = drawing.textScale
        drawing.saved {
            chart.draw(in: drawing, width: width, height: ChartView.pageHeight * scale)
            drawing.translate(0, ChartView.pageHeight * scale)
            for strip in strips where strip.canvas.isVisible {
                strip.draw(in: drawing, width: width, height: ChartStrip.pageHeight * scale)
                drawing.translate(0, ChartStrip.pageHeight * scale)
            }
        }
    }

    private func redraw() {
        chart.redraw()
        for strip in strips where strip.canvas.isVisible { strip.canvas.queueDraw() }
    }

    private func redrawPointer() {
        chart.canvas.queueDraw()
        for strip in strips where strip.canvas.isVisible { strip.canvas.queueDraw() }
        let instant = axis.pointedInstant
        if instant != replay.pointed { replay.change { $0.pointed = instant } }
    }

    // MARK: Handling

    private func point(atPixel pixel: Double?) {
        pointer = pixel
        let isOnMark = pixel.flatMap { mark(atPixel: $0, reach: Self.markReach) } != nil
        if isOnMark != isPointingAtMark { widget.setCursor(isOnMark ? "ew-resize" : "default") }
        isPointingAtMark = isOnMark
        axis.pointer = pixel.map(x(ofPixel:))
    }

    /// Shows a mark at the moment to which the user drags it.
    func show(dragged: MarkDrag?) { axis.dragged = dragged }

    /// Returns the mark whose line is nearest to a pixel within reach; `nil` if there is none or it cannot be moved.
    private func mark(atPixel pixel: Double, reach: Double) -> SessionMark? {
        guard let window = axis.window, !replay.isLive else { return nil }
        func distance(_ place: Double) -> Double { abs(place - x(ofPixel: pixel)) }
        let places = axis.marks.map { (mark: $0, away: distance(window.x(of: $0.time))) }
        // A drag of the replay's line moves that, also over a mark.
        let limit = min(reach, chart.cursor.map { distance(window.x(ofPosition: $0)).nextDown } ?? reach)
        return places.filter { $0.away <= limit }.min { $0.away < $1.away }?.mark
    }

    /// The width of the numbers at the start, in pixels.
    var gutter: Double { TimelinePane.gutter(textScale: chart.canvas.textScale) }

    private func x(ofPixel pixel: Double) -> Double { pixel - gutter }

    private func handleScroll(_ dx: Double, _ dy: Double) -> Bool {
        guard axis.window != nil else { return false }
        let x = x(ofPixel: pointer ?? Double(chart.canvas.width) / 2)
        let isPanning = scroll?.modifiers.contains(.shift) ?? false
        if dx != 0 { axis.window?.pan(byX: dx * Self.panStep) }
        if dy != 0, isPanning { axis.window?.pan(byX: dy * Self.panStep) }
        if dy != 0, !isPanning { axis.window?.zoom(by: pow(Self.zoomStep, -dy), aroundX: x) }
        return true
    }

    private func begin(_ moment: PressGesture.Moment) -> Bool {
        guard let window = axis.window else { return false }
        onPress()
        if moment.modifiers.contains(.shift) {
            press = .select
            selection.span = (moment.x, moment.x)
        } else if let mark = mark(
            atPixel: moment.x, reach: moment.isTouch ? Self.markTouchReach : Self.markReach)
        {
            press = .mark(mark, isDragged: false)
        } else if window.isZoomed {
            press = .pan(window)
        } else if moment.isTouch {
            press = .touch
        } else {
            press = .seek
            seek(toPixel: moment.x)
        }
        // A second finger may follow; the first one then does not count as a press.
        return !moment.isTouch
    }

    /// Shows the values under a finger that rests before it has moved anything.
    private func read(atPixel pixel: Double) -> Bool {
        switch press {
        case .touch, .pan:
            press = .read
            point(atPixel: pixel)
            return true
        case .idle, .seek, .mark, .select, .read, .pinch: return false
        }
    }

    private func beginPinch(_ fingers: PinchGesture.Moment) {
        guard let window = axis.window else { return }
        selection.span = nil
        point(atPixel: nil)
        press = .pinch(window, x: x(ofPixel: fingers.x))
    }

    private func pinch(_ fingers: PinchGesture.Moment) {
        guard case .pinch(var window, let start) = press else { return }
        window.zoom(by: fingers.scale, aroundX: start)
        window.pan(byX: start - x(ofPixel: fingers.x))
        axis.window = window
    }

    private func endPinch() { if case .pinch = press { press = .idle } }

    private func move(_ moment: PressGesture.Moment) {
        switch press {
        case .idle, .pinch: break
        case .touch:
            guard moment.isDrag else { return }
            press = .seek
            seek(toPixel: moment.x)
        case .seek: seek(toPixel: moment.x)
        case .pan(var window):
            guard moment.isDrag else { return }
            window.pan(byX: -moment.dx)
            axis.window = window
        case .mark(let mark, let isDragged):
            // Escape has left it where it was.
            guard moment.isDrag, !isDragged || replay.dragged != nil, let window = axis.window else { return }
            press = .mark(mark, isDragged: true)
            point(atPixel: moment.x)
            replay.drag(mark, to: window.instant(atX: x(ofPixel: moment.x)))
        case .select: selection.span?.end = min(Double(chart.canvas.width), max(gutter, moment.x))
        case .read: point(atPixel: moment.x)
        }
    }

    private func end(_ moment: PressGesture.Moment) {
        // The first finger's press ends when the second is down.
        if case .pinch = press { return }
        defer { press = .idle }
        switch press {
        case .idle, .seek, .pinch: break
        case .touch: seek(toPixel: moment.x)
        case .pan: if !moment.isDrag { seek(toPixel: moment.x) }
        case .mark: if moment.isDrag { replay.drop() } else { seek(toPixel: moment.x) }
        case .select: endSelection(moment)
        case .read: point(atPixel: nil)
        }
    }

    private func endSelection(_ moment: PressGesture.Moment) {
        guard let span = selection.span, let window = axis.window else { return }
        selection.span = nil
        let from = window.instant(atX: x(ofPixel: min(span.start, span.end)))
        let to = window.instant(atX: x(ofPixel: max(span.start, span.end)))
        if moment.isDrag, to > from { replay.handle(.setRange(from...to)) }
    }

    private func seek(toPixel pixel: Double) {
        if let position = axis.window?.position(atX: x(ofPixel: pixel)) { replay.handle(.seekPosition(position)) }
    }
}
