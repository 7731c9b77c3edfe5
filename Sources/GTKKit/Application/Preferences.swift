import CGTK

/// Settings that persist between runs: stored by GSettings if its schema is installed, otherwise in memory only.
///
/// `g_settings_new` aborts the process if a schema is not installed, so the schema is looked up first.
@MainActor
public final class Preferences {
    private let settings: UnsafeMutableRawPointer?
    private var memory: [String: Value] = [:]

    private enum Value {
        case text(String)
        case toggle(Bool)
        case integer(Int)
    }

    /// Opens the settings with this schema identifier.
    public init(schema id: String) {
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, id, 1)
        else {
            settings = nil
            return
        }
        settings = made(g_settings_new_full(schema, nil, nil))
        g_settings_schema_unref(schema)
    }

    isolated deinit { if let settings { g_object_unref(settings) } }

    /// Returns a string, or `fallback` if it is not stored.
    public func text(_ key: String, default fallback: String) -> String {
        if let settings {
            guard let text = g_settings_get_string(settings.cast(), key) else { return fallback }
            defer { g_free(text) }
            return String(cString: text)
        }
        if case .text(let text) = memory[key] { return text }
        return fallback
    }

    /// Returns whether a setting is on, or `fallback` if it is not stored.
    public func toggle(_ key: String, default fallback: Bool) -> Bool {
        if let settings { return g_settings_get_boolean(settings.cast(), key) != 0 }
        if case .toggle(let isOn) = memory[key] { return isOn }
        return fallback
    }

    /// Returns a whole number, or `fallback` if it is not stored.
    public func integer(_ key: String, default fallback: Int) -> Int {
        if let settings { return Int(g_settings_get_int(settings.cast(), key)) }
        if case .integer(let number) = memory[key] { return number }
        return fallback
    }

    /// Stores a string.
    public func set(_ key: String, to text: String) {
        if let settings { g_settings_set_string(settings.cast(), key, text) } else { memory[key] = .text(text) }
    }

    /// Stores whether a setting is on.
    public func set(_ key: String, to isOn: Bool) {
        if let settings {
            g_settings_set_boolean(settings.cast(), key, isOn ? 1 : 0)
        } else {
            memory[key] = .toggle(isOn)
        }
    }

    /// Stores a whole number.
    public func set(_ key: String, to number: Int) {
        if let settings {
            g_settings_set_int(settings.cast(), key, Int32(clamping: number))
        } else {
            memory[key] = .integer(number)
        }
    }
}
