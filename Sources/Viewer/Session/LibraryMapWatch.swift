import Localization
package import ViewerModel

/// The sessions of the library that the user looks for, on the map.
@MainActor
package final class LibraryMapWatch {
    /// The sessions and the lines that have been read of them.
    package private(set) var map = LibraryMap()
    /// Whether the map shows the library instead of the session.
    package var isOn = false {
        didSet {
            guard isOn != oldValue else { return }
            pointed = nil
            owner?.publish(.libraryMap)
            read()
        }
    }
    /// Whether the map shows how many sessions passed each place.
    package var isHeat = false { didSet { if isHeat != oldValue { owner?.publish(.libraryMap) } } }
    /// The path of the session at which the user points, on the map or in the list; `nil` for none.
    package var pointed: String? { didSet { if isOn, pointed != oldValue { owner?.publish(.libraryMap) } } }
    /// The number of times that the lines on the map have changed.
    package private(set) var revision = 0
    /// The controller that shows the state.
    weak var owner: ReplayController?

    private var reading: Task<Void, Never>?

    /// Shows the sessions that a search finds.
    func show(_ found: LibraryList) {
        change { $0.sessions = found.days.flatMap(\.sessions) }
        read()
    }

    /// Reads a session again, whose file has changed.
    package func reread(_ path: String) {
        change { $0.forget(path) }
        read()
    }

    /// Waits until all lines have been read.
    package func settle() async {
        while let reading, !map.unread.isEmpty { await reading.value }
    }

    /// Stops reading.
    func stop() {
        reading?.cancel()
        reading = nil
    }

    private func change(_ body: (inout LibraryMap) -> Void) {
        body(&map)
        revision += 1
        if isOn { owner?.publish(.libraryMap) }
    }

    /// Reads the lines that are on the map and unknown, unless they are being read.
    private func read() {
        guard isOn, reading == nil, !map.unread.isEmpty, let read = owner?.clients?.lines else { return }
        let (folder, paths) = (owner?.folder, map.unread)
        reading = Task { [weak self] in
            for await part in read(folder, paths) {
                guard let self, !Task.isCancelled else { return }
                change { $0.add(part.lines, failures: part.failures) }
            }
            guard let self, !Task.isCancelled else { return }
            // What could not be read is not asked for again and again.
            let left = Set(map.unread).intersection(paths).map { ($0, Self.unreadable($0)) }
            if !left.isEmpty { change { $0.add([], failures: Dictionary(uniqueKeysWithValues: left)) } }
            reading = nil
            self.read()
        }
    }

    private static func unreadable(_ path: String) -> String {
        localized("{1} could not be read.", FileWords.name(of: [path]))
    }

    /// Describes the sessions on the map for the user.
    package var status: String {
        guard !map.sessions.isEmpty else { return localized("No sessions") }
        let count = localizedCount("{1} session", "{1} sessions", map.sessions.count)
        var facts = [count]
        if !map.unread.isEmpty {
            facts.append(localized("reading {1}…", countText(map.unread.count)))
        }
        if map.placelessCount > 0 { facts.append(localized("{1} without a place", countText(map.placelessCount))) }
        if !map.problems.isEmpty { facts.append(localized("{1} not readable", countText(map.problems.count))) }
        return facts.joined(separator: " · ")
    }
}
