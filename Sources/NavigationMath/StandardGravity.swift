/// The standard acceleration of free fall in m/s^2, that of one g. Source: 3rd CGPM, 1901.
@inlinable public var standardGravity: Double { 9.80665 }
