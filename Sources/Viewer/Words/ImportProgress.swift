import Localization
import SensorModel

/// The progress of a running import into the library, or of an export, as shown in the header.
@MainActor
package struct ImportProgress {
    /// The kind of work on files of the library.
    package enum Kind {
        /// An import.
        case importing
        /// An export.
        case exporting
    }

    private var kind = Kind.importing
    /// The import; `nil` if none is running.
    package var work: Task<Void, Never>?
    /// The text that is shown; `nil` if none is running.
    package private(set) var text: String?
    private var percent = -1

    package init() {}

    /// Records how much was read.
    /// - Parameters:
    ///   - share: The share of the input, 0 ... 1.
    ///   - name: The name of the input.
    /// - Returns: True if the text has changed.
    @discardableResult
    package mutating func note(_ share: Double, of name: String) -> Bool {
        let percent = Int(nearest: (min(max(share, 0), 1) * 100).rounded(.down))
        guard percent != self.percent else { return false }
        self.percent = percent
        text =
            switch kind {
            case .importing: localized("Importing {1}: {2} % (Esc cancels)", name, "\(percent)")
            case .exporting: localized("Exporting {1}: {2} % (Esc cancels)", name, "\(percent)")
            }
        return true
    }

    /// Begins another import or export.
    package mutating func begin(_ kind: Kind) {
        self = ImportProgress()
        self.kind = kind
    }

    /// Ends the display of the import.
    package mutating func end() { self = ImportProgress() }
}
