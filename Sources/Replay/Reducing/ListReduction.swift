/// Searches for a short list of indices for which a property still holds.
///
/// Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002): removes parts
/// of the list, first halves and finally single elements, and keeps each shorter list for which the property holds.
/// At the end it tries to remove every pair, and after each success single elements again.
struct ListReduction {
    /// The longest list for which every pair is tried.
    static let longestForPairs = 60

    /// The indices still needed, in ascending order.
    private(set) var kept: PlaceSet
    /// Whether the property holds for these indices alone; nil to end the search.
    private let holds: (PlaceSet) -> Bool?
    private var isUnfinished = false

    /// Creates a search over the indices from 0 to `count`, for all of which together the property must hold.
    init(_ count: Int, holds: @escaping (PlaceSet) -> Bool?) {
        kept = PlaceSet(all: count)
        self.holds = holds
    }

    /// Searches until nothing more can be removed or the search is ended.
    mutating func search() -> Reduction.Shortness {
        leaveOutTheEnd()
        leaveOutParts()
        while !isUnfinished, kept.count <= Self.longestForPairs, leaveOutTwo() { leaveOutParts() }
        if isUnfinished { return .unfinished }
        return kept.count <= Self.longestForPairs ? .noTwoLess : .noneLess
    }

    /// Nothing after the failure can be needed for it, so the shortest prefix that holds is found by bisection.
    private mutating func leaveOutTheEnd() {
        var (failing, holding) = (0, kept.count)
        while holding - failing > 1 {
            let middle = failing + (holding - failing) / 2
            guard let isEnough = tries(kept.prefix(middle)) else { break }
            if isEnough { holding = middle } else { failing = middle }
        }
        kept = kept.prefix(holding)
    }

    private mutating func leaveOutParts() {
        var parts = 2
        while !kept.isEmpty {
            parts = min(parts, kept.count)
            var isShorter = false
            var part = 0
            while part < parts, !kept.isEmpty {
                let range = kept.count * part / parts..<kept.count * (part + 1) / parts
                let less = kept.leavingOut(range)
                guard let isEnough = tries(less) else { return }
                if isEnough {
                    kept = less
                    isShorter = true
                    parts = max(1, parts - 1)
                } else {
                    part += 1
                }
            }
            if isShorter {
                parts = max(2, parts)
            } else if parts < kept.count {
                parts = min(kept.count, parts * 2)
            } else {
                return
            }
        }
    }

    /// Removes the first two indices, adjacent or not, that are not needed together; false if there are none.
    private mutating func leaveOutTwo() -> Bool {
        for first in 0..<kept.count {
            for second in first + 1..<max(first + 1, kept.count) {
                let less = kept.leavingOut(second..<second + 1).leavingOut(first..<first + 1)
                guard let isEnough = tries(less) else { return false }
                if isEnough {
                    kept = less
                    return true
                }
            }
        }
        return false
    }

    private mutating func tries(_ places: PlaceSet) -> Bool? {
        let answer = holds(places)
        if answer == nil { isUnfinished = true }
        return answer
    }
}
