public import SensorModel

extension Phrase {
    /// The phrase in the user's language.
    public var localized: String {
        text { template, context, parts in
            context.map { Localization.localized(template, context: $0) }
                ?? Localization.localized(template, filling: parts)
        }
    }
}

extension Error {
    /// The error message, in the user's language if a translation exists.
    public var sentence: String { Phrase(self).localized }
}
