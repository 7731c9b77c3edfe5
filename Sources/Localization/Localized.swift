import CGlibc
import Glibc
import SensorModel

/// The gettext domain of the program's translations.
private let catalogue = "odograph"

/// Returns text in the user's language, or the text itself if the catalogue has no translation.
///
/// The text must be a single literal with a whole sentence or name, so that translators see it in full and `xgettext
/// --language=C --from-code=UTF-8 --keyword=localized --keyword=localizedCount:1,2` finds it. It contains no
/// interpolation: the variable parts are `{1}`, `{2}`, … and are passed as arguments, so that a translation can reorder
/// them.
///
///     localized("Open a recording")
///     localized("{1} of {2} fixes were rejected", "\(rejected)", "\(count)")
public func localized(_ text: String, _ arguments: String...) -> String { localized(text, filling: arguments) }

/// Returns text that the model marked for translation, in the user's language and with its placeholders filled in.
public func localized(_ text: String, filling arguments: [String]) -> String {
    filled(translation(of: text), with: arguments)
}

/// Returns text whose meaning depends on a context, in the user's language: `Ride` as the name of a parameter differs
/// from the `Ride` of a day. Returns the text itself if the catalogue has no translation.
public func localized(_ text: String, context: String) -> String {
    let key = context + "\u{4}" + text
    let found = translation(of: key)
    return found == key ? text : found
}

/// Returns text with a count, in the user's language and in the plural form for the number.
///
/// `{1}` is the number; `{2}`, … are the arguments.
///
///     localizedCount("{1} session", "{1} sessions", sessions.count)
/// - Parameters:
///   - one: The English text for the number 1.
///   - many: The English text for other numbers.
///   - count: The number, `{1}` in the text.
///   - arguments: The values for `{2}` and so on.
///   - written: Returns the number as the user reads it.
public func localizedCount(
    _ one: String, _ many: String, _ count: Int, _ arguments: String..., written: (Int) -> String = { "\($0)" }
) -> String {
    // The result might be one of the arguments, which C holds only during the call.
    let text = one.withCString { one in
        many.withCString { many in
            dngettext(catalogue, one, many, UInt(clamping: count)).map { String(cString: $0) }
        }
    }
    return filled(text ?? (count == 1 ? one : many), with: [written(count)] + arguments)
}

/// The setup of translations, done once when the program starts.
public enum Translations {
    /// Reads the user's language from the environment and opens the catalogue in a folder.
    /// - Parameter folder: A folder of locales, such as `/usr/share/locale`; `nil` for the system's folder.
    public static func begin(folder: String?) {
        setlocale(LC_ALL, "")
        guard let folder else { return }
        bindtextdomain(catalogue, folder)
        bind_textdomain_codeset(catalogue, "UTF-8")
    }
}

private func translation(of text: String) -> String {
    // gettext returns the catalogue's header for an empty text.
    guard !text.isEmpty else { return text }
    return text.withCString { text in dgettext(catalogue, text).map { String(cString: $0) } } ?? text
}
