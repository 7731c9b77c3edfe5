import CGIOLibrary

/// A value from the bus. Every read checks its type.
final class BusValue {
    private let value: OpaquePointer

    /// Creates a value that adopts a reference.
    init(owning value: OpaquePointer) { self.value = value }

    deinit { g_variant_unref(value) }

    /// Creates a value that adds a reference, sinking a floating one.
    convenience init(_ value: OpaquePointer) { self.init(owning: g_variant_ref_sink(value)) }

    /// Creates a value with a string.
    static func text(_ text: String) -> BusValue { BusValue(g_variant_new_string(text)) }
    /// Creates a value with an unsigned integer.
    static func number(_ number: UInt32) -> BusValue { BusValue(g_variant_new_uint32(number)) }

    /// The value in an envelope of type `v`.
    var boxed: BusValue { BusValue(g_variant_new_variant(value)) }

    /// Calls a closure with a floating tuple of values, which the closure has to consume.
    static func withTuple<Result>(_ values: [BusValue], _ body: (OpaquePointer?) -> Result) -> Result {
        let children: [OpaquePointer?] = values.map(\.value)
        return body(g_variant_new_tuple(children, gsize(children.count)))
    }

    /// The D-Bus type, such as `(oo)`.
    var type: String { String(cString: g_variant_get_type_string(value)) }
    /// The size of its serialized form, in bytes.
    var byteCount: Int { Int(clamping: g_variant_get_size(value)) }

    /// Returns an element of a tuple; `nil` if there are fewer.
    subscript(index: Int) -> BusValue? {
        guard g_variant_is_container(value) != 0, index >= 0, index < Int(clamping: g_variant_n_children(value)),
            let child = g_variant_get_child_value(value, gsize(index))
        else { return nil }
        return BusValue(owning: child)
    }

    /// Returns a member of a dictionary of type `a{sv}`, without its envelope; `nil` if there is none.
    subscript(name: String) -> BusValue? {
        guard type == "a{sv}", let member = g_variant_lookup_value(value, name, nil) else { return nil }
        return BusValue(owning: member)
    }

    /// The value of type `d`; `nil` for another type, and if it is not finite.
    var double: Double? {
        guard type == "d" else { return nil }
        let number = g_variant_get_double(value)
        return number.isFinite ? number : nil
    }
    /// The value of type `t`; `nil` for another type.
    var unsigned: UInt64? { type == "t" ? UInt64(g_variant_get_uint64(value)) : nil }
    /// The value of type `b`; `nil` for another type.
    var flag: Bool? { type == "b" ? g_variant_get_boolean(value) != 0 : nil }
    /// The text of type `s`, or the path of type `o`; `nil` for another type.
    var text: String? {
        guard ["s", "o"].contains(type), let bytes = g_variant_get_string(value, nil) else { return nil }
        return String(cString: bytes)
    }
}
