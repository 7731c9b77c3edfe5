import CGTK
import Foundation
import GTKKit
import Geometry
import SensorModel
import ShumateKit
import TestSupport
import Testing

/// GTK on a display for the tests; `nil` if Xvfb is not installed.
@MainActor private let server: XServer? = {
    // What is global is never released: the server goes with this process's connection.
    guard let server = try? XServer(endsWithLastClient: true) else { return nil }
    for (name, value) in server.environment { setenv(name, value, 1) }
    Toolkit.prepare()
    return Toolkit.start() ? server : nil
}()

/// Everything that needs a display lies in one serialized suite: GTK belongs to one thread at a time.
@MainActor @Suite(.serialized) struct WidgetTests {
    init() throws { try #require(server != nil, "Xvfb is needed: apt-get install xvfb") }

    @Test func `a signal reaches its handler until it is disconnected`() {
        let button = ToggleButton(label: "x")
        var states: [Bool] = []
        let connection = button.onToggle { states.append($0) }
        button.isActive = true
        connection.disconnect()
        connection.disconnect()
        button.isActive = false
        #expect(states == [true])
    }

    @Test func `a handler gets the parameters of its signal with their values`() {
        let list = ListBox()
        let rows = [ListBox.Row(Label("a")), ListBox.Row(Label("b"))]
        for row in rows { list.append(row) }
        let window = Window(title: "list")
        window.setChild(list)
        window.present()
        var activated: [Int] = []
        list.onActivate { activated.append($0) }
        gtk_widget_activate(rows[1].pointer.cast())
        #expect(activated == [1])
        window.destroy()
    }

    @Test func `a page is printed on A4, in the size that it has there`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var calls = 0
        let page = Page(width: Page.a4.width, height: Page.a4.height, like: Label("font")) { drawing in
            calls += 1
            #expect(drawing.isVector)
            drawing.text("Odograph", x: 100, y: 100, TextStyle(size: 20))
        }
        try page.print(on: .file(path), named: "Odograph")
        let data = try Data(contentsOf: URL(filePath: path))
        #expect(calls == 1 && data.starts(with: Array("%PDF".utf8)))
    }

    @Test func `a slider says when a pointer grabs it and when it releases it`() {
        let scale = Scale(0...10, step: 1)
        var grabs: [Bool] = []
        scale.onGrab { grabs.append($0) }
        scale.setClass("dragging", true)
        scale.setClass("fine-tune", true)
        scale.value = 4
        scale.setClass("dragging", false)
        #expect(grabs == [true, false])
    }

    @Test func `setting a slider in code calls nobody back, a person's change does`() {
        let scale = Scale(0...10, step: 1)
        var seen: [Double] = []
        scale.onChange { seen.append($0) }
        scale.value = 4
        #expect(seen.isEmpty)
        gtk_range_set_value(scale.pointer.cast(), 7)
        #expect(seen == [7])
        #expect(scale.value == 7)
    }

    @Test(arguments: [false, true])
    func `the wheel moves a slider, but for one that leaves it to its pane`(isIgnored: Bool) {
        let scale = Scale(0...10, step: 1)
        if isIgnored { scale.ignoresWheel() }
        let controllers = gtk_widget_observe_controllers(scale.pointer.cast())
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        let phases = (0..<g_list_model_get_n_items(controllers)).compactMap { index -> GtkPropagationPhase? in
            guard let controller = g_list_model_get_item(controllers, index) else { return nil }
            defer { g_object_unref(controller) }
            let isWheel = g_type_check_instance_is_a(
                controller.assumingMemoryBound(to: GTypeInstance.self), gtk_event_controller_scroll_get_type())
            return isWheel == 0 ? nil : gtk_event_controller_get_propagation_phase(OpaquePointer(controller))
        }
        #expect(!phases.isEmpty && phases.allSatisfy { ($0 == GTK_PHASE_NONE) == isIgnored })
    }

    @Test func `a scroller of text asks for the height that the text has in its width, and can be lower`() {
        let text = Label("Against other-reference.gpx, which lies beside the session")
        text.wrap(maximumCharacters: 24)
        let content = Box(.vertical, children: [Box(.horizontal, children: [text])])
        let scroller = TextScroller(content)
        let window = Window(title: "text")
        window.setChild(scroller)
        func height(_ widget: Widget, forWidth width: Int32) -> (minimum: Int32, natural: Int32) {
            var (minimum, natural): (Int32, Int32) = (0, 0)
            gtk_widget_measure(widget.pointer.cast(), GTK_ORIENTATION_VERTICAL, width, &minimum, &natural, nil, nil)
            return (minimum, natural)
        }
        for width in [120, 160, 400] as [Int32] {
            let (asked, needed) = (height(scroller, forWidth: width), height(content, forWidth: width).natural)
            #expect(asked.natural == max(asked.minimum, needed))
        }
        #expect(height(content, forWidth: 120).natural > height(content, forWidth: 400).natural)
        #expect(height(scroller, forWidth: 80).minimum < height(content, forWidth: 80).natural)
        window.destroy()
    }

    @Test func `a handler is called although nobody keeps the widget's wrapper`() {
        var seen: [String] = []
        // As a dialog makes its rows: the window alone holds the widgets.
        let window = Window(title: "rows")
        let box = Box(.vertical)
        window.setChild(box)
        var widgets: [UnsafeMutableRawPointer] = []
        func add(_ widget: Widget) {
            box.append(widget)
            widgets.append(widget.pointer)
        }
        do {
            let scale = Scale(0...10, step: 1)
            scale.onChange { seen.append("scale \($0)") }
            add(scale)
            let field = TextField()
            field.onEdit { seen.append("text \($0)") }
            add(field)
            let choice = DropDown(["a", "b"])
            choice.onSelect { seen.append("choice \($0)") }
            add(choice)
            let toggle = Switch()
            toggle.onToggle { seen.append("switch \($0)") }
            add(toggle)
            let button = ToggleButton(label: "x")
            button.onToggle { seen.append("toggle \($0)") }
            add(button)
        }
        gtk_range_set_value(widgets[0].cast(), 7)
        gtk_editable_set_text(widgets[1].cast(), "x")
        gtk_drop_down_set_selected(widgets[2].cast(), 1)
        gtk_switch_set_active(widgets[3].cast(), 1)
        gtk_toggle_button_set_active(widgets[4].cast(), 1)
        #expect(seen == ["scale 7.0", "text x", "choice 1", "switch true", "toggle true"])
        window.destroy()
    }

    @Test func `a stateful action changes its state and says so`() {
        var states: [Bool] = []
        let action = Action("layer", isOn: false) { states.append($0) }
        g_action_activate(action.pointer.cast(), nil)
        g_action_activate(action.pointer.cast(), nil)
        #expect(states == [true, false])
    }

    @Test func `settings without an installed schema live in memory`() {
        let preferences = Preferences(schema: "io.github.odograph.NotInstalled")
        preferences.set("unit", to: "knots")
        preferences.set("shown", to: true)
        #expect(preferences.text("unit", default: "") == "knots")
        #expect(preferences.toggle("shown", default: false))
        #expect(preferences.integer("width", default: 7) == 7)
    }

    @Test func `a missing resource bundle is named with every place that was tried`() {
        #expect(throws: ResourceError.self) { try Resources.register(firstOf: ["/no/such/bundle"]) }
        do { try Resources.register(firstOf: ["/a", "/b"]) } catch {
            #expect("\(error)".contains("/a") && "\(error)".contains("/b"))
        }
    }

    @Test func `a canvas in a window draws what its content draws`() throws {
        let disc = Disc()
        let canvas = Canvas(role: .picture, content: disc)
        let window = Window(title: "canvas")
        window.setDefaultSize(width: 120, height: 90)
        window.setChild(canvas)
        window.present()
        settle { canvas.width > 0 }
        let picture = try Picture(of: canvas)
        #expect(picture.pixel(x: picture.width / 2, y: picture.height / 2) == 0xFFFF_0000)
        window.destroy()
    }

    @Test func `drawn text and the room for it follow the desktop's size of text, also while they are shown`() {
        let disc = Disc()
        let canvas = Canvas(role: .picture, content: disc)
        canvas.requestTextRoom(width: 100, height: 40)
        let window = Window(title: "text")
        let box = Box(.vertical, children: [canvas])
        window.setChild(box)
        window.present()
        settle { canvas.width > 0 }
        let style = TextStyle(size: 20)
        let usual = (text: canvas.measure("Prague", style), room: canvas.naturalHeight)
        #expect(canvas.textScale == 1 && usual.room == 40 && canvas.naturalWidth == 100)
        setFont("Sans 15")
        defer { setFont("Sans 10") }
        settle { canvas.textScale > 1 && canvas.naturalHeight > 40 }
        #expect(abs(canvas.textScale - 1.5) < 0.01)
        #expect(canvas.naturalHeight == 60 && canvas.naturalWidth == 150)
        #expect(abs(canvas.measure("Prague", style).width / usual.text.width - 1.5) < 0.05)
        settle { disc.textScale == canvas.textScale }
        #expect(disc.textScale == canvas.textScale, "it was drawn again")
        window.destroy()
    }

    /// Sets the desktop's font.
    private func setFont(_ name: String) {
        var value = GValue()
        g_value_init(&value, 16 << 2)
        g_value_set_string(&value, name)
        g_object_set_property(
            UnsafeMutableRawPointer(gtk_settings_get_default())?.assumingMemoryBound(to: GObject.self), "gtk-font-name",
            &value)
        g_value_unset(&value)
    }

    @Test func `a map projects as libshumate does, to a hundredth of a pixel`() {
        let map = MapView()
        let window = Window(title: "map")
        window.setDefaultSize(width: 400, height: 300)
        window.setChild(map)
        window.present()
        settle { map.width > 0 }
        map.center = Coordinate(latitude: 50.08, longitude: 14.43)
        for (zoom, rotation) in [(3.0, 0.0), (11.5, 0), (17.25, 0), (11.5, 0.5), (17.25, -2)] {
            map.zoomLevel = zoom
            map.rotation = rotation
            for (latitude, longitude) in [(50.08, 14.43), (50.0801, 14.4302), (49.9, 14.6)] {
                let mine = map.projection.pixel(
                    UnitMercator(Coordinate(latitude: latitude, longitude: longitude)))
                let theirs = map.libraryPixel(latitude: latitude, longitude: longitude)
                #expect(
                    abs(mine.x - theirs.x) < 0.01 && abs(mine.y - theirs.y) < 0.01, "zoom \(zoom), turned \(rotation)")
            }
        }
        window.destroy()
    }

    @Test func `a map that is turned keeps the place under the pointer`() {
        let map = MapView()
        let window = Window(title: "map")
        window.setDefaultSize(width: 400, height: 300)
        window.setChild(map)
        window.present()
        settle { map.width > 0 }
        map.center = Coordinate(latitude: 50.08, longitude: 14.43)
        map.zoomLevel = 14
        let place = map.projection.point(x: 90, y: 40)
        let middle = map.center
        for angle in [0.4, -3, 7, 0] {
            map.turn(to: angle, aboutX: 90, y: 40)
            #expect(abs(remainder(map.rotation - angle, 2 * .pi)) < 1e-9)
            let pixel = map.projection.pixel(place)
            #expect(abs(pixel.x - 90) < 0.01 && abs(pixel.y - 40) < 0.01, "turned \(angle)")
        }
        #expect(middle.distance(to: map.center) < 0.01)
        map.rotation = .nan
        #expect(map.rotation == 0)
        window.destroy()
    }

    @Test(arguments: [179.99, -179.99, 180.01])
    func `what lies beyond the antimeridian is near`(centre: Double) {
        let map = MapView()
        map.center = Coordinate(latitude: -17, longitude: centre)
        map.zoomLevel = 12
        let projection = map.projection
        #expect(abs(projection.pixel(of: Coordinate(latitude: -17, longitude: centre)).x - projection.width / 2) < 1e-3)
        // At this zoom 0.02 degrees are 58 pixels.
        for longitude in [179.99, -179.99] {
            let pixel = projection.pixel(of: Coordinate(latitude: -17, longitude: longitude))
            #expect(abs(pixel.x - projection.width / 2) < 60)
        }
    }

    @Test(arguments: [false, true])
    func `after closing windows no handler and no object is left`(isPresented: Bool) {
        settle(milliseconds: 100)
        let handlers = Census.handlers
        let objects = Census.objects
        for _ in 0..<50 {
            let view = SmallView()
            if isPresented { view.window.present() }
            view.scale.value = 5
            MainLoop.pump()
            view.window.destroy()
        }
        settle(milliseconds: 400)
        #expect(Census.handlers == handlers)
        #expect(Census.objects == objects)
        #expect(SmallView.live == 0)
    }

    /// Processes events until a condition holds, for at most a second.
    private func settle(milliseconds: Int = 1_000, until isSo: () -> Bool = { false }) {
        _ = waitUntil(seconds: Double(milliseconds) / 1_000, every: 0.002) {
            MainLoop.pump()
            return isSo()
        }
    }
}

/// Drawing that needs no display.
@MainActor @Suite struct DrawingTests {
    @Test func `a picture is drawn without a display`() {
        let picture = Picture(width: 40, height: 20) { drawing in
            drawing.setColor(Color(0x00FF00))
            drawing.rectangle(x: 0, y: 0, width: 20, height: 20)
            drawing.fill()
        }
        #expect(picture.pixel(x: 5, y: 10) == 0xFF00_FF00)
        #expect(picture.pixel(x: 30, y: 10) == 0)
        #expect(picture.pixel(x: -1, y: 99) == 0)
    }

    @Test func `a text has a size and leaves ink at its anchor`() {
        var size = (width: 0.0, height: 0.0)
        let picture = Picture(width: 80, height: 40) { drawing in
            drawing.setColor(Color(0xFFFFFF))
            size = drawing.text("88", x: 40, y: 20, anchor: .center, TextStyle(size: 20, weight: .bold))
        }
        #expect(size.width > 10 && size.height > 10)
        let row = (0..<80).filter { picture.pixel(x: $0, y: 20) != 0 }
        #expect(row.first ?? 0 > 20 && row.last ?? 99 < 60)
    }

    @Test func `a picture that cannot be written says where and why`() {
        let picture = Picture(width: 1, height: 1) { _ in }
        #expect(throws: PictureError.self) { try picture.write(to: "/no/such/folder/a.png") }
    }
}

@MainActor private final class Disc: CanvasContent {
    /// The text scale of the last frame.
    private(set) var textScale = 0.0

    func draw(in drawing: Drawing, width: Double, height: Double) {
        textScale = drawing.textScale
        drawing.circle(x: width / 2, y: height / 2, radius: min(width, height) / 2)
        drawing.setColor(Color(0xFF0000))
        drawing.fill()
    }
}

/// A window as the program's are built: a view owns its widgets, handlers refer to the view weakly.
@MainActor private final class SmallView: CanvasContent, MapLayerContent {
    static var live = 0
    let window = Window(title: "small")
    let scale = Scale(0...10, step: 1)
    private lazy var canvas = Canvas(role: .picture, content: self)
    private let map = MapView()
    private var value = 0.0
    private var moves: SignalConnection?

    init() {
        Self.live += 1
        scale.onChange { [weak self] in self?.value = $0 }
        let button = Button(label: "x")
        button.onClick { [weak self] in self?.value = 0 }
        map.add(MapLayer(on: map, content: self))
        moves = map.onMove { [weak self] in self?.value += 1 }
        window.setChild(Box(.vertical, children: [scale, canvas, button, map]))
    }

    isolated deinit {
        moves?.disconnect()
        Self.live -= 1
    }

    func draw(in drawing: Drawing, width: Double, height: Double) { drawing.paint() }
    func draw(in drawing: Drawing, projection: MapProjection) { drawing.paint() }
}

extension MapView {
    /// The position at which libshumate itself draws a coordinate.
    fileprivate func libraryPixel(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
        var x = 0.0
        var y = 0.0
        shumate_viewport_location_to_widget_coords(
            shumate_map_get_viewport(pointer.cast()), pointer.cast(), latitude, longitude, &x, &y)
        return (x, y)
    }
}
