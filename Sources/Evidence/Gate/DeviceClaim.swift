import Glibc
import Ground
import OperatingSystem

/// A device that a gate or a search needs exclusively, by a name that is the same on every rig with that device.
public struct DeviceClaim: Hashable, Comparable, Sendable {
    /// The name, which is also shown to people: `hci0`, `/dev/ttyUSB0`.
    public let name: String
    /// Whether others may hold the same claim: the name is then that of a kind of device, and the device itself is
    /// claimed by its own name.
    public let isShared: Bool

    public init(_ name: String, isShared: Bool = false) { (self.name, self.isShared) = (name, isShared) }

    public static func < (one: DeviceClaim, other: DeviceClaim) -> Bool {
        (one.name, one.isShared ? 1 : 0) < (other.name, other.isShared ? 1 : 0)
    }

    /// Returns each device once, exclusively if any of the claims is exclusive; always in the same order.
    static func merged(_ claims: [DeviceClaim]) -> [DeviceClaim] {
        claims.sorted().reduce(into: []) { if $0.last?.name != $1.name { $0.append($1) } }
    }
}

/// A kernel lock (`flock`) on a file: it ends with the process, however that ends.
final class FileLock {
    private let file: FileDescriptor

    /// Takes the lock, or throws an error that names the holder, without waiting. `what` is the thing being locked.
    init(_ path: String, of what: String, isShared: Bool = false) throws(CommandError) {
        do throws(SystemError) {
            file = try FileDescriptor("open \(path)") { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        } catch {
            throw .cannotWrite(path, error)
        }
        guard flock(file.number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let error = SystemError.last("flock \(path)")
            let holder = (try? Files.text(of: path, atMost: 200)).map { $0.shown(120) } ?? ""
            guard isTaken else { throw .cannotWrite(path, error) }
            throw CommandError(
                what: "another gate or search has \(what)\(holder.isEmpty ? "" : ": \(holder)")",
                remedy: "Wait until it ends, or end it")
        }
        // The holders of a shared lock are not named.
        let note = isShared ? [] : Array("process \(getpid()) since \(Program.date)".utf8)
        if ftruncate(file.number, 0) == 0 { _ = try? file.write(note) }
    }

    deinit {
        // Closing is not enough: a child process that is being started holds this descriptor until it executes its
        // program.
        flock(file.number, LOCK_UN)
        file.close()
    }
}
