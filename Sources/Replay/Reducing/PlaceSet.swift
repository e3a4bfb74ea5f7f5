/// A subset of a list's indices in ascending order, with one bit for each index of the original list.
///
/// A long trace has millions of arrivals, and a search holds several subsets of them at a time.
struct PlaceSet: Hashable, Sendable {
    private var words: [UInt64]
    /// The number of indices in the set.
    private(set) var count: Int

    /// Creates a set of the first `count` indices.
    init(all count: Int) {
        words = [UInt64](repeating: .max, count: (count + 63) / 64)
        if count % 64 > 0 { words[words.count - 1] = UInt64.max >> UInt64(64 - count % 64) }
        self.count = count
    }

    var isEmpty: Bool { count == 0 }

    func contains(_ place: Int) -> Bool {
        place >= 0 && place / 64 < words.count && words[place / 64] >> UInt64(place % 64) & 1 == 1
    }

    /// The first index at or after a given one; nil if there is none.
    func next(from place: Int) -> Int? {
        var (word, mask) = (place / 64, UInt64.max << UInt64(place % 64))
        while word < words.count {
            let left = words[word] & mask
            if left != 0 { return word * 64 + left.trailingZeroBitCount }
            (word, mask) = (word + 1, .max)
        }
        return nil
    }

    /// The first `count` indices.
    func prefix(_ count: Int) -> PlaceSet { leavingOut(min(count, self.count)..<self.count) }

    /// Returns the set without the elements at the given positions.
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
