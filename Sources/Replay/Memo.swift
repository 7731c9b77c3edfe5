/// A cache of the latest results of a stage by their input. The least recently used result is discarded first.
struct Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [(key: Key, value: Value)] = []
    private let capacity: Int

    /// Creates an empty cache for at least one result.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Returns whether a result is cached. Does not count as a use.
    func contains(_ key: Key) -> Bool { entries.contains { $0.key == key } }

    /// The cached results, with the most recently used one at the end.
    var values: some BidirectionalCollection<Value> { entries.lazy.map(\.value) }

    /// The result for a key; `nil` if it is not cached.
    subscript(key: Key) -> Value? {
        mutating get {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.value
        }
        set {
            entries.removeAll { $0.key == key }
            guard let newValue else { return }
            entries.append((key, newValue))
            if entries.count > capacity { entries.removeFirst() }
        }
    }
}
