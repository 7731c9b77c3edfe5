import GTKKit
import SensorModel

extension Phrase {
    /// The phrase in the person's language.
    var localized: String {
        text { template, context, parts in
            context.map { GTKKit.localized(template, context: $0) } ?? GTKKit.localized(template, filling: parts)
        }
    }
}

extension Error {
    /// The sentence that says what is wrong, in the person's language if it is known in it.
    @MainActor var sentence: String { (self as? any PhrasedError)?.phrase.localized ?? "\(self)" }
}
