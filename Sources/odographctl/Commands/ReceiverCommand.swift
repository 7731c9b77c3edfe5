import ArgumentParser
import Foundation
import FusionCore
import Replay
import SensorModel
import TrackFormats

/// `odographctl receiver`: reports the quality of the receivers of a session.
struct ReceiverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receiver",
        abstract: "Show the quality of a session's receivers.",
        discussion: """
            Reports the scatter of the fixes in the longest stop (the radii of 50 % and 95 %, and twice the root mean \
            square distance, around the mean), the time to the first fix, rate and gaps, the noise and the speed lag \
            that the filter learned, the error by comparison if several receivers were recorded, and the mean signal by \
            direction and elevation if satellites were.

            Examples:
              odographctl receiver walk.odograph
              odographctl receiver night.odograph --json
            """)

    @Argument(help: "A session, or any file that import accepts.", completion: .recordings)
    var file: String

    @Flag(help: "Write a JSON array, one object per receiver.")
    var json = false

    @OptionGroup var parameterOptions: ParameterOptions

    func run() throws {
        let input = try SessionInput(path: file)
        var engine = TuningEngine(input.recording)
        guard let run = engine.run(try parameterOptions.parameters(over: input.parameters)) else { return }
        let reports = ReceiverReport.all(of: run, input.recording).map { report in
            ReceiverText(report, name: input.names[report.device] ?? "unnamed")
        }
        guard !reports.isEmpty else { throw CommandError("“\(file)” contains no messages of a receiver.") }
        print(json ? try JSONText.indented(reports) : reports.map(\.text).joined(separator: "\n\n"))
    }
}

/// The report on one receiver: metres, seconds, degrees, dB-Hz.
private struct ReceiverText: Encodable {
    struct Sector: Encodable {
        let azimuth: Double
        let elevation: Double
        let signal: Double
        let observations: Int
    }

    let receiver: String
    let fixes: Int
    let interval: Double?
    let gaps: Int
    let longestGap: Double?
    let timeToFirstFix: Double?
    let rest: Double?
    let cep50: Double?
    let cep95: Double?
    let twiceDistanceRMS: Double?
    let noise: Double?
    let wander: Double?
    let error: Double?
    let speedLag: Double?
    let speedScale: Double?
    let sky: [Sector]

    init(_ report: ReceiverReport, name: String) {
        receiver = name
        fixes = report.fixCount
        interval = report.interval
        gaps = report.gapCount
        longestGap = report.longestGap
        timeToFirstFix = report.timeToFirstFix
        rest = report.scatter.map { $0.span.end - $0.span.start }
        cep50 = report.scatter?.radius50
        cep95 = report.scatter?.radius95
        twiceDistanceRMS = report.scatter?.twiceRootMeanSquare
        noise = report.findings?.white
        wander = report.findings?.wander
        error = report.findings?.error
        // Adding zero removes the sign of a negative zero.
        speedLag = report.findings.map { $0.speedLag + 0 }
        speedScale = report.findings?.speedScale
        sky = report.sky.compactMap { sector in
            sector.signalStrength.map {
                Sector(
                    azimuth: sector.azimuthDegrees, elevation: sector.elevationDegrees, signal: $0,
                    observations: sector.count)
            }
        }
    }

    var text: String {
        var lines = ["receiver".column(16) + receiver.visible, "fixes".column(16) + "\(fixes)"]
        func add(_ name: String, _ value: Double?, _ unit: String) {
            guard let value else { return }
            let shown = String(format: "%.2f ", abs(value) < 0.005 ? 0 : value) + unit
            lines.append(name.column(16) + shown)
        }
        add("interval", interval, "s")
        lines.append("gaps".column(16) + "\(gaps)")
        add("longest silence", longestGap, "s")
        add("to first fix", timeToFirstFix, "s")
        if rest == nil {
            lines.append(
                "at rest".column(16) + "no stop of a minute with fixes: leave the receiver in one place for a while")
        }
        add("at rest", rest, "s")
        add("50 % within", cep50, "m")
        add("95 % within", cep95, "m")
        add("2DRMS", twiceDistanceRMS, "m")
        add("noise", noise, "m")
        add("wandering", wander, "m")
        add("RMS error", error, "m, by comparison")
        // A lag of 0 means that none is probable, and a scale of 1 that no other one is.
        if speedLag != 0 { add("speed lag", speedLag, "s") }
        if let speedScale, speedScale != 1 {
            add(speedScale < 1 ? "speed too low" : "speed too high", abs(speedScale - 1) * 100, "%")
        }
        for sector in sky {
            lines.append(
                String(
                    format: "signal          %3.0f°, %2.0f° to %2.0f° high: %.1f dB-Hz", sector.azimuth,
                    sector.elevation, sector.elevation + 30, sector.signal))
        }
        return lines.joined(separator: "\n")
    }
}
