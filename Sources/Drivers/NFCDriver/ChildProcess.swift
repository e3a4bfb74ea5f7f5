internal import CLinux
import Glibc
import Ground
import Links
import OperatingSystem

/// The reader's helper process as seen by the rig: one socket for its messages, one for its output.
///
/// Start it from a thread that outlives it: the kernel kills the helper when the thread that started it ends.
final class ChildProcess {
    private let id: Int32
    private let lock: FileDescriptor
    /// The rig's end of the helper's standard input and output.
    let channel: FileDescriptor
    /// The output of the helper and libnfc.
    let log: FileDescriptor
    private var stream = ChildStream()
    private var printed: [UInt8] = []

    private static let printedLimit = 4096

    /// Locks the reader and starts `program reader-helper CONNECTION`.
    init(program: String, connection: String) throws(RigFault) {
        lock = try PortLock.take(connection)
        do {
            let (ours, theirs) = try ChildProcess.socketPair()
            let (log, theirLog) = try ChildProcess.socketPair()
            channel = ours
            self.log = log
            id = try ChildProcess.spawn(
                [program, ReaderChild.command, connection], channel: theirs.number, log: theirLog.number)
            theirs.close()
            theirLog.close()
        } catch {
            throw RigFault(
                "the helper process for the NFC reader did not start (\(program)): \(error)",
                remedy: "Check that the program is still where it was started from, and that processes may be made")
        }
    }

    deinit { PortLock.release(lock) }

    private static func socketPair() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
        var first: Int32 = -1
        var second: Int32 = -1
        let result = unsafe trammel_socket_pair(&first, &second)
        guard result == 0 else { throw SystemError("socketpair", code: -result) }
        return (FileDescriptor(owning: first), FileDescriptor(owning: second))
    }

    private static func spawn(_ arguments: [String], channel: Int32, log: Int32) throws(SystemError) -> Int32 {
        var copies = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { while let copy = unsafe copies.popLast() { unsafe free(copy) } }
        let result = unsafe trammel_spawn_on_channel(arguments[0], &copies, channel, log)
        guard result > 0 else { throw SystemError("posix_spawn", code: -result) }
        return result
    }

    /// Sends a message; if it fails, the helper's death is detected when its socket closes.
    func send(_ message: ChildMessage) {
        let frame = message.frame
        _ = unsafe frame.withUnsafeBytes { unsafe trammel_send(channel.number, $0.baseAddress, $0.count) }
    }

    /// Returns the helper's messages since the last call, or nil if its end of the socket is closed.
    func receive() throws(Malformed) -> [ChildMessage]? {
        guard let bytes = try? channel.read(upTo: 4096), !bytes.isEmpty else { return nil }
        return try stream.receive(bytes)
    }

    /// Reads the helper's output and keeps the end of it; returns false at the end of the output.
    func readLog() -> Bool {
        guard let bytes = try? log.read(upTo: 1024), !bytes.isEmpty else { return false }
        printed = (printed + bytes).suffix(ChildProcess.printedLimit)
        return true
    }

    /// Returns the last line printed by the helper or libnfc, as the end of a sentence; empty if there is none.
    func lastWords(poller: Poller) -> String {
        while poller.wait([PollDescriptor(log.number)], until: poller.clock.now) != [[]] {
            guard readLog() else { break }
        }
        let last = String(decoding: printed, as: UTF8.self).split(separator: "\n").last
        return last.map { ", after printing \"\($0.trimmed.escapedForDisplay)\"" } ?? ""
    }

    /// Kills the helper if it is still running, and returns how it ended.
    func reap(poller: Poller) -> String {
        let status = trammel_kill_and_reap(id)
        let quoted = lastWords(poller: poller)
        channel.close()
        log.close()
        if status == 1000 + SIGABRT { return "libnfc aborted" + quoted }
        return (status >= 1000 ? "its helper was ended by signal \(status - 1000)" : "its helper ended") + quoted
    }

    /// Asks the helper to close the reader, and waits briefly for it.
    func end(poller: Poller) {
        send(.end)
        let deadline = poller.clock.now + .milliseconds(1500)
        while poller.clock.now < deadline {
            let ready = poller.wait([PollDescriptor(channel.number)], until: deadline)
            if ready != [[]], (try? channel.read(upTo: 4096))?.isEmpty ?? true { break }
        }
        _ = trammel_kill_and_reap(id)
        channel.close()
        log.close()
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.prefix(200).map { $0 == "\t" ? " " : $0 })
    }
}
