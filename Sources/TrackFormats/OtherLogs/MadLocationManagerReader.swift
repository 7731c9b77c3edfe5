import Geodesy
import NavigationMath
import SensorModel

/// Reads a log of mad-location-manager, which has a line `type seconds:::values` per sample.
///
/// The log's acceleration excludes gravity. The reader adds gravity to obtain what an accelerometer measures:
/// vertically for samples that are already in east, north, up, and through the sample's attitude for the others.
struct MadLocationManagerReader {
    /// The samples so far.
    private(set) var log = PhoneLog()
    private var generated = 0
    private var set: [(Instant, Fix)] = []

    private static let gravity = Vector3(0, 0, standardGravity)

    /// Reads a line.
    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        let text = String(decoding: line, as: UTF8.self)
        guard let cut = text.firstRange(of: ":::") else { throw LineError("\":::\" is missing") }
        let head = text[..<cut.lowerBound].split(separator: " ")
        let numbers = text[cut.upperBound...].split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard head.count == 2, let type = Int(head[0]), let seconds = Double(head[1]) else {
            throw LineError("a type and a time are missing before \":::\"")
        }
        let time = Instant(seconds: seconds)
        switch type {
        case 0, 3: return
        case 1:
            guard numbers.count == 3 else { throw LineError("three numbers are expected") }
            log.add(Vector3(numbers[0], numbers[1], numbers[2]) + Self.gravity, .acceleration, at: time)
        case 2, 4:
            guard numbers.count == 7 else { throw LineError("seven numbers are expected") }
            if type == 4 {
                generated += 1
                log.add(Self.fix(numbers), at: time)
            } else {
                set.append((time, Self.fix(numbers)))
            }
        case 5:
            guard numbers.count == 7 else { throw LineError("seven numbers are expected") }
            let attitude = Quaternion(w: numbers[3], x: numbers[4], y: numbers[5], z: numbers[6]).normalized
            let vector = Vector3(numbers[0], numbers[1], numbers[2]) + attitude.conjugate.rotate(Self.gravity)
            log.add(vector, .acceleration, at: time)
        default: throw LineError("the type \(type) is not known")
        }
    }

    /// Returns the events. A manually drawn route replaces the fixes if there are no others.
    mutating func finish() -> [SensorEvent] {
        if generated == 0 { for (time, fix) in set { log.add(fix, at: time) } }
        return log.finish()
    }

    private static func fix(_ numbers: [Double]) -> Fix {
        Fix(
            coordinate: Coordinate(latitude: numbers[0], longitude: numbers[1]), altitude: numbers[2],
            horizontalAccuracy: numbers[3] > 0 ? numbers[3] : nil, speed: Optional(numbers[4]).notNegative,
            speedAccuracy: numbers[6] > 0 ? numbers[6] : nil,
            courseDegrees: 0..<360 ~= numbers[5] ? numbers[5] : nil)
    }
}
