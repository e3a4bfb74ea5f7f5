/// Some of the places of a list, in ascending order: a bit for each place that there was at first.
///
/// A trace of a gigabyte has millions of arrivals, and a search holds several choices among them at a time.
struct PlaceSet: Hashable, Sendable {
    private var words: [UInt64]
    /// How many there are.
    private(set) var count: Int

    /// All places from 0 on, so many.
    init(all count: Int) {
        words = [UInt64](repeating: .max, count: (count + 63) / 64)
        if count % 64 > 0 { words[words.count - 1] = UInt64.max >> UInt64(64 - count % 64) }
        self.count = count
    }

    var isEmpty: Bool { count == 0 }

    /// The places one by one.
    var places: [Int] {
        var places: [Int] = []
        var place = next(from: 0)
        while let found = place {
            places.append(found)
            place = next(from: found + 1)
        }
        return places
    }

    func contains(_ place: Int) -> Bool {
        place >= 0 && place / 64 < words.count && words[place / 64] >> UInt64(place % 64) & 1 == 1
    }

    /// The first one at or behind a place; nil where there is none.
    func next(from place: Int) -> Int? {
        var (word, mask) = (place / 64, UInt64.max << UInt64(place % 64))
        while word < words.count {
            let left = words[word] & mask
            if left != 0 { return word * 64 + left.trailingZeroBitCount }
            (word, mask) = (word + 1, .max)
        }
        return nil
    }

    /// The first ones, so many.
    func prefix(_ count: Int) -> PlaceSet { leavingOut(min(count, self.count)..<self.count) }

    /// Those that are left without the ones that stand in these positions among them.
    func leavingOut(_ positions: Range<Int>) -> PlaceSet {
        var less = self
        var position = 0
        for word in words.indices where position < positions.upperBound {
            let those = words[word].nonzeroBitCount
            defer { position += those }
            guard position + those > positions.lowerBound else { continue }
            var left = words[word]
            for offset in 0..<those {
                let lowest = left & (~left &+ 1)
                left ^= lowest
                if positions.contains(position + offset) { less.words[word] ^= lowest }
            }
        }
        less.count = count - positions.clamped(to: 0..<count).count
        return less
    }
}
