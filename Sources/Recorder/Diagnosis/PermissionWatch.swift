public import SensorModel

/// The sources that the user has no permission to read, or not as well as they could be, while that is so.
public struct PermissionWatch: Sendable {
    private var findings: [DeviceID: Finding] = [:]

    /// Creates a watch that knows no source.
    public init() {}

    /// Notes what sources say about themselves.
    /// - Returns: True if a permission came to lack, or came back.
    public mutating func note(_ events: some Sequence<SensorEvent>) -> Bool {
        let before = findings
        for event in events {
            guard case .source(let report) = event.payload else { continue }
            findings[report.device] = Finding.permission(of: report)
        }
        return findings != before
    }

    /// What is wrong with the first of them, and what to do about it; `nil` if nothing is.
    public var finding: Finding? { findings.min { $0.key < $1.key }?.value }
}
