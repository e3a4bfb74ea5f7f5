import Ground
import Testing

@testable import Simulators

extension PlaceList {
    /// Creates a list without a storage.
    fileprivate init(_ places: [Int]) {
        self.init()
        for place in places { add(place) }
    }
}

@Suite("Whose turn it is in a book of recorded answers") struct ShelfTests {
    /// An entry of a book.
    private struct Entry {
        let connection: Int
        let fits: Bool
    }

    /// Returns the entry whose turn it is: of those that fit, the first one not yet given from this connection or a
    /// later one, else the first one not yet given, else the last one.
    private static func turn(_ entries: [Entry], _ given: [Bool], _ connection: Int) -> Int? {
        let found = entries.indices.filter { entries[$0].fits }
        let left = found.filter { !given[$0] }
        return left.first { entries[$0].connection >= connection } ?? left.first ?? found.last
    }

    @Test("each is taken as the rule has it, whatever was taken before") func rule() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            var connection = 1
            let entries = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                if generator.chance(0.3) { connection += 1 }
                return Entry(connection: connection, fits: generator.chance(0.8))
            }
            var shelf = PlaceList(Array(entries.indices))
            var given = PlaceList.Given()
            for _ in 0..<20 {
                let wanted = Int.random(in: 1...4, using: &generator)
                let expected = Self.turn(entries, entries.indices.map { given[$0] }, wanted)
                let before = given
                let taken = shelf.take(
                    &given, connection: wanted, connectionOf: { entries[$0].connection }, where: { entries[$0].fits })
                #expect(taken == expected)
                for place in entries.indices { #expect(given[place] == (before[place] || place == taken)) }
            }
        }
    }

    @Test("shelves of one book share its contents") func shared() {
        var (one, both) = (PlaceList([0, 2]), PlaceList([0, 1, 2]))
        var given = PlaceList.Given()
        let first = one.take(&given, connection: 1, connectionOf: { _ in 1 })
        let second = both.take(&given, connection: 1, connectionOf: { _ in 1 })
        #expect([first, second] == [0, 1])
    }

    @Test("a hundred thousand of one kind are taken without a look at all of them each time") func long() {
        let count = 100_000
        var shelf = PlaceList(Array(0..<count))
        var given = PlaceList.Given()
        var looks = 0
        for place in 0..<count {
            let taken = shelf.take(&given, connection: 1) { _ in
                looks += 1
                return 1
            }
            guard taken == place else {
                Issue.record("\(String(describing: taken)) was taken and not \(place)")
                return
            }
        }
        #expect(looks <= 3 * count)
    }

    @Test("a phone that connects more often than the recorded one is answered as quickly") func moreConnections() {
        let count = 100_000
        var shelf = PlaceList(Array(0..<count))
        var given = PlaceList.Given()
        var looks = 0
        for _ in 0..<count {
            _ = shelf.take(&given, connection: 2) { _ in
                looks += 1
                return 1
            }
        }
        #expect(looks <= 3 * count)
    }
}
