import Glibc
import Ground
import OperatingSystem
import Synchronization

/// The ATT socket of one link, shared by the senders and the thread that polls it.
///
/// Frames are passed to the kernel on the sender's own thread. Only if the kernel does not accept one is it queued
/// here until the polling thread sees the socket become writable.
final class Wire: Sendable {
    /// The maximum number of queued frames.
    static let bound = 256

    enum Sent: Equatable {
        case sent
        /// Queued until the kernel has room; the polling thread must be woken.
        case queued
        /// The kernel refuses a frame of this length (more than 672 octets).
        case tooLong
        /// `bound` frames are queued already; this one is dropped.
        case full
        /// There is no link; its end has been or will be reported.
        case down
    }

    fileprivate struct Line {
        var socket: FileDescriptor?
        var isUp = false
        var waiting: [[UInt8]] = []
    }

    private let line = Mutex(Line())

    /// The socket if there is one, and whether queued frames are waiting for it to become writable.
    var pending: (socket: FileDescriptor, isUp: Bool, isBacklogged: Bool)? {
        line.withLock { line in line.socket.map { ($0, line.isUp, !line.waiting.isEmpty) } }
    }

    func open(_ socket: FileDescriptor, isUp: Bool) {
        line.withLock { $0 = Line(socket: socket, isUp: isUp) }
    }

    func becomeUp() { line.withLock { $0.isUp = true } }

    /// Closes the socket; queued frames are dropped, as by a radio.
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

    /// Sends queued frames, as far as the kernel accepts them.
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
