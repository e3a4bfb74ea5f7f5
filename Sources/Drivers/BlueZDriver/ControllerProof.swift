import Glibc
import Ground
import Links
import System

/// Proof that a Bluetooth controller still answers: it is asked for its version, past the kernel's management.
///
/// A controller that is stuck looks like an accessory that is silent. The kernel answers for it where it can, so the
/// question is HCI's own, Read Local Version Information (Core Specification, volume 4, part E, 7.4.1), whose answer
/// comes from the controller alone. The kernel hands commands over one by one: whatever else is stuck before it
/// shows too.
enum ControllerProof {
    /// How long the answer may take; controllers need less than a millisecond.
    static let limit = Span.seconds(2)
    private static let opcode: UInt16 = 0x1001
    private static let commandComplete: UInt8 = 0x0E

    /// What is wrong with the controller; nil when it answered, and where this program may not ask it.
    static func ask(_ index: UInt16, clock: MonotonicClock) -> RigFault? {
        do throws(SystemError) {
            let socket = try BluetoothSockets.controller(index)
            defer { socket.close() }
            let code = BluetoothSockets.expectAnswer(to: opcode, event: commandComplete, on: socket)
            guard code == 0 else { throw SystemError("ask hci\(index)", code: code) }
            let command: [UInt8] = [0x01, UInt8(truncatingIfNeeded: opcode), UInt8(truncatingIfNeeded: opcode >> 8), 0]
            let sent = BluetoothSockets.send(command, on: socket)
            guard sent == 0 else { throw SystemError("ask hci\(index)", code: sent) }
            return try hears(socket, until: clock.now + limit, clock) ? nil : .controllerSilent("hci\(index)", limit)
        } catch {
            switch error.code {
            case EPERM, EACCES: return nil
            case ENODEV, ENETDOWN: return .adapterLost("hci\(index)")
            default: return .bluetoothSocket(error)
            }
        }
    }

    private static func hears(
        _ socket: FileDescriptor, until deadline: Instant, _ clock: MonotonicClock
    ) throws(SystemError) -> Bool {
        let poller = Poller(clock: clock)
        while true {
            switch BluetoothSockets.receive(socket) {
            case .datagram(let packet): if isAnswer(packet) { return true }
            case .failed(let code): throw SystemError("receive from the controller", code: code)
            case .nothing:
                guard clock.now < deadline else { return false }
                _ = poller.wait([PollDescriptor(socket.number)], until: deadline)
            }
        }
    }

    /// An event packet: its type, its code, its length, how many commands may follow, and which one it answers.
    static func isAnswer(_ packet: [UInt8]) -> Bool {
        packet.count >= 6 && packet[0] == 0x04 && packet[1] == commandComplete
            && UInt16(packet[4]) | UInt16(packet[5]) << 8 == opcode
    }
}
