import Glibc

/// The script that fetches what the machine needs and this computer lacks.
public enum MachineFetch {
    private static let shell = "/bin/bash"

    /// Replaces this program with the script, which reports under the given name and ends with 0, or with 3 if
    /// something could not be fetched.
    ///
    /// Returns only if the shell does not start, with the reason.
    public static func begin(as name: String) -> VirtualMachineError {
        let words = [shell, "-c", String(decoding: PackageResources.fetch_sh, as: UTF8.self), name]
        execv(shell, words.map { strdup($0) } + [nil])
        return .host(doing: "run \(shell)", reason: String(cString: strerror(errno)))
    }
}
