import Glibc
import Ground
public import Links
public import OperatingSystem

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

/// The Bluetooth adapters of this host.
public enum BluetoothAdapters {
    /// The numbers of those that the kernel has set up; an adapter that did not answer the kernel is not among them.
    public static func ready(clock: MonotonicClock) throws(RigFault) -> [UInt16] {
        let socket: ManagementSocket
        do throws(SystemError) { socket = try ManagementSocket() } catch { throw .bluetoothSocket(error) }
        return try Adapter.listed(socket, clock)
    }

    /// Everything that keeps the rig from using an adapter, as far as it shows without touching it, all at once.
    ///
    /// One that was just plugged in is waited for as long as a run would.
    public static func obstacles(to index: UInt16, clock: MonotonicClock = MonotonicClock()) -> [RigFault] {
        var found = [BluetoothDaemon.running()?.fault].compactMap(\.self)
        if !ProcessRights.haveNetworkControl {
            found.append(.bluetoothPermission("this program has neither root's rights nor the capabilities"))
        }
        do throws(RigFault) {
            let socket: ManagementSocket
            do throws(SystemError) { socket = try ManagementSocket() } catch { throw .bluetoothSocket(error) }
            let indices = try Adapter.indices(socket, awaiting: index, clock)
            guard indices.contains(index) else { throw .missingAdapter(index, there: indices.sorted()) }
            let info = try Adapter.info(socket, index, clock)
            if !info.supported.contains(.lowEnergy) { throw .adapterWithoutLowEnergy("hci\(index)") }
        } catch {
            if !found.contains(error) { found.append(error) }
        }
        return found
    }
}

/// What this process may do.
private enum ProcessRights {
    /// CAP_NET_ADMIN and CAP_NET_RAW, which setting up adapters and seeing their packets take.
    static var haveNetworkControl: Bool {
        guard let file = try? FileDescriptor("open", { unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC) })
        else { return geteuid() == 0 }
        defer { file.close() }
        let bytes = (try? file.read(upTo: 8_192)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("CapEff:") }),
            let rights = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
        else { return geteuid() == 0 }
        let wanted: UInt64 = 1 << 12 | 1 << 13
        return rights & wanted == wanted
    }
}
