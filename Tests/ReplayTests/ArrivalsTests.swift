import Ground
import Links
import Recordings
import Testing
import Traces

@testable import Replay

struct PlaceSetTests {
    @Test("Positions are removed as they are counted then, whatever was removed before")
    func leavingOut() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let count = Int.random(in: 0...200, using: &generator)
            var (set, list) = (PlaceSet(all: count), Array(0..<count))
            for _ in 0..<6 {
                let from = Int.random(in: 0...list.count, using: &generator)
                let range = from..<Int.random(in: from...list.count, using: &generator)
                list.removeSubrange(range)
                set = set.leavingOut(range)
                #expect(set.places == list && set.count == list.count && set.isEmpty == list.isEmpty)
                let first = Int.random(in: 0...200, using: &generator)
                #expect(set.prefix(first).places == Array(list.prefix(first)))
                #expect(set.contains(first) == list.contains(first))
                #expect(set.next(from: first) == list.first { $0 >= first })
            }
        }
    }
}

extension PlaceSet {
    var places: [Int] { (0...200).filter(contains) }
}

struct ArrivalsTests {
    private static func arrival(_ number: Int) -> TraceEvent {
        let arrival = Arrival(.console("door", "\(number)"), at: .start + .milliseconds(number))
        return .received(arrival, now: arrival.instant, number: number)
    }

    private func numbers(_ stream: TraceStream) -> [Int] {
        stream.map { if case .received(_, _, let number) = $0 { number } else { -1 } }
    }

    @Test("The requested arrivals are returned, even from a smaller selection, and none from after a gap")
    func chosen() throws {
        let header = TraceHeader(
            scenario: "s", rig: "r", seed: 1, program: "test", wallClock: WallInstant(nanoseconds: 0), start: .start,
            accessories: [], hasKit: false, hasReader: false, scenarioText: "", rigText: "")
        var events = (1...100).flatMap { [Self.arrival($0), .waited(until: .start, deadline: .start)] }
        events += [.gap("lost"), Self.arrival(101)]
        let all = Arrivals(in: TraceStream([.began(header)] + events))
        #expect(all.held.count == 100 && numbers(all.only(all.held)) == Array(1...100))
        let some = all.held.leavingOut(10..<90)
        #expect(numbers(all.only(some)) == Array(1...10) + Array(91...100))
        let moved = all.keeping(some)
        #expect(numbers(moved.only(some)) == Array(1...10) + Array(91...100))
        var texts: [String] = []
        for case .received(let arrival, _, _) in moved.only(some.leavingOut(5..<19)) {
            if case .console(_, let text) = arrival.inbound { texts.append(text) }
        }
        #expect(texts == ["1", "2", "3", "4", "5", "100"])
    }
}
