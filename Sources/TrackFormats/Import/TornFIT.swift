/// A FIT file whose end is missing: of a watch whose battery died, or a copy that broke off.
///
/// gpsbabel gives nothing of a file that ends within a message. Filled up to the length that its header states, it is
/// read up to the tear: first with 0xFF, which FIT has for "no value", so that the torn message says nothing, then with
/// headers of a message that nobody defined, at which gpsbabel's recovery ends the reading.
enum TornFIT {
    private static let longestField = 255
    private static let undefinedMessage: UInt8 = 0x0F
    private static let missing: UInt8 = 0xFF

    /// Returns a file filled up to its stated length; nil where nothing is missing.
    static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 12, bytes[8..<12].elementsEqual(".FIT".utf8) else { return nil }
        let data = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
        let checksum = 2
        let stated = Int(bytes[0]) + data + checksum
        let lacking = stated - bytes.count
        // A header that states far more than is there is no torn file but a false one.
        guard lacking > 0, data < 1 << 28 else { return nil }
        let empty = min(longestField, lacking)
        return bytes + [UInt8](repeating: missing, count: empty)
            + [UInt8](repeating: undefinedMessage, count: lacking - empty)
    }
}
