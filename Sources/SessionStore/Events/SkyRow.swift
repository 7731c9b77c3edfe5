import SensorModel

/// A satellite of a sky row as a JSON array: number, constellation, elevation, azimuth, signal strength, used.
struct StoredSatellite: Codable {
    var satellite: Satellite

    init(_ satellite: Satellite) {
        self.satellite = satellite
    }

    init(from decoder: any Decoder) throws {
        var fields = try decoder.unkeyedContainer()
        satellite = Satellite(number: try fields.decode(Int.self))
        satellite.constellation = try fields.decode(Int?.self)
        satellite.elevationDegrees = try fields.decode(Double?.self)
        satellite.azimuthDegrees = try fields.decode(Double?.self)
        satellite.signalStrength = try fields.decode(Double?.self)
        satellite.isUsed = try fields.decode(Bool.self)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.unkeyedContainer()
        try fields.encode(satellite.number)
        try fields.encode(satellite.constellation)
        try fields.encode(satellite.elevationDegrees)
        try fields.encode(satellite.azimuthDegrees)
        try fields.encode(satellite.signalStrength)
        try fields.encode(satellite.isUsed)
    }
}
