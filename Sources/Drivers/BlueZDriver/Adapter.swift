import Glibc
import Ground
import Links
import OperatingSystem

/// A Bluetooth adapter set up for the rig, with its two management sockets.
struct Adapter: Sendable {
    /// The side of the link that the adapter plays.
    enum Role {
        case phone
        case accessory
    }

    let index: UInt16
    let address: BluetoothAddress
    let commands: ManagementSocket
    let events: ManagementSocket
    let clock: MonotonicClock

    var name: String { "hci\(index)" }

    /// Sets up the given adapter, or the first one: LE only, no keys, powered (facts/bluez.md, 2.3).
    init(_ wanted: UInt16?, for role: Role, clock: MonotonicClock) throws(RigFault) {
        self.clock = clock
        if let daemon = BluetoothDaemon.running() { throw daemon.fault }
        do throws(SystemError) {
            commands = try ManagementSocket()
            events = try ManagementSocket()
        } catch {
            throw .bluetoothSocket(error)
        }
        let indices = try Adapter.indices(commands, awaiting: wanted, clock)
        guard let index = wanted ?? indices.min() else { throw .noAdapter }
        guard indices.contains(index) else { throw .missingAdapter(index, there: indices.sorted()) }
        self.index = index

        let info = try Adapter.info(commands, index, clock)
        guard info.supported.contains(.lowEnergy) else { throw .adapterWithoutLowEnergy("hci\(index)") }
        for command in Adapter.setUp(info.supported, role) { try Adapter.perform(command, commands, index, clock) }
        address = try Adapter.info(commands, index, clock).address
    }

    /// The time the kernel may take to register a newly plugged-in adapter.
    static let appearanceLimit = Lapse.seconds(2)
    /// The time the kernel may take to set up a registered adapter, until its management lists it.
    static let setUpLimit = Lapse.seconds(10)

    /// Returns the adapters that the kernel manages; waits briefly for the wanted one, which may be new.
    static func indices(
        _ socket: ManagementSocket, awaiting wanted: UInt16?, _ clock: MonotonicClock
    ) throws(RigFault) -> [UInt16] {
        let start = clock.now
        while true {
            let indices = try listed(socket, clock)
            guard let wanted, !indices.contains(wanted), let pause = try? Waker() else { return indices }
            let isThere = unsafe access("/sys/class/bluetooth/hci\(wanted)", F_OK) == 0
            guard clock.now < start + (isThere ? setUpLimit : appearanceLimit) else { return indices }
            _ = Poller(clock: clock).wait([PollDescriptor(pause.number)], until: clock.now + .milliseconds(10))
        }
    }

    /// Returns the adapters listed by the kernel's management, in its order.
    static func listed(_ socket: ManagementSocket, _ clock: MonotonicClock) throws(RigFault) -> [UInt16] {
        let list = try socket.perform(.readIndexList, on: ManagementPacket.noIndex, clock: clock)
        guard list.status == .success else { throw .refused(.readIndexList, on: "this host", list.status) }
        return (try? ControllerInfo.indices(decoding: list.parameters)) ?? []
    }

    /// Returns the commands that bring an adapter from any state into the rig's.
    static func setUp(_ supported: ControllerSettings, _ role: Role) -> [ManagementCommand] {
        var commands: [ManagementCommand] = [.setPowered(false), .setLowEnergy(true)]
        if supported.contains(.bredr) { commands.append(.setBREDR(false)) }
        if supported.contains(.secureConnections) { commands.append(.setSecureConnections(true)) }
        commands += [
            .setBondable(true),
            .setIOCapability(.noInputNoOutput),
            .loadNoLongTermKeys,
            .loadNoIdentityKeys,
        ]
        if role == .phone { commands.append(.setDefaultConfiguration(.iPhone)) }
        commands += [.setConnectable(role == .accessory), .setPowered(true)]
        return commands
    }

    static func info(
        _ socket: ManagementSocket, _ index: UInt16, _ clock: MonotonicClock
    ) throws(RigFault) -> ControllerInfo {
        let answer = try perform(.readInfo, socket, index, clock)
        do throws(Malformed) {
            return try ControllerInfo(decoding: answer)
        } catch {
            throw RigFault("the kernel's description of hci\(index) is malformed: \(error)", remedy: "Report this")
        }
    }

    /// Performs a command that must succeed, retrying briefly while the kernel is busy with the adapter.
    @discardableResult
    private static func perform(
        _ command: ManagementCommand, _ socket: ManagementSocket, _ index: UInt16, _ clock: MonotonicClock
    ) throws(RigFault) -> [UInt8] {
        let pause = try? Waker()
        for _ in 0..<20 {
            let answer = try socket.perform(command, on: index, clock: clock)
            if answer.status == .success { return answer.parameters }
            guard answer.status == .busy, let pause else {
                throw .refused(command.opcode, on: "hci\(index)", answer.status)
            }
            _ = Poller(clock: clock).wait([PollDescriptor(pause.number)], until: clock.now + .milliseconds(50))
        }
        throw .refused(command.opcode, on: "hci\(index)", .busy)
    }

    /// Discards the events caused by the set-up itself.
    func forgetEvents() {
        while let event = try? events.next() { _ = event }
    }
}
