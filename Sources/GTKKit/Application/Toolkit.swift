import CGTK

/// The toolkit as a whole.
@MainActor
public enum Toolkit {
    /// Settles what has to be settled before there is a second thread.
    public static func prepare() {
        // One pool of memory for all threads: each further one keeps what it once held, 20 MB for a day of fixes.
        mallopt(M_ARENA_MAX, 1)
        leaveOutGL()
    }

    /// Connects to the display, after ``prepare()``.
    /// - Returns: False if there is none.
    public static func start() -> Bool { gtk_init_check() != 0 }

    /// Spares 60 MB of drivers where the user chose the renderer that never draws with them.
    private static func leaveOutGL() {
        guard g_getenv("GSK_RENDERER").map({ String(cString: $0) }) == "cairo" else { return }
        // Overwrites nothing that the user set.
        if gtk_get_major_version() == 4, gtk_get_minor_version() < 14 {
            g_setenv("GDK_DEBUG", "gl-disable", 0)
        } else {
            g_setenv("GDK_DISABLE", "gl", 0)
        }
    }

    /// Sets the name that the desktop and the sound server show.
    public static func setProgramName(_ name: String, title: String) {
        g_set_prgname(name)
        g_set_application_name(title)
    }

    /// Sets the icon that windows show.
    public static func setWindowIcon(_ name: String) { gtk_window_set_default_icon_name(name) }

    /// Adds a folder of icons within the program's resources.
    public static func addIcons(resource path: String) {
        guard let display = gdk_display_get_default() else { return }
        gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), path)
    }

    /// Whether the desktop asks for dark colours.
    public static var prefersDark: Bool {
        get { readSetting("gtk-application-prefer-dark-theme") }
        set { writeSetting("gtk-application-prefer-dark-theme", newValue) }
    }

    /// Whether things may move on their own.
    public static var allowsAnimations: Bool {
        get { readSetting("gtk-enable-animations") }
        set { writeSetting("gtk-enable-animations", newValue) }
    }

    /// Calls back whenever the desktop asks for other colours.
    public static func onColorSchemeChange(_ body: @escaping @MainActor () -> Void) -> SignalConnection? {
        guard let settings = gtk_settings_get_default() else { return nil }
        let object = ObjectRef(sinking: UnsafeMutableRawPointer(settings))
        return object.connect("notify::gtk-application-prefer-dark-theme") { body() }
    }

    private static func readSetting(_ name: String) -> Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        var value = GValue()
        g_value_init(&value, 5 << 2)
        g_object_get_property(UnsafeMutableRawPointer(settings).cast(), name, &value)
        defer { g_value_unset(&value) }
        return g_value_get_boolean(&value) != 0
    }

    private static func writeSetting(_ name: String, _ isOn: Bool) {
        guard let settings = gtk_settings_get_default() else { return }
        var value = GValue()
        g_value_init(&value, 5 << 2)
        g_value_set_boolean(&value, isOn ? 1 : 0)
        g_object_set_property(UnsafeMutableRawPointer(settings).cast(), name, &value)
        g_value_unset(&value)
    }
}

/// A style sheet over the theme's.
@MainActor
public final class StyleSheet {
    private let provider: UnsafeMutableRawPointer

    /// Puts a style sheet of the program's resources over the theme.
    public init(resource path: String) {
        provider = made(gtk_css_provider_new())
        gtk_css_provider_load_from_resource(provider.cast(), path)
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display, provider.cast(), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Takes the style sheet away again.
    public func remove() {
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_remove_provider_for_display(display, provider.cast())
    }

    isolated deinit { g_object_unref(provider) }
}

/// Why resources could not be used.
public enum ResourceError: Error, Sendable, CustomStringConvertible {
    /// No bundle of resources lies in any of the places.
    case missing(tried: [String])

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .missing(let tried):
            "Odograph's resources are missing; looked at \(tried.joined(separator: ", ")). Install it again."
        }
    }
}

/// The style sheets, templates and icons that belong to the program.
@MainActor
public enum Resources {
    /// Returns the bytes of a resource; `nil` if there is none of that path.
    public static func bytes(at path: String) -> [UInt8]? {
        guard let held = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, nil) else { return nil }
        defer { g_bytes_unref(held) }
        var count: gsize = 0
        guard let data = g_bytes_get_data(held, &count) else { return nil }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    /// Registers the first bundle that can be read.
    /// - Throws: ``ResourceError`` where none can.
    public static func register(firstOf paths: [String]) throws(ResourceError) {
        for path in paths {
            guard let resource = g_resource_load(path, nil) else { continue }
            g_resources_register(resource)
            g_resource_unref(resource)
            return
        }
        throw .missing(tried: paths)
    }
}
