// What `scripts/bench` calls; each mode that is timed prints the seconds of one run.
import Foundation

let usage = """
    usage: odograph-benchmark MODE [FILE...]    files are rows of doubles
      fixes OUTPUT; filter|smooth INPUT         seconds, east, north, velocity east, north
      simplify INPUT OUTPUT TOLERANCE           east, north
      gpx INPUT OUTPUT
      steps INPUT RATE                          seconds, x, y, z; rate 0 takes every sample
      attitude INPUT OUTPUT                     seconds, gyroscope, accelerometer, magnetometer or nan
      attitude-speed INPUT                      the same
      altitude INPUT OUTPUT                     seconds, pressure in kPa
      activity INPUT OUTPUT MODEL               seconds, latitude, longitude, speed, accelerometer, or nan
    """

/// Returns the words after the mode, or ends with the usage.
func operands(_ count: Int) -> [String] {
    guard CommandLine.arguments.count == count + 2 else {
        print(usage)
        exit(2)
    }
    return Array(CommandLine.arguments.dropFirst(2))
}

/// Writes what a body makes of a table of motion samples.
func convert(_ body: (Rows) throws -> [Double]) throws {
    let words = operands(2)
    try Rows.write(body(Rows(path: words[0], width: Rows.motion)), to: words[1])
}

switch CommandLine.arguments.dropFirst().first {
case "fixes": try FilterBenchmark.writeFixes(to: operands(1)[0])
case "filter": try FilterBenchmark(path: operands(1)[0]).run(smooths: false)
case "smooth": try FilterBenchmark(path: operands(1)[0]).run(smooths: true)
case "simplify":
    let words = operands(3)
    try simplify(words[0], to: words[1], tolerance: Double(words[2]) ?? 5)
case "gpx":
    let words = operands(2)
    try rewrite(words[0], to: words[1])
case "steps":
    let words = operands(2)
    try countSteps(words[0], rate: Double(words[1]) ?? 0)
case "attitude": try convert(attitudes)
case "attitude-speed": try measureSpeed(Rows(path: operands(1)[0], width: Rows.motion))
case "altitude": try convert(altitudes)
case "activity":
    let words = operands(3)
    let rows = try Rows(path: words[0], width: Rows.motion)
    try Rows.write(activities(of: rows, model: trees(of: words[2])), to: words[1])
default:
    print(usage)
    exit(2)
}
