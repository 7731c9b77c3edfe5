/// An archive or a compressed file. Its members are unpacked as often as they are asked for.
struct PackedFile {
    /// The name used in error messages.
    let name: String
    private let file: SpooledFile
    private let walk: ArchiveWalk
    private let depth: Int

    /// Uses a source's own file, or a temporary copy.
    init(_ source: ByteSource, in walk: ArchiveWalk, depth: Int) throws {
        (name, self.walk, self.depth) = (source.name, walk, depth)
        file = try SpooledFile(source, limit: walk.importer.limits.unpackedSize)
    }

    /// Returns the members in order, with the data of those whose names have an ending, without regard to case.
    func members(endingWith ending: String = "") throws -> UnpackedStream {
        try walk.children.members(of: file.path, named: name, depth: depth, ending: ending, meter: walk.meter)
    }

    /// Returns the paths of all members, and the archive's list of activities, which is empty if there is no readable
    /// one.
    func contents() throws -> (paths: [String], list: ActivityList) {
        var paths: [String] = []
        var list: (path: String, bytes: [UInt8])?
        let stream = try members(endingWith: ActivityList.fileName)
        while let member = try stream.next() {
            paths.append(member.path)
            guard list == nil, ActivityList.isList(member.path) else { continue }
            list = (try? member.content.readAll(limit: ActivityList.longest)).map { (member.path, $0) }
        }
        try walk.meter.add(members: paths.count)
        guard let list else { return (paths, ActivityList()) }
        return (paths, ActivityList(list.bytes, at: list.path, among: paths))
    }
}
