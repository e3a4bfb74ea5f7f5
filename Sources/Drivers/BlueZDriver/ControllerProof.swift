import CBlueZ
import Glibc
import Ground
public import Links
public import OperatingSystem

/// A check that a Bluetooth controller still answers: it is asked for its version, bypassing the kernel's management.
///
/// A stuck controller looks like a silent accessory. Since the kernel answers on the controller's behalf wherever it
/// can, the query is HCI's own Read Local Version Information (Core Specification, volume 4, part E, 7.4.1), which
/// only the controller can answer. The kernel passes commands on one by one, so an earlier command that is stuck is
/// detected too.
enum ControllerProof {
    /// The time limit for the answer; controllers need less than a millisecond.
    static let limit = Lapse.seconds(2)
    private static let opcode: UInt16 = 0x1001
    private static let commandComplete: UInt8 = 0x0E

    /// Returns the controller's fault, or nil if it answered or this program may not query it.
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

    /// Returns whether this is the answer: an event packet of type, code, length, number of commands allowed, and the
    /// opcode answered.
    static func isAnswer(_ packet: [UInt8]) -> Bool {
        packet.count >= 6 && packet[0] == 0x04 && packet[1] == commandComplete
            && UInt16(packet[4]) | UInt16(packet[5]) << 8 == opcode
    }
}

/// The Bluetooth adapters of this host.
public enum BluetoothAdapters {
    /// The number of the error with which the kernel refuses a Bluetooth socket to this process; 0 if it opens one.
    public static var socketError: Int32 {
        do throws(SystemError) {
            try BluetoothSockets.open("socket AF_BLUETOOTH HCI", SOCK_RAW, BTPROTO_HCI).close()
            return 0
        } catch {
            return error.code
        }
    }

    /// Returns the indices of adapters that the kernel has set up, excluding those that did not answer the kernel.
    public static func ready(clock: MonotonicClock) throws(RigFault) -> [UInt16] {
        let socket: ManagementSocket
        do throws(SystemError) { socket = try ManagementSocket() } catch { throw .bluetoothSocket(error) }
        return try Adapter.listed(socket, clock)
    }

    /// Returns everything known to prevent the rig from using an adapter, as far as it can be determined without
    /// touching it.
    ///
    /// Waits for a newly plugged-in adapter as long as a run would.
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

/// The rights of this process.
private enum ProcessRights {
    /// Whether the process has CAP_NET_ADMIN and CAP_NET_RAW, required for setting up adapters and seeing their
    /// packets.
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
