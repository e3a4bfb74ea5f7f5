import Glibc
import Ground
import Links
import OperatingSystem
import Testing

@testable import BlueZDriver

@Suite("Discovery by the kernel")
struct BlueZDiscoveryTests {
    private let now = Instant.start

    @Test func `runs while it is wanted`() {
        var discovery = DiscoveryMachine()
        #expect(discovery.want(false) == [])
        #expect(discovery.want(true) == [.start])
        #expect(discovery.want(true) == [])
        #expect(discovery.receive(.started(.success), at: now) == [])
        #expect(discovery.want(false) == [.stop])
        #expect(discovery.receive(.stopped(.success), at: now) == [])
        #expect(discovery.state == .off)
    }

    @Test func `is started again when the kernel ends it`() {
        var discovery = DiscoveryMachine()
        _ = discovery.want(true)
        _ = discovery.receive(.started(.success), at: now)
        #expect(discovery.receive(.discovering(true), at: now) == [])
        #expect(discovery.receive(.discovering(false), at: now) == [.start])
    }

    @Test func `is begun anew now and then, because a device may be reported once only`() {
        var discovery = DiscoveryMachine()
        _ = discovery.want(true)
        _ = discovery.receive(.started(.success), at: now)
        #expect(discovery.advance(to: now + .milliseconds(499)) == [])
        #expect(discovery.advance(to: now + .milliseconds(500)) == [.stop])
        #expect(discovery.receive(.stopped(.success), at: now + .milliseconds(501)) == [.start])
    }

    @Test func `is stopped when it starts after it was wanted`() {
        var discovery = DiscoveryMachine()
        _ = discovery.want(true)
        #expect(discovery.want(false) == [])
        #expect(discovery.receive(.started(.success), at: now) == [.stop])
        #expect(discovery.want(true) == [])
        #expect(discovery.receive(.stopped(.rejected), at: now) == [.start])
    }

    @Test func `a busy kernel is asked again after a pause`() {
        var discovery = DiscoveryMachine()
        _ = discovery.want(true)
        #expect(discovery.receive(.started(.busy), at: now) == [.stop])
        #expect(discovery.receive(.stopped(.rejected), at: now) == [])
        #expect(discovery.advance(to: now + .milliseconds(99)) == [])
        #expect(discovery.advance(to: now + .milliseconds(100)) == [.start])
    }

    @Test func `a refusal is told`() {
        var discovery = DiscoveryMachine()
        _ = discovery.want(true)
        #expect(discovery.receive(.started(.notPowered), at: now) == [.failed(.notPowered)])
    }
}

@Suite("Advertising by the kernel")
struct BlueZAdvertisingMachineTests {
    @Test func `a change waits for the answer before it`() {
        var machine = AdvertisingMachine()
        #expect(machine.change() == .ask)
        #expect(machine.change() == nil)
        #expect(machine.change() == nil)
        #expect(machine.receive(.success, isRemoval: false) == .ask)
        #expect(machine.receive(.success, isRemoval: false) == nil)
        #expect(machine.change() == .ask)
    }

    @Test func `a failure is tried again, and too many in a row are told`() {
        var machine = AdvertisingMachine()
        #expect(machine.change() == .ask)
        for _ in 1..<AdvertisingMachine.failuresBound { #expect(machine.receive(.busy, isRemoval: false) == .ask) }
        #expect(machine.receive(.busy, isRemoval: false) == .failed(.busy))
        #expect(machine.change() == .ask)
    }

    @Test func `to remove what is not there is no failure`() {
        var machine = AdvertisingMachine()
        for _ in 0..<10 {
            #expect(machine.change() == .ask)
            #expect(machine.receive(.rejected, isRemoval: true) == nil)
        }
    }
}

@Suite("Reasons and remedies of Bluetooth faults")
struct BlueZReasonTests {
    // facts/bluez.md, 1.6: the measured result for each HCI reason.
    @Test(arguments: [
        (ECONNRESET, UInt8(3), DisconnectReason.remote), (ETIMEDOUT, 1, .supervisionTimeout), (ECONNABORTED, 2, .local),
        (EACCES, 0, .authentication), (EACCES, 4, .authentication), (0, 3, .remote), (ENOTCONN, 1, .supervisionTimeout),
        (EBADE, 0, .authentication),
    ])
    func `the socket's error and the management's reason give one reason`(
        code: Int32, management: UInt8, reason: DisconnectReason
    ) {
        #expect(LinkLoss.reason(code: code, management: management) == reason)
    }

    @Test func `an unusual reason tells the error and the HCI codes behind it`() {
        let text = LinkLoss.reason(code: EPROTO, management: 0).description
        #expect(text == "Protocol error (errno 71, HCI 0x19 0x1e 0x23 0x24 0x25)")
        #expect(LinkLoss.reason(code: ENOSYS, management: 0).description.contains("0x3D"))
        #expect(LinkLoss.reason(code: 0, management: nil) == .other(text: "the kernel gave no reason"))
        #expect(LinkLoss.hciCodes(for: ENOSYS).isEmpty)
    }

    @Test func `every trouble with a socket names its remedy`() {
        func remedy(_ code: Int32) -> String { RigFault.bluetoothSocket(SystemError("socket", code: code)).remedy }
        #expect(remedy(EAFNOSUPPORT).contains("module `bluetooth`"))
        #expect(remedy(EPERM).contains("CAP_NET_ADMIN"))
        #expect(remedy(EPROTONOSUPPORT).contains("virtual bench"))
    }

    @Test func `every refusal of the management names its remedy`() {
        func remedy(_ status: ManagementStatus) -> String {
            RigFault.refused(.setPowered, on: "hci0", status).remedy
        }
        #expect(remedy(.permissionDenied).contains("CAP_NET_ADMIN"))
        #expect(remedy(.radioKilled).contains("rfkill unblock"))
        #expect(remedy(.invalidIndex).contains("Plug it in"))
        #expect(RigFault.refused(.setPowered, on: "hci0", .busy).what == "Set Powered on hci0 failed: busy (0x0a)")
    }

    @Test func `an adapter is set up in the order that the kernel accepts`() {
        let phone = Adapter.setUp([.bredr, .lowEnergy, .secureConnections], .phone)
        #expect(phone.first == .setPowered(false))
        #expect(phone.last == .setPowered(true))
        let (le, bredr) = (phone.firstIndex(of: .setLowEnergy(true)), phone.firstIndex(of: .setBREDR(false)))
        #expect(le != nil && bredr != nil && le! < bredr!)
        #expect(phone.contains(.setConnectable(false)))
        let accessory = Adapter.setUp(.lowEnergy, .accessory)
        #expect(accessory.contains(.setConnectable(true)))
        #expect(!accessory.contains(.setBREDR(false)) && !accessory.contains(.setSecureConnections(true)))
    }
}

@Suite("Frames that wait for the Bluetooth link")
struct BlueZWireTests {
    private func pair() throws -> (wire: Wire, far: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        let near = FileDescriptor(owning: ends[0])
        var size: Int32 = 4096
        setsockopt(near.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(4))
        let wire = Wire()
        wire.open(near, isUp: false)
        return (wire, FileDescriptor(owning: ends[1]))
    }

    @Test func `nothing goes out before the link is up and after it was closed`() throws {
        let (wire, far) = try pair()
        #expect(wire.send([1]) == .down)
        wire.becomeUp()
        #expect(wire.send([1]) == .sent)
        #expect(BluetoothSockets.receive(far) == .datagram([1]))
        #expect(BluetoothSockets.receive(far) == .nothing)
        wire.close()
        #expect(wire.send([1]) == .down)
        // A program that another test starts at this moment has the near end open until it runs.
        let poller = Poller(clock: MonotonicClock())
        _ = poller.wait([PollDescriptor(far.number)], until: poller.clock.now + .seconds(30))
        #expect(BluetoothSockets.receive(far) == .datagram([]))
    }

    @Test func `frames wait in order when the kernel takes none, up to the bound`() throws {
        let (wire, far) = try pair()
        wire.becomeUp()
        func frame(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
        var sent = 0
        while wire.send(frame(sent)) == .sent { sent += 1 }
        #expect(sent > 0)
        for number in (sent + 1)..<(sent + Wire.bound) { #expect(wire.send(frame(number)) == .queued) }
        #expect(wire.send(frame(0)) == .full)
        #expect(wire.pending?.isBacklogged == true)
        var received: [[UInt8]] = []
        for _ in 0..<1_000 where received.count < sent + Wire.bound {
            wire.flush()
            while case .datagram(let bytes) = BluetoothSockets.receive(far) { received.append(bytes) }
        }
        #expect(received == (0..<(sent + Wire.bound)).map(frame))
        #expect(wire.pending?.isBacklogged == false)
    }
}
