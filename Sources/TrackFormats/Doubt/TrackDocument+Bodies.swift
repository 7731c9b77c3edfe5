import SensorModel

extension TrackDocument {
    /// Keeps the fixes of one body if the receivers of the file were carried by several, such as the animals of a study
    /// or the participants of a race: those of the receiver with the most fixes, and of each that does not contradict
    /// the ones kept before. The others become lines without times, which is reported as a problem. O(n log n) for
    /// receivers that do not overlap in time, and O(n) more for each that is kept.
    mutating func settleBodies() {
        // These are written by one machine, to which all of its receivers are connected.
        guard ![EventLogReader.format, GPSDLogReader.format].contains(format), hasSeveralReceivers else { return }
        var kept: [BodyCheck] = []
        var others: [Carried] = []
        let carried = carriedReceivers()
        for receiver in carried.sorted(by: { $0.sightings.count > $1.sightings.count }) {
            if kept.contains(where: { $0.contradicts(receiver.sightings) }) {
                others.append(receiver)
            } else {
                kept.append(BodyCheck(receiver.sightings))
            }
        }
        guard !others.isEmpty else { return }
        removeTimes(of: others)
        let points = others.reduce(0) { $0 + $1.sightings.count }
        report(
            .doubted,
            translatable(
                "it holds the tracks of different people, animals or vehicles, far apart at the same time; the one with the most points is followed, and {1} points of {2} others are kept without times"
            ), "\(points)", "\(others.count)")
    }

    private var hasSeveralReceivers: Bool {
        let chains = Set(sourceChains().map(\.chain))
        var first: DeviceID?
        for event in sensorEvents {
            guard case .fix(let fix) = event.payload, fix.device != first else { continue }
            if first != nil || !chains.isEmpty { return true }
            first = fix.device
        }
        return chains.count > 1
    }

    /// The recording of one receiver, as events or as tracks.
    private struct Carried {
        var device: DeviceID?
        var tracks: [Int] = []
        var sightings: [BodyCheck.Sighting] = []
    }

    /// Returns the places of each receiver in order of time, without those that have no time. O(n log n).
    private func carriedReceivers() -> [Carried] {
        var carried: [Carried] = []
        var ofDevices: [DeviceID: Int] = [:]
        for event in sensorEvents {
            guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate else { continue }
            let place = ofDevices[fix.device] ?? carried.count
            if place == carried.count { carried.append(Carried(device: fix.device)) }
            ofDevices[fix.device] = place
            carried[place].sightings.append(
                BodyCheck.Sighting(time: event.time, coordinate: coordinate, accuracy: fix.horizontalAccuracy ?? 0))
        }
        var ofChains: [SourceChain: Int] = [:]
        for (index, _, chain) in sourceChains() {
            let place = ofChains[chain] ?? carried.count
            if place == carried.count { carried.append(Carried()) }
            ofChains[chain] = place
            carried[place].tracks.append(index)
            for point in tracks[index].segments.joined() {
                guard let time = point.time else { continue }
                carried[place].sightings.append(
                    BodyCheck.Sighting(time: time, coordinate: point.coordinate, accuracy: point.accuracy ?? 0))
            }
        }
        for index in carried.indices { carried[index].sightings.sort { $0.time < $1.time } }
        return carried
    }

    private mutating func removeTimes(of others: [Carried]) {
        let names = DeviceNames(sensorEvents)
        for other in others {
            for index in other.tracks { tracks[index].removeTimes() }
            guard let device = other.device else { continue }
            tracks.append(
                Track(source: names[device], segments: [other.sightings.map { Point(coordinate: $0.coordinate) }]))
        }
        let gone = Set(others.compactMap(\.device))
        if !gone.isEmpty { sensorEvents.removeAll { $0.device.map(gone.contains) ?? false } }
    }
}
