import Foundation

/// A file of doubles, so many to a row.
struct Rows {
    let values: [Double]
    let width: Int

    init(path: String, width: Int) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        values = data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
        self.width = width
    }

    var count: Int { values.count / width }

    subscript(row: Int, column: Int) -> Double { values[row * width + column] }

    static func write(_ values: [Double], to path: String) throws {
        try values.withUnsafeBytes { Data($0) }.write(to: URL(filePath: path))
    }
}

/// Prints how many seconds of wall time a body takes and returns what it returns.
@discardableResult
func timed<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    print(name, (clock.now - start) / .seconds(1))
    return result
}
