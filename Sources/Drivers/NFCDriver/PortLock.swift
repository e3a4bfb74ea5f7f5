internal import CLinux
import Glibc
import Links
import OperatingSystem

/// Prevents a second program from using the same reader.
///
/// libnfc's own mark on a serial port does not work on Linux: two processes can open the same reader and disturb each
/// other (nfc.md 3.7). The lock is a `flock` on the device node or, if the connection string names none, on a
/// separate file.
enum PortLock {
    /// Locks the reader in a libnfc connection string for as long as the descriptor is open.
    static func take(_ connection: String) throws(RigFault) -> FileDescriptor {
        let node = PortLock.node(of: connection)
        let path = node ?? "\(folder)/trammel-\(PortLock.fileName(for: connection)).lock"
        let number = unsafe trammel_open_for_lock(path, node == nil ? 1 : 0)
        guard number >= 0 else { throw PortLock.unopened(path, code: -number) }
        let descriptor = FileDescriptor(owning: number)
        var holder: Int32 = 0
        let result = unsafe trammel_lock(number, &holder)
        guard result == 0 else { throw PortLock.taken(node ?? connection, holder: holder) }
        return descriptor
    }

    /// Releases the lock explicitly: a program that is just being started has a copy of every descriptor, so closing
    /// this one alone would leave the reader locked.
    static func release(_ lock: FileDescriptor) { trammel_unlock(lock.number) }

    /// Returns the path in a connection string such as `pn532_uart:/dev/ttyUSB0:115200`, or nil if it has none.
    static func node(of connection: String) -> String? {
        let parts = connection.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[1].hasPrefix("/") else { return nil }
        return String(parts[1])
    }

    /// Returns the reason why the port in a connection string cannot be opened, or nil if none is known or it names
    /// no port.
    static func obstacle(at connection: String) -> RigFault? {
        guard let node = node(of: connection), unsafe access(node, R_OK | W_OK) != 0 else { return nil }
        return unopened(node, code: errno)
    }

    /// The folder in which every user may create a lock and all programs look for it.
    private static var folder: String { unsafe access("/run/lock", W_OK) == 0 ? "/run/lock" : "/tmp" }

    private static func fileName(for connection: String) -> String {
        String(connection.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func unopened(_ path: String, code: Int32) -> RigFault {
        switch code {
        case ENOENT, ENXIO, ENODEV:
            RigFault(
                "there is no NFC reader at \(path)",
                remedy: "Plug the reader in, or name its port with nfc=pn532_uart:/dev/...")
        case EACCES:
            RigFault(
                "the NFC reader at \(path) may not be opened by this user",
                remedy: "Add the user to the group that owns it (ls -l \(path) tells which; often dialout), and log "
                    + "in again"
            )
        default:
            RigFault(
                "the NFC reader's port \(path) did not open: \(errorText(code))",
                remedy: "Unplug the reader, plug it in again, and check the kernel log")
        }
    }

    private static func taken(_ port: String, holder: Int32) -> RigFault {
        RigFault(
            "the NFC reader at \(port) is in use by another program" + (holder > 0 ? " (process \(holder))" : ""),
            remedy: "End that program, or use a different reader for this run")
    }
}
