/// Marks text of the model for translation by the window that shows it.
///
/// Returns the text unchanged, because the model has no language, and its tests compare the original. `xgettext` finds
/// the text through `--keyword=translatable`.
package func translatable(_ text: String) -> String { text }

/// Returns text with `{1}`, `{2}`, … replaced by the arguments; leaves a placeholder without an argument unchanged.
/// O(length).
package func filled(_ text: String, with arguments: [String]) -> String {
    guard !arguments.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
        result += rest[..<open]
        let after = rest[rest.index(after: open)...]
        // A longer one is not a placeholder, and is not searched to its end.
        guard let close = after.prefix(4).firstIndex(of: "}"), let number = Int(after[..<close]),
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
