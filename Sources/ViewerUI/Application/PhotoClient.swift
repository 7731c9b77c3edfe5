public import PhotoFormat

/// How the window reads photos; nothing is written.
public struct PhotoClient: Sendable {
    /// A photo's file.
    public struct File: Sendable, Hashable {
        /// The path of the file.
        public var path: String
        /// The place, the time and the orientation that the file states.
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
    /// Returns a part of a file, or all of it; `nil` if it cannot be read or is larger than a photo.
    public var read: @Sendable (_ path: String, _ part: Range<Int>?) async -> [UInt8]?

    /// Collects the closures.
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
