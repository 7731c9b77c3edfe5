/// A text of the model with what varies apart, so that the window can look its words up in the catalogue of translations.
public struct Phrase: Sendable, Hashable, CustomStringConvertible {
    /// The text, with `{1}`, `{2}` for what varies; marked by `translatable`.
    private let template: String
    private let arguments: [Phrase]

    /// Makes a phrase of phrases, two at most.
    init(_ template: String, _ arguments: [Phrase]) {
        self.template = template
        self.arguments = arguments
    }

    /// Makes a phrase of numbers and names, which are the same in every language.
    init(_ template: String, _ arguments: String...) {
        self.init(template, arguments.map(Phrase.init(plain:)))
    }

    /// Makes a phrase that is the same in every language.
    init(plain text: String) { self.init(text, [Phrase]()) }

    /// The phrase as the model says it.
    public var description: String { text { $0 } }

    /// Returns the phrase in a language.
    /// - Parameter lookUp: Returns a text in that language, its places for what varies left open.
    public func text(_ lookUp: (_ template: String) -> String) -> String {
        let template = lookUp(template)
        guard !arguments.isEmpty else { return template }
        let parts = arguments.map { $0.text(lookUp) }
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            let digit = rest.index(after: open)
            guard digit < rest.endIndex, let number = rest[digit].wholeNumberValue, parts.indices.contains(number - 1),
                let close = rest[digit...].dropFirst().indices.first, rest[close] == "}"
            else { return result + rest }
            result += rest[..<open] + parts[number - 1]
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
