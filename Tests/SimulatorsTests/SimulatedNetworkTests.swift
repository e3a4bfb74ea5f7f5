import Ground
import Links
import NearbyInteraction
import Simulators
import Testing

@Suite("The simulated network") struct SimulatedNetworkTests {
    private static let stream = StreamID.dataChannel(of: "door")
    private static let initialize = MessageStream.frame([MessageIdentifiers.appleSample.initialize])

    private func links(_ defects: Set<Defect> = [], seed: UInt64 = 1) -> SimulatedLinks {
        let model = AccessoryBuild(isOnNetwork: true, defects: defects)
        return SimulatedLinks(EnvironmentModel(accessories: [("door", model)]), seed: seed, consoles: [])
    }

    /// Returns everything that arrives over the connection within a span.
    private func hear(_ links: SimulatedLinks, _ span: Lapse = .seconds(1)) -> [StreamEvent] {
        let end = links.now + span
        var events: [StreamEvent] = []
        while case .arrival(let arrival) = links.receive(until: end) {
            if case .stream(Self.stream, let event) = arrival.inbound { events.append(event) }
        }
        return events
    }

    private func ask(_ links: SimulatedLinks, _ request: StreamRequest) -> [StreamEvent] {
        _ = links.send(.stream(Self.stream, request))
        return hear(links)
    }

    private func bytes(_ events: [StreamEvent]) -> [[UInt8]] {
        events.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    }

    @Test("Bytes arrive in order and complete, cut and joined as the seed decides") func pieces() throws {
        var lengths: Set<Int> = []
        for seed in 1...200 as ClosedRange<UInt64> {
            let links = links(seed: seed)
            #expect(ask(links, .open) == [.opened("a simulated network")])
            for byte in Self.initialize { _ = links.send(.stream(Self.stream, .bytes([byte]))) }
            let pieces = bytes(hear(links))
            var (stream, messages) = (MessageStream(), [[UInt8]]())
            for piece in pieces { try stream.receive(piece, into: &messages) }
            #expect(messages.count == 1 && stream.isBetween)
            #expect(messages[0].first == MessageIdentifiers.appleSample.accessoryConfigurationData)
            lengths.formUnion(pieces.dropLast().map(\.count))
        }
        #expect(lengths.count > 10, "they are cut in many places")
    }

    @Test("The phone's end, the accessory's, a refusal and a missing service are distinguished") func ends() {
        let sound = links()
        _ = ask(sound, .open)
        #expect(ask(sound, .close) == [.ended(.local)])
        #expect(ask(sound, .open) == [.opened("a simulated network")], "it takes the next connection")
        let rude = links([.hangsUpOnInitialize])
        _ = ask(rude, .open)
        #expect(ask(rude, .bytes(Self.initialize)) == [.ended(.remote)])
        let deaf = links([.doesNotAdvertise])
        guard case .closed? = ask(deaf, .open).first else { return #expect(Bool(false), "it listens") }
        _ = sound.send(.stream(.dataChannel(of: "another"), .open))
        guard case .arrival(let arrival) = sound.receive(until: .never), case .stream(_, .closed) = arrival.inbound
        else { return #expect(Bool(false), "something offers it") }
    }

    @Test("An accessory without power is silent, and after its boot resets connections that it does not know")
    func power() {
        let links = links()
        _ = ask(links, .open)
        _ = links.send(.stage(.power("door", .cycle)))
        #expect(hear(links) == [], "it boots, and no request is pending")
        #expect(ask(links, .bytes(Self.initialize)) == [.ended(.reset)])
        _ = links.send(.stage(.power("door", .cycle)))
        #expect(ask(links, .open) == [], "the first attempt is not answered")
        #expect(hear(links) == [.opened("a simulated network")], "the next one is answered")
        _ = links.send(.stage(.power("door", .cycle)))
        #expect(hear(links, .seconds(3)) == [.ended(.reset)], "a probe is answered by a reset")
    }

    @Test("A connection that is cut is given up after three unanswered probes") func silence() {
        let links = links()
        _ = ask(links, .open)
        _ = links.send(.stage(.dropLink("door")))
        #expect(hear(links, .milliseconds(4_900)) == [] && hear(links, .milliseconds(200)) == [.ended(.unacknowledged)])
        #expect(ask(links, .open) == [.opened("a simulated network")])
    }

    @Test("The phone may abandon a connection that is being opened") func givenUp() {
        let links = links()
        _ = links.send(.stage(.power("door", .cycle)))
        _ = links.send(.stream(Self.stream, .open))
        guard case .closed? = ask(links, .close).first else { return #expect(Bool(false), "it is still being made") }
        #expect(hear(links, .seconds(3)) == [])
    }
}
