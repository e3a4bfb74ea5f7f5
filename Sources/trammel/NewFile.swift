import ArgumentParser
import Glibc
import Ground

/// The name of a file that a command makes: one that is there already is somebody's, and is never replaced.
enum NewFile {
    /// A usage error when there is such a file.
    static func check(_ path: String?) throws {
        guard let path, access(path, F_OK) == 0 else { return }
        throw ValidationError("\(path.escapedForDisplay) is there already: name another file, or remove it.")
    }
}
