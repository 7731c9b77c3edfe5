import Localization
package import ViewerModel

extension GaugeModel {
    /// The line under the dial: `GPS good · ±3 m · 11 sats`.
    package var qualityText: String {
        if let overdue { return localized("Last fix {1} ago", durationText(overdue)) }
        let sky = satellites.map { localizedCount("{1} sat", "{1} sats", $0) }
        return [localized(qualityTitle), accuracyText, sky].compactMap(\.self).joined(separator: " · ")
    }

    /// All values in one sentence, for screen readers.
    package var spokenText: String {
        let speed =
            digits == missingText ? localized("Speed unknown") : localized("Speed {1}", "\(digits) \(unit.symbol)")
        return [speed, estimateText.map { localized($0) }, qualityText].compactMap(\.self).joined(separator: ", ")
    }
}
