import Ground
import Links
import System
import Testing

@testable import BlueZDriver

private let service = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"

@Suite(
    "Both sides of Bluetooth through this kernel", .serialized,
    .enabled(if: VirtualPair.obstacle == nil, "needs two virtual Bluetooth adapters: see VirtualPair.obstacle"))
struct BlueZLinkTests {
    private let clock = MonotonicClock()
    private let mailbox = Mailbox()

    private func next(within limit: Span = .seconds(10)) throws -> Arrival {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + limit, clock: clock) else {
            throw RigFault("nothing came within \(limit)", remedy: "Look at the test's last step")
        }
        return arrival
    }

    private func event(within limit: Span = .seconds(10)) throws -> BluetoothEvent {
        let arrival = try next(within: limit)
        guard case .bluetooth(_, let event) = arrival.inbound else {
            throw RigFault("not an event: \(arrival.inbound)", remedy: "Look at the fault")
        }
        return event
    }

    private func bench(
        _ selector: AccessorySelector
    ) throws -> (pair: VirtualPair, accessory: EchoAccessory, central: BluetoothCentral) {
        let pair = try #require(VirtualPair(clock: clock))
        let packets = try #require(AdvertisingPackets(name: "Door", services: [service]))
        let accessory = try EchoAccessory(on: pair.accessory, packets, clock: clock)
        let central = try BluetoothCentral(
            adapter: pair.phone, targets: [("door", selector)], mailbox: mailbox, clock: clock)
        return (pair, accessory, central)
    }

    private func connect(_ central: BluetoothCentral) throws -> Span {
        let start = central.send("door", .connect(within: .seconds(5)))
        guard case .discovered(let advertisement) = try event() else { throw unexpected("discovered") }
        #expect(advertisement.name == "Door")
        #expect(advertisement.services == [service])
        let arrival = try next()
        guard case .bluetooth("door", .connected) = arrival.inbound else { throw unexpected("connected") }
        return arrival.instant - start
    }

    private func unexpected(_ wanted: String) -> RigFault {
        RigFault("something else came instead of \(wanted)", remedy: "Look at the test's last step")
    }

    private func expectEcho(_ central: BluetoothCentral) throws {
        _ = central.send("door", .frame([0x02, 0xF7, 0x00]))
        #expect(try event() == .frame([0x03, 0xF7, 0x00]))
    }

    @Test func `finds an accessory by name, exchanges frames, hangs up and connects again`() throws {
        let (pair, accessory, central) = try bench(.name("Door"))
        let connecting = try connect(central)
        try expectEcho(central)

        var trips: [Span] = []
        for number in 0..<1000 {
            let frame: [UInt8] = [0x12, UInt8(number & 0xFF), UInt8(number >> 8)] + [UInt8](repeating: 7, count: 20)
            let sent = central.send("door", .frame(frame))
            let arrival = try next()
            guard arrival.inbound == .bluetooth("door", .frame([0x0B] + frame)) else { throw unexpected("the echo") }
            trips.append(arrival.instant - sent)
        }
        trips.sort()
        print("connect \(connecting); round trips: median \(trips[500]), p99 \(trips[990]), most \(trips[999])")

        for round in 0..<10 {
            let start = central.send("door", .disconnect)
            // Asked for before the end is reported: it must wait for that, else it would get the old link.
            if round.isMultiple(of: 2) {
                #expect(try event() == .disconnected(.local))
                print("ended after \(clock.now - start), connected again after \(try connect(central))")
            } else {
                _ = central.send("door", .connect(within: .seconds(5)))
                #expect(try event() == .disconnected(.local))
                guard case .discovered = try event(), case .connected = try event() else {
                    throw unexpected("a second link")
                }
            }
            try expectEcho(central)
        }
        central.close()
        accessory.end()
        let phone = central.address
        let rounds = (0...10).flatMap { _ in
            [BluetoothPeripheral.Event.connected(phone), .disconnected(.remote)]
        }
        #expect(accessory.happened == rounds)
        pair.unplug()
    }

    @Test func `sees the accessory hang up, after its last frames, and connects again`() throws {
        let (pair, accessory, central) = try bench(.service(service.lowercased()))
        for _ in 0..<5 {
            _ = try connect(central)
            try expectEcho(central)
            accessory.give(.send([0x1B, 1, 0, 9]))
            #expect(try event() == .frame([0x1B, 1, 0, 9]))
            accessory.give(.hangUp)
            #expect(try event() == .disconnected(.remote))
        }
        central.close()
        accessory.end()
        pair.unplug()
    }

    @Test func `connects by address without a search, and tells what advertised`() throws {
        let pair = try #require(VirtualPair(clock: clock))
        let packets = try #require(AdvertisingPackets(name: "Door", services: [service]))
        let accessory = try EchoAccessory(on: pair.accessory, packets, clock: clock)
        let probe = try BluetoothCentral(
            adapter: pair.phone, targets: [("door", .name("Door"))], mailbox: mailbox, clock: clock)
        _ = probe.send("door", .connect(within: .seconds(5)))
        guard case .discovered(let heard) = try event(), case .connected = try event() else { throw unexpected("link") }
        probe.close()
        #expect(try event() == .disconnected(.local))
        let central = try BluetoothCentral(
            adapter: pair.phone, targets: [("door", .address(heard.address))], mailbox: mailbox, clock: clock)
        let start = central.send("door", .connect(within: .seconds(5)))
        var events = [try event()]
        if case .discovered(let found) = events[0] {
            #expect(found.address == heard.address)
            events.append(try event())
        }
        print("by address: \(events.count == 2 ? "with" : "without") advertisement, \(clock.now - start)")
        #expect(events.last == .connected(heard.address))
        try expectEcho(central)
        central.close()
        accessory.end()
        pair.unplug()
    }

    @Test func `gives up on an absent accessory in time, and finds it once it advertises`() throws {
        let (pair, accessory, central) = try bench(.name("Door"))
        accessory.give(.hide)
        let start = central.send("door", .connect(within: .milliseconds(1500)))
        let arrival = try next()
        guard case .bluetooth("door", .connectFailed(let reason)) = arrival.inbound else { throw unexpected("a failure") }
        #expect(reason.contains("name=Door"))
        #expect(arrival.instant - start >= .milliseconds(1500))
        #expect(arrival.instant - start < .milliseconds(2000))
        accessory.give(.advertise(try #require(AdvertisingPackets(name: "Door", services: [service]))))
        _ = try connect(central)
        try expectEcho(central)
        central.close()
        accessory.end()
        pair.unplug()
    }

    @Test func `gives up on an absent address in time and cancels`() throws {
        let pair = try #require(VirtualPair(clock: clock))
        let nobody = BluetoothAddress(value: 0x0011_2233_4455)
        let central = try BluetoothCentral(
            adapter: pair.phone, targets: [("door", .address(nobody))], mailbox: mailbox, clock: clock)
        for _ in 0..<2 {
            _ = central.send("door", .connect(within: .seconds(1)))
            guard case .connectFailed(let reason) = try event() else { throw unexpected("a failure") }
            #expect(reason.contains("00:11:22:33:44:55"))
        }
        central.close()
        pair.unplug()
    }

    @Test func `a vanished adapter is the rig's fault, on both sides`() throws {
        let (pair, accessory, central) = try bench(.name("Door"))
        _ = try connect(central)
        let start = clock.now
        pair.unplug()
        let arrival = try next(within: .seconds(5))
        guard case .fault(.bluetooth("door"), let fault) = arrival.inbound else { throw unexpected("a fault") }
        print("unplugged: \(fault.what) after \(arrival.instant - start)")
        _ = central.send("door", .connect(within: .seconds(5)))
        guard case .fault = try next(within: .seconds(5)).inbound else { throw unexpected("the fault again") }
        central.close()
        accessory.end()
        #expect(accessory.happened.contains { if case .fault = $0 { true } else { false } })
    }

    @Test func `a missing adapter is named with those that there are`() throws {
        let pair = try #require(VirtualPair(clock: clock))
        let fault = #expect(throws: RigFault.self) {
            _ = try BluetoothCentral(adapter: 77, targets: [], mailbox: mailbox, clock: clock)
        }
        #expect(fault?.what == "there is no Bluetooth adapter hci77")
        #expect(fault?.remedy.contains("hci\(pair.phone)") == true)
        pair.unplug()
    }
}
