extension Array {
    /// Returns whether two arrays share their storage, because one is a copy of the other; then they are equal. False
    /// says nothing. O(1).
    public func isCopy(of other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.count == $0.count && own.baseAddress == $0.baseAddress }
        }
    }
}
