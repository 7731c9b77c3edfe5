import CIIO
import Glibc
import Wire

/// A device of a context.
struct IIODevice {
    let pointer: OpaquePointer
    let context: IIOContext

    /// The kernel's identifier, such as `iio:device0`; it changes each time the device is plugged in.
    var id: String { iio_device_get_id(pointer).map { String(cString: $0) } ?? "" }

    /// The driver's name; the identifier if there is none.
    var name: String { iio_device_get_name(pointer).map { String(cString: $0) } ?? id }

    /// The position of the sensor according to firmware or udev, such as `accel-display` or `head`.
    var label: String? {
        if let label = iio_device_get_label(pointer) { return String(cString: label) }
        return attribute("label")
    }

    /// The names that a user may use for the device: its name and its label.
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

    /// Returns whether the numbers of channels and attributes are within the bounds.
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

    /// Returns whether the device has an attribute with a name; sends no request to the device.
    func has(_ name: String) -> Bool { iio_device_find_attr(pointer, name) != nil }

    /// Reads a device attribute. Returns `nil` if it is missing or cannot be read.
    func attribute(_ name: String) -> String? {
        guard has(name) else { return nil }
        return readText { iio_device_attr_read(pointer, name, $0, $1) }
    }

    /// Returns a device attribute or, if it has none, the attribute of the first channel that has one; `nil` if none
    /// can be read.
    ///
    /// Each attribute is read only once, because it may become unreadable between two reads.
    func ownOrChannelAttribute(_ name: String) -> String? {
        if let own = attribute(name) { return own }
        for channel in channels {
            if let text = channel.attribute(name) { return text }
        }
        return nil
    }

    /// Writes a device attribute. Returns whether the device accepted it.
    @discardableResult
    func setAttribute(_ name: String, to value: String) -> Bool {
        guard has(name) else { return false }
        return iio_device_attr_write(pointer, name, value) >= 0
    }

    /// Whether the buffer is enabled, normally because a program captures from the device.
    var isBufferEnabled: Bool {
        readText { iio_device_buffer_attr_read(pointer, "enable", $0, $1) }?.hasPrefix("1") ?? false
    }

    /// Whether samples can be captured in a buffer.
    var hasBuffer: Bool { channels.contains(where: \.isScanElement) }

    /// Whether samples need a trigger and none is set.
    var lacksTrigger: Bool {
        var trigger: OpaquePointer?
        // Devices that need no trigger return an error.
        return iio_device_get_trigger(pointer, &trigger) == 0 && trigger == nil
    }

    /// The name of the trigger that starts each sample; `nil` if there is none.
    var triggerName: String? {
        var trigger: OpaquePointer?
        guard iio_device_get_trigger(pointer, &trigger) == 0, let trigger else { return nil }
        return iio_device_get_name(trigger).map { String(cString: $0) }
    }
}

/// A channel of a device.
struct IIOChannel {
    let pointer: OpaquePointer

    /// The type of the measured quantity.
    var type: iio_chan_type { iio_channel_get_type(pointer) }
    /// The axis or other modifier.
    var modifier: iio_modifier { iio_channel_get_modifier(pointer) }
    /// Whether a buffer can hold the channel, in a format that can be read.
    var isScanElement: Bool { iio_channel_is_scan_element(pointer) && isReadable }
    /// Whether the channel is the timestamp of a scan.
    var isTimestamp: Bool { type == IIO_TIMESTAMP }
    /// The format of a sample in the buffer.
    private var format: iio_data_format { iio_channel_get_data_format(pointer).pointee }
    /// The size of a sample in the buffer, in bytes.
    var storageBytes: Int { Int(format.length) / 8 }
    /// Whether a sample is a single integer of a plausible format. Without this check, libiio would convert whatever
    /// format another machine states, beyond the end of the destination.
    private var isReadable: Bool {
        let format = format
        return [8, 16, 32, 64].contains(format.length) && format.repeat <= 1
            && (1...format.length).contains(format.bits) && format.shift <= format.length - format.bits
    }

    /// Returns whether the channel has an attribute with a name; sends no request to the device.
    func has(_ name: String) -> Bool { iio_channel_find_attr(pointer, name) != nil }

    /// Returns the kernel's file of an attribute, which several channels may share; `nil` if there is no such attribute.
    func file(of name: String) -> String? {
        guard has(name) else { return nil }
        return iio_channel_attr_get_filename(pointer, name).map { String(cString: $0) } ?? name
    }

    /// Reads an attribute as text. Returns `nil` if it is missing or cannot be read.
    func attribute(_ name: String) -> String? {
        guard has(name) else { return nil }
        return readText { iio_channel_attr_read(pointer, name, $0, $1) }
    }

    /// Reads an attribute as a number. Returns `nil` if it is missing, cannot be read, or is not a finite number.
    func number(_ name: String) -> Double? { attribute(name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

    /// Writes an attribute. Returns whether the device accepted it.
    @discardableResult
    func setAttribute(_ name: String, to value: String) -> Bool {
        guard has(name) else { return false }
        return iio_channel_attr_write(pointer, name, value) >= 0
    }

    /// Returns a sample in a buffer as an integer, converted to the sign and byte order of this machine.
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

/// Reads an attribute's text through one of libiio's read functions, without its line ending.
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
