public import PhotoFormat

/// The access to photos, as closures that the program provides. Photos are only read.
public struct PhotoClient: Sendable {
    /// A photo's file.
    public struct File: Sendable, Hashable {
        /// The path of the photo's file.
        public var path: String
        /// The position, the time and the orientation according to the file.
        public var facts: PhotoFacts

        /// Describes a file.
        public init(path: String, facts: PhotoFacts) {
            self.path = path
            self.facts = facts
        }
    }

    /// Lists the photos among files and directly in folders, by path.
    public var find: @Sendable (_ paths: [String]) async -> [File]
    /// Returns whether a path is that of a folder that holds mostly photos.
    public var isFolderOfPhotos: @Sendable (_ path: String) async -> Bool
    /// Returns a part of a file, or all of it; `nil` if the file cannot be read or is too large for a photo.
    public var read: @Sendable (_ path: String, _ part: Range<Int>?) async -> [UInt8]?

    /// Creates a client from its closures.
    public init(
        find: @escaping @Sendable (_ paths: [String]) async -> [File],
        isFolderOfPhotos: @escaping @Sendable (_ path: String) async -> Bool,
        read: @escaping @Sendable (_ path: String, _ part: Range<Int>?) async -> [UInt8]?
    ) {
        self.find = find
        self.isFolderOfPhotos = isFolderOfPhotos
        self.read = read
    }

    /// Returns whether a file's name is that of a photo.
    public static func isPhoto(name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
    }
}
