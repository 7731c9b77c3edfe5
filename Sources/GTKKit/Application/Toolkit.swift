import CGTK

/// Global operations of GTK: initialization, program name, icons, and colour scheme.
@MainActor
public enum Toolkit {
    /// Sets process-wide options that must be set before a second thread starts.
    public static func prepare() {
        // A single malloc arena for all threads: each additional arena keeps its peak memory, 20 MB for a day of fixes.
        mallopt(M_ARENA_MAX, 1)
        leaveOutGL()
    }

    /// Connects to the display. Call ``prepare()`` first.
    /// - Returns: False if no display is available.
    public static func start() -> Bool { gtk_init_check() != 0 }

    /// Leaves out 60 MB of OpenGL drivers if cairo draws: because the user chose it, or because OpenGL would be emulated
    /// without a graphics processor, which takes several times as long for a frame, and longer to start.
    private static func leaveOutGL() {
        let chosen = g_getenv("GSK_RENDERER").map { String(cString: $0) } ?? ""
        let isEmulated = chosen.isEmpty && !GraphicsDevice.isPresent(in: "/dev")
        guard chosen == "cairo" || isEmulated else { return }
        if isEmulated { g_setenv("GSK_RENDERER", "cairo", 1) }
        // Keeps any value that the user set.
        if gtk_get_major_version() == 4, gtk_get_minor_version() < 14 {
            g_setenv("GDK_DEBUG", "gl-disable", 0)
        } else {
            g_setenv("GDK_DISABLE", "gl", 0)
        }
    }

    /// Sets the program's identifier and the title that the desktop and the sound server show.
    public static func setProgramName(_ name: String, title: String) {
        g_set_prgname(name)
        g_set_application_name(title)
    }

    /// Sets the default icon of windows by its name in the icon theme.
    public static func setWindowIcon(_ name: String) { gtk_window_set_default_icon_name(name) }

    /// Adds a folder of the program's resources to the icon search path.
    public static func addIcons(resource path: String) {
        guard let display = gdk_display_get_default() else { return }
        gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), path)
    }

    /// Whether GTK draws with the dark variant of the theme.
    public static var prefersDark: Bool {
        get { readSetting("gtk-application-prefer-dark-theme") }
        set { writeSetting("gtk-application-prefer-dark-theme", newValue) }
    }

    /// Whether GTK animates changes.
    public static var allowsAnimations: Bool {
        get { readSetting("gtk-enable-animations") }
        set { writeSetting("gtk-enable-animations", newValue) }
    }

    /// Whether the desktop's theme is one of high contrast.
    public static var prefersHighContrast: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        var value = GValue()
        g_value_init(&value, 16 << 2)
        defer { g_value_unset(&value) }
        g_object_get_property(UnsafeMutableRawPointer(settings).cast(), "gtk-theme-name", &value)
        guard let name = g_value_get_string(&value).map({ String(cString: $0) }) else { return false }
        return name.hasPrefix("HighContrast") || name.hasPrefix("Default-hc")
    }

    /// Adds a callback for changes of the desktop's preferred colour scheme and of its theme.
    public static func onStyleChange(_ body: @escaping @MainActor () -> Void) -> [SignalConnection] {
        guard let settings = gtk_settings_get_default() else { return [] }
        let object = ObjectRef(sinking: UnsafeMutableRawPointer(settings))
        return ["gtk-application-prefer-dark-theme", "gtk-theme-name"].map {
            object.connect("notify::\($0)") { body() }
        }
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

/// A style sheet that has priority over the theme.
@MainActor
public final class StyleSheet {
    private let provider: UnsafeMutableRawPointer

    /// Loads a style sheet from the program's resources and applies it to the display.
    public init(resource path: String) {
        provider = made(gtk_css_provider_new())
        gtk_css_provider_load_from_resource(provider.cast(), path)
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display, provider.cast(), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Removes the style sheet from the display.
    public func remove() {
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_remove_provider_for_display(display, provider.cast())
    }

    isolated deinit { g_object_unref(provider) }
}

/// The reason why the resources could not be loaded.
public enum ResourceError: Error, Sendable, CustomStringConvertible {
    /// None of the paths contains a resource bundle.
    case missing(tried: [String])

    /// A sentence that states the problem and a remedy.
    public var description: String {
        switch self {
        case .missing(let tried):
            "Odograph's resources are missing; looked at \(tried.joined(separator: ", ")). Install it again."
        }
    }
}

/// The compiled style sheets, templates, and icons of the program.
@MainActor
public enum Resources {
    /// Returns the bytes of a resource, or `nil` if no resource has this path.
    public static func bytes(at path: String) -> [UInt8]? {
        guard let held = g_resources_lookup_data(path, GResourceLookupFlags(rawValue: 0), nil) else { return nil }
        defer { g_bytes_unref(held) }
        var count: gsize = 0
        guard let data = g_bytes_get_data(held, &count) else { return nil }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    /// Registers the first bundle in the list that can be read.
    /// - Throws: ``ResourceError`` if none can be read.
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
