import Geometry

extension Coordinate {
    /// Parses `LATITUDE,LONGITUDE`, in degrees; `nil` for other text. The place may be invalid.
    init?(text: some StringProtocol) {
        let numbers = String(text).split(separator: ",").map { Double($0.filter { $0 != " " }) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
