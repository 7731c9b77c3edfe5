/// The latest results of a stage by what they came from; the one used least lately goes first.
struct Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [(key: Key, value: Value)] = []
    private let capacity: Int

    /// Creates an empty memo of at least one place.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Returns whether a result is kept, without counting as a use.
    func contains(_ key: Key) -> Bool { entries.contains { $0.key == key } }

    /// The results that are kept, the one used last at the end.
    var values: some BidirectionalCollection<Value> { entries.lazy.map(\.value) }

    /// The result of a key; nil if it is not kept.
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
