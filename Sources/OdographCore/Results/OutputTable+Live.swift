import FusionCore
import Geometry
import SensorModel

/// The live estimates.
extension OutputTable {
    static let live: [OutputTable] = [
        OutputTable("verdict", empty: [], \.live.verdicts) { row in
            [
                row.integer("time", unit: "ns") { $0.time.nanoseconds }, row.flag("accepted", \.isAccepted),
                row.word("reason", \.rejection), row.word("outcome", \.outcome), row.number("weight", \.weight),
                row.number("innovationAlong", unit: "m") { $0.assessment?.innovation?.x },
                row.number("innovationAcross", unit: "m") { $0.assessment?.innovation?.y },
                row.number("sigmas") { $0.assessment?.sigmas }, row.word("hypothesis") { $0.assessment?.hypothesis },
            ]
        },
        OutputTable("position", empty: PositionTrack(), \.live.positions) { positionColumns(of: $0, \.self) },
        OutputTable("speed", empty: SpeedTrack(), \.live.speeds) { row in
            [
                row.integer("time", unit: "ns") { $0.time.nanoseconds }, row.number("value", unit: "m/s", \.value),
                row.word("source", \.source), row.flag("isEstimated", \.isEstimated), row.word("quality", \.quality),
            ]
        },
        OutputTable("step", empty: [], \.live.steps) { row in
            [
                row.integer("time", unit: "ns") { $0.time.nanoseconds }, row.integer("count") { Int64($0.count) },
                row.number("cadence", unit: "1/s", \.cadence), row.number("strideLength", unit: "m", \.strideLength),
            ]
        },
        OutputTable("altitude", empty: [], \.live.altitudes) { row in
            [
                row.integer("time", unit: "ns") { $0.time.nanoseconds }, row.number("relative", unit: "m", \.relative),
                row.number("pressure", unit: "kPa", \.pressure), row.integer("floorsUp") { Int64($0.floorsUp) },
                row.integer("floorsDown") { Int64($0.floorsDown) }, row.number("drift", unit: "m", \.driftSigma),
            ]
        },
        OutputTable("status", empty: [], \.live.statuses) { row in
            [
                row.integer("time", unit: "ns") { $0.time.nanoseconds }, row.word("kind", \.kind),
                row.text("message", \.message),
            ]
        },
        OutputTable("workout", empty: [], \.live.workouts) { row in
            [
                row.integer("time", unit: "ns") { $0.time.nanoseconds },
                row.integer("start", unit: "ns") { $0.start.nanoseconds },
                row.integer("end", unit: "ns") { $0.end?.nanoseconds }, row.word("activity", \.activity),
                row.flag("isRunning", \.isRunning), row.integer("steps") { Int64($0.steps) },
                row.number("distance", unit: "m", \.distance),
            ]
        },
    ]

    static let motion: [OutputTable] = [
        OutputTable("attitude", empty: [], \.live.attitudes, columns: attitudeColumns),
        OutputTable("gravity", empty: [], \.live.gravities, columns: gravityColumns),
    ]

    /// The columns of a position.
    static func positionColumns<Rows>(
        of row: OutputRows<Rows>, _ position: @escaping @Sendable (Rows.Element) -> PositionEstimate
    ) -> [OutputColumn] {
        [
            row.integer("time", unit: "ns") { position($0).time.nanoseconds },
            row.number("latitude", unit: "degrees") { position($0).coordinate.latitude },
            row.number("longitude", unit: "degrees") { position($0).coordinate.longitude },
            row.number("altitude", unit: "m") { position($0).altitude },
            row.number("accuracy", unit: "m") { position($0).accuracy },
            row.number("eastVelocity", unit: "m/s") { position($0).eastVelocity },
            row.number("northVelocity", unit: "m/s") { position($0).northVelocity },
            row.flag("isEstimated") { position($0).isEstimated },
            row.flag("isInterpolated") { position($0).isInterpolated },
        ]
    }

    private static func attitudeColumns(of row: OutputRows<[AttitudeEstimate]>) -> [OutputColumn] {
        [
            row.integer("time", unit: "ns") { $0.time.nanoseconds }, row.number("w") { $0.rotation.w },
            row.number("x") { $0.rotation.x }, row.number("y") { $0.rotation.y }, row.number("z") { $0.rotation.z },
            row.word("reference", \.reference), row.integer("device") { Int64($0.device.rawValue) },
        ]
    }

    private static func gravityColumns(of row: OutputRows<[GravityEstimate]>) -> [OutputColumn] {
        [
            row.integer("time", unit: "ns") { $0.time.nanoseconds },
            row.number("x", unit: "m/s^2") { $0.vector.x }, row.number("y", unit: "m/s^2") { $0.vector.y },
            row.number("z", unit: "m/s^2") { $0.vector.z }, row.integer("device") { Int64($0.device.rawValue) },
        ]
    }
}
