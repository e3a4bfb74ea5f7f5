import Glibc
import Ground
import Links
import Testing

@testable import BlueZDriver

@Suite("Keys of a link through the kernel")
struct BlueZKeysTests {
    private let door = BluetoothAddress(value: 0xC0FF_EE01_0203, kind: .random)
    private let start = Instant.start
    private let made = LinkSecurity(isSecureConnections: true, isBonded: false)
    private let stored = LinkSecurity(isSecureConnections: true, isBonded: true)

    private func ms(_ count: Int) -> Instant { start + .milliseconds(count) }

    private func connect(_ machine: inout LinkMachine, at now: Instant) -> [LinkMachine.Effect] {
        _ = machine.receive(.connect(within: .seconds(3)), at: now)
        return machine.receive(.connectEnded(0), at: now)
    }

    private func lose(_ machine: inout LinkMachine, at now: Instant) {
        _ = machine.receive(.lost(ECONNRESET), at: now)
        _ = machine.receive(.linkDown(.remote), at: now)
    }

    /// Returns a machine whose link was paired and has ended.
    private func bonded() -> LinkMachine {
        var machine = LinkMachine(selector: .address(door), adapter: "hci0")
        _ = connect(&machine, at: start)
        _ = machine.receive(.keys(.pair), at: start)
        _ = machine.receive(.keys(.made(made, door)), at: start)
        _ = machine.receive(.keys(.pairingEnded(.success)), at: start)
        _ = machine.advance(to: ms(100))
        lose(&machine, at: ms(200))
        return machine
    }

    @Test func `pairing is asked of the management once, and told when the last keys have had time`() {
        var machine = LinkMachine(selector: .address(door), adapter: "hci0")
        #expect(machine.receive(.keys(.pair), at: start) == [])
        #expect(connect(&machine, at: start) == [.post(.connected(door))])
        #expect(machine.receive(.keys(.pair), at: ms(1)) == [.pair(door)])
        #expect(machine.receive(.keys(.pair), at: ms(2)) == [])
        #expect(machine.receive(.keys(.made(made, door)), at: ms(90)) == [])
        #expect(machine.receive(.keys(.pairingEnded(.success)), at: ms(100)) == [] && machine.deadline == ms(200))
        #expect(machine.advance(to: ms(199)) == [])
        #expect(machine.advance(to: ms(200)) == [.post(.encrypted(made))] && machine.deadline == nil)
        #expect(machine.receive(.keys(.pair), at: ms(300)) == [.post(.encrypted(made))])
    }

    @Test func `pairing that the accessory began is told by its key`() {
        var machine = LinkMachine(selector: .address(door), adapter: "hci0")
        _ = connect(&machine, at: start)
        #expect(machine.receive(.keys(.made(made, door)), at: start) == [])
        #expect(machine.advance(to: ms(100)) == [.post(.encrypted(made))])
    }

    @Test func `pairing that the accessory began is told when the kernel asks whether to pair`() {
        var machine = LinkMachine(selector: .address(door), adapter: "hci0")
        #expect(machine.receive(.keys(.confirmationRequested), at: start) == [])
        _ = connect(&machine, at: start)
        #expect(machine.receive(.keys(.confirmationRequested), at: start) == [.post(.pairingBegan)])
        #expect(machine.receive(.keys(.confirmationRequested), at: ms(1)) == [])
        #expect(machine.receive(.keys(.pair), at: ms(2)) == [])
        #expect(machine.receive(.keys(.made(made, door)), at: ms(50)) == [])
        #expect(machine.advance(to: ms(150)) == [.post(.encrypted(made))])
        #expect(machine.receive(.keys(.confirmationRequested), at: ms(200)) == [])
    }

    @Test func `pairing that the accessory began and that fails is told by the kernel's word for it`() {
        let refused = ManagementStatus(rawValue: 5)
        var machine = LinkMachine(selector: .address(door), adapter: "hci0")
        _ = connect(&machine, at: start)
        #expect(machine.receive(.keys(.authenticationFailed(refused)), at: start) == [])
        _ = machine.receive(.keys(.confirmationRequested), at: start)
        #expect(
            machine.receive(.keys(.authenticationFailed(refused)), at: ms(1))
                == [.post(.pairingFailed("the kernel reports: authentication failed (0x05)"))])
        // If the phone started pairing, the answer to its request counts.
        _ = machine.receive(.keys(.pair), at: ms(2))
        #expect(machine.receive(.keys(.confirmationRequested), at: ms(3)) == [])
        #expect(machine.receive(.keys(.authenticationFailed(refused)), at: ms(4)) == [])
    }

    @Test func `pairing that fails says what the kernel says, and may be tried again`() {
        var machine = LinkMachine(selector: .address(door), adapter: "hci0")
        _ = connect(&machine, at: start)
        for _ in 0..<2 {
            #expect(machine.receive(.keys(.pair), at: start) == [.pair(door)])
            let failed = machine.receive(.keys(.pairingEnded(ManagementStatus(rawValue: 5))), at: start)
            #expect(failed == [.post(.pairingFailed("the kernel reports: authentication failed (0x05)"))])
        }
        lose(&machine, at: ms(1))
        #expect(connect(&machine, at: ms(2)) == [.post(.connected(door))])
    }

    @Test func `a link that ends while the keys settle is not told to be encrypted`() {
        var machine = LinkMachine(selector: .address(door), adapter: "hci0")
        _ = connect(&machine, at: start)
        _ = machine.receive(.keys(.pair), at: start)
        _ = machine.receive(.keys(.made(made, door)), at: start)
        _ = machine.receive(.keys(.pairingEnded(.success)), at: start)
        lose(&machine, at: ms(50))
        #expect(machine.deadline == nil && machine.advance(to: ms(500)) == [])
    }

    @Test func `the next link is encrypted with the stored key from its beginning`() {
        var machine = bonded()
        #expect(machine.keys.holds(door))
        #expect(connect(&machine, at: ms(300)) == [.post(.connected(door)), .post(.encrypted(stored))])
    }

    @Test func `without the key, after it was forgotten, a link is as the first one`() {
        var machine = bonded()
        #expect(machine.receive(.keys(.forget), at: ms(300)) == [.unpair(door)])
        #expect(machine.receive(.keys(.forget), at: ms(300)) == [])
        #expect(connect(&machine, at: ms(300)) == [.post(.connected(door))])
        #expect(machine.receive(.keys(.pair), at: ms(300)) == [.pair(door)])
    }

    @Test func `an accessory that lost the key ends the link, which was up`() {
        var machine = bonded()
        _ = machine.receive(.connect(within: .seconds(3)), at: ms(300))
        #expect(
            machine.receive(.connectEnded(EACCES), at: ms(400))
                == [.closeSocket, .post(.connected(door)), .post(.disconnected(.authentication))])
        #expect(machine.deadline == nil)
        var stranger = LinkMachine(selector: .address(door), adapter: "hci0")
        _ = stranger.receive(.connect(within: .seconds(3)), at: start)
        #expect(stranger.receive(.connectEnded(EACCES), at: start) == [.closeSocket])
    }

    @Test func `a key that is missing or does not fit is told, and not tried until the time is over`() {
        // 0x06, PIN or key missing.
        var missing = bonded()
        _ = missing.receive(.connect(within: .seconds(3)), at: ms(300))
        #expect(
            missing.receive(.connectEnded(EBADE), at: ms(400))
                == [.closeSocket, .post(.connected(door)), .post(.disconnected(.authentication))])
        // 0x3D, MIC failure, looks like 0x3E, which is retried; the third time the key is at fault.
        var unfit = bonded()
        _ = unfit.receive(.connect(within: .seconds(30)), at: ms(300))
        for number in 1...2 {
            #expect(unfit.receive(.connectEnded(ENOSYS), at: ms(1_000 * number)) == [.closeSocket])
            _ = unfit.advance(to: ms(1_000 * number + 500))
        }
        let told = unfit.receive(.connectEnded(ENOSYS), at: ms(3_000))
        guard told.count == 3, case .post(.disconnected(.other(let text))) = told[2] else {
            Issue.record("\(told)")
            return
        }
        #expect(text.contains("0x3D") && text.contains("the key no longer fits"))
    }

    @Test func `a resolvable address gives way to the device's own, on this link and the next`() {
        let resolvable = BluetoothAddress(value: 0x4102_0304_0506, kind: .random)
        var machine = LinkMachine(selector: .name("Door"), adapter: "hci0")
        let heard = Advertisement(address: resolvable, rssi: nil, name: "Door", services: [])
        _ = machine.receive(.connect(within: .seconds(3)), at: start)
        _ = machine.receive(.heard(heard, connectable: true), at: start)
        _ = machine.receive(.connectEnded(0), at: start)
        _ = machine.receive(.keys(.pair), at: start)
        _ = machine.receive(.keys(.identified(door)), at: start)
        #expect(machine.address == door)
        _ = machine.receive(.keys(.made(made, door)), at: start)
        _ = machine.receive(.keys(.pairingEnded(.success)), at: start)
        #expect(machine.advance(to: ms(100)) == [.post(.encrypted(made))])
        #expect(machine.receive(.disconnect, at: ms(100)) == [.endLink(door)])
        #expect(machine.keys.holds(door) && !machine.keys.holds(resolvable))
    }

    @Test func `an accessory's side tells encryption once, and whether its key was there before`() {
        let phone = BluetoothAddress(value: 0x0011_2233_4455)
        var bond = PeripheralBond()
        bond.linkBegan(with: phone)
        #expect(bond.check { nil } == nil)
        bond.pairingBegan()
        #expect(bond.check { 16 } == nil)
        bond.keyMade(made, for: phone)
        #expect(bond.check { 16 } == made && bond.check { 16 } == nil)
        bond.linkBegan(with: phone)
        #expect(bond.check { 16 } == stored)
        bond.linkBegan(with: BluetoothAddress(value: 1))
        #expect(bond.check { 16 } == made)
        #expect(bond.forget() == [phone] && bond.forget().isEmpty)
    }
}
