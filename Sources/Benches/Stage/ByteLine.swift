import Ground
import Links
import OperatingSystem

/// A stream of bytes to a driver under test: a gadget's terminal or a pseudo-terminal's master.
struct ByteLine {
    /// If more than this is waiting to be written, the other end is not reading: further data is dropped, as on a real
    /// wire.
    static let backlogLimit = 65_536
    /// The pause after a failure, which means that the other end is not open.
    static let pause = Lapse.milliseconds(20)
    static let bytesAtOnce = 4096

    private let descriptor: FileDescriptor
    private var waiting: [UInt8] = []
    private(set) var pausedUntil = Instant.start

    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    func pollDescriptor(at now: Instant) -> PollDescriptor? {
        guard pausedUntil <= now, descriptor.isOpen else { return nil }
        return PollDescriptor(descriptor.number, waiting.isEmpty ? .readable : [.readable, .writable])
    }

    mutating func read(at now: Instant) -> [UInt8] {
        flush(at: now)
        guard pausedUntil <= now else { return [] }
        do throws(SystemError) {
            guard let bytes = try descriptor.read(upTo: Self.bytesAtOnce) else { return [] }
            if bytes.isEmpty { pausedUntil = now + Self.pause }
            return bytes
        } catch {
            pausedUntil = now + Self.pause
            return []
        }
    }

    mutating func write(_ bytes: [UInt8], at now: Instant) {
        if waiting.count + bytes.count <= Self.backlogLimit { waiting += bytes }
        flush(at: now)
    }

    private mutating func flush(at now: Instant) {
        while !waiting.isEmpty {
            do throws(SystemError) {
                guard let written = try descriptor.write(waiting) else { return }
                waiting.removeFirst(written)
            } catch {
                waiting.removeAll()
                pausedUntil = now + Self.pause
            }
        }
    }
}

/// The cable between a simulated reader and the machine: a pseudo-terminal that can be unplugged and plugged in.
///
/// Unplugged, its name is gone, and a process that had it open gets only errors. Plugged in again, a new terminal has
/// the same name, like a serial converter named by a udev rule.
struct ReaderCable {
    private let path: String
    private var terminal: PseudoTerminal?
    /// The line for the reader's bytes; nil while the cable is out.
    var line: ByteLine?

    /// The cable is plugged in at first.
    init(_ terminal: PseudoTerminal) {
        path = terminal.path
        self.terminal = terminal
        line = ByteLine(terminal.master)
    }

    mutating func plug(_ isIn: Bool) throws(RigFault) {
        guard isIn != (terminal != nil) else { return }
        close()
        guard isIn else { return }
        let new = try PseudoTerminal(link: path)
        terminal = new
        line = ByteLine(new.master)
    }

    mutating func close() {
        terminal?.close()
        terminal = nil
        line = nil
    }
}
