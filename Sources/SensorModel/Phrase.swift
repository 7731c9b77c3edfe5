/// A text with its variable parts kept separate, so that the window can look up the translation.
public struct Phrase: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The text, with `{1}`, `{2}`, … for the variable parts; marked by `translatable`.
    private let template: String
    private let arguments: [Phrase]
    /// The context of the text in the catalogue; `nil` if it has none.
    private var context: String?
    /// True for a phrase that is the same in every language.
    package private(set) var isPlain = false
    private var isClause = false

    /// Creates a phrase whose variable parts are phrases.
    package init(_ template: String, _ arguments: [Phrase]) {
        self.template = template
        self.arguments = arguments
    }

    /// Creates a phrase whose variable parts are numbers and names, which are the same in every language.
    package init(_ template: String, _ arguments: String...) {
        self.init(template, arguments.map(Phrase.init(plain:)))
    }

    /// Creates a phrase that is the same in every language: a number, a name, or the text of another program.
    package init(plain text: String) {
        self.init(text, [Phrase]())
        isPlain = true
    }

    /// Creates the sentence of an error, in the language of the system if it is one of the system's.
    package init(_ error: any Error) { self = (error as? any PhrasedError)?.phrase ?? Phrase(plain: "\(error)") }

    /// Creates a phrase for a parameter's title, which the catalogue keeps in the context of parameters.
    package init(parameterTitle title: String) {
        self.init(title, [Phrase]())
        context = "parameter"
    }

    /// Creates a phrase that joins phrases with a dot between them; `nil` if there are none.
    package init?(list phrases: some Sequence<Phrase>) {
        var list: Phrase?
        for phrase in phrases { list = list.map { Phrase("{1} · {2}", [$0, phrase]) } ?? phrase }
        guard let list else { return nil }
        self = list
    }

    /// The phrase as written in the code.
    public var description: String {
        text { template, _, parts in filled(template, with: parts) }
    }

    /// True if there are few parts and each occurs at most once, so that the text of a phrase from outside cannot grow
    /// exponentially.
    package var usesPartsOnce: Bool {
        arguments.count < 10
            && arguments.indices.allSatisfy {
                template.ranges(of: "{\($0 + 1)}").count <= 1 && arguments[$0].usesPartsOnce
            }
    }

    /// The phrase of a sentence as a clause: without its full stop.
    package var clause: Phrase {
        var clause = self
        clause.isClause = true
        return clause
    }

    /// Returns the phrase in a language.
    /// - Parameter say: Returns the translation of a text in a context, with the parts inserted for `{1}`, `{2}`, ….
    public func text(_ say: (_ template: String, _ context: String?, _ parts: [String]) -> String) -> String {
        guard !isPlain else { return template }
        let text = say(template, context, arguments.map { $0.text(say) })
        return isClause && text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private enum CodingKeys: CodingKey { case template, arguments, context, isClause }

    /// Decodes a phrase: a string is one that is the same in every language.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(plain: text)
            return
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try members.decode(String.self, forKey: .template),
            try members.decodeIfPresent([Phrase].self, forKey: .arguments) ?? [])
        context = try members.decodeIfPresent(String.self, forKey: .context)
        isClause = try members.decodeIfPresent(Bool.self, forKey: .isClause) ?? false
    }

    /// Encodes the phrase.
    public func encode(to encoder: any Encoder) throws {
        guard !isPlain else {
            var text = encoder.singleValueContainer()
            return try text.encode(template)
        }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(template, forKey: .template)
        if !arguments.isEmpty { try members.encode(arguments, forKey: .arguments) }
        try members.encodeIfPresent(context, forKey: .context)
        if isClause { try members.encode(true, forKey: .isClause) }
    }
}
