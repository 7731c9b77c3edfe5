import CGTK

/// The style that the user chose for the whole desktop, as the settings portal states it.
///
/// GTK before 4.20 does not ask for it. Without a message bus or a portal, nothing is known, and nothing is reported.
@MainActor
public final class DesktopStyle {
    private typealias Taken = @MainActor (OpaquePointer?) -> Void
    private typealias Changed = @MainActor (_ setting: String, _ value: OpaquePointer) -> Void
    private enum Setting: String, CaseIterable {
        case colorScheme = "color-scheme"
        case contrast
    }

    private static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespace = "org.freedesktop.appearance"

    /// Whether dark colours are preferred; `nil` if the user has no preference or the desktop does not state one.
    public private(set) var isDark: Bool?
    /// Whether high contrast is preferred.
    public private(set) var hasHighContrast = false

    private let onChange: @MainActor () -> Void
    private let cancellable = made(g_cancellable_new())
    private var connection: OpaquePointer?
    private var subscription: guint = 0

    /// Starts to ask; `onChange` is called for each change, and for an answer that differs from knowing nothing.
    public init(onChange: @escaping @MainActor () -> Void) {
        self.onChange = onChange
        let connected: GAsyncReadyCallback = { @Sendable _, result, data in
            DesktopStyle.pass(g_bus_get_finish(result, nil), to: data)
        }
        let follow: Taken = { [weak self] connection in
            if let self { self.follow(connection) } else if let connection { g_object_unref(.init(connection)) }
        }
        g_bus_get(G_BUS_TYPE_SESSION, cancellable.cast(), connected, CallbackBox(follow).retained())
    }

    isolated deinit {
        g_cancellable_cancel(cancellable.cast())
        g_object_unref(cancellable)
        guard let connection else { return }
        g_dbus_connection_signal_unsubscribe(connection, subscription)
        g_object_unref(.init(connection))
    }

    /// Calls the boxed closure, once, with what an asynchronous call returned.
    private nonisolated static func pass(_ result: OpaquePointer?, to data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        onMainThread(result, data) { result, data in
            CallbackBox<Taken>.value(of: data)(result)
            CallbackBox<Taken>.release(data)
        }
    }

    private func follow(_ connection: OpaquePointer?) {
        guard let connection else { return }
        self.connection = connection
        let changed: GDBusSignalCallback = { @Sendable _, _, _, _, _, arguments, data in
            guard let arguments, let data else { return }
            onMainThread(arguments, data) { DesktopStyle.tell($0, to: CallbackBox<Changed>.value(of: $1)) }
        }
        let take: Changed = { [weak self] in self?.take($0, $1) }
        subscription = g_dbus_connection_signal_subscribe(
            connection, Self.service, Self.interface, "SettingChanged", Self.path, Self.namespace,
            GDBusSignalFlags(rawValue: 0), changed, CallbackBox(take).retained(),
            { @Sendable data in if let data { CallbackBox<Changed>.release(data) } })
        for setting in Setting.allCases { ask(for: setting, connection) }
    }

    private func ask(for setting: Setting, _ connection: OpaquePointer) {
        let answered: GAsyncReadyCallback = { @Sendable source, result, data in
            let answer = source.flatMap { g_dbus_connection_call_finish(OpaquePointer($0), result, nil) }
            DesktopStyle.pass(answer, to: data)
        }
        let take: Taken = { [weak self] answer in
            guard let answer else { return }
            defer { g_variant_unref(answer) }
            guard String(cString: g_variant_get_type_string(answer)) == "(v)",
                let value = g_variant_get_child_value(answer, 0)
            else { return }
            defer { g_variant_unref(value) }
            self?.take(setting.rawValue, value)
        }
        let names: [OpaquePointer?] = [g_variant_new_string(Self.namespace), g_variant_new_string(setting.rawValue)]
        g_dbus_connection_call(
            connection, Self.service, Self.path, Self.interface, "Read", g_variant_new_tuple(names, gsize(names.count)),
            nil, GDBusCallFlags(rawValue: 0), -1, cancellable.cast(), answered, CallbackBox(take).retained())
    }

    /// Passes on the arguments of a signal of type `(ssv)`.
    private static func tell(_ arguments: OpaquePointer, to body: Changed) {
        guard String(cString: g_variant_get_type_string(arguments)) == "(ssv)",
            let name = g_variant_get_child_value(arguments, 1), let value = g_variant_get_child_value(arguments, 2)
        else { return }
        defer { for part in [name, value] { g_variant_unref(part) } }
        if let text = g_variant_get_string(name, nil) { body(String(cString: text), value) }
    }

    private func take(_ setting: String, _ value: OpaquePointer) {
        guard let number = Self.number(in: value) else { return }
        let before = (isDark, hasHighContrast)
        switch Setting(rawValue: setting) {
        case .colorScheme: isDark = number == 1 ? true : number == 2 ? false : nil
        case .contrast: hasHighContrast = number == 1
        case nil: return
        }
        if before != (isDark, hasHighContrast) { onChange() }
    }

    /// The number in a value of type `u`, in as many envelopes as the portal's version has.
    private static func number(in value: OpaquePointer) -> UInt32? {
        switch String(cString: g_variant_get_type_string(value)) {
        case "u": return g_variant_get_uint32(value)
        case "v":
            guard let inner = g_variant_get_variant(value) else { return nil }
            defer { g_variant_unref(inner) }
            return number(in: inner)
        default: return nil
        }
    }
}
