import Glibc
import Ground
import Links
import OperatingSystem

/// A socket on the kernel's Bluetooth management channel.
///
/// One adapter requires two: some kernels do not send Device Disconnected to the socket that requested the end of the
/// link, so one carries commands and their answers, and the other only events (facts/bluez.md, section 0).
final class ManagementSocket: Sendable {
    private let socket: FileDescriptor

    init() throws(SystemError) { socket = try BluetoothSockets.management() }

    var number: Int32 { socket.number }

    /// Sends a command to the kernel; the answer arrives as an event.
    func send(_ command: ManagementCommand, to index: UInt16) throws(SystemError) {
        let code = BluetoothSockets.send(command.packet(for: index).bytes, on: socket)
        guard code == 0 else { throw SystemError("send \(command.opcode)", code: code) }
    }

    /// Returns the next event with its controller's index, or nil if none is pending.
    ///
    /// The kernel's events are well formed; a malformed one is skipped.
    func next() throws(SystemError) -> (index: UInt16, event: ManagementEvent)? {
        while true {
            switch BluetoothSockets.receive(socket) {
            case .nothing: return nil
            case .failed(let code): throw SystemError("receive a management event", code: code)
            case .datagram(let bytes):
                guard let packet = try? ManagementPacket(decoding: bytes), let event = try? ManagementEvent(packet)
                else { continue }
                return (packet.index, event)
            }
        }
    }

    /// Sends a command and waits for its answer; used during set-up, before a device thread owns the socket.
    func perform(
        _ command: ManagementCommand, on index: UInt16, clock: MonotonicClock, limit: Lapse = .seconds(10)
    ) throws(RigFault) -> (status: ManagementStatus, parameters: [UInt8]) {
        let deadline = clock.now + limit
        let poller = Poller(clock: clock)
        do throws(SystemError) {
            try send(command, to: index)
            repeat {
                while let (from, event) = try next() {
                    switch event {
                    case .complete(command.opcode, let status, let parameters): return (status, parameters)
                    case .status(command.opcode, let status): return (status, [])
                    case .indexRemoved where from == index: throw SystemError("\(command.opcode)", code: ENODEV)
                    default: continue
                    }
                }
                _ = poller.wait([PollDescriptor(socket.number)], until: deadline)
            } while clock.now < deadline
        } catch {
            throw error.code == ENODEV ? .adapterLost("hci\(index)") : .bluetoothSocket(error)
        }
        throw .noAnswer(command.opcode, on: "hci\(index)", within: limit)
    }
}

/// A datagram of the kernel's Bluetooth management channel: a command to the kernel, or an event from it.
///
/// Six octets of header, all little-endian: code, controller index, length of the parameters (BlueZ `mgmt-api`).
struct ManagementPacket: Hashable, Sendable {
    /// The controller index of packets without a controller.
    static let noIndex: UInt16 = 0xFFFF
    static let headerSize = 6

    /// The opcode of a command or the code of an event.
    let code: UInt16
    let index: UInt16
    let parameters: [UInt8]

    init(code: UInt16, index: UInt16, parameters: [UInt8] = []) {
        precondition(parameters.count <= 0xFFFF, "management parameters have a 16-bit length")
        self.code = code
        self.index = index
        self.parameters = parameters
    }

    /// Decodes a complete datagram; the header's length must match that of the datagram.
    init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        code = try reader.u16("management code")
        index = try reader.u16("management index")
        let length = try reader.u16("management length")
        parameters = try reader.take(Int(length), "management parameters")
        try reader.finish("management packet")
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(ManagementPacket.headerSize + parameters.count)
        bytes.append(little: code)
        bytes.append(little: index)
        bytes.append(little: UInt16(parameters.count))
        return bytes + parameters
    }
}
