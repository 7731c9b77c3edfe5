import Recorder
import SensorModel

/// What the doctor found, as `--json` writes it: names and units are a contract that scripts rely on.
struct DoctorReport: Encodable {
    /// One stream of one source.
    struct Stream: Encodable {
        let kind: String
        let samples: Int
        let dropped: Int
        /// Samples a second.
        let rate: Double?
        /// The newest sample.
        let last: [Double]
        /// The newest sample's own time in seconds since 1970.
        let time: Double?
        /// The newest sample's arrival, likewise.
        let received: Double?
    }

    /// One satellite.
    struct SatelliteView: Encodable {
        let number: Int
        let constellation: Int?
        /// Degrees above the horizon.
        let elevation: Double?
        /// Degrees from north.
        let azimuth: Double?
        /// dB-Hz.
        let signal: Double?
        let used: Bool
    }

    /// One receiver or sensor.
    struct Source: Encodable {
        let name: String
        let label: String?
        let state: String?
        let trouble: String?
        let detail: String?
        let nominalRate: Double?
        let streams: [Stream]
        /// 0 unknown, 1 no fix, 2, 3.
        let mode: Int?
        let satellitesUsed: Int?
        let satellitesInView: Int?
        let satellites: [SatelliteView]?
        /// 1-sigma in metres.
        let horizontalAccuracy: Double?
        let verticalAccuracy: Double?
        let hdop: Double?
        let vdop: Double?
        let pdop: Double?
        /// Seconds by which the receiver's time is ahead of this machine's.
        let clockOffset: Double?
    }

    /// How each address stands.
    let addresses: [SourceStatus]
    /// What is behind them.
    let sources: [Source]
    /// What is wrong, and what to do.
    let findings: [Finding]
    /// The process of the recorder at work; missing where none is.
    let recorder: Int32?

    init(_ examination: Examination, recorder: Int32?) {
        addresses = examination.statuses
        findings = examination.findings
        sources = examination.survey.sources.map(Source.init)
        self.recorder = recorder
    }
}

extension DoctorReport.Source {
    init(_ source: SourceSurvey.Source) {
        let (report, fix, sky) = (source.report, source.fix, source.sky)
        self.init(
            name: report?.name ?? source.name, label: report?.label, state: report?.state.rawValue,
            trouble: report?.trouble?.rawValue, detail: report?.detail, nominalRate: report?.nominalRate,
            streams: source.streams.map {
                DoctorReport.Stream(
                    kind: $0.kind.rawValue, samples: $0.samples, dropped: $0.dropped, rate: $0.rate, last: $0.values,
                    time: $0.time?.seconds, received: $0.newest?.seconds)
            },
            mode: fix?.mode.rawValue, satellitesUsed: sky?.satellites.filter(\.isUsed).count ?? fix?.satellites,
            satellitesInView: sky?.satellites.count,
            satellites: sky?.satellites.map {
                DoctorReport.SatelliteView(
                    number: $0.number, constellation: $0.constellation, elevation: $0.elevationDegrees,
                    azimuth: $0.azimuthDegrees, signal: $0.signalStrength, used: $0.isUsed)
            },
            horizontalAccuracy: fix?.horizontalAccuracy, verticalAccuracy: fix?.verticalAccuracy,
            hdop: fix?.horizontalDilution ?? sky?.horizontalDilution, vdop: sky?.verticalDilution,
            pdop: sky?.positionDilution, clockOffset: source.clockOffset)
    }
}
