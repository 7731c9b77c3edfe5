import Recorder
import SensorModel

/// The JSON report of the doctor. Scripts rely on its names and units.
struct DoctorReport: Encodable {
    /// A stream of a source.
    struct Stream: Encodable {
        let kind: String
        let samples: Int
        let dropped: Int
        /// The mean rate in samples per second.
        let rate: Double?
        /// The values of the most recent sample.
        let last: [Double]
        /// The most recent sample's own time, in seconds since 1970.
        let time: Double?
        /// The most recent sample's arrival time, in seconds since 1970.
        let received: Double?
    }

    /// A satellite in view.
    struct SatelliteView: Encodable {
        let number: Int
        let constellation: Int?
        /// The elevation above the horizon, in degrees.
        let elevation: Double?
        /// The azimuth clockwise from north, in degrees.
        let azimuth: Double?
        /// The signal strength in dB-Hz.
        let signal: Double?
        let used: Bool
    }

    /// A receiver or sensor.
    struct Source: Encodable {
        let name: String
        let label: String?
        let state: String?
        let trouble: String?
        let detail: String?
        let nominalRate: Double?
        let streams: [Stream]
        /// The fix mode: 0 unknown, 1 no fix, 2 two-dimensional, 3 three-dimensional.
        let mode: Int?
        let satellitesUsed: Int?
        let satellitesInView: Int?
        let satellites: [SatelliteView]?
        /// The 1-sigma horizontal accuracy, in metres.
        let horizontalAccuracy: Double?
        let verticalAccuracy: Double?
        let hdop: Double?
        let vdop: Double?
        let pdop: Double?
        /// The number of seconds by which the receiver's clock is ahead of this machine's.
        let clockOffset: Double?
    }

    /// The state of each address.
    let addresses: [SourceStatus]
    /// The receivers and sensors at these addresses.
    let sources: [Source]
    /// The problems found, and what to do about them.
    let findings: [Finding]
    /// The process ID of the running recorder; `nil` if none is running.
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
