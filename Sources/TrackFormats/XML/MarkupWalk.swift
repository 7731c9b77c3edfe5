import Glibc

/// Goes along the tags of a document to find the places where points begin that need no XML parser.
///
/// It knows as much of XML as it takes not to mistake a text for a tag: tags, quoted values and the declaration at the
/// start. Whatever else begins with `<` (a comment, CDATA, a document type, an instruction) ends the walk for good, and
/// the parser has the rest of the document.
struct MarkupWalk {
    /// False if the parser has to read all that follows.
    private(set) var isSure = true
    /// Starts and ends of elements walked over; those in runs that the consumer took do not count.
    private(set) var tagCount = 0
    /// Where it stands in the piece.
    private(set) var end = 0

    private enum Place {
        case document, content
        case tag(isStart: Bool, last: UInt8)
        case quoted(UInt8)
    }

    private var place = Place.document
    /// True if nothing but white space lies between the last tag and here. The parser looks at other text only when a
    /// tag follows it, so that what is wrong with it would come out behind the points.
    private var isBlank = true
    private var foreign = 0
    /// Points for the parser, one after the other, after which looking at them first does not pay.
    private static let patience = 256

    /// Leaves all that follows to the parser.
    mutating func giveUp() { isSure = false }

    /// Goes to the start of the next piece.
    mutating func begin() { end = 0 }

    /// Goes on behind what was taken; where nothing was, the element is walked over like any other.
    mutating func took(until end: Int, from start: Int) {
        if end > start {
            foreign = 0
            self.end = end
        } else {
            pass()
        }
    }

    /// Walks over the element that the consumer did not take.
    mutating func pass() {
        foreign += 1
        if foreign > Self.patience { isSure = false }
        beginTag(isStart: true)
    }

    private mutating func beginTag(isStart: Bool) {
        tagCount += 1
        end += 1
        place = .tag(isStart: isStart, last: 0)
    }

    /// Returns where a point begins between two elements; nil if the piece ends first, or the walk.
    mutating func nextPlain(in bytes: UnsafeRawBufferPointer, isLast: Bool) -> Int? {
        while isSure, end < bytes.count {
            switch place {
            case .document:
                guard beginDocument(bytes) else { return nil }
            case .content:
                let next = Self.index(of: UInt8(ascii: "<"), in: bytes, from: end)
                isBlank = isBlank && bytes[end..<(next ?? bytes.count)].allSatisfy(PlainPoints.isSpace)
                end = next ?? bytes.count
                guard let next else { return nil }
                // What it is takes another byte, which the next piece brings.
                guard next + 1 < bytes.count else {
                    if isLast { isSure = false }
                    return nil
                }
                switch bytes[next + 1] {
                case UInt8(ascii: "!"), UInt8(ascii: "?"): isSure = false
                case UInt8(ascii: "/"): beginTag(isStart: false)
                default:
                    if isBlank, PlainPoints.mayBegin(bytes, at: next) { return next }
                    beginTag(isStart: true)
                }
            case .tag(let isStart, let last): walkTag(bytes, isStart, last)
            case .quoted(let quote):
                guard let close = Self.index(of: quote, in: bytes, from: end) else {
                    end = bytes.count
                    return nil
                }
                end = close + 1
                place = .tag(isStart: true, last: quote)
            }
        }
        return nil
    }

    private mutating func walkTag(_ bytes: UnsafeRawBufferPointer, _ isStart: Bool, _ last: UInt8) {
        var last = last
        while end < bytes.count {
            let byte = bytes[end]
            end += 1
            if byte == UInt8(ascii: ">") {
                // An empty element ends where it starts.
                if isStart, last == UInt8(ascii: "/") { tagCount += 1 }
                place = .content
                isBlank = true
                return
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                place = .quoted(byte)
                return
            }
            last = byte
        }
        place = .tag(isStart: isStart, last: last)
    }

    /// Walks over a byte order mark and the declaration.
    private mutating func beginDocument(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if bytes.dropFirst(start).starts(with: "<?xml ".utf8) {
            guard let close = Self.index(of: UInt8(ascii: ">"), in: bytes, from: start),
                bytes[close - 1] == UInt8(ascii: "?"), Self.isKnownEncoding(bytes[start..<close])
            else {
                isSure = false
                return false
            }
            start = close + 1
        }
        // Anything else than a tag or white space is not UTF-8, or not XML.
        isSure =
            bytes.count > start + 1 && (bytes[start] == UInt8(ascii: "<") || bytes[start] <= 32)
            && bytes[start] != 0 && bytes[start + 1] != 0
        end = start
        place = .content
        return isSure
    }

    /// True for encodings in which the bytes of ASCII stand for nothing but themselves.
    private static func isKnownEncoding(_ declaration: Slice<UnsafeRawBufferPointer>) -> Bool {
        let text = String(decoding: declaration, as: UTF8.self).lowercased()
        guard text.contains("encoding") else { return true }
        return ["utf-8", "us-ascii", "iso-8859-", "windows-125"].contains { name in
            text.contains("\"\(name)") || text.contains("'\(name)")
        }
    }

    private static func index(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        return memchr(base + start, Int32(byte), bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
}
