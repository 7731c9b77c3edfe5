import CIIO
import Glibc
import Wire

/// One device of a context.
struct IIODevice {
    let pointer: OpaquePointer
    let context: IIOContext

    /// The kernel's number: `iio:device0`; another after each replug.
    var id: String { iio_device_get_id(pointer).map { String(cString: $0) } ?? "" }

    /// The driver's name; the number where it has none.
    var name: String { iio_device_get_name(pointer).map { String(cString: $0) } ?? id }

    /// Where it sits, as firmware or udev tells: `accel-display`, `head`.
    var label: String? {
        if let label = iio_device_get_label(pointer) { return String(cString: label) }
        return attribute("label")
    }

    /// What a user may call it: its name and its label.
    var names: [String] { [name] + (label.map { [$0] } ?? []) }

    /// The input channels.
    var channels: [IIOChannel] {
        (0..<iio_device_get_channels_count(pointer)).compactMap { index in
            guard let channel = iio_device_get_channel(pointer, index), !iio_channel_is_output(channel) else {
                return nil
            }
            return IIOChannel(pointer: channel)
        }
    }

    /// Returns whether the device has no more channels and attributes than the bounds allow.
    func isWithin(_ bounds: CaptureBounds) -> Bool {
        let channelCount = iio_device_get_channels_count(pointer)
        guard Int(channelCount) <= bounds.channels, Int(iio_device_get_attrs_count(pointer)) <= bounds.attributes,
            Int(iio_device_get_buffer_attrs_count(pointer)) <= bounds.attributes
        else { return false }
        return (0..<channelCount).allSatisfy { index in
            guard let channel = iio_device_get_channel(pointer, index) else { return true }
            return Int(iio_channel_get_attrs_count(channel)) <= bounds.attributes
        }
    }

    /// Returns whether there is a device attribute of a name; asks the device nothing.
    func has(_ name: String) -> Bool { iio_device_find_attr(pointer, name) != nil }

    /// Reads a device attribute; nil if it is missing or cannot be read.
    func attribute(_ name: String) -> String? {
        guard has(name) else { return nil }
        return readText { iio_device_attr_read(pointer, name, $0, $1) }
    }

    /// Returns a device attribute, or else the attribute of that name of the first channel that has one; `nil` if
    /// none can be read.
    ///
    /// Each attribute is read once: an attribute that was readable a moment ago may not be readable again.
    func ownOrChannelAttribute(_ name: String) -> String? {
        if let own = attribute(name) { return own }
        for channel in channels {
            if let text = channel.attribute(name) { return text }
        }
        return nil
    }

    /// Writes a device attribute; returns whether it was taken.
    @discardableResult
    func setAttribute(_ name: String, to value: String) -> Bool {
        guard has(name) else { return false }
        return iio_device_attr_write(pointer, name, value) >= 0
    }

    /// Returns whether some program captures from the device now.
    var isBufferEnabled: Bool {
        readText { iio_device_buffer_attr_read(pointer, "enable", $0, $1) }?.hasPrefix("1") ?? false
    }

    /// Returns whether samples can be captured in a buffer.
    var hasBuffer: Bool { channels.contains(where: \.isScanElement) }

    /// True if samples need a trigger and there is none.
    var lacksTrigger: Bool {
        var trigger: OpaquePointer?
        // Devices that need none answer with an error.
        return iio_device_get_trigger(pointer, &trigger) == 0 && trigger == nil
    }

    /// The name of the trigger that makes it sample; nil if it has none.
    var triggerName: String? {
        var trigger: OpaquePointer?
        guard iio_device_get_trigger(pointer, &trigger) == 0, let trigger else { return nil }
        return iio_device_get_name(trigger).map { String(cString: $0) }
    }
}

/// One channel of a device.
struct IIOChannel {
    let pointer: OpaquePointer

    /// The kernel's name: `accel_x`, `timestamp`.
    var id: String { iio_channel_get_id(pointer).map { String(cString: $0) } ?? "" }
    /// What it measures.
    var type: iio_chan_type { iio_channel_get_type(pointer) }
    /// Along which axis.
    var modifier: iio_modifier { iio_channel_get_modifier(pointer) }
    /// True if a buffer can hold it, in a form that can be read.
    var isScanElement: Bool { iio_channel_is_scan_element(pointer) && isReadable }
    /// True for the stamp of a scan.
    var isTimestamp: Bool { type == IIO_TIMESTAMP }
    /// How a sample lies in the buffer.
    private var format: iio_data_format { iio_channel_get_data_format(pointer).pointee }
    /// The bytes that a sample takes in the buffer.
    var storageBytes: Int { Int(format.length) / 8 }
    /// True for one whole number: libiio converts whatever another machine claims to send, past the end of its place.
    private var isReadable: Bool {
        let format = format
        return [8, 16, 32, 64].contains(format.length) && format.repeat <= 1
            && (1...format.length).contains(format.bits) && format.shift <= format.length - format.bits
    }

    /// Returns whether there is an attribute of a name; asks the device nothing.
    func has(_ name: String) -> Bool { iio_channel_find_attr(pointer, name) != nil }

    /// Reads an attribute as text; nil if it is missing or cannot be read.
    func attribute(_ name: String) -> String? {
        guard has(name) else { return nil }
        return readText { iio_channel_attr_read(pointer, name, $0, $1) }
    }

    /// Reads an attribute as a number; nil if it is missing, cannot be read, or is not one.
    func number(_ name: String) -> Double? { attribute(name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

    /// Writes an attribute; returns whether it was taken.
    @discardableResult
    func setAttribute(_ name: String, to value: String) -> Bool {
        guard has(name) else { return false }
        return iio_channel_attr_write(pointer, name, value) >= 0
    }

    /// Returns a sample of a buffer as an integer, sign and byte order put right.
    func count(at source: UnsafeRawPointer) -> Int64 {
        let format = format
        switch format.length {
        case 8: return converted(source, as: format.is_signed ? Int8.self : nil) ?? Int64(load(source, UInt8.self))
        case 16: return converted(source, as: format.is_signed ? Int16.self : nil) ?? Int64(load(source, UInt16.self))
        case 32: return converted(source, as: format.is_signed ? Int32.self : nil) ?? Int64(load(source, UInt32.self))
        default: return load(source, Int64.self)
        }
    }

    private func converted<Stored: FixedWidthInteger>(_ source: UnsafeRawPointer, as type: Stored.Type?) -> Int64? {
        type.map { Int64(load(source, $0)) }
    }

    private func load<Stored: FixedWidthInteger>(_ source: UnsafeRawPointer, _ type: Stored.Type) -> Stored {
        var value: Stored = 0
        iio_channel_convert(pointer, &value, source)
        return value
    }
}

/// Reads an attribute's text through one of libiio's read functions, its line end removed.
private func readText(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
    let capacity = 4096
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer -> String? in
        guard let base = buffer.baseAddress else { return nil }
        base[0] = 0
        let length = read(base, capacity)
        guard length > 0 else { return nil }
        base[min(length, capacity - 1)] = 0
        let text = String(cString: base)
        return text.last == "\n" ? String(text.dropLast()) : text
    }
}
