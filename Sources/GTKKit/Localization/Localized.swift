import CGTK
import Glibc

/// The catalogue of translations that the program's texts are looked up in.
private let catalogue = "odograph"

/// Returns a text in the person's language, or as it is where the catalogue has no translation.
///
/// The text must be one literal, a whole sentence or name, so that a translator sees what is said and
/// `xgettext --language=C --from-code=UTF-8 --keyword=localized --keyword=localizedCount:1,2` finds it. It never holds
/// an interpolation: what varies is `{1}`, `{2}` … and comes as an argument, so that a translation may put it elsewhere.
///
///     localized("Open a recording")
///     localized("{1} of {2} fixes were rejected", "\(rejected)", "\(count)")
public func localized(_ text: String, _ arguments: String...) -> String { localized(text, filling: arguments) }

/// Returns a text of the model, marked for translation there, in the person's language, with its places filled.
public func localized(_ text: String, filling arguments: [String]) -> String {
    filled(translation(of: text), with: arguments)
}

/// Returns a text that means something of its own in a context, in the person's language: `Ride` as the name of a
/// parameter is not the `Ride` of a day. As it is where the catalogue has no translation.
public func localized(_ text: String, context: String) -> String {
    let key = context + "\u{4}" + text
    let found = translation(of: key)
    return found == key ? text : found
}

/// Returns a text that counts something, in the person's language and in the form that goes with the number.
///
/// `{1}` is the number, `{2}` … the arguments.
///
///     localizedCount("{1} session", "{1} sessions", sessions.count)
public func localizedCount(_ one: String, _ many: String, _ count: Int, _ arguments: String...) -> String {
    // What is found may be one of the texts themselves, which C has for the length of the call only.
    let text = one.withCString { one in
        many.withCString { many in
            odo_plural_translation(catalogue, one, many, UInt(clamping: count)).map { String(cString: $0) }
        }
    }
    return filled(text ?? (count == 1 ? one : many), with: ["\(count)"] + arguments)
}

/// Translations, set up once at the program's start.
public enum Localization {
    /// Takes the person's language from the environment and looks for translations in a folder.
    /// - Parameter folder: A folder of locales, such as `/usr/share/locale`; nil for the system's own.
    public static func begin(folder: String?) {
        setlocale(LC_ALL, "")
        if let folder { odo_bind_catalogue(catalogue, folder) }
    }

    /// The name of the catalogue, which templates of the interface are translated by too.
    package static var domain: String { catalogue }
}

private func translation(of text: String) -> String {
    // The empty text is the catalogue's header.
    guard !text.isEmpty else { return text }
    return text.withCString { text in odo_translation(catalogue, text).map { String(cString: $0) } } ?? text
}

/// Returns a text with `{1}`, `{2}` … replaced; a number without an argument stays as it is. O(length).
func filled(_ text: String, with arguments: [String]) -> String {
    guard !arguments.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
        result += rest[..<open]
        let after = rest[rest.index(after: open)...]
        guard let close = after.firstIndex(of: "}"), let number = Int(after[..<close]),
            arguments.indices.contains(number - 1)
        else {
            result += "{"
            rest = after
            continue
        }
        result += arguments[number - 1]
        rest = after[after.index(after: close)...]
    }
    return result + rest
}
