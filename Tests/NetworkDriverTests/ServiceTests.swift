import Ground
import NetworkDriver
import OperatingSystem
import TestSupport
import Testing
import Vocabulary

/// Avahi's own daemons on a network of two hosts. Serialized, because each test starts four daemons.
@Suite(.serialized, .onASteadyMachine) struct ServiceTests {
    private static let type = "_trammel-agent._tcp"
    private static let txt = TXTRecord(values: ["v": "1", "plat": "iOS", "svc": "com.example.play"])

    private static func publication(_ name: String = "Living Room", port: UInt16 = 7_000) -> ServicePublication {
        ServicePublication(name: name, type: type, port: port, txt: txt)
    }

    /// The two hosts of a network, each with its driver.
    private final class Bench {
        let network: NamespaceLAN
        let phone: LoggedHost
        let screen: LoggedHost

        init() throws {
            network = try NamespaceLAN()
            phone = try LoggedHost(bus: network.hosts[0].bus)
            screen = try LoggedHost(bus: network.hosts[1].bus)
        }

        deinit {
            phone.host.close()
            screen.host.close()
        }

        func found(_ name: String, by host: LoggedHost) throws -> ServiceInstance {
            try host.log.first("\(name)") { event in
                if case .found(_, let instance) = event, instance.name == name { instance } else { nil }
            }
        }
    }

    @Test func publishedFoundResolvedUpdatedAndGone() throws {
        let bench = try Bench()
        bench.screen.host.send(.search(1, type: Self.type))
        let asked = bench.phone.host.send(.publish(1, Self.publication("Wohnzimmer \"links\" äöü")))
        let name = try bench.phone.log.first("published") { if case .published(1, let name) = $0 { name } else { nil } }
        #expect(name == "Wohnzimmer \"links\" äöü")
        let instance = try bench.found(name, by: bench.screen)
        #expect(instance.type == Self.type && instance.domain == "local")
        bench.screen.host.send(.resolve(7, instance))
        let service = try bench.screen.log.first("resolved") { if case .resolved(7, let it) = $0 { it } else { nil } }
        #expect(service.host == "host1.local")
        #expect(service.addresses.contains(NetworkAddress("10.77.0.1", 7_000)))
        #expect(service.addresses.allSatisfy { $0.port == 7_000 })
        #expect(service.txt == Self.txt && service.txt.value(of: "PLAT") == "iOS")
        #expect(asked < (bench.phone.log.all.last?.instant ?? .start))
        bench.phone.host.send(.update(1, txt: TXTRecord(values: ["v": "2"])))
        _ = try bench.screen.log.await("the new record") { log in
            bench.screen.host.send(.resolve(UInt32(100 + log.all.count), instance))
            _ = Poller(clock: log.clock).wait([], until: log.clock.now + .milliseconds(100))
            let records = log.events.compactMap { if case .resolved(_, let it) = $0 { it.txt } else { nil } }
            return records.last?.value(of: "v") == "2" ? true : nil
        }
        bench.phone.host.send(.withdraw(1))
        let gone = try bench.screen.log.first("gone") { if case .vanished(1, let it) = $0 { it } else { nil } }
        #expect(gone.name == instance.name)
        #expect(bench.phone.log.faults == [] && bench.screen.log.faults == [])
    }

    /// The network decides which of the two gives way: a daemon that has just announced a name is silent for half a
    /// second, and then both probe again (RFC 6762 section 8.2).
    @Test func aNameThatIsTakenElsewhereIsChanged() throws {
        let bench = try Bench()
        bench.phone.host.send(.publish(1, Self.publication()))
        _ = try bench.phone.log.first("published") { if case .published = $0 { true } else { nil } }
        bench.screen.host.send(.publish(1, Self.publication(port: 7_001)))
        let logs = [bench.phone.log, bench.screen.log]
        let renamed = try bench.screen.log.await("renamed") { _ in
            logs.flatMap(\.events).lazy.compactMap { event -> [String]? in
                if case .renamed(1, let from, let to) = event { [from, to] } else { nil }
            }.first
        }
        #expect(renamed == ["Living Room", "Living Room #2"])
        _ = try bench.screen.log.await("two names") { _ in
            let names = logs.map { log in
                log.events.compactMap { if case .published(1, let name) = $0 { name } else { nil } }.last
            }
            return Set(names) == ["Living Room", "Living Room #2"] ? true : nil
        }
    }

    /// A message that the daemon sends while a call is on its way is read with that call; it must not wait for the
    /// next one.
    @Test func nothingThatTheDaemonSaysIsLeftLying() throws {
        let bench = try Bench()
        bench.phone.host.send(.publish(1, Self.publication()))
        _ = try bench.phone.log.first("published") { if case .published = $0 { true } else { nil } }
        for number in UInt32(1)...200 {
            bench.phone.host.send(.search(number, type: Self.type))
            _ = try bench.phone.log.first("found by search \(number)", within: .seconds(5)) { event in
                if case .found(number, _) = event { true } else { nil }
            }
            bench.phone.host.send(.endSearch(number))
        }
    }

    @Test func aNameThatIsTakenOnTheSameDaemonIsChanged() throws {
        let bench = try Bench()
        bench.phone.host.send(.publish(1, Self.publication()))
        _ = try bench.phone.log.first("published") { if case .published(1, _) = $0 { true } else { nil } }
        bench.phone.host.send(.publish(2, Self.publication(port: 7_001)))
        let name = try bench.phone.log.first("published") { if case .published(2, let name) = $0 { name } else { nil } }
        #expect(name == "Living Room #2")
        #expect(bench.phone.log.faults == [])
    }

    @Test func aHostThatLeavesSaysGoodbye() throws {
        let bench = try Bench()
        bench.screen.host.send(.search(1, type: Self.type))
        bench.phone.host.send(.publish(1, Self.publication()))
        _ = try bench.found("Living Room", by: bench.screen)
        bench.phone.host.close()
        _ = try bench.screen.log.first("gone") { if case .vanished = $0 { true } else { nil } }
    }

    @Test func anInterfaceThatGoesDownTakesWhatWasFoundThere() throws {
        let bench = try Bench()
        bench.screen.host.send(.search(1, type: Self.type))
        bench.phone.host.send(.publish(1, Self.publication()))
        let instance = try bench.found("Living Room", by: bench.screen)
        try bench.network.setCable(of: bench.network.hosts[1], up: false)
        _ = try bench.screen.log.first("gone") { if case .vanished = $0 { true } else { nil } }
        bench.screen.host.send(.resolve(1, instance))
        _ = try bench.screen.log.first("no answer") { if case .unresolved(1) = $0 { true } else { nil } }
        #expect(bench.screen.log.faults == [])
    }

    @Test func aDaemonThatDiesIsTheRigsAndComesBack() throws {
        let bench = try Bench()
        bench.screen.host.send(.search(1, type: Self.type))
        bench.phone.host.send(.publish(1, Self.publication()))
        _ = try bench.found("Living Room", by: bench.screen)
        bench.network.killAvahi(bench.network.hosts[1])
        _ = try bench.screen.log.first("the fault") { if case .fault = $0 { true } else { nil } }
        _ = try bench.screen.log.first("gone") { if case .vanished = $0 { true } else { nil } }
        try bench.network.startAvahi(bench.network.hosts[1])
        _ = try bench.screen.log.await("found again") { log in
            log.events.count { if case .found = $0 { true } else { false } } > 1 ? true : nil
        }
        #expect(bench.screen.log.faults.count == 1)
        // It is found by a shared record, which is announced before the phone's name is certain.
        _ = try bench.phone.log.first("published") { if case .published = $0 { true } else { nil } }
        bench.network.killAvahi(bench.network.hosts[0])
        try bench.network.startAvahi(bench.network.hosts[0])
        _ = try bench.phone.log.await("published again") { log in
            log.events.count { if case .published = $0 { true } else { false } } > 1 ? true : nil
        }
    }

    @Test func aBusThatDiesIsTheRigs() throws {
        let bench = try Bench()
        bench.phone.host.send(.publish(1, Self.publication()))
        _ = try bench.phone.log.first("published") { if case .published = $0 { true } else { nil } }
        bench.network.killBus(bench.network.hosts[0])
        _ = try bench.phone.log.first("the fault") { if case .fault = $0 { true } else { nil } }
        #expect(bench.phone.log.faults.count == 1)
    }

    @Test func aBusThatIsNotThereIsTheRigs() throws {
        let folder = try Scratch()
        let host = try LoggedHost(bus: "unix:path=\(folder("bus"))")
        defer { host.host.close() }
        host.host.send(.publish(1, Self.publication()))
        let fault = try host.log.first("the fault") { if case .fault(let fault) = $0 { fault } else { nil } }
        #expect(!fault.remedy.isEmpty)
    }

    @Test func aDaemonThatIsNotThereIsTheRigs() throws {
        let network = try NamespaceLAN()
        network.killAvahi(network.hosts[0])
        let host = try LoggedHost(bus: network.hosts[0].bus)
        defer { host.host.close() }
        host.host.send(.publish(1, Self.publication()))
        _ = try host.log.first("the fault") { if case .fault = $0 { true } else { nil } }
        try network.startAvahi(network.hosts[0])
        _ = try host.log.first("published") { if case .published = $0 { true } else { nil } }
    }
}
