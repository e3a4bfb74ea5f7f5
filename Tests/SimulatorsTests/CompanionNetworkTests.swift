import ApplicationServices
import Ground
import Links
import Simulators
import Testing

@Suite("The network between screens and companions") struct CompanionNetworkTests {
    private func published(_ bench: CompanionBench) -> [(instant: Instant, shown: String, pin: String)] {
        bench.arrivals.compactMap { arrival in
            guard case .discovery(.published(_, let shown, let pin)) = arrival.inbound else { return nil }
            return (arrival.instant, shown, pin)
        }
    }

    @Test("A name is there after 0.21 s and resolved after 0.94 s; one that is taken is changed after 1.7 s")
    func names() throws {
        let bench = CompanionBench()
        bench.perform(.openPicker(service: "game", platforms: [.iOS]))
        bench.perform(.pick(name: "Pad #2"))
        bench.publish("pad")
        bench.publish("Pad")
        bench.run(.seconds(3))
        let names = published(bench)
        #expect(
            names.map(\.shown) == ["pad", "Pad #2"] && names.map(\.instant.nanoseconds) == [210_000_000, 1_700_000_000])
        #expect(
            names.allSatisfy { $0.pin.count == 32 && $0.pin.allSatisfy(\.isHexDigit) } && names[0].pin != names[1].pin)
        let first = try #require(bench.arrivals.first { $0.inbound.link != .discovery })
        #expect(first.inbound.link == .stream(.agent(of: "Pad", connection: 1)))
        #expect(first.instant.nanoseconds > 2_430_000_000 && first.instant.nanoseconds < 2_460_000_000)
    }

    @Test("A withdrawn service ends at once, is listed for another second, and may come back") func withdrawn() {
        let bench = CompanionBench()
        bench.begin()
        _ = bench.links.send(.discovery(.withdraw("pad")))
        bench.run(.milliseconds(900))
        #expect(bench.ends(2) == [.local] && bench.arrivals.last?.inbound == .discovery(.withdrawn("pad")))
        bench.perform(.openPicker(service: "game", platforms: [.iOS]))
        bench.run(.milliseconds(200))
        bench.perform(.pick(name: "pad"))
        bench.run(.seconds(10))
        #expect(bench.opened == 2, "it is not listed any more")
        bench.publish()
        bench.run(.seconds(5))
        #expect(bench.opened > 2 && bench.connects.count == 2)
    }

    @Test("A certificate that does not fit the pin is refused by the screen, and the right one is not") func pin() {
        let bench = CompanionBench()
        _ = bench.links.send(.discovery(.impersonate("pad", true)))
        bench.begin()
        #expect(bench.seen.map(\.seen) == [.closed])
        _ = bench.links.send(.discovery(.impersonate("pad", false)))
        bench.choose()
        #expect(bench.opened == 2 && bench.connects.count == 1)
        #expect(bench.seen.map(\.connection).max() == 3, "one that failed has a number too")
    }

    @Test("Data sent before an end comes first, whichever end it is", arguments: [StreamRequest.close, .reset])
    func ends(how: StreamRequest) {
        for seed in 1...50 as ClosedRange<UInt64> {
            let bench = CompanionBench(seed: seed)
            bench.begin()
            // Whether or not it is acknowledged, the screen has it, as the next resumption shows.
            for message in ControlMessage.data(of: CompanionBench.move(1).encoded) {
                bench.request(.bytes(message.encoded), 2)
            }
            bench.request(.bytes(ControlMessage.aborted(.background).encoded), 2)
            bench.request(how, 2)
            bench.run(.seconds(1))
            #expect(bench.ends(2) == [.local] && bench.opened == 3, "the word before the end counts, seed \(seed)")
        }
    }

    @Test("A cut cable loses nothing when it is mended soon, and ends connections on both sides otherwise")
    func cable() {
        let bench = CompanionBench()
        bench.begin()
        bench.trouble(.cableOut, true)
        bench.play(3, for: .seconds(4))
        #expect(bench.acknowledged == [])
        bench.trouble(.cableOut, false)
        bench.run(.milliseconds(150))
        #expect(bench.acknowledged == [], "TCP waits before it sends again")
        bench.run(.seconds(1))
        #expect(bench.acknowledged == [1, 2, 3] && bench.ends(2) == [])
        bench.trouble(.cableOut, true)
        bench.run(.milliseconds(4_900))
        #expect(bench.ends(2) == [])
        bench.run(.milliseconds(200))
        #expect(bench.ends(2) == [.unacknowledged])
        bench.trouble(.cableOut, false)
        bench.run(.seconds(5))
        #expect(bench.opened == 2, "silence is no background")
    }

    @Test("Delay, loss and another order change the times, and never the bytes") func troubles() {
        let troubles: [NetworkDisturbance] = [
            .delayed(by: .milliseconds(200)), .losing(permille: 300), .reordering(permille: 500),
        ]
        for trouble in troubles {
            let bench = CompanionBench()
            bench.begin()
            let quick = CompanionBench()
            quick.begin()
            bench.trouble(trouble, true)
            bench.play(30, for: .seconds(60))
            quick.play(30, for: .seconds(60))
            #expect(bench.acknowledged == Array(1...30) && quick.acknowledged == bench.acknowledged)
            #expect(bench.ends(2) == [] && bench.arrivals.map(\.instant).max() != quick.arrivals.map(\.instant).max())
            let last = bench.arrivals.map(\.instant).max() ?? .start
            switch trouble {
            case .delayed: #expect(last - .start > .milliseconds(5_400))
            case .losing: #expect(last - .start > .milliseconds(5_200))
            case .reordering, .silence, .cableOut, .secondCable, .withoutIPv4, .withoutIPv6: break
            }
            bench.trouble(trouble, false)
            let before = bench.links.now
            bench.play(1)
            let took = (bench.arrivals.last?.instant ?? .never) - before
            #expect(took < .milliseconds(30), "it is over")
        }
    }

    @Test("The same seed gives the same arrivals, and another one others") func seeds() {
        func play(_ seed: UInt64) -> [Arrival] {
            let bench = CompanionBench(seed: seed)
            bench.trouble(.losing(permille: 100), true)
            bench.begin()
            bench.play(20)
            bench.leave()
            bench.comeBack()
            bench.play(5)
            return bench.arrivals
        }
        #expect(play(7) == play(7) && play(7).count > 10)
        #expect(play(7).map(\.instant) != play(8).map(\.instant))
    }

    @Test("Bytes arrive in pieces that are cut in many places") func pieces() {
        var lengths: Set<Int> = []
        for seed in 1...60 as ClosedRange<UInt64> {
            let bench = CompanionBench(seed: seed)
            bench.begin()
            for arrival in bench.arrivals {
                if case .stream(_, .bytes(let bytes)) = arrival.inbound { lengths.insert(bytes.count) }
            }
        }
        #expect(lengths.count > 20)
    }
}
