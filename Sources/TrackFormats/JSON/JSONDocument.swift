import JSON

/// Iterates over the lists of a JSON document, with only one element at a time in memory as a tree.
struct JSONDocument {
    /// Calls `element` with each element of the chosen lists.
    /// - Parameters:
    ///   - bytes: The whole document: an array, or an object with arrays among its members.
    ///   - lists: The members whose elements are passed to `element`; every other member is passed whole to `member`.
    ///   - skipped: The members to skip without parsing.
    ///   - member: A closure called with each member that is not in `lists`.
    ///   - element: A closure called with the name of the list (empty if the document is an array) and each element.
    static func walk(
        _ bytes: UnsafeRawBufferPointer, lists: Set<String>, skipped: Set<String> = [],
        member: (String, JSONValue) throws -> Void = { _, _ in },
        element: (String, JSONValue) throws -> Void
    ) throws {
        var scanner = JSONScanner(bytes.withoutByteOrderMark)
        if scanner.peek() == UInt8(ascii: "[") {
            try scanner.array { try element("", JSONValue(&$0)) }
        } else {
            try object(&scanner, lists, skipped, member, element)
        }
        try scanner.expectEnd()
    }

    private static func object(
        _ scanner: inout JSONScanner, _ lists: Set<String>, _ skipped: Set<String>,
        _ member: (String, JSONValue) throws -> Void, _ element: (String, JSONValue) throws -> Void
    ) throws {
        try scanner.object { scanner, key in
            let name = key.text
            if lists.contains(name), scanner.peek() == UInt8(ascii: "[") {
                try scanner.array { try element(name, JSONValue(&$0)) }
            } else if lists.contains(name), scanner.peek() == UInt8(ascii: "{") {
                try object(&scanner, lists, skipped, member, element)
            } else if skipped.contains(name) {
                try scanner.skip()
            } else {
                try member(name, JSONValue(&scanner))
            }
        }
    }

    /// Returns the line number, from one, of a byte.
    static func line(of offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        1 + bytes.prefix(offset).count { $0 == 10 }
    }
}
