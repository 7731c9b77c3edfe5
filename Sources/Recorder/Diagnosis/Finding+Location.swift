import FusionCore
import GPSDClient
import GeoClueClient
import SensorModel

extension Finding {
    /// The advice if a location service denies the location.
    static var locationAdvice: String {
        translatable(
            "Turn on the location services in the settings of the desktop, or run: gsettings set org.gnome.system.location enabled true. If there is no such setting, set allowed=true for [io.github.odograph.Odograph] in /etc/geoclue/geoclue.conf."
        )
    }
}

extension Examination {
    /// Returns what is wrong with a location service; `nil` if it states locations.
    func locationFinding(_ state: GeoClueLink.State, of status: SourceStatus) -> Finding? {
        switch state {
        case .location: return nil
        case .noBus:
            return Finding(
                status.name, translatable("The system's message bus (D-Bus) cannot be reached."),
                translatable("Start it: sudo systemctl start dbus."))
        case .notInstalled:
            return Finding(
                status.name, translatable("GeoClue is not installed on this machine."), system.geoClueAdvice)
        case .denied: return Finding(status.name, status.sentence, Finding.locationAdvice)
        case .connecting:
            return Finding(
                status.name, status.detail == nil ? translatable("It has not answered yet.") : status.sentence,
                translatable(
                    "Answer the desktop's question if there is one; otherwise: sudo systemctl restart geoclue."))
        case .noLocation:
            return Finding(
                status.name, translatable("GeoClue has not stated a location yet."),
                translatable(
                    "Wait a minute; it needs a modem with a receiver, or Wi-Fi and a network service (/etc/geoclue/geoclue.conf)."
                ))
        case .silent:
            return Finding(
                status.name, status.sentence,
                translatable("Nothing if the machine is not moving; otherwise: sudo systemctl restart geoclue."))
        }
    }

    /// The hint that a location service could be chosen; `nil` if it was, if there is none, or if there is a receiver.
    var alternativeFinding: Finding? {
        let lacksReceiver = statuses.contains {
            switch $0.state {
            case .gpsd(.noDevice), .gpsd(.connecting): true
            default: false
            }
        }
        guard lacksReceiver, system.hasGeoClue, !statuses.contains(where: { $0.state.isLocationService }) else {
            return nil
        }
        return Finding(
            GeoClueClient.sourceName,
            translatable("It is installed, and could state the location without a receiver."),
            translatable(
                "If a rough location is enough: odographctl record --geoclue, or choose it in the preferences. It might ask a network service."
            ))
    }
}

extension SourceStatus {
    /// The problem as a sentence.
    fileprivate var sentence: String { detail.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." } ?? "" }
}

extension SystemTraits {
    /// The command that installs GeoClue.
    fileprivate var geoClueAdvice: String {
        switch family {
        case .debian: translatable("Install GeoClue: sudo apt install geoclue-2.0")
        case .fedora: translatable("Install GeoClue: sudo dnf install geoclue2")
        case .arch: translatable("Install GeoClue: sudo pacman -S geoclue")
        case .suse: translatable("Install GeoClue: sudo zypper install geoclue2")
        case nil: translatable("Install GeoClue with the package manager of this system.")
        }
    }
}
