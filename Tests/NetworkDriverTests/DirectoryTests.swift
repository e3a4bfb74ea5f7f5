import Ground
import Testing

@testable import NetworkDriver

/// The calls to Avahi's daemon, without one.
@Suite struct DirectoryTests {
    private static let now = Instant.start
    private static let service = ServicePublication(name: "Phone", type: "_trammel-agent._tcp", port: 7_000)

    private func calls(_ effects: [ServiceDirectory.Effect]) -> [ServiceDirectory.Call] {
        effects.compactMap { if case .call(let call) = $0 { call } else { nil } }
    }

    private func events(_ effects: [ServiceDirectory.Effect]) -> [NetworkEvent] {
        effects.compactMap { if case .tell(let event) = $0 { event } else { nil } }
    }

    @Test func nothingIsAskedBeforeThereIsADaemon() {
        var directory = ServiceDirectory()
        #expect(directory.publish(1, Self.service) == [])
        #expect(directory.search(2, "_a._tcp") == [])
        #expect(calls(directory.begin()).map(\.member) == ["EntryGroupNew", "ServiceBrowserPrepare"])
        #expect(events(directory.resolve(3, instance())) == [])
    }

    @Test func whoResolvesWithoutADaemonHearsThat() {
        var directory = ServiceDirectory()
        #expect(events(directory.resolve(3, instance())) == [.unresolved(3)])
    }

    @Test(
        "a publication that the network would refuse is not attempted",
        arguments: [
            ServicePublication(name: "", type: "_a._tcp", port: 1),
            ServicePublication(name: String(repeating: "ä", count: 32), type: "_a._tcp", port: 1),
            ServicePublication(name: "a\n", type: "_a._tcp", port: 1),
            ServicePublication(name: "a", type: "_a._tcp", port: 0),
            ServicePublication(name: "a", type: "a._tcp", port: 1),
            ServicePublication(name: "a", type: "_a._ip", port: 1),
            ServicePublication(name: "a", type: "_sixteen-letters0._tcp", port: 1),
            ServicePublication(
                name: "a", type: "_a._tcp", port: 1, txt: TXTRecord([[UInt8](repeating: 65, count: 256)])),
            ServicePublication(name: "a", type: "_a._tcp", port: 1, txt: TXTRecord([[]])),
            ServicePublication(name: "a", type: "_a._tcp", port: 1, txt: TXTRecord([Array("=a".utf8)])),
            ServicePublication(
                name: "a", type: "_a._tcp", port: 1,
                txt: TXTRecord([[UInt8]](repeating: [UInt8](repeating: 65, count: 255), count: 6))),
        ]) func refused(publication: ServicePublication)
    {
        var directory = ServiceDirectory()
        _ = directory.begin()
        let effects = directory.publish(1, publication)
        #expect(calls(effects) == [])
        #expect(events(effects).count { if case .fault = $0 { true } else { false } } == 1)
    }

    @Test func theLongestThatMayBeIsAskedFor() {
        var directory = ServiceDirectory()
        _ = directory.begin()
        let txt = TXTRecord([[UInt8](repeating: 65, count: 255)])
        let name = String(repeating: "a", count: 63)
        let longest = ServicePublication(name: name, type: "_fifteen-letters._tcp", port: 1, txt: txt)
        #expect(calls(directory.publish(1, longest)).count == 1)
    }

    @Test func theAddressesOfBothFamiliesAreOneAnswer() throws {
        var directory = ServiceDirectory()
        _ = directory.begin()
        let asked = calls(directory.resolve(1, instance()))
        #expect(asked.map(\.member) == ["ResolveService", "ResolveService"])
        #expect(directory.receive(answer("192.0.2.1"), to: asked[0], at: Self.now) == [])
        #expect(directory.deadline == Self.now + ServiceDirectory.patience)
        let told = events(directory.receive(answer("fe80::1"), to: asked[1], at: Self.now))
        guard case .resolved(1, let service)? = told.first else {
            Issue.record("nothing was resolved: \(told)")
            return
        }
        #expect(service.addresses == [NetworkAddress("fe80::1%3", 7_000), NetworkAddress("192.0.2.1", 7_000)])
        #expect(directory.deadline == .never)
    }

    @Test func oneFamilyIsEnough() {
        var directory = ServiceDirectory()
        _ = directory.begin()
        let asked = calls(directory.resolve(1, instance()))
        _ = directory.receive(answer("192.0.2.1"), to: asked[0], at: Self.now)
        #expect(directory.advance(to: Self.now + .milliseconds(99)) == [])
        let told = events(directory.advance(to: Self.now + .milliseconds(100)))
        guard case .resolved(1, let service)? = told.first else {
            Issue.record("nothing was resolved: \(told)")
            return
        }
        #expect(service.addresses == [NetworkAddress("192.0.2.1", 7_000)])
        #expect(directory.receive(error: "org.freedesktop.Avahi.TimeoutError", to: asked[1], at: Self.now) == [])
    }

    @Test(
        "a record of the network's leads to no port of the rig's own host",
        arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::"])
    func loopback(address: String) {
        var directory = ServiceDirectory()
        _ = directory.begin()
        let asked = calls(directory.resolve(1, instance()))
        _ = directory.receive(answer(address), to: asked[0], at: Self.now)
        #expect(events(directory.receive([], to: asked[1], at: Self.now)) == [.unresolved(1)])
    }

    @Test func answersThatAreNoneAreNotTaken() {
        var directory = ServiceDirectory()
        _ = directory.begin()
        let asked = calls(directory.resolve(1, instance()))
        #expect(directory.receive([.text("?")], to: asked[0], at: Self.now) == [])
        #expect(events(directory.receive([], to: asked[1], at: Self.now)) == [.unresolved(1)])
        _ = directory.search(2, "_a._tcp")
        #expect(
            directory.receive(
                signal: "ItemNew", interface: "org.freedesktop.Avahi.ServiceBrowser", path: "/none", [.text("x")]) == []
        )
    }

    @Test func recordsAreEqualWhateverTheirOrder() {
        let one = TXTRecord(values: ["v": "1", "plat": "iOS"])
        #expect(one == TXTRecord(values: ["plat": "iOS", "v": "1"]))
        #expect(one != TXTRecord(values: ["plat": "iOS", "v": "2"]))
        #expect(TXTRecord(values: ["a": "1", "A": "2"]).value(of: "a") == nil)
        #expect(TXTRecord([[0x61, 0x3D, 0xFF]]).value(of: "a") == nil)
    }

    private func instance() -> ServiceInstance {
        ServiceInstance(name: "Phone", type: "_trammel-agent._tcp", interface: 3, family: .v4)
    }

    private func answer(_ address: String) -> [BusValue] {
        [
            .int32(3), .int32(0), .text("Phone"), .text("_trammel-agent._tcp"), .text("local"), .text("host.local"),
            .int32(0), .text(address), .uint16(7_000), .strings([Array("v=1".utf8)]), .uint32(0),
        ]
    }
}
