import Glibc
import Ground
import OperatingSystem
import Synchronization

/// The ATT socket of one link, shared by who sends frames and the thread that polls it.
///
/// A frame goes to the kernel on the sender's own thread; only when the kernel takes none now, it waits here for the
/// polling thread to see the socket writable.
final class Wire: Sendable {
    /// How many frames wait while the kernel takes none.
    static let bound = 256

    enum Sent: Equatable {
        case sent
        /// Waits for room in the kernel; the polling thread must be woken.
        case queued
        /// The kernel refuses a frame of this length (more than 672 octets).
        case tooLong
        /// More than `bound` frames wait; this one is lost.
        case full
        /// There is no link; its end is reported, or was.
        case down
    }

    fileprivate struct Line {
        var socket: FileDescriptor?
        var isUp = false
        var waiting: [[UInt8]] = []
    }

    private let line = Mutex(Line())

    /// The socket while there is one, and whether frames wait for it to be writable.
    var pending: (socket: FileDescriptor, isUp: Bool, isBacklogged: Bool)? {
        line.withLock { line in line.socket.map { ($0, line.isUp, !line.waiting.isEmpty) } }
    }

    func open(_ socket: FileDescriptor, isUp: Bool) {
        line.withLock { $0 = Line(socket: socket, isUp: isUp) }
    }

    func becomeUp() { line.withLock { $0.isUp = true } }

    /// Closes the socket; frames that still waited are dropped, as a radio would.
    func close() {
        line.withLock { line in
            line.socket?.close()
            line = Line()
        }
    }

    func send(_ frame: [UInt8]) -> Sent {
        line.withLock { line in
            guard let socket = line.socket, line.isUp else { return .down }
            guard line.waiting.isEmpty else { return line.wait(frame) }
            switch BluetoothSockets.send(frame, on: socket) {
            case 0: return .sent
            case EAGAIN, ENOBUFS: return line.wait(frame)
            case EMSGSIZE: return .tooLong
            default: return .down
            }
        }
    }

    /// Sends what waits, as far as the kernel takes it.
    func flush() {
        line.withLock { line in
            guard let socket = line.socket else { return }
            while let frame = line.waiting.first {
                if [EAGAIN, ENOBUFS].contains(BluetoothSockets.send(frame, on: socket)) { return }
                line.waiting.removeFirst()
            }
        }
    }
}

extension Wire.Line {
    fileprivate mutating func wait(_ frame: [UInt8]) -> Wire.Sent {
        guard waiting.count < Wire.bound else { return .full }
        waiting.append(frame)
        return .queued
    }
}
