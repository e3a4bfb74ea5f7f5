import Glibc
public import OperatingSystem

/// A file of TLS secrets in NSS's format, readable by its owner only. It makes captures readable, so nothing on these
/// connections is secret any longer.
public final class KeyLog: Sendable {
    private let file: FileDescriptor

    /// Creates the file (0600); throws EEXIST if it exists, or if there is a link, even a dangling one.
    public init(at path: String) throws(SystemError) {
        file = try FileDescriptor("open \(path)") {
            unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        }
    }

    func write(_ line: [UInt8]) { _ = try? file.write(line, from: 0) }

    /// Closes the file; later output is lost.
    public func close() { file.close() }
}
