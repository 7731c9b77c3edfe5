import Foundation

/// Waits until a condition holds, and tries it twenty times per second.
/// - Parameters:
///   - seconds: The maximum time.
///   - condition: Returns whether the wait is over.
/// - Returns: Whether the condition held in time.
public func waitUntil(seconds: Double = 20, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    repeat {
        if try condition() { return true }
        usleep(50_000)
    } while ContinuousClock.now < end
    return try condition()
}
