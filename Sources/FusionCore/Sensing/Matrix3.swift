import Geometry

/// A matrix of three rows and columns.
struct Matrix3: Sendable, Hashable {
    var first = Vector3()
    var second = Vector3()
    var third = Vector3()

    /// Creates a matrix from its rows.
    init(_ first: Vector3 = Vector3(), _ second: Vector3 = Vector3(), _ third: Vector3 = Vector3()) {
        (self.first, self.second, self.third) = (first, second, third)
    }

    /// Creates the matrix of a rotation.
    init(_ rotation: Quaternion) { self.init(rotation.firstRow, rotation.secondRow, rotation.up) }

    static func + (left: Self, right: Self) -> Self {
        Self(left.first + right.first, left.second + right.second, left.third + right.third)
    }

    static func += (left: inout Self, right: Self) { left = left + right }

    static func * (left: Self, factor: Double) -> Self {
        Self(left.first * factor, left.second * factor, left.third * factor)
    }

    /// Returns the product with a column.
    func applied(to vector: Vector3) -> Vector3 { Vector3(first.dot(vector), second.dot(vector), third.dot(vector)) }

    /// Returns the matrix whose columns are the vector products of a vector with the columns of this one.
    func crossed(by vector: Vector3) -> Self {
        Self(
            third * vector.y - second * vector.z, first * vector.z - third * vector.x,
            second * vector.x - first * vector.y)
    }

    /// Returns the matrix whose columns are the columns of this one, rotated.
    func rotated(by rotation: Quaternion) -> Self {
        func row(_ weights: Vector3) -> Vector3 { first * weights.x + second * weights.y + third * weights.z }
        return Self(row(rotation.firstRow), row(rotation.secondRow), row(rotation.up))
    }
}
