import Attestation
import Evidence
import Glibc
import Ground
import OperatingSystem

/// A device that a gate or a search needs for itself, by a name that is the same on every rig that has it.
public struct DeviceClaim: Hashable, Comparable, Sendable {
    /// For people, too: `hci0`, `/dev/ttyUSB0`.
    public let name: String
    /// Whether others may have the same: a kind of device, of which this one is known by a name of its own.
    public let isShared: Bool

    public init(_ name: String, isShared: Bool = false) { (self.name, self.isShared) = (name, isShared) }

    public static func < (one: DeviceClaim, other: DeviceClaim) -> Bool {
        (one.name, one.isShared ? 1 : 0) < (other.name, other.isShared ? 1 : 0)
    }

    /// Each device once, for itself where one of several claims asks for that; always in one order.
    static func merged(_ claims: [DeviceClaim]) -> [DeviceClaim] {
        claims.sorted().reduce(into: []) { if $0.last?.name != $1.name { $0.append($1) } }
    }
}

/// A lock of the kernel's (`flock`) on a file: it ends with the process, however that ends.
final class FileLock {
    private let file: FileDescriptor

    /// Takes it, or throws who has it; nobody is waited for. `what` is what it stands for.
    init(_ path: String, of what: String, isShared: Bool = false) throws(CommandTrouble) {
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
            throw CommandTrouble(
                what: "another gate or search has \(what)\(holder.isEmpty ? "" : ": \(holder)")",
                remedy: "Wait until it ends, or end it")
        }
        // Of several that share it none is named.
        let note = isShared ? [] : Array("process \(getpid()) since \(Program.date)".utf8)
        if ftruncate(file.number, 0) == 0 { _ = try? file.write(note) }
    }

    deinit {
        // Not by closing alone: a program that is being started has this descriptor until it runs.
        flock(file.number, LOCK_UN)
        file.close()
    }
}
