import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem
import RigKit
import ScenarioKit
import TestSupport
import Testing

@testable import Benches

/// `unshare`, which Swift does not import; 0x40000000 is CLONE_NEWNET.
@_silgen_name("unshare") private func leaveNamespaces(_ flags: Int32) -> Int32

/// The phone's connections to a simulated accessory's socket, with the kernel's TCP in between.
@Suite(.onASteadyMachine) struct NetworkPhoneTests {
    private final class Pair {
        let clock = MonotonicClock()
        let mailbox = Mailbox()
        let accessory: AccessoryListener
        let phone: NetworkPhone
        var told: [AccessoryListener.Event] = []
        var seen: [StreamEvent] = []
        var faults: [RigFault] = []
        var received: [UInt8] { seen.flatMap { if case .bytes(let bytes) = $0 { bytes } else { [UInt8]() } } }
        var heard: [UInt8] { told.flatMap { if case .bytes(let bytes) = $0 { bytes } else { [UInt8]() } } }

        init() throws {
            accessory = try AccessoryListener()
            let address = NetworkAddress("127.0.0.1", accessory.port)
            phone = try NetworkPhone([("door", .addresses([address]))], mailbox: mailbox, clock: clock)
        }

        deinit {
            phone.close()
            accessory.close()
        }

        /// Plays both sides until a condition holds.
        func play(_ what: Comment, within limit: Lapse = .seconds(15), until isSo: (Pair) -> Bool) -> Bool {
            let deadline = clock.now + limit
            while clock.now < deadline {
                told += accessory.handleReady(at: clock.now)
                while case .arrival(let arrival) = mailbox.take(until: clock.now + .milliseconds(1), clock: clock) {
                    switch arrival.inbound {
                    case .stream(let stream, let event) where stream.accessory == "door": seen.append(event)
                    case .fault(_, let fault): faults.append(fault)
                    default: break
                    }
                }
                if isSo(self) { return true }
            }
            Issue.record("\(what) did not come: \(seen), \(told), \(faults)")
            return false
        }

        func open() -> Bool {
            _ = phone.send(.open, to: "door")
            return play("open") { $0.told.contains(.connected) && $0.isOpen }
        }

        var isOpen: Bool { seen.contains { if case .opened = $0 { true } else { false } } }
        var reason: DisconnectReason? {
            seen.compactMap { if case .ended(let reason) = $0 { reason } else { nil } }.last
        }
    }

    @Test func bytesGoBothWaysAndThePhoneEndsIt() throws {
        let pair = try Pair()
        guard pair.open() else { return }
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }
        _ = pair.phone.send(.bytes(bytes), to: "door")
        pair.accessory.send(bytes.reversed())
        #expect(pair.play("all bytes") { $0.heard.count == bytes.count && $0.received.count == bytes.count })
        #expect(pair.heard == bytes && pair.received == bytes.reversed())
        _ = pair.phone.send(.close, to: "door")
        #expect(pair.play("the end") { $0.reason != nil && $0.told.last == .disconnected })
        #expect(pair.reason == .local && pair.faults.isEmpty)
        #expect(pair.phone.prove("door") == nil)
    }

    @Test func anAccessoryThatHangsUpIsHeardToTheEnd() throws {
        let pair = try Pair()
        guard pair.open() else { return }
        pair.accessory.send([1, 2, 3])
        pair.accessory.hangUp()
        #expect(pair.play("the end") { $0.reason != nil && $0.told.last == .disconnected })
        #expect(pair.reason == .remote && pair.received == [1, 2, 3])
    }

    @Test func anAccessoryThatResets() throws {
        let pair = try Pair()
        guard pair.open() else { return }
        pair.accessory.abort()
        #expect(pair.play("the end") { $0.reason != nil })
        #expect(pair.reason == .reset && pair.faults.isEmpty)
    }

    @Test func silenceIsNoticedAfterFiveSeconds() throws {
        let pair = try Pair()
        guard pair.open() else { return }
        let began = pair.clock.now
        pair.accessory.loseLink(at: began)
        #expect(pair.play("the end") { $0.reason != nil })
        #expect(pair.reason == .unacknowledged && pair.faults.isEmpty)
        #expect((.seconds(3)...Lapse.seconds(8)).contains(pair.clock.now - began))
        #expect(pair.play("the accessory's end") { $0.told.last == .disconnected })
    }

    @Test func aFirmwareThatBeganAnewDoesNotKnowTheConnection() throws {
        let pair = try Pair()
        guard pair.open() else { return }
        pair.accessory.loseLink(at: pair.clock.now)
        pair.accessory.vanish()
        #expect(!pair.accessory.hasLink)
        #expect(pair.play("the end") { $0.reason != nil })
        #expect(pair.reason == .reset)
    }

    @Test func oneThatDoesNotListenRefuses() throws {
        let pair = try Pair()
        try pair.accessory.settle(.refused)
        _ = pair.phone.send(.open, to: "door")
        #expect(pair.play("the refusal") { !$0.seen.isEmpty })
        #expect(pair.seen == [.closed(StreamEnd.refused.refusal)] && pair.faults.isEmpty)
        try pair.accessory.settle(.accepted)
        #expect(pair.open(), "on the same port as before")
    }

    @Test func oneThatIsOffSaysNothingUntilItIsOn() throws {
        let pair = try Pair()
        try pair.accessory.settle(.unheard)
        _ = pair.phone.send(.open, to: "door")
        let deadline = pair.clock.now + .milliseconds(1_500)
        #expect(pair.play("a second and a half") { $0.clock.now >= deadline })
        #expect(pair.seen.isEmpty && pair.told.isEmpty && pair.faults.isEmpty)
        try pair.accessory.settle(.accepted)
        #expect(pair.play("open") { $0.isOpen && $0.told == [.connected] })
    }

    @Test func oneThatStaysOffIsGivenUpByThePhone() throws {
        let pair = try Pair()
        try pair.accessory.settle(.unheard)
        _ = pair.phone.send(.open, to: "door")
        _ = pair.phone.send(.close, to: "door")
        #expect(pair.play("closed") { !$0.seen.isEmpty })
        #expect(pair.seen == [.closed(StreamEnd.closedHere.refusal)] && pair.faults.isEmpty)
        #expect(pair.phone.prove("door") == nil, "the rig's own part of the way is all right")
    }

    /// In a namespace of the test's own thread nothing works, not even loopback.
    @Test func withoutAnInterfaceItIsTheRigs() throws {
        guard geteuid() == 0 else { throw Programs.Flaw(description: "network namespaces need root") }
        let clock = MonotonicClock()
        let mailbox = Mailbox()
        let addresses = [NetworkAddress("127.0.0.1", 9)]
        #expect(NetworkWay.obstacle(to: addresses) == nil)
        let thread = try DeviceThread("no network", urgency: .ordinary) {
            guard leaveNamespaces(0x4000_0000) == 0 else { return }
            guard let fault = NetworkWay.obstacle(to: addresses), NetworkWay.obstacle(to: []) != nil,
                // The driver's threads inherit the namespace of the thread that creates them.
                let phone = try? NetworkPhone([("door", .addresses(addresses))], mailbox: mailbox, clock: clock)
            else { return }
            mailbox.post(.fault(.stage, fault), by: clock)
            _ = phone.send(.open, to: "door")
            _ = Poller(clock: clock).wait([], until: clock.now + .seconds(2))
            phone.close()
        }
        thread.join()
        var links: [LinkID] = []
        while case .arrival(let arrival) = mailbox.take(until: clock.now, clock: clock) {
            if case .fault(let link, _) = arrival.inbound { links.append(link) }
        }
        #expect(links == [.stage, .stream(.dataChannel(of: "door"))])
    }

    @Test func aServiceWithoutADaemonIsTheRigs() throws {
        let clock = MonotonicClock()
        let mailbox = Mailbox()
        let phone = try NetworkPhone(
            [("door", .service(type: "_door._tcp", name: nil))], bus: "unix:path=/nowhere", mailbox: mailbox,
            clock: clock)
        defer { phone.close() }
        _ = phone.send(.open, to: "door")
        // Events of the search come first.
        while case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(10), clock: clock) {
            guard case .fault(let link, _) = arrival.inbound else { continue }
            #expect(link == .stream(.dataChannel(of: "door")), "\(arrival.inbound)")
            return
        }
        Issue.record("no fault came")
    }

    @Test func aNameThatNobodyKnowsIsTheRigs() throws {
        #expect(throws: RigFault.self) { try NetworkWay.addresses(of: "nobody.invalid", port: 1) }
        let loopback = try NetworkWay.addresses(of: "::1", port: 7)
        #expect(loopback == [NetworkAddress("::1", 7)])
    }

    @Test func whatCannotBeIsRefusedBeforehand() throws {
        func obstacle(on kind: Rig.Kind, needs: [Need] = [.accessory("door")]) -> RigFault? {
            let port = AccessoryPort.lan(.endpoint(host: "192.0.2.7", port: 1))
            let rig = Rig(
                name: "lan", summary: "", kind: kind, bluetooth: .none, uwb: .none, nfc: .none,
                accessories: [AccessoryEntry("door", port)], tags: [], motion: .none)
            return NetworkPreflight.obstacle(on: rig, needs: needs)
        }
        #expect(obstacle(on: .virtual) != nil)
        #expect(obstacle(on: .virtual, needs: []) == nil)
        #expect(obstacle(on: .hardware) == nil)
    }
}
