import GATT
import Ground
import Links
import NearbyInteraction
import Simulators
import Testing

@Suite struct SimulatedBluetoothTests {
    /// A link to one accessory, and everything that arrived over it.
    private final class Bench {
        let links: SimulatedLinks
        init(_ defects: Set<Defect> = [], consoles: [AccessoryName]? = nil, seed: UInt64 = 1) {
            links = SimulatedLinks(
                EnvironmentModel(accessories: [("door", AccessoryBuild(defects: defects))]), seed: seed,
                consoles: consoles)
        }

        func ask(_ requests: BluetoothRequest...) {
            for request in requests { _ = links.send(.bluetooth("door", request)) }
        }

        /// Returns everything that arrives within a span.
        func arrivals(_ span: Lapse = .seconds(2)) -> [Inbound] {
            let end = links.now + span
            var seen: [Inbound] = []
            while case .arrival(let arrival) = links.receive(until: end) { seen.append(arrival.inbound) }
            return seen
        }

        func events(_ span: Lapse = .seconds(2)) -> [BluetoothEvent] {
            arrivals(span).compactMap { if case .bluetooth(_, let event) = $0 { event } else { nil } }
        }

        /// Connects and waits; returns the events other than frames.
        func connect() -> [BluetoothEvent] {
            ask(.connect(within: .seconds(5)))
            return events(.seconds(6))
        }

        func disconnect() {
            ask(.disconnect)
            _ = events(.seconds(4))
        }
    }

    private let new = BluetoothEvent.encrypted(LinkSecurity(isSecureConnections: true, isBonded: false))
    private let stored = BluetoothEvent.encrypted(LinkSecurity(isSecureConnections: true, isBonded: true))

    @Test func findingHearsAndLeavesItAtThat() {
        let bench = Bench()
        bench.ask(.find(within: .seconds(3)))
        let events = bench.events(.seconds(10))
        guard case .discovered(let advertisement) = events.first, events.count == 1 else {
            Issue.record("found: \(events)")
            return
        }
        #expect(advertisement.services == [DataChannelProfile.nordicUART.service])
        let silent = Bench([.doesNotAdvertise])
        silent.ask(.find(within: .seconds(3)))
        let failure = silent.events(.seconds(10))
        #expect(failure == [.connectFailed("door did not advertise within 3.00 s")])
    }

    @Test func findingCanBeGivenUp() {
        let bench = Bench([.doesNotAdvertise])
        bench.ask(.find(within: .seconds(3)), .disconnect)
        #expect(bench.events(.seconds(10)) == [.connectFailed("connecting was given up")])
    }

    @Test func pairingMakesAKeyThatTheNextLinkIsEncryptedWith() {
        let bench = Bench()
        _ = bench.connect()
        bench.ask(.pair, .pair)
        #expect(bench.events() == [new])
        bench.ask(.pair)
        #expect(bench.events() == [new])
        bench.disconnect()
        #expect(bench.connect().last == stored)
    }

    @Test func aKeyThatTheAccessoryLostEndsTheLink() {
        let bench = Bench()
        _ = bench.connect()
        bench.ask(.pair)
        _ = bench.events()
        bench.disconnect()
        _ = bench.links.send(.stage(.power("door", .factoryReset)))
        #expect(bench.arrivals().contains(.stage(.powered("door"))))
        #expect(bench.connect().last == .disconnected(.authentication))
        // As in the system's settings: the phone forgets the accessory, and pairs again.
        bench.ask(.forget)
        _ = bench.connect()
        bench.ask(.pair)
        #expect(bench.events() == [new])
    }

    @Test func aKeyThatThePhoneLostIsMadeAnew() {
        let bench = Bench()
        _ = bench.connect()
        bench.ask(.pair)
        _ = bench.events()
        bench.ask(.forget)
        bench.disconnect()
        let again = bench.connect()
        #expect(again.count == 2 && !again.contains(stored))
        bench.ask(.pair)
        #expect(bench.events() == [new])
    }

    @Test func aPowerCycleLosesTheLinkAndKeepsTheKey() {
        let bench = Bench()
        _ = bench.connect()
        bench.ask(.pair)
        _ = bench.events()
        _ = bench.links.send(.stage(.power("door", .cycle)))
        #expect(bench.events() == [.disconnected(.supervisionTimeout)])
        #expect(bench.connect().last == stored)
    }

    @Test func withoutALinkThereIsNothingToEncrypt() {
        let bench = Bench()
        bench.ask(.pair, .forget)
        #expect(bench.events().isEmpty)
    }

    @Test func aDroppedLinkIsNoticedWhenTheSupervisionTimeoutIsOver() {
        let bench = Bench()
        _ = bench.connect()
        let before = bench.links.now
        _ = bench.links.send(.stage(.dropLink("door")))
        bench.ask(.frame([0x02, 0x0F, 0x02]))
        let first = bench.links.receive(until: before + .seconds(2))
        let lost = Inbound.bluetooth("door", .disconnected(.supervisionTimeout))
        #expect(first == .arrival(Arrival(lost, at: before + .milliseconds(720))))
        #expect(bench.connect().count == 2)
        _ = bench.links.send(.stage(.dropLink("door")))
        _ = bench.links.send(.stage(.dropLink("door")))
        #expect(bench.events() == [.disconnected(.supervisionTimeout)])
    }

    @Test func pairingThatTheLinkDoesNotOutliveMakesNoKey() {
        let bench = Bench()
        _ = bench.connect()
        bench.ask(.pair)
        _ = bench.links.send(.stage(.dropLink("door")))
        #expect(bench.events() == [.disconnected(.supervisionTimeout)])
        #expect(bench.connect().count == 2)
    }

    @Test func consolesAreReadOnlyWhereSomebodyAsks() {
        func lines(_ bench: Bench) -> Int {
            _ = bench.links.send(.stage(.power("door", .cycle)))
            return bench.arrivals(.seconds(5)).count { if case .console = $0 { true } else { false } }
        }
        #expect(lines(Bench()) > 0 && lines(Bench(consoles: [])) == 0)
    }

    @Test func requestedParametersAreToldInTheUnitsOfTheSpecification() {
        let wanted = RequestedParameters(
            minimumInterval: .milliseconds(25), maximumInterval: .milliseconds(250), latency: 6,
            supervisionTimeout: .seconds(16))
        let parameters = ConnectionParameters(wanted)
        #expect(parameters.minimumInterval == 20 && parameters.maximumInterval == 200)
        #expect(parameters.supervisionTimeout == 1600)
        let odd = RequestedParameters(
            minimumInterval: .seconds(-1), maximumInterval: .seconds(1_000), latency: 0, supervisionTimeout: .zero)
        #expect(ConnectionParameters(odd).minimumInterval == 0)
        #expect(ConnectionParameters(odd).maximumInterval == .max)
    }
}
