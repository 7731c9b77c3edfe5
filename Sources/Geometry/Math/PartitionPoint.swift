extension RandomAccessCollection where Index == Int {
    /// Returns the index at which a condition ceases to hold. In `times`, `{ $0 <= now }` finds the first time after
    /// now.
    ///
    /// O(log n), by bisection.
    /// - Parameter belongsBefore: Whether an element precedes that index. It has to be true for the first elements and
    ///   false for all others.
    /// - Returns: The index of the first element for which it is false; `endIndex` if it is true for all.
    @inlinable
    public func partitionPoint(where belongsBefore: (Element) throws -> Bool) rethrows -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if try belongsBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
