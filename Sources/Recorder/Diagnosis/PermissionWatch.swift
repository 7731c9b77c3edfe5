public import SensorModel

/// The sources that the user currently has no permission to read, or not in the best way.
public struct PermissionWatch: Sendable {
    private var findings: [DeviceID: Finding] = [:]
    private let system: SystemTraits

    /// Creates a watch without sources.
    /// - Parameter system: The system whose commands the advice names.
    public init(on system: SystemTraits = .current()) { self.system = system }

    /// Processes source reports.
    /// - Returns: Whether a permission was lost or granted.
    public mutating func consume(_ events: some Sequence<SensorEvent>) -> Bool {
        let before = findings
        for event in events {
            guard case .source(let report) = event.payload else { continue }
            findings[report.device] = Finding.permission(of: report, on: system)
        }
        return findings != before
    }

    /// The problem of the first of these sources, with its advice; `nil` if there is none.
    public var finding: Finding? { findings.min { $0.key < $1.key }?.value }
}
