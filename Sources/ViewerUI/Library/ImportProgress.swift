import GTKKit
import SensorModel

/// The import into the library that is running, as the header shows it.
@MainActor
struct ImportProgress {
    /// The import; `nil` if none is running.
    var work: Task<Void, Never>?
    /// The text that is shown; `nil` if none is running.
    private(set) var text: String?
    private var percent = -1

    /// Notes how much was read.
    /// - Parameters:
    ///   - share: The share of the input, 0 ... 1.
    ///   - name: The name of the input.
    /// - Returns: True if the text has changed.
    @discardableResult
    mutating func note(_ share: Double, of name: String) -> Bool {
        let percent = Int(nearest: (min(max(share, 0), 1) * 100).rounded(.down))
        guard percent != self.percent else { return false }
        self.percent = percent
        text = localized("Importing {1}: {2} % (Esc gives up)", name, "\(percent)")
        return true
    }

    /// Forgets the import.
    mutating func end() { self = ImportProgress() }
}
