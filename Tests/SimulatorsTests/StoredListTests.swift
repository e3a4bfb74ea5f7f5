import Ground
import Synchronization
import Testing

@testable import Simulators

/// A storage in memory that counts its bytes.
final class CountingKeeper: ByteStorage {
    private let kept = Mutex([UInt8]())

    var count: Int { kept.withLock { $0.count } }

    func append(_ bytes: [UInt8]) -> Int {
        kept.withLock { kept in
            kept += bytes
            return kept.count - bytes.count
        }
    }

    func bytes(at place: Int, count: Int) -> [UInt8] {
        kept.withLock { Array($0.dropFirst(place).prefix(count)) }
    }

    func lose() { Issue.record("nothing is lost here") }
}

/// A storage that has lost everything.
private final class ForgetfulKeeper: ByteStorage {
    let losses = Atomic(0)

    func append(_ bytes: [UInt8]) -> Int { 0 }
    func bytes(at place: Int, count: Int) -> [UInt8] { [] }
    func lose() { losses.add(1, ordering: .relaxed) }
}

@Suite("Lists of which a storage has all but the end") struct StoredListTests {
    @Test("an element is what it was, whoever has it and in whatever order they are asked for")
    func same() {
        var generator = SeededGenerator(seed: 3)
        for storage in [nil, CountingKeeper()] {
            var list = StoredList<UInt32>(storedIn: storage)
            for number in 0..<1_000 { list.append(UInt32(number * 7)) }
            #expect(list.count == 1_000 && Array(list) == (0..<1_000).map { UInt32($0 * 7) })
            for _ in 0..<500 {
                let index = Int.random(in: -3...1_003, using: &generator)
                #expect(list.element(at: index) == ((0..<1_000).contains(index) ? UInt32(index * 7) : nil))
            }
        }
    }

    @Test("however long it is, two pieces of it are in memory at most")
    func bounded() {
        let storage = CountingKeeper()
        var list = StoredList<UInt32>(storedIn: storage)
        for number in 0..<100_000 {
            list.append(UInt32(number))
            _ = list.element(at: number / 2)
            #expect(list.inMemory <= 2 * StoredList<UInt32>.pieceCount)
        }
        #expect(storage.count > 4 * 99_900)
    }

    @Test("what a storage lost is nothing, and no other element, and the storage hears of it")
    func lost() {
        let storage = ForgetfulKeeper()
        var list = StoredList<UInt32>(storedIn: storage)
        for number in 0..<100 { list.append(UInt32(number)) }
        #expect(list.element(at: 99) == 99 && storage.losses.load(ordering: .relaxed) == 0)
        #expect(list.element(at: 3) == nil && storage.losses.load(ordering: .relaxed) == 1)
    }

    @Test("many lists that grow in turns are each what was put into them, with a few elements in memory")
    func many() {
        typealias Lists = StoredLists<UInt32>
        for limit in [4, 80] {
            var generator = SeededGenerator(seed: 5)
            var lists = Lists(storedIn: CountingKeeper())
            var expected: [[UInt32]] = []
            for number in 0..<20_000 {
                if generator.chance(0.05) {
                    #expect(lists.begin() == expected.count)
                    expected.append([])
                }
                guard !expected.isEmpty else { continue }
                let list = max(0, expected.count - 1 - Int.random(in: 0..<limit, using: &generator))
                lists.append(UInt32(number), to: list)
                expected[list].append(UInt32(number))
                #expect(lists.inMemory <= (Lists.openLimit + 2 * StoredList<Lists.Part>.pieceCount) * Lists.partCount)
            }
            lists.close()
            for (list, elements) in expected.enumerated() {
                var cursor = lists.cursor(of: list)
                var found: [UInt32] = []
                while let element = cursor.next(in: &lists) { found.append(element) }
                #expect(found == elements)
            }
            var none = lists.cursor(of: expected.count)
            #expect(none.next(in: &lists) == nil)
        }
    }
}
