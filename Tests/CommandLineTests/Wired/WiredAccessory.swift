import CLinux
import Glibc
import Ground
import OperatingSystem

/// A Nearby Interaction accessory on TCP: each message follows its length, little-endian. Written from the fact sheet,
/// independently of the project's accessory.
final class WiredAccessory {
    private let listener: Int32
    private var connections: [(number: Int32, buffer: [UInt8])] = []
    private var nextAddress: UInt16 = 0x1001
    private(set) var hasStarted = false
    /// Whether it leaves the message that starts it unanswered.
    var diesOnStart = false

    init(at port: LoopbackPort) throws {
        listener = try LoopbackPort.bound(to: port.number)
        guard listen(listener, 8) == 0 else {
            let error = SystemError.last("listen on 127.0.0.1:\(port.number)")
            close(listener)
            throw error
        }
    }

    /// Simulates a power cut: the port is closed, and connections are reset.
    deinit {
        close(listener)
        resetConnections()
    }

    func resetConnections() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        for (number, _) in connections {
            setsockopt(number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            close(number)
        }
        connections = []
    }

    var numbers: [Int32] { [listener] + connections.map(\.number) }

    func serve() {
        let number = accept(listener, nil, nil)
        if number >= 0 {
            _ = fcntl(number, F_SETFL, O_NONBLOCK)
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            connections.append((number, []))
        }
        for place in connections.indices.reversed() {
            var bytes = [UInt8](repeating: 0, count: 1024)
            let count = recv(connections[place].number, &bytes, bytes.count, 0)
            if count == 0 || (count < 0 && errno != EAGAIN) {
                close(connections[place].number)
                connections.remove(at: place)
            } else if count > 0 {
                connections[place].buffer += bytes.prefix(count)
                answer(at: place)
            }
        }
    }

    private func answer(at place: Int) {
        while connections[place].buffer.count >= 4 {
            let buffer = connections[place].buffer
            let length = buffer.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length > 0, buffer.count >= 4 + length else { return }
            connections[place].buffer.removeFirst(4 + length)
            switch buffer[4] {
            case 0x0A: say([0x01] + configuration(), at: place)
            case 0x0B:
                hasStarted = true
                if !diesOnStart { say([0x02], at: place) }
            case 0x0C: say([0x03], at: place)
            default: break
            }
        }
    }

    /// Returns accessory configuration data of version 1.0 with a UWB configuration of 21 bytes.
    private func configuration() -> [UInt8] {
        nextAddress &+= 0x11
        let uwb: [UInt8] =
            [1, 0, 1, 0] + [0x32, 0x11, 0x10, 0x00] + [1, 0, 0, 0] + [0x01, 0x01, 0, 0] + [0]
            + [UInt8(truncatingIfNeeded: nextAddress), UInt8(truncatingIfNeeded: nextAddress >> 8)] + [100, 0]
        return [1, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 10) + [UInt8(uwb.count)] + uwb
    }

    private func say(_ message: [UInt8], at place: Int) {
        let length = UInt32(message.count)
        let frame = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + message
        _ = send(connections[place].number, frame, frame.count, Int32(MSG_NOSIGNAL))
    }
}
