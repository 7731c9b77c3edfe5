import CGeoClueLibrary

/// GeoClue on a private connection to a message bus: requests locations, and reads those that it states. Used by the
/// thread of the bus only.
final class GeoClueService {
    /// The service's name on the bus.
    private static let name = "org.freedesktop.GeoClue2"
    private static let managerPath = "/org/freedesktop/GeoClue2/Manager"
    /// The longest wait for an answer, in milliseconds. The first one includes the start of the service.
    private static let answer: CInt = 10_000
    /// The longest wait for the permission, in milliseconds: an agent may ask the user.
    private static let permission: CInt = 120_000

    /// The locations that wait to be read.
    let announced = AnnouncedLocations()
    private let wakeUp: BusWakeUp
    private let connection: OpaquePointer
    private var manager: OpaquePointer?
    private var client: OpaquePointer?
    private var owner: String?
    private var wasActive = false

    /// Connects to a bus.
    /// - Parameter address: The D-Bus address; `nil` for the system's bus, or the one at `DBUS_SYSTEM_BUS_ADDRESS`.
    /// - Throws: ``GeoClueError``
    init(at address: String?, _ wakeUp: BusWakeUp) throws(GeoClueError) {
        self.wakeUp = wakeUp
        var error: UnsafeMutablePointer<GError>?
        let place =
            address.flatMap { g_strdup($0) }
            ?? g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, wakeUp.cancellable, &error)
        defer { g_free(place) }
        guard let place,
            let connection = g_dbus_connection_new_for_address_sync(
                place, ODO_CONNECTION_TO_BUS, nil, wakeUp.cancellable, &error)
        else { throw wakeUp.isSignalled ? .stopped : .noBus(GeoClueError.answer(error).message.statement) }
        self.connection = connection
    }

    deinit {
        g_dbus_connection_close(connection, nil, nil, nil)
        for object in [client, manager, connection] {
            if let object { g_object_unref(UnsafeMutableRawPointer(object)) }
        }
        // Callbacks that are queued for this thread.
        while g_main_context_iteration(wakeUp.context, 0) != 0 {}
    }

    /// Requests locations that are as accurate as possible, each as soon as it is known.
    /// - Parameter desktopID: The name of the desktop file, without its ending, by which users give permission.
    /// - Throws: ``GeoClueError``
    func start(desktopID: String) throws(GeoClueError) {
        var error: UnsafeMutablePointer<GError>?
        manager = gclue_manager_proxy_new_sync(
            connection, ODO_WITHOUT_PROPERTIES, Self.name, Self.managerPath, wakeUp.cancellable, &error)
        guard let manager else { throw failure(error) }
        g_dbus_proxy_set_default_timeout(Self.proxy(manager), Self.answer)
        let path = try clientPath()
        client = gclue_client_proxy_new_sync(
            connection, GDBusProxyFlags(rawValue: 0), Self.name, path, wakeUp.cancellable, &error)
        guard let client else { throw failure(error) }
        owner = currentOwner
        announced.connect(to: client)
        gclue_client_set_desktop_id(client, desktopID)
        gclue_client_set_requested_accuracy_level(client, GCLUE_ACCURACY_LEVEL_EXACT.rawValue)
        g_dbus_proxy_set_default_timeout(Self.proxy(client), Self.permission)
        guard gclue_client_call_start_sync(client, wakeUp.cancellable, &error) != 0 else { throw failure(error) }
    }

    /// Checks that the service still runs: it is asked again for the client that it has made.
    /// - Throws: ``GeoClueError``
    func probe() throws(GeoClueError) { _ = try clientPath() }

    /// The reason why the conversation has ended; `nil` if it has not.
    var ending: GeoClueError? {
        if g_dbus_connection_is_closed(connection) != 0 { return .noBus("it closed the connection") }
        return owner == nil || currentOwner != owner ? .vanished : nil
    }

    /// Returns whether GeoClue states locations to this client; `nil` if it has not begun to. It says so only after it
    /// has answered ``start(desktopID:)``.
    func isActive() -> Bool? {
        let isActive = client.map { gclue_client_get_active($0) != 0 } ?? false
        wasActive = wasActive || isActive
        return wasActive ? isActive : nil
    }

    /// Reads a location.
    /// - Parameter path: The path of the object that was announced.
    /// - Returns: The location; `nil` if it is too large or no longer exists. GeoClue removes old ones.
    func location(at path: String) -> StatedLocation? {
        guard
            let object = gclue_location_proxy_new_sync(
                connection, ODO_WITHOUT_SIGNALS, Self.name, path, wakeUp.cancellable, nil)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(object)) }
        func number(_ name: String) -> Double? { Self.property(name, of: object, g_variant_get_double) }
        let (latitude, longitude) = (number("Latitude"), number("Longitude"))
        guard latitude != nil || longitude != nil,
            Self.property("Description", of: object, g_variant_get_size) ?? 0 <= GeoClueBounds.descriptionBytes
        else { return nil }
        return StatedLocation(
            StatedLocation.Properties(
                latitude: latitude, longitude: longitude, accuracy: number("Accuracy"), altitude: number("Altitude"),
                speed: number("Speed"), heading: number("Heading"),
                timestamp: Self.property("Timestamp", of: object) { (Self.part(0, of: $0), Self.part(1, of: $0)) },
                description: Self.property("Description", of: object) {
                    String(cString: g_variant_get_string($0, nil))
                }))
    }

    /// Waits for a report, for a number of seconds (`nil`: no limit), or for the wake-up, whichever comes first.
    func wait(seconds: Double?) {
        if !wakeUp.isSignalled { wakeUp.wait(seconds: seconds) }
    }

    private func clientPath() throws(GeoClueError) -> String {
        var error: UnsafeMutablePointer<GError>?
        var path: UnsafeMutablePointer<CChar>?
        guard gclue_manager_call_get_client_sync(manager, &path, wakeUp.cancellable, &error) != 0, let path else {
            throw failure(error)
        }
        defer { g_free(path) }
        return String(cString: path)
    }

    private var currentOwner: String? {
        guard let client, let name = g_dbus_proxy_get_name_owner(Self.proxy(client)) else { return nil }
        defer { g_free(name) }
        return String(cString: name)
    }

    private func failure(_ error: UnsafeMutablePointer<GError>?) -> GeoClueError {
        let (name, message) = GeoClueError.answer(error)
        return wakeUp.isSignalled ? .stopped : GeoClueError(name: name, message: message)
    }

    private static func proxy(_ object: OpaquePointer) -> UnsafeMutablePointer<GDBusProxy> { .init(object) }

    /// Reads a property; `nil` if it is missing. GLib leaves out one whose type is not that of GeoClue's interface.
    private static func property<Value>(
        _ name: String, of object: OpaquePointer, _ read: (OpaquePointer) -> Value
    ) -> Value? {
        guard let value = g_dbus_proxy_get_cached_property(proxy(object), name) else { return nil }
        defer { g_variant_unref(value) }
        return read(value)
    }

    /// Returns an element of a tuple of unsigned integers.
    private static func part(_ index: gsize, of tuple: OpaquePointer) -> UInt64 {
        let element = g_variant_get_child_value(tuple, index)
        defer { g_variant_unref(element) }
        return UInt64(g_variant_get_uint64(element))
    }
}
