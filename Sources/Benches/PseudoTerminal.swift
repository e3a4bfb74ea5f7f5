import CLinux
import Glibc
public import Links
public import OperatingSystem

/// A raw pseudo-terminal with a simulated device behind it, and a symbolic link as its stable name.
///
/// It is raw from the start, so that nothing is echoed before a driver sets it up. The slave stays open on this side,
/// so that the master can be read while no driver has it open (nfc.md 3.6). Closing it is like pulling the cable.
public final class PseudoTerminal: Sendable {
    /// The end at which the device writes and reads; non-blocking.
    public let master: FileDescriptor
    /// The path for a driver to open: the symbolic link, which contains no `:`.
    public let path: String
    private let slave: FileDescriptor

    /// Opens a pair and points `link` to it; an old link is replaced.
    public init(link: String) throws(RigFault) {
        precondition(!link.contains(":"), "libnfc's connection strings cannot take a path with a colon")
        var (master, slave) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 128)
        let code = trammel_open_pseudo_terminal(&master, &slave, &name, Int32(name.count))
        guard code == 0 else {
            throw RigFault(
                "no pseudo-terminal could be opened: \(errorText(-code))",
                remedy: "Mount devpts on /dev/pts, and see that /proc/sys/kernel/pty/max is not reached")
        }
        self.master = FileDescriptor(owning: master)
        self.slave = FileDescriptor(owning: slave)
        path = link
        unlink(link)
        guard symlink(name, link) == 0 else {
            throw RigFault(
                "the link \(link) to a pseudo-terminal could not be made: \(errorText(errno))",
                remedy: "Choose a folder that this user may write to")
        }
    }

    deinit { close() }

    /// Hangs up on any process that has the slave open, and removes the link; safe to call again.
    public func close() {
        guard master.isOpen else { return }
        unlink(path)
        master.close()
        slave.close()
    }
}
