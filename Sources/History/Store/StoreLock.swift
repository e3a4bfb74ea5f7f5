import Evidence
import Glibc
import OperatingSystem

/// The lock for changing a store or replacing its file; it is released when its owner ends, however that happens.
///
/// SQLite's own locks belong to one file, so they cannot protect its replacement.
final class StoreLock {
    /// The time to wait for another program, and the interval between attempts, in milliseconds.
    static let patience = 30_000
    private static let step = 20

    private let file: FileDescriptor

    /// Takes the lock; throws if another program keeps it for longer than this.
    init(_ path: String, milliseconds: Int = StoreLock.patience) throws(CommandError) {
        do {
            file = try FileDescriptor("open \(path)") {
                Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            }
        } catch {
            throw .cannotWrite(path, error)
        }
        var left = milliseconds
        while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else {
                throw .cannotWrite(path, SystemError("flock", code: code))
            }
            guard left > 0 else {
                throw CommandError(
                    what: "another program is using the history: it holds \(path)", remedy: "Try again later")
            }
            usleep(useconds_t(Self.step * 1_000))
            left -= Self.step
        }
    }

    deinit {
        // Release it explicitly: a child process that is being started has a copy of the descriptor, and with it the
        // lock.
        _ = flock(file.number, LOCK_UN)
        file.close()
    }
}
