import Launch

/// Prevents the machine from going to sleep, if the desktop supports this: a logind lock held by `systemd-inhibit`.
///
/// The lock is released when this process ends, however it ends, because its holder waits for the end of a pipe.
/// Recording also works without logind, or if logind rejects the lock. The desktop still determines the effect of
/// closing the lid.
public final class SleepInhibitor: Sendable {
    private let holder: Child

    /// Requests the lock; `nil` if the program is not installed.
    /// - Parameter reason: The reason that is shown to the user when the machine does not sleep.
    public init?(reason: String) {
        var launch = ChildLaunch(words: [
            "systemd-inhibit", "--what=sleep:idle", "--who=Odograph", "--why=\(reason)", "--mode=block", "cat",
        ])
        launch.input = .pipe
        guard let holder = try? launch.start() else { return nil }
        self.holder = holder
        holder.release()
    }

    deinit { holder.closeInput() }
}
