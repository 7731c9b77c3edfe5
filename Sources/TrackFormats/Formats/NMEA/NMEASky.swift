import SensorModel

/// The satellites of an epoch: GSV sentences state those in view, four each, and GSA sentences those that the fix uses.
struct NMEASky {
    /// A satellite. The constellation is as gpsd numbers it; `nil` if no sentence names it.
    private struct Identity: Hashable {
        let constellation: Int?
        let number: Int

        init?(_ number: Double?, _ constellation: Int?) {
            guard let number = number.flatMap(Int.init(exactly:)), 1...999 ~= number else { return nil }
            // NMEA gives the satellites of SBAS the numbers after those of GPS.
            let isAugmentation = constellation ?? 0 == 0 && NMEASky.augmentation ~= number
            self.constellation = isAugmentation ? 1 : constellation
            self.number = isAugmentation ? number + NMEASky.augmentationShift : number
        }
    }

    /// The numbers of the satellites of SBAS, and what has to be added for the number that they send.
    private static let (augmentation, augmentationShift) = (33...64, 87)
    /// The constellations by the talker of a sentence, and by the system that a GSA sentence of NMEA 4.1 names.
    private static let talkers = ["GP": 0, "GA": 2, "GB": 3, "BD": 3, "GQ": 5, "GL": 6, "GI": 7]
    private static let systems: [Double: Int] = [1: 0, 2: 6, 3: 2, 4: 3, 5: 5, 6: 7]
    /// The maximum number of satellites of a sky view; more are damage.
    private static let most = 256

    private var inView: [Identity: Satellite] = [:]
    private var used: Set<Identity> = []

    /// Adds the satellites in view of a GSV sentence. One with several signals has the strength of the strongest.
    mutating func addInView(_ sentence: NMEASentence) {
        let constellation = Self.talkers[sentence.talker]
        for start in stride(from: 4, to: sentence.fields.count - 3, by: 4) {
            guard inView.count < Self.most, let identity = Identity(sentence.number(start), constellation) else {
                continue
            }
            let strength = sentence.number(start + 3).flatMap { $0 > 0 ? $0 : nil }
            let known = inView[identity]?.signalStrength
            inView[identity] = Satellite(
                number: identity.number, constellation: identity.constellation,
                elevationDegrees: sentence.number(start + 1), azimuthDegrees: sentence.number(start + 2),
                signalStrength: [known, strength].compactMap(\.self).max())
        }
    }

    /// Adds the satellites that the fix uses, of a GSA sentence.
    mutating func addUsed(_ sentence: NMEASentence) {
        let constellation = sentence.number(18).flatMap { Self.systems[$0] } ?? Self.talkers[sentence.talker]
        for place in 3...14 {
            if let identity = Identity(sentence.number(place), constellation) { used.insert(identity) }
        }
    }

    /// Returns the view; `nil` if no sentence stated satellites in view.
    func view(of device: DeviceID, dilution: Double?) -> Sky? {
        guard !inView.isEmpty else { return nil }
        let satellites = inView.map { identity, satellite in
            var satellite = satellite
            satellite.isUsed =
                used.contains(identity) || used.contains { $0.constellation == nil && $0.number == identity.number }
            return satellite
        }
        return Sky(
            device: device,
            satellites: satellites.sorted { ($0.constellation ?? -1, $0.number) < ($1.constellation ?? -1, $1.number) },
            horizontalDilution: dilution)
    }
}
