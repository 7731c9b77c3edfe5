import FusionCore
import GTKKit

extension Phrase {
    /// The phrase in the person's language.
    var localized: String { text { GTKKit.localized($0, filling: $1) } }
}
