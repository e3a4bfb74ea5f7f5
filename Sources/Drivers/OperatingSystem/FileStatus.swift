internal import CLinux
import Glibc

/// A file's status according to the kernel: its kind, permissions, owner and size.
public struct FileStatus: Hashable, Sendable {
    /// The kind of a file.
    public enum Kind: Hashable, Sendable {
        case regular, folder, link, fifo, socket, device
    }

    public let kind: Kind
    /// The lower twelve bits of its mode.
    public let rights: UInt32
    /// The user id.
    public let owner: UInt32
    /// The size in bytes.
    public let size: Int
    /// The time of the last change, in seconds since 1970.
    public let changed: Int64

    /// Reads the status of a path, by default following a link. Throws the `errno` of stat.
    public init(of path: String, followingLinks: Bool = true) throws(SystemError) {
        var status = trammel_status()
        guard unsafe trammel_status_of_path(path, followingLinks ? 1 : 0, &status) == 0 else {
            throw SystemError.last("stat \(path)")
        }
        self.init(status)
    }

    /// Reads the status of an open file. Throws the `errno` of fstat.
    public init(of descriptor: Int32) throws(SystemError) {
        var status = trammel_status()
        guard unsafe trammel_status_of_file(descriptor, &status) == 0 else { throw SystemError.last("fstat") }
        self.init(status)
    }

    private init(_ status: trammel_status) {
        switch status.mode & UInt32(S_IFMT) {
        case UInt32(S_IFREG): kind = .regular
        case UInt32(S_IFDIR): kind = .folder
        case UInt32(S_IFLNK): kind = .link
        case UInt32(S_IFIFO): kind = .fifo
        case UInt32(S_IFSOCK): kind = .socket
        default: kind = .device
        }
        rights = status.mode & 0o7777
        owner = status.owner
        size = Int(status.size)
        changed = status.changed
    }
}
