import Foundation
public import FusionCore
public import Geodesy
public import SensorModel

/// What a session holds, without estimating anything that was not measured.
public struct SessionInfo: Sendable, Hashable {
    /// The smallest rectangle around coordinates; across the 180th meridian west is greater than east.
    public struct Bounds: Sendable, Hashable {
        /// The lower left corner.
        public var southWest: Coordinate
        /// The upper right corner.
        public var northEast: Coordinate
    }

    /// The file.
    public var path: String
    /// What the session says about itself.
    public var header: SessionHeader
    /// The format of the file.
    public var format: Int
    /// Bytes on disk, a log beside it included.
    public var size: Int
    /// True while it is recorded, or where a recording was not ended.
    public var isOpen: Bool
    /// The first event's place in time.
    public var start: Instant?
    /// The latest event's place in time.
    public var end: Instant?
    /// Metres between accepted fixes; outages left out.
    public var distance = 0.0
    /// Metres estimated through outages; not in ``distance``.
    public var estimatedDistance = 0.0
    /// The fastest measured speed in m/s.
    public var maximumSpeed = 0.0
    /// Around the accepted fixes; nil without any.
    public var bounds: Bounds?
    /// Fix attempts.
    public var fixCount = 0
    /// Fix attempts that the gate took.
    public var acceptedFixCount = 0
    /// Fix attempts that the gate did not take, by reason.
    public var rejected: [FixVerdict.Rejection: Int] = [:]
    /// Every stream of every source, in the order of devices.
    public var streams: [StreamStatistics] = []
    /// What the filter found out about each receiver, by its number.
    public var receivers: [ReceiverFindings] = []
    /// Steps of the system clock.
    public var clockSteps: [Double] = []
    /// Remarks of the user.
    public var markerCount = 0
    /// Corrections of the user.
    public var correctionCount = 0
    /// What imported files state of their sport, in the order of the session.
    public var statements: [ActivityStatement] = []
    /// The notes about parts of imported files that were not used unchanged, in the order of the session.
    public var notes: [ImportNote] = []
    /// The acceleration without gravity; `nil` without an accelerometer.
    public var acceleration: MotionBatches.Acceleration?
    /// How evenly steps follow each other; `nil` for too few steps.
    public var stepRegularity: StepRegularity?
    /// Seconds in which something moved.
    public var movingTime = 0.0
    /// The mean speed in m/s while something moved; `nil` if nothing did.
    public var movingSpeed: Double? {
        let length = distance + estimatedDistance
        return movingTime > 0 && length > 0 ? length / movingTime : nil
    }
    /// Events of all kinds.
    public var eventCount = 0

    /// Seconds from start to end.
    public var duration: Double {
        guard let start, let end else { return 0 }
        return max(0, end - start)
    }

    /// Samples lost, over all streams.
    public var dropCount: Int { streams.reduce(0) { $0 + $1.dropCount } }
}

extension SessionReader {
    /// Returns what the session holds. O(n), in memory that grows with the number of fixes only.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func info() throws(SessionError) -> SessionInfo {
        var survey = SessionSurvey(parameters: header.parameters)
        try forEachBatch(.events) { batch in
            for logged in batch { survey.note(logged.event) }
        }
        let (size, isOpen) = SessionFile.extent(path)
        return survey.info(path: path, header: header, size: size, isOpen: isOpen)
    }
}
