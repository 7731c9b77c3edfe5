import CGTK

/// A strong reference to a GObject, released on the main actor. Its public interface exposes no C types.
@MainActor
open class ObjectRef {
    /// The GObject instance, valid as long as the wrapper.
    package let pointer: UnsafeMutableRawPointer

    /// Adds a reference to an object, sinking a floating one.
    package init(sinking raw: UnsafeMutableRawPointer) {
        pointer = raw
        g_object_ref_sink(raw)
        odo_watch_object(raw.cast())
    }

    /// Adopts the reference that a GObject constructor returned.
    package init(owning raw: UnsafeMutableRawPointer) {
        pointer = raw
        odo_watch_object(raw.cast())
    }

    isolated deinit { g_object_unref(pointer) }

    /// Adds a callback for changes of a property.
    @discardableResult
    public func onChange(of property: String, _ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connect("notify::\(property)") { body() }
    }
}

/// The numbers of live objects and closures, for leak tests.
public enum Census {
    /// The number of signal handlers and other closures that GObject still holds.
    public static var handlers: Int { Int(odo_live_closures()) }
    /// The number of wrapped objects that are not finalized yet.
    public static var objects: Int { Int(odo_live_objects()) }
}
