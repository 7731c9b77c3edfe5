extension Quaternion {
    /// Creates a rotation from the columns of its matrix, which have to be orthonormal and right-handed.
    public init(columns x: Vector3, _ y: Vector3, _ z: Vector3) {
        // Starts with the largest component, to avoid the root of a small difference (Shepperd 1978).
        let trace = x.x + y.y + z.z
        let squares = [1 + trace, 1 + 2 * x.x - trace, 1 + 2 * y.y - trace, 1 + 2 * z.z - trace]
        let largest = squares.indices.max { squares[$0] < squares[$1] } ?? 0
        let root = max(squares[largest], 0).squareRoot()
        let half = root / 2
        let scale = root > 0 ? 0.5 / root : 0
        switch largest {
        case 0: self.init(w: half, x: (y.z - z.y) * scale, y: (z.x - x.z) * scale, z: (x.y - y.x) * scale)
        case 1: self.init(w: (y.z - z.y) * scale, x: half, y: (x.y + y.x) * scale, z: (z.x + x.z) * scale)
        case 2: self.init(w: (z.x - x.z) * scale, x: (x.y + y.x) * scale, y: half, z: (y.z + z.y) * scale)
        default: self.init(w: (x.y - y.x) * scale, x: (z.x + x.z) * scale, y: (y.z + z.y) * scale, z: half)
        }
        self = normalized
    }
}
