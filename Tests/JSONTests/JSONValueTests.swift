import Foundation
import JSON
import Testing

/// The values of texts, compared with those that Foundation reads.
@Suite struct JSONValueTests {
    private func value(_ text: String) throws -> JSONValue {
        try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }
    }

    /// The value that Foundation reads, as one of ours.
    private func foundation(_ text: String) throws -> JSONValue {
        func converted(_ value: Any) -> JSONValue {
            switch value {
            case let number as NSNumber:
                // Foundation has a Boolean as the number of a C character.
                number.objCType.pointee == 0x63 ? .bool(number.boolValue) : .number(number.doubleValue)
            case let text as String: .string(text)
            case let elements as [Any]: .array(elements.map(converted))
            case let members as [String: Any]: .object(members.mapValues(converted))
            default: .null
            }
        }
        return converted(try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
    }

    @Test(arguments: [
        "0", "-0.0", "1", "-12", "0.1", "50.123456789", "1e-7", "1.7976931348623157e308", "5e-324",
        "123456789012345678",
        "0.30000000000000004", "1763103492.123456789", "99999999999999999999.5", "8.000000001E+2",
    ])
    func `a number is the nearest one`(text: String) throws {
        guard case .number(let number) = try value(text) else {
            Issue.record("\(text) is no number")
            return
        }
        #expect(number.bitPattern == Double(text)?.bitPattern)
    }

    @Test(arguments: [
        #"{"class":"TPV","device":"/dev/ttyS0","mode":3,"lat":46.498,"lon":7.567,"alt":1343.127,"eps":0.5}"#,
        #"{"a":[true,false,null,[],{}],"b":{"c":{"d":[1,2.5,-3e2]}},"":""}"#,
        #" [ 1 , "two" , { "three" : 3 } ] "#, #""\"\\\/\b\f\n\r\té€𝄞 \u00e9\u20ac\ud834\udd1e""#,
        "\u{FEFF}{\"marked\": true}",
    ])
    func `a text is read as Foundation reads it`(text: String) throws {
        #expect(try value(text) == foundation(text))
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "\"open", "nul", "tru", "-", "nan", "1 2",
        "{\"a\":1}x", String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
    ])
    func `text that is not a value is an error`(text: String) {
        #expect(throws: JSONError.self) { try value(text) }
    }

    @Test func `an error states its position`() {
        #expect(throws: JSONError.self) { try value("{\"a\" 1}") }
        do { _ = try value("{\"a\" 1}") } catch { #expect("\(error)" == "\":\" is missing at character 6") }
    }

    @Test(
        arguments: [
            ("1763103492.123456789", 1_763_103_492_123_456_789), ("-0.000000001", -1),
            ("1.7e9", 1_700_000_000_000_000_000),
            ("0.0000000005", 1), ("0.00000000049", 0), ("1e-30", 0),
        ] as [(String, Int64)])
    func `a number keeps its nanoseconds`(text: String, nanoseconds: Int64) throws {
        let number = try Array(text.utf8).withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            return try scanner.number().nanoseconds
        }
        #expect(number == nanoseconds)
    }

    @Test func `a number whose nanoseconds do not fit has none`() throws {
        let numbers = try ["1e10", "-1e10", "99999999999999999999"].map { text in
            try Array(text.utf8).withUnsafeBytes { bytes in
                var scanner = JSONScanner(bytes)
                return try scanner.number().nanoseconds
            }
        }
        #expect(numbers == [nil, nil, nil])
    }
}
