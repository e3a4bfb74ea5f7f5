/// Which components need four letters in a row that a path has: for patterns whose beginning says too little.
///
/// A pattern such as `*/chair/*` covers only paths with `chai` and `hair` in them. It lies under the rarest of its
/// fours, so that a path without it never meets the pattern.
struct LiteralIndex: Sendable {
    /// Four bytes in a row.
    typealias Four = UInt32

    private var chains: [Four: (first: Int32, last: Int32)] = [:]

    var isEmpty: Bool { chains.isEmpty }

    /// Puts a component's number under four letters; numbers come in ascending order, `next` links those of a four.
    mutating func insert(_ number: Int32, _ four: Four, next: inout [Int32]) {
        if let chain = chains[four] {
            next[Int(chain.last)] = number
            chains[four] = (chain.first, number)
        } else {
            chains[four] = (number, number)
        }
    }

    /// Appends, for every four of the path, the first component that lies there.
    func collect(_ path: [UInt8], into heads: inout [Int32], _ work: inout MatchingWork) {
        guard !chains.isEmpty else { return }
        let start = heads.count
        var four: Four = 0
        for (place, byte) in path.enumerated() {
            work.spend()
            four = four << 8 | Four(byte)
            guard place >= 3, let chain = chains[four] else { continue }
            heads.append(chain.first)
        }
        Self.removeDoubles(from: start, in: &heads)
    }

    /// A path can have the same four more than once, and then a chain is named more than once: sorting finds that in
    /// less than the square of the path's length.
    private static func removeDoubles(from start: Int, in heads: inout [Int32]) {
        guard heads.count > start + 1 else { return }
        heads[start...].sort()
        var kept = start + 1
        for place in kept..<heads.count where heads[place] != heads[kept - 1] {
            heads[kept] = heads[place]
            kept += 1
        }
        heads.removeLast(heads.count - kept)
    }

    /// The fours of a path pattern's literal letters behind its beginning: each must stand in every path it covers.
    static func fours(of path: PathPattern) -> [Four] {
        let tokens = (path.shortened ?? path.whole).tokens
        var fours: [Four] = []
        var four: Four = 0
        var length = 0
        for token in tokens.drop(while: { $0.isDetermined }) {
            guard case .byte(let byte) = token else {
                length = 0
                continue
            }
            four = four << 8 | Four(byte)
            length += 1
            if length >= 4 { fours.append(four) }
        }
        return fours
    }
}
