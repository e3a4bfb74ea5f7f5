/// Looks for a short list of places with which something still holds, by leaving others out.
///
/// Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002): parts of the
/// list are left out, half of it at first and single places at last, and that with which it still holds is the new
/// list. At the end it is tried to do without any two, and where that works, again without each one of the rest.
struct ListReduction {
    /// Up to how many places every two of them are tried.
    static let longestForPairs = 60

    /// What is still needed, in ascending order.
    private(set) var kept: PlaceSet
    /// Whether it still holds with these places alone; nil when the search is to end.
    private let holds: (PlaceSet) -> Bool?
    private var isUnfinished = false

    /// It must hold with all places from 0 on, `count` of them.
    init(_ count: Int, holds: @escaping (PlaceSet) -> Bool?) {
        kept = PlaceSet(all: count)
        self.holds = holds
    }

    /// Searches until nothing more can be left out, or until it is to end.
    mutating func search() -> Reduction.Shortness {
        leaveOutTheEnd()
        leaveOutParts()
        while !isUnfinished, kept.count <= Self.longestForPairs, leaveOutTwo() { leaveOutParts() }
        if isUnfinished { return .unfinished }
        return kept.count <= Self.longestForPairs ? .noTwoLess : .noneLess
    }

    /// What comes after the failure cannot be needed for it: the shortest beginning that holds is found by halving.
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

    /// Leaves out the first two, one behind the other or not, that are not needed together; false when there are none.
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
