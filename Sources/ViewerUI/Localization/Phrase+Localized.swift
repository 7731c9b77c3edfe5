import FusionCore
import GTKKit

extension Phrase {
    /// The phrase in the person's language.
    var localized: String {
        text { template, context, parts in
            context.map { GTKKit.localized(template, context: $0) } ?? GTKKit.localized(template, filling: parts)
        }
    }
}
