import Foundation

/// The properties of this system that decide which command fixes a problem.
public struct SystemTraits: Sendable, Hashable {
    /// A family of distributions with one package manager.
    public enum Family: Sendable, Hashable, CaseIterable {
        /// Debian, Ubuntu, and their derivatives.
        case debian
        /// Fedora, Red Hat Enterprise Linux, and their derivatives.
        case fedora
        /// Arch Linux and its derivatives.
        case arch
        /// openSUSE and SUSE Linux Enterprise.
        case suse
    }

    /// The family of the distribution; `nil` if it is none of them.
    public var family: Family?
    /// Whether a gpsd is installed.
    public var hasGPSD: Bool
    /// Whether GeoClue is installed.
    public var hasGeoClue: Bool
    /// Whether a package of this program has installed its udev rule as an example.
    public var hasInstalledRule: Bool

    /// The installed example of the udev rule.
    static let installedRule = "/usr/share/doc/odograph/examples/60-odograph-iio.rules"
    /// The folders that may contain the file from which the system's bus starts a service.
    private static let serviceFolders = [
        "/usr/share/dbus-1/system-services", "/usr/local/share/dbus-1/system-services",
    ]
    /// The folders that may contain gpsd: those of services are not in every user's `PATH`.
    private static let programFolders = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin", "/sbin"]

    /// Reads the traits of this system. Asks the file system a few times.
    public static func current() -> SystemTraits {
        let files = FileManager.default
        let release = ["/etc/os-release", "/usr/lib/os-release"].lazy
            .compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first
        return SystemTraits(
            family: release.flatMap(Family.init(osRelease:)),
            hasGPSD: programFolders.contains { files.isExecutableFile(atPath: $0 + "/gpsd") },
            hasGeoClue: serviceFolders.contains {
                files.fileExists(atPath: $0 + "/org.freedesktop.GeoClue2.service")
            },
            hasInstalledRule: files.fileExists(atPath: installedRule))
    }
}

extension SystemTraits.Family {
    /// Infers the family from an `os-release` file: from the distribution's own name, or from those that it resembles.
    /// - Parameter osRelease: The text of the file, as described in os-release(5).
    public init?(osRelease: String) {
        let names = ["ID=", "ID_LIKE="].flatMap { key in
            osRelease.split(whereSeparator: \.isNewline).last { $0.hasPrefix(key) }.map {
                $0.dropFirst(key.count).split { $0 == " " || $0 == "\"" || $0 == "'" }.map { $0.lowercased() }
            } ?? []
        }
        let families = names.lazy.compactMap { name -> Self? in
            switch name {
            case "debian", "ubuntu": .debian
            case "fedora", "rhel", "centos": .fedora
            case "arch": .arch
            case "suse", "sles": .suse
            default: name.hasPrefix("opensuse") ? .suse : nil
            }
        }
        guard let first = families.first else { return nil }
        self = first
    }
}
