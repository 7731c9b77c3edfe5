import CConfinement
import CIIO
import Glibc
import Wire

/// A connection to a set of sensors: this machine's kernel (`local:`) or an iiod (`ip:host:port`).
///
/// It is a snapshot: devices plugged in later appear only in a new context. Use it from one thread at a time.
final class IIOContext {
    /// The address in the form that libiio uses.
    let uri: String
    let pointer: OpaquePointer
    private let bounds: CaptureBounds

    /// Opens the sensors at an address.
    /// - Parameters:
    ///   - uri: `local:`, `ip:host[:port]`, or `usb:...`.
    ///   - name: The address as entered by the user.
    ///   - timeout: The time limit for one request, in milliseconds.
    ///   - bounds: The limits on the contents of a context.
    /// - Throws: ``IIOError/noContext(uri:code:)``, ``IIOError/manyDevices(uri:count:bound:)``.
    convenience init(
        uri: String, name: String, timeoutMilliseconds timeout: UInt32, bounds: CaptureBounds
    ) throws(IIOError) {
        errno = 0
        guard let pointer = iio_create_context_from_uri(uri) else { throw .noContext(uri: name, code: errno) }
        try self.init(pointer, uri: uri, name: name, bounds: bounds)
        _ = iio_context_set_timeout(pointer, timeout)
    }

    /// Creates a context from a description sent by an iiod; its attributes cannot be read.
    /// - Throws: The same errors as opening an address.
    convenience init(xml: [UInt8], bounds: CaptureBounds) throws(IIOError) {
        CConfinementBlockEntities()
        let pointer = xml.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { iio_create_xml_context_mem($0.baseAddress, $0.count) }
        }
        guard let pointer else { throw .noContext(uri: "xml", code: errno) }
        try self.init(pointer, uri: "xml", name: "xml", bounds: bounds)
    }

    private init(_ pointer: OpaquePointer, uri: String, name: String, bounds: CaptureBounds) throws(IIOError) {
        self.uri = uri
        self.pointer = pointer
        self.bounds = bounds
        let count = Int(iio_context_get_devices_count(pointer))
        guard count <= bounds.devices else { throw .manyDevices(uri: name, count: count, bound: bounds.devices) }
    }

    /// Whether the sensors belong to this machine, even through a daemon, so that their clocks can be read here.
    var isThisMachine: Bool { isLocal || isOwnDaemon }

    /// Whether the iiod runs under this kernel, according to its description.
    private var isOwnDaemon: Bool {
        var name = utsname()
        guard uname(&name) == 0, let text = iio_context_get_description(pointer) else { return false }
        func field<Text>(_ text: Text) -> String {
            withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        let own = "\(field(name.sysname)) \(field(name.nodename)) \(field(name.release)) \(field(name.version))"
        return String(cString: text).contains(own)
    }

    deinit { iio_context_destroy(pointer) }

    /// Whether the context is this machine's kernel, whose buffers can be awaited without blocking.
    var isLocal: Bool { uri.hasPrefix("local") }

    /// The number of devices with more parts than the bounds allow.
    var oversizedCount: Int { all.count { !$0.isWithin(bounds) } }

    /// The devices, without triggers and without devices that exceed the bounds.
    var devices: [IIODevice] { all.filter { $0.isWithin(bounds) } }

    private var all: [IIODevice] {
        (0..<iio_context_get_devices_count(pointer)).compactMap { index in
            guard let device = iio_context_get_device(pointer, index), !iio_device_is_trigger(device) else {
                return nil
            }
            return IIODevice(pointer: device, context: self)
        }
    }
}
