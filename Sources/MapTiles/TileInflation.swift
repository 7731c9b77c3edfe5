import CZlib

/// Inflates the compressed parts of maps.
public enum TileInflation {
    /// Returns bytes inflated if they are compressed with gzip, otherwise the bytes themselves.
    /// - Parameters:
    ///   - bytes: A stored tile or directory.
    ///   - limit: The maximum number of inflated bytes.
    /// - Throws: ``MapTileError/damagedData``, ``MapTileError/tooLarge``.
    public static func inflated(_ bytes: [UInt8], limit: Int) throws(MapTileError) -> [UInt8] {
        guard bytes.count > 2, bytes[0] == 0x1F, bytes[1] == 0x8B else {
            guard bytes.count <= limit else { throw .tooLarge }
            return bytes
        }
        guard let stream = CZlibOpen() else { throw .tooLarge }
        defer { CZlibClose(stream) }
        var output: [UInt8] = []
        var portion = [UInt8](repeating: 0, count: 1 << 16)
        var start = 0
        while true {
            var (used, written) = (0, 0)
            let status = bytes[start...].withUnsafeBytes { input in
                portion.withUnsafeMutableBytes { output in
                    CZlibInflate(
                        stream, input.baseAddress, input.count, &used, output.baseAddress, output.count, &written)
                }
            }
            start += used
            guard output.count + written <= limit else { throw .tooLarge }
            output += portion[..<written]
            switch UInt32(bitPattern: status) {
            case CZlibEnd.rawValue: return output
            case CZlibContinue.rawValue: if used == 0, written == 0 { throw .damagedData }
            case CZlibNoMemory.rawValue: throw .tooLarge
            default: throw .damagedData
            }
        }
    }
}
