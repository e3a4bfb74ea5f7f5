import Glibc
import Ground
import Links
import Testing

@testable import BlueZDriver

@Suite("The life of a link through the kernel")
struct BlueZLinkMachineTests {
    private let door = BluetoothAddress(value: 0xC0FF_EE01_0203, kind: .random)
    private let start = Instant.start

    private var advertisement: Advertisement { Advertisement(address: door, rssi: -50, name: "Door", services: []) }

    private func machine(_ selector: AccessorySelector? = nil) -> LinkMachine {
        LinkMachine(selector: selector ?? .address(door), adapter: "hci0")
    }

    private func connected() -> LinkMachine {
        var machine = machine()
        _ = machine.receive(.connect(within: .seconds(5)), at: start)
        #expect(machine.receive(.connectEnded(0), at: start) == [.post(.connected(door))])
        return machine
    }

    private func ms(_ count: Int) -> Instant { start + .milliseconds(count) }

    @Test func `an address is connected to at once`() {
        var machine = machine()
        #expect(
            machine.receive(.connect(within: .seconds(5)), at: start) == [.openSocket(door, limit: .seconds(5))])
        #expect(!machine.wantsDiscovery)
        #expect(machine.receive(.linkUp(advertisement), at: start) == [.post(.discovered(advertisement))])
        #expect(machine.receive(.connectEnded(0), at: start) == [.post(.connected(door))])
        #expect(machine.deadline == nil)
    }

    @Test func `a name is searched, and others are passed over`() {
        var machine = machine(.name("Door"))
        #expect(machine.receive(.connect(within: .seconds(5)), at: start) == [])
        #expect(machine.wantsDiscovery)
        let other = Advertisement(address: door, rssi: nil, name: "Gate", services: [])
        #expect(machine.receive(.heard(other, connectable: true), at: ms(1)) == [])
        #expect(machine.receive(.heard(advertisement, connectable: false), at: ms(2)) == [])
        #expect(
            machine.receive(.heard(advertisement, connectable: true), at: ms(1000))
                == [.post(.discovered(advertisement)), .openSocket(door, limit: .seconds(4))])
        #expect(!machine.wantsDiscovery)
    }

    @Test(arguments: [BluetoothAddress.Kind.public, .random])
    func `an address of unknown kind is found under either kind`(kind: BluetoothAddress.Kind) {
        let heard = Advertisement(
            address: BluetoothAddress(value: door.value, kind: kind), rssi: nil, name: nil, services: [])
        var machine = machine(.octets(door.value))
        #expect(machine.receive(.connect(within: .seconds(5)), at: start) == [] && machine.wantsDiscovery)
        let stranger = Advertisement(
            address: BluetoothAddress(value: 1, kind: kind), rssi: nil, name: nil, services: [])
        #expect(machine.receive(.heard(stranger, connectable: true), at: ms(1)) == [])
        #expect(
            machine.receive(.heard(heard, connectable: true), at: ms(1000))
                == [.post(.discovered(heard)), .openSocket(heard.address, limit: .seconds(4))])
    }

    @Test func `a search that ends in vain names what was heard, within a bound`() {
        var machine = machine(.service("180F"))
        _ = machine.receive(.connect(within: .seconds(5)), at: start)
        for number in 0..<20 {
            let other = Advertisement(
                address: door, rssi: nil, name: "WakeCounter \(number)\u{202E}", services: ["180A"])
            _ = machine.receive(.heard(other, connectable: true), at: ms(number))
            _ = machine.receive(.heard(other, connectable: true), at: ms(number))
        }
        #expect(machine.advance(to: ms(4999)) == [])
        let names = (0..<LinkMachine.namesBound).map { "WakeCounter \($0)\\u{202e}" }.joined(separator: ", ")
        let reason =
            "no connectable advertisement with service=180F was heard within 5.00 s; heard were: \(names)"
        #expect(machine.advance(to: ms(5000)) == [.post(.connectFailed(reason))])
        #expect(machine.deadline == nil)
    }

    @Test func `connecting that takes too long is cancelled by closing the socket`() {
        var machine = machine()
        _ = machine.receive(.connect(within: .seconds(5)), at: start)
        let reason =
            "no connection to \(door) within 5.00 s: "
            + "it does not advertise, is out of range, or has another address type"
        #expect(machine.advance(to: ms(5000)) == [.closeSocket, .post(.connectFailed(reason))])
    }

    @Test func `a link that comes up after it was cancelled is ended before the next connect`() {
        var machine = machine()
        _ = machine.receive(.connect(within: .seconds(5)), at: start)
        _ = machine.advance(to: ms(5000))
        #expect(machine.receive(.linkUp(advertisement), at: ms(5001)) == [.endLink(door)])
        #expect(machine.receive(.connect(within: .seconds(1)), at: ms(5002)) == [])
        #expect(
            machine.receive(.linkDown(.local), at: ms(5010)) == [.closeSocket, .openSocket(door, limit: .seconds(1))])
    }

    @Test func `a failed attempt is tried again until the time is over`() {
        var machine = machine()
        _ = machine.receive(.connect(within: .milliseconds(250)), at: start)
        #expect(machine.receive(.connectEnded(ENOSYS), at: ms(10)) == [.closeSocket])
        #expect(machine.deadline == ms(110))
        #expect(machine.advance(to: ms(110)) == [.openSocket(door, limit: .milliseconds(140))])
        #expect(machine.receive(.refused(ECONNABORTED), at: ms(160)) == [.closeSocket])
        let reason =
            "no connection to \(door) within 250.0 ms: 2 attempts failed, the last one with: "
            + "Software caused connection abort"
        #expect(machine.advance(to: ms(250)) == [.post(.connectFailed(reason))])
    }

    @Test func `finding ends with hearing, by name as by address`() {
        for selector in [AccessorySelector.name("Door"), .address(door)] {
            var machine = machine(selector)
            #expect(machine.receive(.find(within: .seconds(2)), at: start) == [] && machine.wantsDiscovery)
            let heard = machine.receive(.heard(advertisement, connectable: true), at: ms(50))
            #expect(heard == [.post(.discovered(advertisement))] && !machine.wantsDiscovery)
            _ = machine.receive(.find(within: .seconds(2)), at: ms(100))
            let failed = machine.advance(to: ms(2100))
            guard case .post(.connectFailed) = failed.first else {
                Issue.record("no failure: \(failed)")
                continue
            }
            #expect(!machine.wantsDiscovery && machine.deadline == nil)
        }
    }

    @Test func `a held channel and a dead adapter are the rig's faults`() {
        for code in [EBUSY, EHOSTUNREACH, ENOMEM] {
            var machine = machine()
            _ = machine.receive(.connect(within: .seconds(5)), at: start)
            let fault = RigFault.connecting(to: door, on: "hci0", code: code)
            #expect(machine.receive(.refused(code), at: start) == [.closeSocket, .fault(fault)])
            #expect(machine.deadline == nil)
        }
        #expect(RigFault.connecting(to: door, on: "hci0", code: EBUSY).remedy.contains("bluetoothd"))
    }

    @Test func `the rig's own end waits for the management, then closes`() {
        var machine = connected()
        #expect(machine.receive(.disconnect, at: start) == [.endLink(door)])
        #expect(machine.receive(.lost(ECONNABORTED), at: ms(4)) == [])
        #expect(
            machine.receive(.linkDown(.local), at: ms(5)) == [.closeSocket, .post(.disconnected(.local))])
        #expect(machine.receive(.connect(within: .seconds(1)), at: ms(6)) == [.openSocket(door, limit: .seconds(1))])
    }

    @Test func `a connect during the end comes after it, on a new link`() {
        var machine = connected()
        _ = machine.receive(.disconnect, at: start)
        #expect(machine.receive(.connect(within: .seconds(1)), at: ms(1)) == [])
        #expect(
            machine.receive(.linkDown(.remote), at: ms(5))
                == [.closeSocket, .post(.disconnected(.local)), .openSocket(door, limit: .seconds(1))])
    }

    @Test func `an end that never comes is the rig's fault`() {
        var machine = connected()
        _ = machine.receive(.disconnect, at: start)
        #expect(machine.advance(to: ms(2999)) == [])
        #expect(machine.advance(to: ms(3000)) == [.closeSocket, .fault(.linkDoesNotEnd(door, "hci0"))])
    }

    @Test func `a lost link waits for both reports, in either order`() {
        for events in [
            [LinkMachine.Event.linkDown(.remote), .lost(ECONNRESET)], [.lost(ECONNRESET), .linkDown(.remote)],
        ] {
            var machine = connected()
            #expect(machine.receive(events[0], at: ms(10)) == [])
            #expect(machine.receive(events[1], at: ms(11)) == [.closeSocket, .post(.disconnected(.remote))])
        }
    }

    @Test func `a lost link does not wait for ever for the second report`() {
        var machine = connected()
        _ = machine.receive(.lost(ETIMEDOUT), at: ms(10))
        #expect(machine.deadline == ms(110))
        #expect(machine.advance(to: ms(110)) == [.closeSocket, .post(.disconnected(.supervisionTimeout))])
    }

    @Test func `a link that this host gave up is the adapter's loss or else the rig's fault`() {
        var machine = connected()
        _ = machine.receive(.linkDown(.local), at: ms(10))
        #expect(machine.receive(.lost(ECONNABORTED), at: ms(11)) == [])
        var unplugged = machine
        #expect(machine.advance(to: ms(511)) == [.closeSocket, .fault(.linkGivenUp(door, "hci0"))])
        let fault = RigFault.adapterLost("hci0")
        #expect(unplugged.receive(.adapterLost(fault), at: ms(20)) == [.closeSocket, .fault(fault)])
        #expect(unplugged.receive(.adapterLost(fault), at: ms(21)) == [])
        #expect(unplugged.receive(.connect(within: .seconds(1)), at: ms(22)) == [.fault(fault)])
    }

    @Test(arguments: [ECONNRESET, ECONNABORTED, 0])
    func `a link that ends because the host goes to sleep is the rig's fault, whatever the socket says`(code: Int32) {
        var machine = connected()
        let effects =
            machine.receive(.lost(code), at: ms(1)) + machine.receive(.linkDown(.suspend), at: ms(2))
            + machine.advance(to: ms(2000))
        #expect(effects == [.closeSocket, .fault(.hostSlept(door, "hci0"))])
    }

    @Test func `giving up before the link is up says so`() {
        for selector in [AccessorySelector.name("Door"), .address(door)] {
            var machine = machine(selector)
            _ = machine.receive(.connect(within: .seconds(5)), at: start)
            let effects = machine.receive(.disconnect, at: ms(1))
            #expect(effects.last == .post(.connectFailed("given up by the rig before it was connected")))
            #expect(machine.deadline == nil)
        }
    }

    @Test func `any order of events leaves a machine that can be brought to an end`() {
        let events: [LinkMachine.Event] = [
            .connect(within: .milliseconds(300)), .disconnect, .heard(advertisement, connectable: true),
            .linkUp(advertisement), .refused(EBUSY), .refused(ECONNABORTED), .connectEnded(0), .connectEnded(ENOSYS),
            .lost(ECONNRESET), .lost(0), .linkDown(.remote), .linkDown(.local), .find(within: .milliseconds(200)),
            .keys(.pair), .keys(.forget), .keys(.pairingEnded(.success)), .keys(.pairingEnded(.busy)),
            .keys(.made(LinkSecurity(isSecureConnections: true, isBonded: false), door)), .connectEnded(EACCES),
            .keys(.identified(BluetoothAddress(value: 5))),
        ]
        var generator = SeededGenerator(seed: 7)
        var reached: Set<String> = []
        for round in 0..<2000 {
            var machine = machine(round.isMultiple(of: 2) ? .name("Door") : nil)
            var now = start
            for _ in 0..<30 {
                now = now + .milliseconds(Int.random(in: 0...120, using: &generator))
                _ = machine.advance(to: now)
                _ = machine.receive(events.randomElement(using: &generator)!, at: now)
                reached.insert(String("\(machine.state)".prefix { $0 != "(" }))
            }
            _ = machine.receive(.disconnect, at: now)
            for _ in 0..<4 { if let deadline = machine.deadline { _ = machine.advance(to: deadline) } }
            #expect(machine.deadline == nil)
        }
        #expect(
            reached == ["idle", "searching", "connecting", "pausing", "abandoned", "connected", "ending", "losing"])
    }
}
