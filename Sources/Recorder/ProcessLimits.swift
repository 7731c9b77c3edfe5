import Glibc

/// The limits of this process on descriptors, threads and address space.
///
/// Swift's libraries do not survive a short limit: without descriptors they end the process, and without threads or
/// address space they wait for ever. So a program probes its limits before it uses them.
public enum ProcessLimits {
    /// A limit that is too short, with what to do about it.
    public enum Shortage: Error, Sendable, Hashable, CustomStringConvertible {
        /// Too few files and connections may be open.
        case descriptors
        /// Too little memory may be reserved.
        case addressSpace
        /// Too few threads may run.
        case threads

        /// A sentence that says what is too short and what to do.
        public var description: String {
            switch self {
            case .descriptors:
                "Only \(descriptorCount) open files are allowed (ulimit -n), and a recording needs \(neededDescriptors) "
                    + "more than are open: start it after ulimit -n 1024."
            case .addressSpace:
                "The address space is limited (ulimit -v), and a recording needs another \(neededAddressSpace >> 20) MB: "
                    + "start it after ulimit -v unlimited."
            case .threads:
                "No \(neededThreads) more threads can be started: raise the limit on processes (ulimit -u, TasksMax= of "
                    + "a service, or pids.max of a container)."
            }
        }
    }

    /// 23 for a recording with sensors, 16 for followers, and those of children that start.
    private static let neededDescriptors = 60
    /// Nine for a recording with sensors, and those that run for a moment.
    private static let neededThreads = 16
    /// An arena of 64 MB of glibc for each of eight threads.
    private static let neededAddressSpace = 512 << 20

    /// The number of descriptors that this process may have open.
    static var descriptorCount: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Reserves what a recording needs, releases it, and returns what was too short.
    public static func shortage() -> Shortage? {
        if !hasDescriptors() { return .descriptors }
        if !hasAddressSpace() { return .addressSpace }
        return hasThreads() ? nil : .threads
    }

    private static func hasDescriptors() -> Bool {
        var descriptors: [CInt] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        while descriptors.count < neededDescriptors {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
            descriptors.append(descriptor)
        }
        return true
    }

    private static func hasAddressSpace() -> Bool {
        let space = mmap(nil, neededAddressSpace, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let space, space != MAP_FAILED else { return false }
        munmap(space, neededAddressSpace)
        return true
    }

    /// Starts threads that wait for each other.
    private static func hasThreads() -> Bool {
        let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(gate, nil)
        pthread_mutex_lock(gate)
        var threads: [pthread_t] = []
        var isAllowed = true
        while isAllowed, threads.count < neededThreads {
            var thread = pthread_t()
            isAllowed = pthread_create(&thread, nil, pass, gate) == 0
            if isAllowed { threads.append(thread) }
        }
        pthread_mutex_unlock(gate)
        for thread in threads { pthread_join(thread, nil) }
        pthread_mutex_destroy(gate)
        gate.deallocate()
        return isAllowed
    }

    private static let pass: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { gate in
        if let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) {
            pthread_mutex_lock(gate)
            pthread_mutex_unlock(gate)
        }
        return nil
    }
}
