import Evidence
import Glibc
import OperatingSystem

/// A lock on a file beside the store; it is free when its owner ends, however that happens.
final class StoreLock {
    enum Kind {
        /// One owner.
        case alone
        /// Any number of owners.
        case together
    }

    /// How long is waited for another program, and how often is looked.
    static let patience = 30_000
    private static let step = 20

    private let file: FileDescriptor

    /// Takes the lock; throws when somebody else keeps it for longer than so many milliseconds.
    init(_ path: String, _ kind: Kind, milliseconds: Int = StoreLock.patience) throws(CommandTrouble) {
        do {
            file = try FileDescriptor("open \(path)") {
                Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            }
        } catch {
            throw .cannotWrite(path, error)
        }
        let operation = (kind == .alone ? LOCK_EX : LOCK_SH) | LOCK_NB
        var left = milliseconds
        while flock(file.number, operation) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else {
                throw .cannotWrite(path, SystemError("flock", code: code))
            }
            guard left > 0 else {
                throw CommandTrouble(
                    what: "another program is using the history: it holds \(path)", remedy: "Try again later")
            }
            usleep(useconds_t(Self.step * 1_000))
            left -= Self.step
        }
    }

    deinit {
        // At once: a program that is just being started has a copy of the descriptor, and of the lock with it.
        _ = flock(file.number, LOCK_UN)
        file.close()
    }
}
