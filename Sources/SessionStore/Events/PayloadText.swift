public import SensorModel

/// Payloads as session files have them: a kind, and JSON text unless the kind says everything.
public struct PayloadText {
    private let json = StoredJSON()

    /// Creates a coder, which must not be shared between threads.
    public init() {}

    /// Returns the text of a payload; `nil` if its kind alone is sufficient.
    /// - Throws: An error if the payload cannot be written as JSON.
    public func text(of payload: SensorEvent.Payload) throws -> String? {
        try StoredPayload(payload).map { try json.text($0) }
    }

    /// Returns the payload of a kind.
    /// - Parameters:
    ///   - kind: The payload's `kind`.
    ///   - text: The text; `nil` if there is none.
    /// - Throws: An error if the text is not that of a known kind.
    public func payload(of kind: String, _ text: String?) throws -> SensorEvent.Payload {
        let stored = try text.map { try json.value(StoredPayload.self, of: $0) }
        guard let payload = StoredPayload.payload(kind: kind, stored) else { throw StoredValueError.unexpected }
        return payload
    }
}
