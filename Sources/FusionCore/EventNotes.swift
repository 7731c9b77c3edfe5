import Geometry

/// The notes that a core made during a run, with the indices of the events that caused them.
struct EventNotes<Note: Sendable>: Sendable {
    private var notes: [Note] = []
    private var events: [Int] = []

    /// Adds the notes of an event that follows all events so far.
    mutating func add(_ new: [Note], at event: Int) {
        for note in new {
            notes.append(note)
            events.append(event)
        }
    }

    /// Returns the position of the first note at or after an event. O(log n).
    func position(from event: Int) -> Int { events.partitionPoint { $0 < event } }

    /// Replaces the notes of a core by those of an event, and advances the position behind them.
    @inline(__always)
    func pass(_ event: Int, from next: inout Int, to list: inout [Note]) {
        if !list.isEmpty { list.removeAll(keepingCapacity: true) }
        while next < events.count, events[next] == event {
            list.append(notes[next])
            next += 1
        }
    }
}
