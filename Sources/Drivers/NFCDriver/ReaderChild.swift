internal import CLibNFC
internal import CLinux
import Glibc
import Ground
import Links

/// The helper process: the only place where libnfc runs.
///
/// It answers the rig's messages one after another and sends nothing else except its first message. It exits on
/// request, when the rig's end of the line closes, and when the rig dies.
public enum ReaderChild {
    /// The hidden command that starts this process; the connection string follows it.
    public static let command = "reader-helper"

    /// Serves the reader until asked to end; returns the value for `exit`.
    public static func run(connection: String, input: Int32 = 0, output: Int32 = 1) -> Int32 {
        trammel_become_helper()
        // The output of libnfc and its libraries must not get between the messages.
        let line = dup(output)
        guard line >= 0 else { return 1 }
        if output == 1 { _ = dup2(2, 1) }
        // libnfc reads its environment only in nfc_init, and this process still has a single thread.
        _ = unsafe setenv("LIBNFC_AUTO_SCAN", "false", 1)
        _ = unsafe setenv("LIBNFC_DEVICE", connection, 1)
        do {
            let device = try LibnfcDevice(connection: connection)
            guard write(.opened(device.name), to: line) else { return 1 }
            return try serve(device, input: input, output: line)
        } catch {
            _ = write(.failed(error.reason), to: line)
            return 1
        }
    }

    private static func serve(
        _ device: borrowing LibnfcDevice, input: Int32, output: Int32
    ) throws(ReaderGone) -> Int32 {
        var stream = ChildStream()
        while let bytes = read(from: input) {
            guard let messages = try? stream.receive(bytes) else { return 1 }
            for message in messages {
                guard let answer = try answer(to: message, device) else { return 0 }
                guard write(answer, to: output) else { return 1 }
            }
        }
        return 0
    }

    private static func answer(
        to message: ChildMessage, _ device: borrowing LibnfcDevice
    ) throws(ReaderGone) -> ChildMessage? {
        switch message {
        case .poll:
            switch try device.poll() {
            case let tags where tags.count > 1: .tagsFound(tags)
            case let tags: tags.first.map { .tagFound($0) } ?? .noTag
            }
        case .exchange(let command, let span): try device.exchange(command, within: span)
        case .checkPresence: try device.isTagPresent() ? .tagPresent : .tagAbsent
        case .end, .opened, .tagFound, .tagsFound, .noTag, .response, .exchangeFailed, .tagPresent, .tagAbsent, .failed:
            nil
        }
    }

    private static func read(from input: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var count = 0
        repeat { count = unsafe Glibc.read(input, &bytes, bytes.count) } while count < 0 && errno == EINTR
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func write(_ message: ChildMessage, to output: Int32) -> Bool {
        var rest = message.frame[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
