import Glibc

/// The kernel's limit on the size of files, which ends a program in the middle of a write.
///
/// What fits is written, to the byte; the next write brings the signal SIGXFSZ, or the error EFBIG where it is ignored.
enum FileSizeLimit {
    private static let program = "/usr/bin/prlimit"

    /// Why there can be no such limit here; nil when there can.
    static var obstacle: String? { access(program, X_OK) == 0 ? nil : "prlimit of util-linux is not installed" }

    /// Kills the program when one of its files would grow beyond so many bytes.
    static func killing(at size: Int) -> [String] { [program, "--core=0", "--fsize=\(size)"] }

    /// Refuses to let one of its files grow beyond so many bytes.
    static func refusing(at size: Int) -> [String] {
        ["/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"] + killing(at: size)
    }
}
