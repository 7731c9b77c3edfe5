import Geometry

/// The meaning of a table column.
enum ColumnRole: Hashable {
    /// The time of the row.
    case time
    /// The time since the recording began, in seconds.
    case elapsed
    /// The separate clock of a group of columns.
    case groupTime(ColumnGroup)
    /// The altitude above sea level, if another column has the height above the ellipsoid.
    case seaLevelAltitude
    case latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, speed, speedAccuracy, course
    case courseAccuracy, satellites, dilution, pressure, temperature, heartRate, cadence, power
    /// The velocity to the north and to the east, for tables without a speed.
    case velocityNorth, velocityEast
    /// The date of a row whose time is a time of day, and how far its clock is ahead of UTC.
    case date, zone
    /// The latitude and longitude in one cell.
    case position
    /// The letter of the hemisphere of a latitude, and of a longitude, that are not negative.
    case northOrSouth, eastOrWest
    /// Whether the receiver had a position, and whether the row has a new one and not the last one again.
    case validity, isUpdate
    /// The number or name of the device that recorded the row.
    case receiver
    /// The number of the segment of a track, and the user's activity.
    case segment, activity
    /// Whether the position is estimated.
    case isEstimated
    /// The reason for which a data logger recorded the row, and the name of the voice recording that it made there.
    case reason, voice
    /// An axis (0, 1 or 2) of a three-axis stream.
    case axis(AxisStream, Int)

    /// The three-axis streams in tables.
    enum AxisStream: Int, Hashable, CaseIterable {
        /// Acceleration including gravity.
        case acceleration
        /// Acceleration excluding gravity.
        case userAcceleration
        case gravity
        case rotation
        case magneticField
        /// The stream of columns that are named only x, y and z.
        case nameless
    }

    /// The groups of columns that can have a separate clock.
    enum ColumnGroup: Hashable {
        case fix
        case stream(AxisStream)
    }
}

/// A column: its meaning, and the factor that converts its values to the core's unit.
struct Column: Hashable {
    var role: ColumnRole
    var scale = 1.0
    /// The preference among names with the same meaning; lower is better.
    private(set) var rank = 0
    /// The stream inferred from the unit, for an axis that is named only x, y or z.
    private(set) var streamOfUnit: ColumnRole.AxisStream?

    /// Whether the column is a latitude under the name of FIT's profile, whose angles are often those of the device.
    private(set) var isAngleOfFIT = false

    /// Parses a header cell such as `acc_x`, `Latitude (°)` or `accelerometerAccelerationX(G)`; `nil` if its name is
    /// unknown.
    init?(header: String) {
        var (name, unit) = Self.split(header)
        var ranks = 0
        if Self.plain[name] == nil, Self.axis(name) == nil, let words = HeaderWords(Self.title(header)) {
            name = words.name
            if unit.isEmpty { unit = words.unit }
            // A whole name that is known is preferred.
            ranks = Self.rankOfWords
        }
        if let (role, rank) = Self.plain[name] {
            self.init(role: role)
            self.rank = rank + ranks
            isAngleOfFIT = name == Self.positionLat
        } else if ranks == 0, let axis = Self.axis(name) {
            self.init(role: axis)
            streamOfUnit = Self.stream(ofUnit: unit)
        } else {
            return nil
        }
        scale = Self.scale(of: role, unit: unit, name: name)
    }

    private init(role: ColumnRole) { self.role = role }

    /// Splits a header into its name, reduced to lowercase letters and digits, and its lowercase unit.
    private static func split(_ header: String) -> (name: String, unit: String) {
        let lower = header.lowercased()
        let name = title(lower).filter { $0.isLetter || $0.isNumber }
        let rest = lower.dropFirst(title(lower).count)
        // GoPro's tables name the quantity in parentheses, and the unit in brackets.
        if name == "gps", let end = rest.firstIndex(of: ")") {
            let unit = rest[end...].filter { !"()[] ".contains($0) }
            return (rest[..<end].filter { $0.isLetter || $0.isNumber }, unit)
        }
        return (name, rest.filter { !"()[] ".contains($0) })
    }

    /// Returns the part of a header before its unit.
    private static func title(_ header: String) -> Substring {
        // Blackbox logs of drones number the parts of a vector in brackets.
        header.hasSuffix("[0]") || header.hasSuffix("[1]") ? header[...] : header.prefix { $0 != "(" && $0 != "[" }
    }

    /// The addition to the rank of a name that is understood word by word.
    private static let rankOfWords = 1_000

    private static func scale(of role: ColumnRole, unit: String, name: String) -> Double {
        switch role {
        case .axis(.acceleration, _), .axis(.userAcceleration, _), .axis(.gravity, _):
            if name.hasPrefix("gforce") { return standardGravity }
            // Apple's accelerometer reads -1 g on the axis that points up. Only Apple uses the unit G.
            return unit == "g"
                ? (name.hasPrefix("accelerometeracceleration") || name.hasPrefix("motion") ? -1 : 1)
                    * standardGravity : 1
        case .axis(.rotation, _): return unit.hasPrefix("°/s") || unit.hasPrefix("deg") ? .pi / 180 : 1
        case .axis(.magneticField, _): return unit == "gauss" || unit == "g" ? 100 : unit == "mt" ? 1000 : 1
        case .speed:
            // OwnTracks writes `vel` in km/h.
            if ["km/h", "kph", "kmh"].contains(where: unit.hasSuffix) || name.hasSuffix("kmh")
                || ["kph", "vel"].contains(name)
            {
                return ForeignUnit.kilometrePerHour
            }
            if unit.hasSuffix("mph") || name == "mph" { return ForeignUnit.milePerHour }
            let isKnots = unit == "kn" || unit.hasPrefix("knot") || unit == "kts" || namesInKnots.contains(name)
            return isKnots ? ForeignUnit.knot : 1
        case .pressure: return unit == "hpa" || unit == "mbar" ? 0.1 : unit == "pa" ? 0.001 : 1
        case .altitude, .seaLevelAltitude:
            return unit == "ft" || unit == "feet" || name == "feet" ? ForeignUnit.foot : 1
        case .time, .elapsed, .groupTime: return seconds(of: unit, name)
        case .latitude, .longitude: return unit == "e7" ? 1e-7 : 1
        default: return 1
        }
    }

    /// The names of speeds in knots, such as ships' speeds over ground (AIS).
    private static let namesInKnots: Set<String> = ["kts", "sog"]
    /// The names of times in milliseconds: since 1970, the start of a recording, or midnight.
    private static let namesInMilliseconds: Set<String> = [
        "mstoday", "gnsspostime", "timems", "timestampms", "millis", "milliseconds",
    ]

    /// Returns the seconds in one of a time's unit.
    private static func seconds(of unit: String, _ name: String) -> Double {
        switch unit {
        case "ms", "millisecond", "milliseconds", "msec": 1e-3
        case "us", "µs", "μs", "microseconds": 1e-6
        case "min", "minutes": 60
        default: namesInMilliseconds.contains(name) ? 1e-3 : 1
        }
    }

    /// Returns the factor of a unit that follows a number in its cell; `nil` if the unit is unknown.
    static func scale(of role: ColumnRole, besideNumber unit: String) -> Double? {
        unitsBesideNumbers.contains(unit) ? scale(of: role, unit: unit, name: "") : nil
    }

    private static let unitsBesideNumbers: Set<String> = [
        "m", "ft", "feet", "m/s", "mps", "km/h", "kmh", "kph", "mph", "kn", "knot", "knots", "kts",
    ]

    private static let positionLat = "positionlat"

    private static let plain: [String: (ColumnRole, Int)] = {
        let names: [ColumnRole: [String]] = [
            .time: [
                "utctime", "time", "timestamp", "datetime", "tst", "loggingtime", "utc", "gpstime", "fixtime",
                "timeiso8601", "dateandtime", "recordedat", "isotst", "timestampms", "timems", "timelong", "unixtime",
                "epoch", "localtime", "when", "pointtime", "devicetime", "tstr", "ts", "t", "arrived",
                "datetimeoriginal", "starttime", "createdat", "trackedat", "timestampepoch", "utct", "basedatetime",
                "lcltime", "timeutc", "gpsutctime", "stamp", "capturedat", "loggedat", "firstseen", "updatetime",
                "locationutc", "millis", "unixtimestamp",
                "yyyymoddhhmisssss", "uhrzeit", "zeit", "fechahora", "horautc", "hora", "heure", "tijd", "日時", "时间",
                "время",
            ],
            .date: ["date", "utcdate", "utcd", "lcldate", "gpsdate", "dateutc", "localdate", "datum", "fecha"],
            .zone: ["utcofst"], .position: ["position", "gps"],
            .northOrSouth: ["ns", "latituderef", "gpslatituderef", "latref", "latdir", "lathemisphere", "latns"],
            .eastOrWest: ["ew", "longituderef", "gpslongituderef", "lonref", "londir", "lonhemisphere", "lonew"],
            .validity: ["valid"], .isUpdate: ["gpsupdate"],
            .receiver: [
                "tracknumber", "deviceid", "trackerid", "tid", "device", "mmsi", "individuallocalidentifier",
            ],
            .elapsed: ["elapsed", "secondselapsed", "timeoffset", "mstoday"],
            .latitude: [
                "latitude", "lat", "gpslatitude", "locationlatitude", "latitudedeg", positionLat, "latitudens",
                "locationlat", "latitud", "breitengrad", "breite", "latitudine", "breedtegraad", "gpscoord0", "緯度",
                "纬度", "широта",
            ],
            .longitude: [
                "longitude", "lon", "lng", "long", "gpslongitude", "locationlongitude", "longtitude", "longitudedeg",
                "positionlong", "longitudeew", "locationlong", "longitud",
                "längengrad", "laengengrad", "länge", "longitudine", "lengtegraad", "gpscoord1", "経度", "经度", "долгота",
            ],
            .altitude: [
                "altitude", "alt", "ele", "elevation", "height", "locationaltitude", "gpsaltitude", "altitudem", "altm",
                "feet", "enhancedaltitude", "altmsl", "heightabovemsl", "geoaltitude", "elev",
                "hmsl", "höhe", "hoehe", "altitud", "altitudine", "hoogte", "高度", "海拔", "высота",
            ],
            .heartRate: ["heartrate", "hr", "bpm", "heart", "pulse"], .cadence: ["cadence", "cad", "caden"],
            .power: ["power", "watts", "pwr", "bikepower"],
            .seaLevelAltitude: ["altitudeabovemeansealevel", "altitudeabovesealevel"],
            .horizontalAccuracy: [
                "horizontalaccuracy", "accuracy", "gpsaccuracym", "gpsaccuracy", "locationhorizontalaccuracy", "acc",
                "ehpe", "hacc", "horaccuracy",
            ],
            .verticalAccuracy: ["verticalaccuracy", "locationverticalaccuracy", "vac", "evpe", "gnssvacc", "vacc"],
            .speed: [
                "gpsspeed", "speed", "velocity", "locationspeed", "spd", "speedms", "speedkmh", "kmh", "kph", "vel",
                "kts", "mph",
                "enhancedspeed", "gspd", "gndspd", "groundspeed", "sog", "gnssgvel",
                "2d", "hspeed", "velocidad", "geschwindigkeit", "velocidade", "vitesse", "snelheid", "速度", "скорость",
            ],
            .speedAccuracy: ["speedaccuracy", "locationspeedaccuracy", "sacc"],
            .velocityNorth: ["veln", "vn", "velocitynorth"], .velocityEast: ["vele", "ve", "velocityeast"],
            .course: [
                "course", "bearing", "direction", "locationcourse", "track", "cog", "gpsheading", "head", "hdg", "trk",
                "groundcourse",
            ],
            .courseAccuracy: ["courseaccuracy", "bearingaccuracy", "locationcourseaccuracy", "cacc"],
            .satellites: ["satellites", "sat", "sats", "numsats", "numsat", "satcount", "nsats", "numsv"],
            .dilution: ["hdop"],
            .pressure: ["pressure", "altimeterpressure", "pres"], .temperature: ["temperature"],
            .isEstimated: ["isestimated"],
            .segment: ["segment"], .activity: ["activity"],
            .groupTime(.fix): ["locationtimestampsince1970", "gnsspostime"],
            .groupTime(.stream(.acceleration)): ["accelerometertimestampsincereboot"],
            .groupTime(.stream(.rotation)): ["gyrotimestampsincereboot"],
            .groupTime(.stream(.magneticField)): ["magnetometertimestampsincereboot"],
        ]
        return Dictionary(
            names.flatMap { role, names in names.enumerated().map { ($1, (role, $0)) } },
            uniquingKeysWith: { first, _ in first })
    }()

    private static let axisNames: [(prefix: String, stream: ColumnRole.AxisStream)] = [
        ("", .nameless), ("acc", .acceleration), ("accel", .acceleration), ("a", .acceleration),
        ("acceleration", .acceleration),
        ("accelerometer", .acceleration), ("totalacceleration", .acceleration),
        ("accelerometeracceleration", .acceleration), ("gforce", .acceleration),
        ("linearacceleration", .userAcceleration),
        ("linacc", .userAcceleration), ("useracceleration", .userAcceleration), ("useracc", .userAcceleration),
        ("grav", .gravity), ("gravity", .gravity), ("gyro", .rotation), ("gyroscope", .rotation), ("g", .rotation),
        ("gyrorotation", .rotation), ("rotation", .rotation), ("rotationrate", .rotation), ("mag", .magneticField),
        ("m", .magneticField), ("magnetometer", .magneticField), ("magneticfield", .magneticField),
    ]

    private static func axis(_ name: String) -> ColumnRole? {
        guard let last = name.last, let axis = ["x", "y", "z"].firstIndex(of: String(last)) else { return nil }
        let prefix = name.dropLast()
        return axisNames.first { $0.prefix == prefix }.map { .axis($0.stream, axis) }
    }

    private static func stream(ofUnit unit: String) -> ColumnRole.AxisStream? {
        switch unit {
        case "m/s^2", "m/s2", "m/s²": .acceleration
        case "rad/s": .rotation
        case "µt", "μt", "ut": .magneticField
        default: nil
        }
    }
}
