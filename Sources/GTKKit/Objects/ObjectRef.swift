import CGTK

/// One strong reference to a GObject, dropped on the main actor. No C type shows in its public interface.
@MainActor
open class ObjectRef {
    /// The object.
    package let pointer: UnsafeMutableRawPointer

    /// Takes a reference of its own, sinking a floating one.
    package init(sinking raw: UnsafeMutableRawPointer) {
        pointer = raw
        g_object_ref_sink(raw)
        odo_watch_object(raw.cast())
    }

    /// Takes over the reference that a constructor of a plain GObject returned.
    package init(owning raw: UnsafeMutableRawPointer) {
        pointer = raw
        odo_watch_object(raw.cast())
    }

    isolated deinit { g_object_unref(pointer) }

    /// Calls back whenever a property changes.
    @discardableResult
    public func onChange(of property: String, _ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connect("notify::\(property)") { body() }
    }
}

/// Counts of what is alive, for leak tests.
public enum Census {
    /// Signal handlers and other closures that GObject still holds.
    public static var handlers: Int { Int(odo_live_closures()) }
    /// Wrapped objects that are not finalized yet.
    public static var objects: Int { Int(odo_live_objects()) }
}
