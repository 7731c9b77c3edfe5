import CGIOLibrary
import SensorModel

/// GeoClue on a bus: requests locations, and reads those that it states.
final class GeoClueService {
    /// The names of the service.
    private enum Name {
        static let service = "org.freedesktop.GeoClue2"
        static let manager = "org.freedesktop.GeoClue2.Manager"
        static let client = "org.freedesktop.GeoClue2.Client"
        static let location = "org.freedesktop.GeoClue2.Location"
        static let managerPath = "/org/freedesktop/GeoClue2/Manager"
        static let properties = "org.freedesktop.DBus.Properties"
        static let bus = "org.freedesktop.DBus"
        static let busPath = "/org/freedesktop/DBus"
    }

    /// The most accurate level of GeoClue (`GCLUE_ACCURACY_LEVEL_EXACT`).
    private static let exact: UInt32 = 8
    /// The longest wait for an answer, in seconds. The first one includes the start of the service.
    private static let answer = 10.0
    /// The longest wait for the permission, in seconds: an agent may ask the user.
    private static let permission = 120.0

    private let bus: MessageBus
    private var client = ""

    /// The reports of the bus.
    var inbox: Inbox { bus.inbox }

    /// Connects to the bus.
    /// - Parameter address: The D-Bus address of the bus; `nil` for the system's.
    /// - Throws: ``GeoClueError``
    init(at address: String?, _ wakeUp: BusWakeUp) throws(GeoClueError) {
        bus = try MessageBus(at: address, wakeUp)
        bus.subscribe(to: Name.bus, Name.bus, "NameOwnerChanged", path: Name.busPath, first: Name.service)
    }

    /// Requests locations that are as accurate as possible, each as soon as it is known.
    /// - Parameter desktopID: The name of the desktop file, without its ending, by which users give permission.
    /// - Throws: ``GeoClueError``
    func start(desktopID: String) throws(GeoClueError) {
        let answer = try bus.call(
            Name.service, Name.managerPath, Name.manager, "GetClient", seconds: Self.answer)
        guard answer.type == "(o)", let path = answer[0]?.text else {
            throw .failed("it names no client")
        }
        client = path
        // The first call may have started the service, which does not count as a change of its owner.
        while inbox.next() != nil {}
        bus.subscribe(to: Name.service, Name.client, "LocationUpdated", path: client)
        bus.subscribe(to: Name.service, Name.properties, "PropertiesChanged", path: client, first: Name.client)
        try set("DesktopId", .text(desktopID))
        try set("RequestedAccuracyLevel", .number(Self.exact))
        try set("TimeThreshold", .number(0))
        _ = try bus.call(Name.service, client, Name.client, "Start", seconds: Self.permission)
    }

    /// Requests an answer, which shows whether the service is still running.
    /// - Throws: ``GeoClueError``
    func probe() throws(GeoClueError) {
        _ = try bus.call(
            Name.service, client, Name.properties, "Get", [.text(Name.client), .text("Active")], seconds: Self.answer)
    }

    /// Reads a location.
    /// - Parameter path: The path of the object in a report.
    /// - Returns: The location; `nil` if it is too large, is not a dictionary, or no longer exists. GeoClue removes old
    ///   ones.
    /// - Throws: ``GeoClueError`` if the service has ended or does not answer.
    func location(at path: String) throws(GeoClueError) -> StatedLocation? {
        let answer: BusValue
        do throws(GeoClueError) {
            answer = try bus.call(
                Name.service, path, Name.properties, "GetAll", [.text(Name.location)], seconds: Self.answer)
        } catch .failed, .vanished {
            return nil
        } catch {
            throw error
        }
        guard answer.type == "(a{sv})", answer.byteCount <= GeoClueBounds.locationBytes, let all = answer[0] else {
            return nil
        }
        return StatedLocation(
            StatedLocation.Properties(
                latitude: all["Latitude"]?.double, longitude: all["Longitude"]?.double,
                accuracy: all["Accuracy"]?.double, altitude: all["Altitude"]?.double, speed: all["Speed"]?.double,
                heading: all["Heading"]?.double, timestamp: all["Timestamp"].flatMap(Self.timestamp),
                description: all["Description"]?.text))
    }

    /// Waits for a report, for a number of seconds (`nil`: no limit), or for the wake-up, whichever comes first.
    func wait(seconds: Double?) { bus.wait(seconds: seconds) }

    private func set(_ property: String, _ value: BusValue) throws(GeoClueError) {
        _ = try bus.call(
            Name.service, client, Name.properties, "Set", [.text(Name.client), .text(property), value.boxed],
            seconds: Self.answer)
    }

    private static func timestamp(_ value: BusValue) -> (seconds: UInt64, microseconds: UInt64)? {
        guard value.type == "(tt)", let seconds = value[0]?.unsigned, let microseconds = value[1]?.unsigned else {
            return nil
        }
        return (seconds, microseconds)
    }
}
