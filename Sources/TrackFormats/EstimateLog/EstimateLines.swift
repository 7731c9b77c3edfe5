import FusionCore
import Geometry
import SensorModel

/// The members of each line, in the documented order.
extension EstimateLogWriter {
    static func add(_ verdict: FixVerdict, to line: inout ObjectText) {
        line.add(word: "type", "verdict")
        line.add("time", verdict.time)
        line.add("accepted", verdict.isAccepted)
        if let rejection = verdict.rejection { line.add("reason", rejection.rawValue) }
        line.add("outcome", verdict.outcome.rawValue)
        line.add("weight", verdict.weight)
        if verdict.isSecondary { line.add("isSecondary", true) }
        guard let assessment = verdict.assessment else { return }
        line.add("innovationAlong", assessment.innovation?.x)
        line.add("innovationAcross", assessment.innovation?.y)
        line.add("sigmas", assessment.sigmas)
        line.add("hypothesis", assessment.hypothesis.rawValue)
    }

    static func add(_ position: PositionEstimate, to line: inout ObjectText) {
        line.add("time", position.time)
        line.add("latitude", position.coordinate.latitude)
        line.add("longitude", position.coordinate.longitude)
        line.add("altitude", position.altitude)
        line.add("accuracy", position.accuracy)
        line.add("isEstimated", position.isEstimated)
    }

    static func add(_ speed: SpeedEstimate, to line: inout ObjectText) {
        line.add(word: "type", "speed")
        line.add("time", speed.time)
        line.add("value", speed.value)
        line.add("source", speed.source.rawValue)
        line.add("isEstimated", speed.isEstimated)
        line.add("quality", speed.quality.rawValue)
    }

    static func add(_ step: StepEstimate, to line: inout ObjectText) {
        line.add(word: "type", "step")
        line.add("time", step.time)
        line.add("count", step.count)
        line.add("cadence", step.cadence)
        line.add("strideLength", step.strideLength)
    }

    static func add(_ activity: ActivityEstimate, to line: inout ObjectText) {
        line.add(word: "type", "activity")
        line.add("time", activity.time)
        line.add("until", activity.until)
        line.add("activity", activity.activity.rawValue)
        line.add("confidence", activity.confidence.rawValue)
        line.add("probability", activity.probability)
        if let vehicle = activity.vehicle { line.add("kind", vehicle.rawValue) }
        if activity.isStated { line.add("isStated", true) }
    }

    static func add(_ altitude: AltitudeEstimate, to line: inout ObjectText) {
        line.add(word: "type", "altitude")
        line.add("time", altitude.time)
        line.add("relative", altitude.relative)
        line.add("pressure", altitude.pressure)
        line.add("floorsUp", altitude.floorsUp)
        line.add("floorsDown", altitude.floorsDown)
        line.add("drift", altitude.driftSigma)
    }

    static func add(_ status: StatusEstimate, to line: inout ObjectText) {
        line.add(word: "type", "status")
        line.add("time", status.time)
        line.add("message", status.message)
        line.add("kind", status.kind.rawValue)
    }

    static func add(_ workout: WorkoutEstimate, to line: inout ObjectText) {
        line.add(word: "type", "workout")
        line.add("time", workout.time)
        line.add("start", workout.start)
        if let end = workout.end { line.add("end", end) }
        line.add("activity", workout.activity.rawValue)
        line.add("isRunning", workout.isRunning)
        line.add("steps", workout.steps)
        line.add("distance", workout.distance)
        line.add("splits", workout.splits)
    }

    static func add(_ summary: Summary, _ names: DeviceNames, to line: inout ObjectText) {
        line.add(word: "type", "summary")
        for figure in SummaryFigure.all {
            guard let value = figure.value(summary) else { continue }
            if figure.isCount { line.add(figure.name, Int(nearest: value)) } else { line.add(figure.name, value) }
        }
        line.add("filter", summary.filter.rawValue)
        line.add("distanceAvailability", summary.distanceAvailability.rawValue)
        line.add("stepsAvailability", summary.stepsAvailability.rawValue)
        line.add("floorsAvailability", summary.floorsAvailability.rawValue)
        line.add("rejected") { text in
            text.append("{")
            let reasons = summary.rejected.keys.sorted { $0.rawValue < $1.rawValue }
            for (index, reason) in reasons.enumerated() {
                if index > 0 { text.append(",") }
                text.append(json: reason.rawValue)
                text.append(":")
                text.append(summary.rejected[reason] ?? 0)
            }
            text.append("}")
        }
        guard !summary.receivers.isEmpty else { return }
        line.add("receivers") { text in
            for (index, receiver) in summary.receivers.enumerated() {
                text.append(index == 0 ? "[" : ",")
                var member = ObjectText(taking: &text)
                member.add("device", names[receiver.device] ?? "\(receiver.device.rawValue)")
                member.add("white", receiver.white)
                member.add("wander", receiver.wander)
                member.add("speedLag", receiver.speedLag)
                member.add("speedScale", receiver.speedScale)
                if let error = receiver.error { member.add("error", error) }
                text = member.end()
            }
            text.append("]")
        }
    }
}
