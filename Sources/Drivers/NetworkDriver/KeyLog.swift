import Glibc
public import OperatingSystem

/// A file of TLS's secrets in the format of NSS, for its owner's eyes alone: with it captures can be read, and nothing
/// on these connections is secret any more.
public final class KeyLog: Sendable {
    private let file: FileDescriptor

    /// Makes the file (0600); throws EEXIST where there is one, or a link, even to nowhere.
    public init(at path: String) throws(SystemError) {
        file = try FileDescriptor("open \(path)") {
            unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        }
    }

    func write(_ line: [UInt8]) { _ = try? file.write(line, from: 0) }

    /// Ends it; what is to be written then is lost.
    public func close() { file.close() }
}
