import Ground
import Testing

@Suite struct AgendaTests {
    @Test func givesItemsByTimeThenByInsertion() {
        var agenda = Agenda<Int>()
        var generator = SeededGenerator(seed: 3)
        var expected: [(Int64, Int)] = []
        for item in 0..<500 {
            let due = Int64.random(in: 0..<40, using: &generator)
            agenda.add(item, at: Instant(nanoseconds: due))
            expected.append((due, item))
        }
        expected.sort { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
        var taken: [Int] = []
        while let (_, item) = agenda.popDue(at: .never) { taken.append(item) }
        #expect(taken == expected.map(\.1))
    }

    @Test func givesNothingBeforeItIsDue() {
        var agenda = Agenda<String>()
        agenda.add("later", at: Instant(nanoseconds: 10))
        #expect(agenda.popDue(at: Instant(nanoseconds: 9)) == nil)
        #expect(agenda.next == Instant(nanoseconds: 10))
        #expect(agenda.popDue(at: Instant(nanoseconds: 10))?.item == "later")
        #expect(agenda.isEmpty)
    }

    @Test func aCancelledItemOfTheSameInstantIsNotGiven() {
        var agenda = Agenda<Int>()
        for item in 0..<20 { agenda.add(item, at: .start) }
        _ = agenda.popDue(at: .start)
        agenda.removeAll { $0.isMultiple(of: 2) }
        var rest: [Int] = []
        while let (_, item) = agenda.popDue(at: .start) { rest.append(item) }
        #expect(rest == stride(from: 1, to: 20, by: 2).map { $0 })
    }
}
