import CLinux
import FirmwareIdentity
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

/// Splits a console's bytes into lines of text, wherever the pieces begin and end.
///
/// A line ends with LF, CR LF or CR. Colours and other terminal escape sequences are removed, and so is everything
/// that is not text, except for the two marks with which a line of the management protocol begins (sheet gate.md,
/// section 6.4). A line of more than `limit` bytes is split, so that a line of noise does not grow without end.
struct ConsoleLines: Sendable {
    /// The longest line that a reader of the management protocol accepts.
    static let limit = SMPConsoleReader.longestLine
    private static let marks = SMPConsole.marks

    private enum State: Sendable {
        case text
        /// After an escape character.
        case escape
        /// Inside a sequence that a letter ends.
        case sequence
    }

    private var state = State.text
    private var line: [UInt8] = []

    /// Takes bytes and returns the lines that they complete, except for empty ones.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            switch (state, byte) {
            case (_, 0x0A), (_, 0x0D):
                state = .text
                if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
                line = []
            case (_, 0x1B): state = .escape
            case (.escape, 0x5B): state = .sequence
            case (.escape, _): state = .text
            case (.sequence, 0x40...0x7E): state = .text
            case (.sequence, _): break
            case (.text, 0x00...0x1F) where isMark(byte): take(byte)
            case (.text, 0x09): take(0x20)
            case (.text, 0x00...0x1F), (.text, 0x7F): break
            case (.text, _): take(byte)
            }
        }
        return lines
    }

    /// Returns whether a control character belongs to a mark. The first half of a mark begins its line; if a different
    /// byte follows, it stays, and no line of the protocol begins.
    private func isMark(_ byte: UInt8) -> Bool {
        Self.marks.contains { $0.starts(with: line + [byte]) }
    }

    private mutating func take(_ byte: UInt8) {
        if line.count < Self.limit { line.append(byte) }
    }
}
