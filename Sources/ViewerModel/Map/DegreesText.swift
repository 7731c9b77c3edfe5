public import SensorModel

/// Returns a latitude in degrees with its half of the Earth: `50.1° N`; without a letter on the equator.
public func latitudeText(_ degrees: Double, decimals: Int) -> Phrase {
    text(of: degrees, decimals, degrees < 0 ? translatable("{1}° S") : translatable("{1}° N"))
}

/// Returns a longitude in degrees with its half of the Earth: `14.4° E`; without a letter at Greenwich.
public func longitudeText(_ degrees: Double, decimals: Int) -> Phrase {
    text(of: degrees, decimals, degrees < 0 ? translatable("{1}° W") : translatable("{1}° E"))
}

private func text(of degrees: Double, _ decimals: Int, _ side: String) -> Phrase {
    let digits = decimalText(abs(degrees), decimals: decimals)
    return abs(degrees) < 1e-9 ? Phrase(plain: "\(digits)°") : Phrase(side, digits)
}
