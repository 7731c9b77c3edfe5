import GTKKit
import SensorModel

extension Phrase {
    /// The phrase in the user's language.
    var localized: String {
        text { template, context, parts in
            context.map { GTKKit.localized(template, context: $0) } ?? GTKKit.localized(template, filling: parts)
        }
    }
}

extension Error {
    /// The error message, in the user's language if a translation exists.
    @MainActor var sentence: String { (self as? any PhrasedError)?.phrase.localized ?? "\(self)" }
}
