import CGTK

/// A field for a whole number in a range, with two buttons that change it by one.
public final class NumberField: Widget {
    /// Creates a field that contains the smallest number of the range.
    public init(_ range: ClosedRange<Int>) {
        super.init(
            sinking: made(gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), 1)))
        gtk_spin_button_set_numeric(pointer.cast(), 1)
    }

    /// The number. A number outside the range is limited to it.
    public var value: Int {
        get { Self.value(of: pointer) }
        set { gtk_spin_button_set_value(pointer.cast(), Double(newValue)) }
    }

    private static func value(of pointer: UnsafeMutableRawPointer) -> Int {
        Int(gtk_spin_button_get_value_as_int(pointer.cast()))
    }

    /// Calls `body` with the number whenever it changes.
    @discardableResult
    public func onChange(_ body: @escaping @MainActor (Int) -> Void) -> SignalConnection {
        connect("value-changed") { [pointer] in body(Self.value(of: pointer)) }
    }
}
