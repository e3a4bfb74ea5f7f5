import Ground
import Testing

@testable import TagRouting

@Suite struct LiteralIndexTests {
    private static func index(of fours: [String]) -> (index: LiteralIndex, next: [Int32]) {
        var index = LiteralIndex()
        var next = [Int32](repeating: -1, count: fours.count)
        for (number, four) in fours.enumerated() {
            let letters = four.utf8.reduce(LiteralIndex.Four(0)) { $0 << 8 | LiteralIndex.Four($1) }
            index.insert(Int32(number), letters, next: &next)
        }
        return (index, next)
    }

    @Test("a path that has the same letters many times names each chain once, behind what was named before")
    func once() {
        let (index, next) = Self.index(of: ["door", "gate", "door", "oord"])
        #expect(next == [2, -1, -1, -1])
        var heads: [Int32] = [7, 7]
        var work = MatchingWork()
        index.collect(Array("/doordoordoor/gate/door".utf8), into: &heads, &work)
        #expect(heads == [7, 7, 0, 1, 3], "what another index named is left alone")
        #expect(work.steps == 23)
        var none: [Int32] = []
        index.collect(Array("/dor".utf8), into: &none, &work)
        #expect(none.isEmpty)
    }

    @Test("a path with tens of thousands of letters that all lead somewhere is looked through at once")
    func long() {
        // 13^4 different sequences of four: a path made of all of them names as many chains.
        let letters = Array("abcdefghijklm").map(String.init)
        let fours = letters.flatMap { a in
            letters.flatMap { b in letters.flatMap { c in letters.map { d in a + b + c + d } } }
        }
        let (index, _) = Self.index(of: fours)
        var heads: [Int32] = []
        var work = MatchingWork()
        index.collect(Array((fours + fours).joined(separator: "/").utf8), into: &heads, &work)
        #expect(heads == (0..<Int32(fours.count)).map { $0 })
        #expect(work.steps == fours.count * 10 - 1)
    }
}
