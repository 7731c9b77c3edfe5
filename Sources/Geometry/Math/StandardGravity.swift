/// The standard acceleration of gravity (1 g), in m/s^2. Source: 3rd CGPM, 1901.
@inlinable public var standardGravity: Double { 9.80665 }
