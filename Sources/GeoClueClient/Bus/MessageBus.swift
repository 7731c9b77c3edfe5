import CGIOLibrary

/// A private connection to a message bus, used by one thread.
final class MessageBus {
    /// The reports from the bus.
    let inbox = Inbox()
    private let wakeUp: BusWakeUp
    private let connection: OpaquePointer
    private var subscriptions: [guint] = []
    private var closedHandler: gulong = 0

    /// Connects to a bus.
    /// - Parameter address: The D-Bus address; `nil` for the system's bus, or the one at `DBUS_SYSTEM_BUS_ADDRESS`.
    /// - Throws: ``GeoClueError``
    init(at address: String?, _ wakeUp: BusWakeUp) throws(GeoClueError) {
        self.wakeUp = wakeUp
        var error: UnsafeMutablePointer<GError>?
        let address = if let address { address } else { try Self.systemAddress(wakeUp) }
        guard
            let connection = g_dbus_connection_new_for_address_sync(
                address, ODO_CONNECTION_TO_BUS, nil, wakeUp.cancellable, &error)
        else { throw Self.connectionError(error, wakeUp) }
        self.connection = connection
        watchClosing()
    }

    deinit {
        for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(connection, subscription) }
        g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), closedHandler)
        g_dbus_connection_close(connection, nil, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
        // Callbacks that are queued for this thread refer to the inbox.
        while g_main_context_iteration(wakeUp.context, 0) != 0 {}
    }

    private func watchClosing() {
        let closed: @convention(c) (OpaquePointer?, gboolean, UnsafeMutablePointer<GError>?, gpointer?) -> Void = {
            @Sendable _, _, _, data in
            if let data { Unmanaged<Inbox>.fromOpaque(data).takeUnretainedValue().append(.closed) }
        }
        closedHandler = g_signal_connect_data(
            UnsafeMutableRawPointer(connection), "closed", unsafeBitCast(closed, to: GCallback.self),
            Unmanaged.passRetained(inbox).toOpaque(), Self.releaseOfClosure, GConnectFlags(rawValue: 0))
    }

    private static let releaseOfClosure: GClosureNotify = { @Sendable data, _ in
        if let data { Unmanaged<Inbox>.fromOpaque(data).release() }
    }

    /// Adds the signals of a sender to the inbox.
    /// - Parameters:
    ///   - sender: The name of the sender.
    ///   - interface: The interface of the signal.
    ///   - member: The name of the signal.
    ///   - path: The object that sends the signal.
    ///   - first: The first argument; `nil` for any.
    func subscribe(to sender: String, _ interface: String, _ member: String, path: String, first: String? = nil) {
        let take: GDBusSignalCallback = { @Sendable _, _, _, _, member, arguments, data in
            guard let member, let arguments, let data else { return }
            Unmanaged<Inbox>.fromOpaque(data).takeUnretainedValue().take(
                String(cString: member), BusValue(arguments))
        }
        subscriptions.append(
            g_dbus_connection_signal_subscribe(
                connection, sender, interface, member, path, first, GDBusSignalFlags(rawValue: 0), take,
                Unmanaged.passRetained(inbox).toOpaque(),
                { @Sendable data in if let data { Unmanaged<Inbox>.fromOpaque(data).release() } }))
    }

    /// Calls a method and waits for its answer.
    /// - Parameters:
    ///   - name: The name of the service.
    ///   - path: The object.
    ///   - interface: The interface of the method.
    ///   - method: The name of the method.
    ///   - arguments: The arguments of the method.
    ///   - seconds: The maximum wait, in seconds.
    /// - Returns: The tuple of its results.
    /// - Throws: ``GeoClueError``
    func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
        seconds: Double
    ) throws(GeoClueError) -> BusValue {
        var error: UnsafeMutablePointer<GError>?
        let answer = BusValue.withTuple(arguments) { tuple in
            g_dbus_connection_call_sync(
                connection, name, path, interface, method, tuple, nil, GDBusCallFlags(rawValue: 0),
                gint(seconds * 1_000), wakeUp.cancellable, &error)
        }
        if let answer { return BusValue(owning: answer) }
        throw Self.callError(error, wakeUp)
    }

    /// Waits for a report, for a number of seconds (`nil`: no limit), or for the wake-up, whichever comes first.
    func wait(seconds: Double?) {
        if !wakeUp.isSignalled { wakeUp.wait(seconds: seconds) }
    }

    private static func systemAddress(_ wakeUp: BusWakeUp) throws(GeoClueError) -> String {
        var error: UnsafeMutablePointer<GError>?
        guard let address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, wakeUp.cancellable, &error) else {
            throw connectionError(error, wakeUp)
        }
        defer { g_free(address) }
        return String(cString: address)
    }

    private static func connectionError(
        _ error: UnsafeMutablePointer<GError>?, _ wakeUp: BusWakeUp
    ) -> GeoClueError {
        defer { if let error { g_error_free(error) } }
        if wakeUp.isSignalled { return .stopped }
        return .noBus(message(of: error).statement)
    }

    private static func callError(_ error: UnsafeMutablePointer<GError>?, _ wakeUp: BusWakeUp) -> GeoClueError {
        defer { if let error { g_error_free(error) } }
        if wakeUp.isSignalled { return .stopped }
        guard let error, let name = g_dbus_error_get_remote_error(error) else {
            return isTimeout(error) ? .unanswered : .failed(message(of: error).statement)
        }
        defer { g_free(name) }
        g_dbus_error_strip_remote_error(error)
        return GeoClueError(name: String(cString: name), message: message(of: error))
    }

    private static func isTimeout(_ error: UnsafeMutablePointer<GError>?) -> Bool {
        error.map { $0.pointee.domain == g_io_error_quark() && $0.pointee.code == G_IO_ERROR_TIMED_OUT.rawValue }
            ?? false
    }

    private static func message(of error: UnsafeMutablePointer<GError>?) -> String {
        error?.pointee.message.map { String(cString: $0) } ?? "no reason was given"
    }
}
