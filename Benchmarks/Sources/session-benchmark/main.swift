// session-benchmark motion INPUT OUTPUT HOURS    rows: x, y, z, gyroscope x, y, z, in counts of 16 bits
// session-benchmark fixes OUTPUT HOURS
import Foundation

let words = CommandLine.arguments
switch words.dropFirst().first {
case "motion" where words.count == 5: try writeMotion(words[2], to: words[3], hours: Double(words[4]) ?? 1)
case "fixes" where words.count == 4: try writeFixes(to: words[2], hours: Double(words[3]) ?? 1)
default:
    print("usage: session-benchmark motion INPUT OUTPUT HOURS | fixes OUTPUT HOURS")
    exit(2)
}
