/// The names that were probably meant: those nearest to what was written, nearest first, at most three.
///
/// A name counts as near when no more than a third of its letters must be changed, added, left out or swapped with
/// their neighbours, in upper or lower case; or when what was written begins with it, or is a part of it.
public func nearMisses(of name: String, in known: [String]) -> [String] {
    let written = Array(name.lowercased().unicodeScalars.prefix(64))
    guard !written.isEmpty else { return [] }
    var found: [(distance: Int, name: String)] = []
    for candidate in known where candidate != name && !found.contains(where: { $0.name == candidate }) {
        let letters = Array(candidate.lowercased().unicodeScalars.prefix(64))
        let distance = editDistance(written, letters)
        let isPart =
            min(written.count, letters.count) >= 3 && (written.starts(with: letters) || letters.holds(written))
        if distance <= max(1, max(written.count, letters.count) / 3) || isPart { found.append((distance, candidate)) }
    }
    let ordered = found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    return ordered.prefix(3).map(\.element.name)
}

extension [Unicode.Scalar] {
    fileprivate func holds(_ part: [Unicode.Scalar]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}

/// The end of a sentence that offers the near misses, or nothing: `: did you mean door or doorTag?`
public func suggestion(for name: String, in known: [String]) -> String {
    let near = nearMisses(of: name, in: known)
    guard let last = near.last else { return "" }
    let all = near.count == 1 ? last : near.dropLast().joined(separator: ", ") + " or " + last
    return ": did you mean \(all)?"
}

/// How many letters must be changed, added, left out or swapped with their neighbours to make one from the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
        var next = [row + 1]
        for column in right.indices {
            let change = last[column] + (left[row] == right[column] ? 0 : 1)
            var best = min(change, last[column + 1] + 1, next[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                best = min(best, before[column - 1] + 1)
            }
            next.append(best)
        }
        before = last
        last = next
    }
    return last[right.count]
}
