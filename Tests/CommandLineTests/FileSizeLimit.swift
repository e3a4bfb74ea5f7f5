import Glibc

/// The kernel's limit on file sizes, which ends a program in the middle of a write.
///
/// Data is written up to the exact limit; the next write causes the signal SIGXFSZ, or the error EFBIG if that is
/// ignored.
enum FileSizeLimit {
    private static let program = "/usr/bin/prlimit"

    /// The reason why no limit can be set here; nil if it can.
    static var obstacle: String? { access(program, X_OK) == 0 ? nil : "prlimit of util-linux is not installed" }

    /// Returns a launcher that kills the program when one of its files would exceed a number of bytes.
    static func killing(at size: Int) -> [String] { [program, "--core=0", "--fsize=\(size)"] }

    /// Returns a launcher that makes writes beyond a number of bytes fail.
    static func refusing(at size: Int) -> [String] {
        ["/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"] + killing(at: size)
    }
}
