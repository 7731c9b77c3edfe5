import CGTK

/// A value that a signal's parameter can be read as.
public protocol SignalArgument {
    /// Reads the parameter.
    static func decode(_ value: UnsafeRawPointer) -> Self
}

extension UnsafeRawPointer {
    fileprivate var gvalue: UnsafePointer<GValue> { assumingMemoryBound(to: GValue.self) }
}

extension Double: SignalArgument {
    /// Reads a double.
    public static func decode(_ value: UnsafeRawPointer) -> Double { g_value_get_double(value.gvalue) }
}

extension Int32: SignalArgument {
    /// Reads an integer.
    public static func decode(_ value: UnsafeRawPointer) -> Int32 { g_value_get_int(value.gvalue) }
}

extension UInt32: SignalArgument {
    /// Reads an unsigned integer.
    public static func decode(_ value: UnsafeRawPointer) -> UInt32 { g_value_get_uint(value.gvalue) }
}

extension Bool: SignalArgument {
    /// Reads a truth value.
    public static func decode(_ value: UnsafeRawPointer) -> Bool { g_value_get_boolean(value.gvalue) != 0 }
}

/// A parameter of any type whose value is ignored.
public struct Ignored: SignalArgument {
    /// Reads nothing.
    public static func decode(_ value: UnsafeRawPointer) -> Ignored { Ignored() }
}

/// An enumeration or flags parameter as an integer.
public struct RawEnumeration: SignalArgument {
    /// The integer value in C.
    public let rawValue: Int
    /// Reads the integer value of an enumeration.
    public static func decode(_ value: UnsafeRawPointer) -> RawEnumeration {
        let type = odo_value_type(value.gvalue)
        let isFlags = g_type_is_a(type, 13 << 2) != 0
        return RawEnumeration(
            rawValue: isFlags ? Int(g_value_get_flags(value.gvalue)) : Int(g_value_get_enum(value.gvalue)))
    }
}

/// An object parameter, borrowed for the duration of the call.
package struct BorrowedObject: SignalArgument {
    package let pointer: UnsafeMutableRawPointer?
    package static func decode(_ value: UnsafeRawPointer) -> BorrowedObject {
        BorrowedObject(pointer: g_value_get_object(value.gvalue))
    }
}

/// A variant parameter, borrowed for the duration of the call.
package struct BorrowedVariant: SignalArgument {
    package let pointer: OpaquePointer?
    package static func decode(_ value: UnsafeRawPointer) -> BorrowedVariant {
        BorrowedVariant(pointer: g_value_get_variant(value.gvalue))
    }
}

/// A signal's name and the types of its parameters, without the emitter.
public struct Signal<each Argument: SignalArgument>: Sendable {
    let name: String

    /// Creates the description of the signal with this name.
    public init(_ name: String) { self.name = name }
}

/// A connected handler. It is disconnected on request or when the emitter is destroyed.
@MainActor
public struct SignalConnection {
    let emitter: UnsafeMutableRawPointer
    let id: gulong

    /// Disconnects the handler; has no effect a second time. The emitter must be alive.
    public func disconnect() {
        if g_signal_handler_is_connected(emitter, id) != 0 { g_signal_handler_disconnect(emitter, id) }
    }
}

/// The Swift closure that a GObject closure owns; its finalizer releases it.
@MainActor
private final class Handler {
    let body: @MainActor (UnsafePointer<GValue>, Int, UnsafeMutablePointer<GValue>?) -> Void

    init(_ body: @escaping @MainActor (UnsafePointer<GValue>, Int, UnsafeMutablePointer<GValue>?) -> Void) {
        self.body = body
    }
}

extension ObjectRef {
    /// Calls `body` whenever the object emits a signal. The handler must not hold the object's window strongly.
    @discardableResult
    public func connect<each Argument: SignalArgument>(
        _ signal: Signal<repeat each Argument>, _ body: @escaping @MainActor (repeat each Argument) -> Void
    ) -> SignalConnection {
        attach(signal.name) { arguments, count, _ in
            var reader = ArgumentReader(arguments: arguments, count: count)
            body(repeat reader.next((each Argument).self))
        }
    }

    /// Calls `body` whenever the object emits a signal; the result reports whether the signal was handled.
    @discardableResult
    public func connect<each Argument: SignalArgument>(
        asking signal: Signal<repeat each Argument>, _ body: @escaping @MainActor (repeat each Argument) -> Bool
    ) -> SignalConnection {
        attach(signal.name) { arguments, count, result in
            var reader = ArgumentReader(arguments: arguments, count: count)
            let isHandled = body(repeat reader.next((each Argument).self))
            if let result { g_value_set_boolean(result, isHandled ? 1 : 0) }
        }
    }

    /// Calls `body` whenever the object emits a signal, regardless of its parameters.
    @discardableResult
    public func connect(_ signal: String, _ body: @escaping @MainActor () -> Void) -> SignalConnection {
        attach(signal) { _, _, _ in body() }
    }

    /// Calls `body` whenever the object emits a signal with a result, regardless of its parameters.
    @discardableResult
    public func connect(asking signal: String, _ body: @escaping @MainActor () -> Bool) -> SignalConnection {
        attach(signal) { _, _, result in
            let isHandled = body()
            if let result { g_value_set_boolean(result, isHandled ? 1 : 0) }
        }
    }

    private func attach(
        _ name: String,
        _ body: @escaping @MainActor (UnsafePointer<GValue>, Int, UnsafeMutablePointer<GValue>?) -> Void
    ) -> SignalConnection {
        let closure = makeClosure(body)
        let id = g_signal_connect_closure(pointer, name, closure, 0)
        precondition(id != 0, "\(type(of: self)) has no signal \(name)")
        return SignalConnection(emitter: pointer, id: id)
    }
}

/// Reads a signal's parameters in order; the first is the emitter.
private struct ArgumentReader {
    let arguments: UnsafePointer<GValue>
    let count: Int
    var index = 1

    mutating func next<Argument: SignalArgument>(_ type: Argument.Type) -> Argument {
        precondition(index < count, "the signal has fewer parameters than declared")
        defer { index += 1 }
        return Argument.decode(UnsafeRawPointer(arguments + index))
    }
}

@MainActor
private func makeClosure(
    _ body: @escaping @MainActor (UnsafePointer<GValue>, Int, UnsafeMutablePointer<GValue>?) -> Void
) -> UnsafeMutablePointer<GClosure>? {
    odo_closure_new(
        { @Sendable data, result, count, arguments in
            guard let data, let arguments else { return }
            onMainThread(data, result, arguments) { data, result, arguments in
                Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().body(arguments, Int(count), result)
            }
        },
        Unmanaged.passRetained(Handler(body)).toOpaque(),
        { @Sendable data in
            guard let data else { return }
            Unmanaged<Handler>.fromOpaque(data).release()
        })
}
