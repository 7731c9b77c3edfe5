/// A text with what varies apart, so that the window can look its words up in the catalogue of translations.
public struct Phrase: Sendable, Hashable, CustomStringConvertible {
    /// The text, with `{1}`, `{2}` … for what varies; marked by `translatable`.
    private let template: String
    private let arguments: [Phrase]

    /// Creates a phrase of phrases.
    package init(_ template: String, _ arguments: [Phrase]) {
        self.template = template
        self.arguments = arguments
    }

    /// Creates a phrase of numbers and names, which are the same in every language.
    package init(_ template: String, _ arguments: String...) {
        self.init(template, arguments.map(Phrase.init(plain:)))
    }

    /// Creates a phrase that is the same in every language.
    package init(plain text: String) { self.init(text, [Phrase]()) }

    /// Creates one phrase of several with a dot between them; nil of none.
    package init?(list phrases: some Sequence<Phrase>) {
        var list: Phrase?
        for phrase in phrases { list = list.map { Phrase("{1} · {2}", [$0, phrase]) } ?? phrase }
        guard let list else { return nil }
        self = list
    }

    /// The phrase as it is written in the code.
    public var description: String {
        text { template, parts in
            parts.enumerated().reduce(template) { $0.replacing("{\($1.offset + 1)}", with: $1.element) }
        }
    }

    /// Returns the phrase in a language.
    /// - Parameter say: Returns a text in that language, with what varies put in for `{1}`, `{2}`.
    public func text(_ say: (_ template: String, _ parts: [String]) -> String) -> String {
        say(template, arguments.map { $0.text(say) })
    }
}
