/// A text with what varies apart, so that the window can look its words up in the catalogue of translations.
public struct Phrase: Sendable, Hashable, CustomStringConvertible {
    /// The text, with `{1}`, `{2}` … for what varies; marked by `translatable`.
    private let template: String
    private let arguments: [Phrase]
    /// The catalogue's context of the text; `nil` if it has none.
    private var context: String?

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

    /// Creates a phrase of the title of a parameter, which the catalogue keeps in the context of parameters.
    package init(parameterTitle title: String) {
        self.init(title, [Phrase]())
        context = "parameter"
    }

    /// Creates one phrase of several with a dot between them; nil of none.
    package init?(list phrases: some Sequence<Phrase>) {
        var list: Phrase?
        for phrase in phrases { list = list.map { Phrase("{1} · {2}", [$0, phrase]) } ?? phrase }
        guard let list else { return nil }
        self = list
    }

    /// The phrase as it is written in the code.
    public var description: String {
        text { template, _, parts in
            parts.enumerated().reduce(template) { $0.replacing("{\($1.offset + 1)}", with: $1.element) }
        }
    }

    /// Returns the phrase in a language.
    /// - Parameter say: Returns a text of a context in that language, with what varies put in for `{1}`, `{2}`.
    public func text(_ say: (_ template: String, _ context: String?, _ parts: [String]) -> String) -> String {
        say(template, context, arguments.map { $0.text(say) })
    }
}
