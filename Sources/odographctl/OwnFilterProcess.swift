import CConfinement
import Glibc
import TrackFormats

/// The child process that confines itself and becomes a filter of the user's own.
enum OwnFilterProcess {
    /// Confines this process to a folder, and becomes the filter.
    /// - Parameter words: The command line of the filter, and the folder.
    static func run(_ words: ArraySlice<String>) -> Never {
        guard let program = words.first, let folder = words.last, words.count == 2 else {
            StandardError.write("\(OwnFilter.confinement) is started by run --filter; it is not for other uses.")
            exit(EX_USAGE)
        }
        guard chdir(folder) == 0 else {
            StandardError.write("The folder “\(folder)” cannot be entered: \(String(cString: strerror(errno))).")
            exit(EX_NOINPUT)
        }
        if CConfinementEnterFolder(".") == 0 {
            StandardError.write("This kernel cannot confine the filter: it runs with all rights of its user.")
        }
        let words = ["/bin/sh", "-c", "exec \(program)"]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execv("/bin/sh", arguments)
        StandardError.write("The shell cannot be started: \(String(cString: strerror(errno))).")
        exit(EX_UNAVAILABLE)
    }
}
