/// The set of all places in a text that a pattern can have reached, followed token by token, 64 places at a time.
///
/// Every token examines every place once, so the work is bounded by tokens times places for any pattern.
struct PlaceSet {
    private var words: [UInt64]
    /// The word of the text that contains the first of `words`.
    private let low: Int
    private let end: Int
    /// The places of the last word that are before the end.
    private let inFront: UInt64
    private(set) var isEmpty = false

    /// Creates a set with one place; the text ends at `end`.
    init(at start: Int, end: Int) {
        low = start / 64
        words = [UInt64](repeating: 0, count: end / 64 - start / 64 + 1)
        words[0] = 1 << UInt64(start % 64)
        self.end = end
        inFront = (1 << UInt64(end % 64)) - 1
    }

    /// Whether the pattern can have reached the end of the text.
    var reachesEnd: Bool { words[words.count - 1] & (inFront &+ 1) != 0 }

    /// Advances to the places that can be reached after all tokens.
    mutating func follow(_ tokens: [PatternToken], _ text: [UInt8], _ masks: PlaceMasks, _ work: inout MatchingWork) {
        for token in tokens {
            if isEmpty { return }
            work.spend(words.count)
            guard !work.isExhausted else { return clear() }
            switch token {
            case .byte(let byte):
                let row = masks.row(of: byte)
                step { masks.word($0, of: row) }
            case .one(let kind):
                let mask = masks.mask(of: kind, &work)
                step { mask[$0] }
            case .anyOne: stepOverCharacter(masks)
            case .anyRun: run(masks)
            case .values(let values): follow(values, text, masks, &work)
            case .nothing: clear()
            }
        }
    }

    private mutating func clear() {
        for index in words.indices { words[index] = 0 }
        isEmpty = true
    }

    /// Advances every place in the mask by one byte, and drops the others.
    @inline(__always)
    private mutating func step(_ mask: (_ word: Int) -> UInt64) {
        var (carry, all): (UInt64, UInt64) = (0, 0)
        let last = words.count - 1
        for index in 0...last {
            var word = words[index] & mask(low + index)
            if index == last { word &= inFront }
            words[index] = word << 1 | carry
            all |= words[index]
            carry = word >> 63
        }
        isEmpty = all == 0
    }

    private mutating func stepOverCharacter(_ masks: PlaceMasks) {
        step { _ in .max }
        guard let characters = masks.characters else { return }
        // Places within a character advance to the next one; a character has at most four bytes.
        for _ in 0..<3 {
            var kept = words
            var rest: UInt64 = 0
            for index in words.indices {
                kept[index] &= characters[low + index]
                words[index] &= ~characters[low + index]
                rest |= words[index]
            }
            guard rest != 0 else {
                words = kept
                return
            }
            step { _ in .max }
            for index in words.indices { words[index] |= kept[index] }
        }
        isEmpty = words.allSatisfy { $0 == 0 }
    }

    /// Adds every place between characters from the first one on.
    private mutating func run(_ masks: PlaceMasks) {
        guard let first = words.firstIndex(where: { $0 != 0 }) else { return }
        let start = words[first]
        for index in first..<words.count { words[index] = masks.characters?[low + index] ?? .max }
        words[first] &= ~((start & (0 &- start)) &- 1)
        words[first] |= start & (0 &- start)
        words[words.count - 1] &= inFront << 1 | 1
    }

    private mutating func follow(
        _ values: VariableValues, _ text: [UInt8], _ masks: PlaceMasks, _ work: inout MatchingWork
    ) {
        var reached = [UInt64](repeating: 0, count: words.count)
        for literals in values.literals {
            for place in places {
                guard VariableValues.contains(literals, text, at: place, end: end, &work) else { continue }
                let after = place + literals.length
                reached[after / 64 - low] |= 1 << UInt64(after % 64)
            }
            if work.isExhausted { return clear() }
        }
        var trial = self
        for wildcard in values.wildcards {
            for index in words.indices { trial.words[index] = words[index] }
            trial.isEmpty = false
            work.spend(2 * words.count)
            trial.follow(wildcard, text, masks, &work)
            if work.isExhausted { return clear() }
            for index in words.indices { reached[index] |= trial.words[index] }
        }
        words = reached
        isEmpty = words.allSatisfy { $0 == 0 }
    }

    /// The places in ascending order.
    private var places: [Int] {
        var places: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                places.append((low + index) * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return places
    }
}
