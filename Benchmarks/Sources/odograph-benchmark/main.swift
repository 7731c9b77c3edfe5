// What compare.py calls; each mode that is timed prints the seconds of one run.
import Foundation

let usage = """
    usage: odograph-benchmark accuracy [SEEDS] | coverage [SEEDS] | outlier | still | intervals | day
           odograph-benchmark day-points OUTPUT       rows: seconds, latitude, longitude
           odograph-benchmark fixes OUTPUT            rows: seconds, east, north, velocity east, north
           odograph-benchmark filter|smooth INPUT     rows as above
           odograph-benchmark simplify INPUT OUTPUT TOLERANCE     rows: east, north
           odograph-benchmark gpx INPUT OUTPUT
           odograph-benchmark core FIXES [MOTION]     rows: seconds, latitude, longitude, accuracy, speed; seconds, x, y, z twice
           odograph-benchmark steps INPUT RATE        rows: seconds, x, y, z; rate 0 takes every sample
    """

/// Returns the words after the mode, or ends with the usage.
func operands(_ count: Int) -> [String] {
    guard CommandLine.arguments.count == count + 2 else {
        print(usage)
        exit(2)
    }
    return Array(CommandLine.arguments.dropFirst(2))
}

/// The number of seeds behind the mode, or the usual one.
func seedCount(_ usual: UInt64) -> UInt64 {
    CommandLine.arguments.count > 2 ? max(1, UInt64(CommandLine.arguments[2]) ?? usual) : usual
}

switch CommandLine.arguments.dropFirst().first {
case "accuracy":
    Accuracy(seeds: 1...seedCount(5)).printTable()
case "coverage": Accuracy(seeds: 1...seedCount(20)).printCoverage()
case "outlier": Accuracy().printOutlier()
case "still": Accuracy().printStill()
case "intervals": Accuracy().printIntervals()
case "day": DayBenchmark().run()
case "day-points": try DayBenchmark().writePoints(to: operands(1)[0])
case "fixes": try FilterBenchmark.writeFixes(to: operands(1)[0])
case "filter": try FilterBenchmark(path: operands(1)[0]).run(smooths: false)
case "smooth": try FilterBenchmark(path: operands(1)[0]).run(smooths: true)
case "simplify":
    let words = operands(3)
    try simplify(words[0], to: words[1], tolerance: Double(words[2]) ?? 5)
case "gpx":
    let words = operands(2)
    try convert(words[0], to: words[1])
case "steps":
    let words = operands(2)
    try countSteps(words[0], rate: Double(words[1]) ?? 0)
case "core":
    let words = CommandLine.arguments.dropFirst(2)
    guard let fixes = words.first else {
        print(usage)
        exit(2)
    }
    try CoreBenchmark(fixes: fixes, motion: words.dropFirst().first).run()
default:
    print(usage)
    exit(2)
}
