import Ground
import Testing

@testable import Replay

struct ShorteningTests {
    /// Returns whether no further place or pair of places can be removed from `kept`.
    private func isShortest(_ kept: [Int], _ holds: ([Int]) -> Bool) -> Bool {
        for first in kept.indices {
            var less = kept
            less.remove(at: first)
            if holds(less) { return false }
            for second in less.indices {
                var least = less
                least.remove(at: second)
                if holds(least) { return false }
            }
        }
        return true
    }

    @Test("If two elements that need each other go, an element that only they needed goes too")
    func pairThenSingle() {
        // 9 fails; 1 and 2 only together or not at all, and 1 requires 3.
        let holds: ([Int]) -> Bool = { places in
            places.contains(9) && places.contains(1) == places.contains(2)
                && (!places.contains(1) || places.contains(3))
        }
        var shortening = ListReduction(10) { holds($0.places) }
        #expect(shortening.search() == .noTwoLess && shortening.kept.places == [9])
        var among = ListReduction(4) { holds($0.places.map { [1, 3, 2, 9][$0] }) }
        #expect(among.search() == .noTwoLess && among.kept.places == [3])
    }

    @Test("Whatever must hold, at the end neither one element nor two can be left out")
    func shortest() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<150 {
            let count = 1 + Int(generator.next() % 10)
            // Some are always needed; each rule says that one place requires, or excludes, another one.
            let needed = Set((0..<Int(generator.next() % 4)).map { _ in Int(generator.next() % UInt64(count)) })
            let rules = (0..<Int(generator.next() % 12)).map { _ in
                (Int(generator.next() % UInt64(count)), Int(generator.next() % UInt64(count)), generator.next() % 3)
            }
            let all = Array(0..<count)
            let holds: ([Int]) -> Bool = { places in
                if places == all { return true }
                let there = Set(places)
                return needed.isSubset(of: there)
                    && rules.allSatisfy { one, other, kind in
                        switch kind {
                        case 0: !there.contains(one) || there.contains(other)
                        case 1: there.contains(one) == there.contains(other)
                        default: there.contains(one) || there.contains(other)
                        }
                    }
            }
            var shortening = ListReduction(count) { holds($0.places) }
            #expect(shortening.search() == .noTwoLess)
            let kept = shortening.kept.places
            #expect(holds(kept) && isShortest(kept, holds), "\(kept)")
        }
    }

    @Test("If nothing is needed, nothing is kept")
    func none() {
        var tries = 0
        var shortening = ListReduction(9) { _ in
            tries += 1
            return true
        }
        #expect(shortening.search() == .noTwoLess && shortening.kept.isEmpty && tries < 10)
    }

    @Test("A long list is not tried in pairs, and says so; every single element is")
    func long() {
        let count = ListReduction.longestForPairs + 5
        var shortening = ListReduction(count) { $0.count == count || $0.places == Array(1..<count - 1) }
        #expect(shortening.search() == .noneLess && shortening.kept.count == count)
    }

    @Test("A search that is asked to end keeps its result so far")
    func ended() {
        for limit in 0..<30 {
            var tries = 0
            var shortening = ListReduction(20) { places in
                guard tries < limit else { return nil }
                tries += 1
                return places.contains(3) && places.contains(11)
            }
            let shortness = shortening.search()
            #expect(shortening.kept.contains(3) && shortening.kept.contains(11))
            #expect(shortness == .unfinished || shortening.kept.places == [3, 11])
        }
    }
}
