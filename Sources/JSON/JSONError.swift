public import SensorModel

/// An error in a JSON text, with its position.
public struct JSONError: PhrasedError, Hashable {
    /// The ways in which a text can be wrong.
    public enum Mistake: Sendable, Hashable {
        /// Something must be here: a character, a value, or a number.
        case isMissing(Character), noValue, noNumber
        /// A list or an object does not continue and does not end, or a string does not end.
        case isOpen(end: Character), isOpenString
        /// Values nest too deep, or something follows the value.
        case isTooDeep, hasMore
        /// A value is not what its name requires.
        case notObject, notNumber(String), notString(String), outOfRange(String)
    }

    /// The offset of the byte at which the text is wrong.
    public let offset: Int
    private let mistake: Mistake

    init(offset: Int, mistake: Mistake) { (self.offset, self.mistake) = (offset, mistake) }

    /// The mistake in the text, as part of a sentence.
    public var reason: Phrase {
        switch mistake {
        case .isMissing(let character): Phrase(translatable("\"{1}\" is missing"), "\(character)")
        case .noValue: Phrase(translatable("a value is missing"))
        case .noNumber: Phrase(translatable("a number is missing"))
        case .isOpen(let end): Phrase(translatable("\",\" or \"{1}\" is missing"), "\(end)")
        case .isOpenString: Phrase(translatable("a string does not end"))
        case .isTooDeep: Phrase(translatable("values nest too deep"))
        case .hasMore: Phrase(translatable("there is more after the end of the value"))
        case .notObject: Phrase(translatable("the line is not a JSON object"))
        case .notNumber(let name): Phrase(translatable("{1} is not a number"), name)
        case .notString(let name): Phrase(translatable("{1} is not a string"), name)
        case .outOfRange(let name): Phrase(translatable("{1} is out of range"), name)
        }
    }

    /// The mistake with its position, as part of a sentence.
    public var phrase: Phrase {
        Phrase(translatable("{1} at character {2}"), [reason, Phrase(plain: "\(offset + 1)")])
    }
}
