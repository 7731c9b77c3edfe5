import Geometry
import SensorModel

extension MountMatrix {
    /// The name of a channel's matrix attribute.
    static let attribute = "mount_matrix"
    /// The possible names of a device's matrix attribute.
    static let deviceAttributes = [
        "mount_matrix", "in_mount_matrix", "in_accel_mount_matrix", "in_anglvel_mount_matrix",
    ]

    /// Creates a matrix from the kernel's text: `a, b, c; d, e, f; g, h, i`.
    ///
    /// Returns `nil` for any other text, and for the all-zero matrix that some drivers report if they have none.
    init?(kernelText text: String) {
        let rows = text.split(separator: ";").map { row in
            row.split(separator: ",").compactMap { Double($0.drop { $0 == " " }.prefix { $0 != " " && $0 != "\n" }) }
        }
        guard rows.count == 3, rows.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isFinite) }) else { return nil }
        guard rows.contains(where: { $0.contains { $0 != 0 } }) else { return nil }
        self.init(
            first: Vector3(rows[0][0], rows[0][1], rows[0][2]),
            second: Vector3(rows[1][0], rows[1][1], rows[1][2]),
            third: Vector3(rows[2][0], rows[2][1], rows[2][2]))
    }
}
