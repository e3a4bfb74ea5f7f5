import Ground
import Links
import NDEF
import Simulators
import Testing

@Suite struct SimulatedLinksTests {
    private static func links(
        defects: Set<Defect> = [], tags: [(name: TagName, tag: SimulatedTag)] = [], seed: UInt64 = 1
    ) -> SimulatedLinks {
        SimulatedLinks(
            EnvironmentModel(accessories: [("door", AccessoryBuild(defects: defects))], tags: tags), seed: seed,
            consoles: [])
    }

    /// Returns everything that arrives within a span.
    private func arrivals(_ links: SimulatedLinks, _ span: Lapse = .seconds(1)) -> [Arrival] {
        let end = links.now + span
        var arrivals: [Arrival] = []
        while case .arrival(let arrival) = links.receive(until: end) { arrivals.append(arrival) }
        return arrivals
    }

    private func bluetooth(_ arrivals: [Arrival]) -> [BluetoothEvent] {
        arrivals.compactMap { if case .bluetooth(_, let event) = $0.inbound { event } else { nil } }
    }

    private func milliseconds(_ arrival: Arrival?) -> Double? { arrival.map { Double($0.instant.nanoseconds) / 1e6 } }

    @Test func connectingTakesTwoStepsAndAFrameItsWayThereAndBack() {
        let links = Self.links()
        _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
        let found = arrivals(links)
        let instants = found.compactMap { milliseconds($0) }
        #expect(instants.count == 2 && links.now == .start + .seconds(1))
        #expect((0...200).contains(instants[0]) && (100...260).contains(instants[1] - instants[0]))
        guard case .connected(let address) = bluetooth(found).last else {
            Issue.record("not connected")
            return
        }
        #expect(address.kind == .random)
        #expect(links.send(.bluetooth("door", .frame([0x02, 0x0F, 0x02]))) == links.now)
        let answer = arrivals(links)
        #expect(bluetooth(answer) == [.frame([0x03, 0xF7, 0x00])])
        #expect((1004...1026).contains(milliseconds(answer.first) ?? 0))
    }

    @Test func framesDoNotOvertakeOneAnother() {
        let links = Self.links()
        _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
        _ = arrivals(links)
        // A request that is not understood is answered with an error that repeats its opcode.
        let requests: [UInt8] = (0..<40).map { (number: UInt8) in (0x24 + number % 8 * 2) & 0x3F }
        for opcode in requests { _ = links.send(.bluetooth("door", .frame([opcode]))) }
        let answers = bluetooth(arrivals(links)).compactMap { if case .frame(let frame) = $0 { frame[1] } else { nil } }
        #expect(answers == requests)
    }

    @Test func anAccessoryThatDoesNotAdvertiseIsNotFound() {
        let links = Self.links(defects: [.doesNotAdvertise])
        _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
        _ = links.send(.bluetooth("nobody", .connect(within: .seconds(6))))
        let events = arrivals(links, .seconds(10))
        #expect(events.map { milliseconds($0) } == [5000, 6000])
        #expect(bluetooth(events).allSatisfy { if case .connectFailed = $0 { true } else { false } })
    }

    @Test func aLimitThatIsTooShortIsKept() {
        let links = Self.links()
        _ = links.send(.bluetooth("door", .connect(within: .milliseconds(20))))
        let events = arrivals(links)
        #expect(events.count == 1 && milliseconds(events.first) == 20)
    }

    @Test func connectingThatIsGivenUpEndsAtOnce() {
        for defects in [[], [Defect.doesNotAdvertise]] {
            let links = Self.links(defects: Set(defects))
            _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
            _ = links.send(.bluetooth("door", .disconnect))
            let events = arrivals(links, .seconds(10))
            #expect(events.count == 1 && milliseconds(events.first) == 0)
            #expect(bluetooth(events) == [.connectFailed("connecting was given up")])
        }
    }

    @Test func bothSidesCanHangUp() {
        let links = Self.links()
        _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
        _ = arrivals(links)
        _ = links.send(.bluetooth("door", .frame([0x02, 0x0F, 0x02])))
        _ = links.send(.bluetooth("door", .disconnect))
        _ = links.send(.bluetooth("door", .disconnect))
        // The answer is still on its way when the link ends.
        #expect(bluetooth(arrivals(links)) == [.disconnected(.local)])
        _ = links.send(.bluetooth("door", .frame([0x02, 0x0F, 0x02])))
        #expect(arrivals(links).isEmpty)

        let rude = Self.links(defects: [.hangsUpOnConnection])
        _ = rude.send(.bluetooth("door", .connect(within: .seconds(5))))
        #expect(bluetooth(arrivals(rude)).last == .disconnected(.remote))
        _ = rude.send(.bluetooth("door", .connect(within: .seconds(5))))
        #expect(bluetooth(arrivals(rude)).last == .disconnected(.remote))
    }

    @Test func connectingAgainChangesNothing() {
        let links = Self.links()
        _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
        _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
        #expect(arrivals(links).count == 2)
        _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
        #expect(arrivals(links).isEmpty)
        _ = links.send(.bluetooth("door", .disconnect))
        #expect(arrivals(links).count == 1)
    }

    @Test func thingsOfOneInstantKeepTheirOrder() {
        let links = Self.links()
        for name in ["one", "two", "three"] as [TagName] { _ = links.send(.stage(.present(name))) }
        #expect(
            arrivals(links).map(\.inbound) == [
                .stage(.presented("one")), .stage(.presented("two")), .stage(.presented("three")),
            ])
    }

    @Test func theSameSeedGivesTheSameArrivals() {
        func play(_ seed: UInt64) -> [Arrival] {
            let links = Self.links(seed: seed)
            _ = links.send(.kit(.open))
            _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
            _ = links.send(.stage(.move("door", from: .metres(5), to: .metres(1), at: .metresPerSecond(2))))
            var seen = arrivals(links)
            // MTU, CCCD, initialize: the address in the answer is random.
            for frame in [[0x02, 0x0F, 0x02], [0x12, 0x09, 0x00, 0x01, 0x00], [0x12, 0x06, 0x00, 0x0A]] as [[UInt8]] {
                _ = links.send(.bluetooth("door", .frame(frame)))
                seen += arrivals(links)
            }
            return seen
        }
        #expect(play(1) == play(1) && play(1) != play(2))
        #expect(
            play(1).contains {
                if case .bluetooth(_, .frame(let frame)) = $0.inbound { frame.count == 41 } else { false }
            })
    }

    @Test func withoutAnythingDueTheClockStandsAtTheDeadline() {
        let links = Self.links()
        #expect(links.receive(until: .start + .seconds(3)) == .deadline && links.now == .start + .seconds(3))
        #expect(links.receive(until: .never) == .deadline && links.now == .start + .seconds(3))
        #expect(links.receive(until: .start) == .deadline && links.now == .start + .seconds(3))
    }

    @Test func closedLinksAreSilent() {
        let links = Self.links()
        _ = links.send(.bluetooth("door", .connect(within: .seconds(5))))
        links.close()
        links.close()
        _ = links.send(.kit(.open))
        #expect(arrivals(links).isEmpty)
    }
}
