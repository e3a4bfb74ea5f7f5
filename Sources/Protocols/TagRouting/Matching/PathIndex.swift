/// A tree over the beginnings of all path patterns: which components can match a path at all.
///
/// A pattern lies at the node to which its determined tokens lead, up to its first `*` or its first variable of several
/// lengths. Nodes lie in one list and name their first child and their next sibling, so a tree takes 20 bytes for every
/// token of a beginning.
struct PathIndex: Sendable {
    private struct Node: Sendable {
        /// A byte, or 256 and the number of a token that takes more than one byte's worth of choice.
        let label: Int32
        var firstChild: Int32 = -1
        var nextSibling: Int32 = -1
        var firstRule: Int32 = -1
        var lastRule: Int32 = -1
    }

    private var nodes = [Node(label: -1)]
    private var choices: [PatternToken] = []
    /// Where in `choices` the values of a variable stand.
    private var places: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { nodes.count == 1 && nodes[0].firstRule < 0 }

    /// Puts a component's number where its path leads; numbers come in ascending order, `next` links those of a node.
    mutating func insert(_ number: Int32, _ path: PathPattern, next: inout [Int32]) {
        var node = 0
        for token in Self.beginning(of: path) {
            let label: Int32
            if case .byte(let byte) = token {
                label = Int32(byte)
            } else {
                label = choice(token)
            }
            node = child(of: node, label) ?? addChild(to: node, label)
        }
        let last = nodes[node].lastRule
        if last >= 0 { next[Int(last)] = number } else { nodes[node].firstRule = number }
        nodes[node].lastRule = number
    }

    /// Appends, for every node that the path passes, the first component that lies there.
    func collect(_ path: [UInt8], into heads: inout [Int32], _ work: inout MatchingWork) {
        // Every node is reached over one way only, so there are at most as many visits as nodes.
        var open: [(node: Int, place: Int)] = [(0, 0)]
        while let (start, from) = open.popLast() {
            var node = start
            var place = from
            while true {
                if nodes[node].firstRule >= 0 { heads.append(nodes[node].firstRule) }
                var child = nodes[node].firstChild
                var literal: Int32 = -1
                while child >= 0 {
                    work.spend()
                    let label = nodes[Int(child)].label
                    if label < 256 {
                        if place < path.count, label == Int32(path[place]) { literal = child }
                    } else if let after = choices[Int(label) - 256].end(
                        in: path, at: place, end: path.count, &work)
                    {
                        open.append((Int(child), after))
                    }
                    child = nodes[Int(child)].nextSibling
                }
                guard literal >= 0 else { break }
                node = Int(literal)
                place += 1
            }
        }
    }

    /// The tokens up to the first that leaves a choice.
    static func beginning(of path: PathPattern) -> ArraySlice<PatternToken> {
        (path.shortened ?? path.whole).tokens.prefix { $0.isDetermined }
    }

    private func child(of node: Int, _ label: Int32) -> Int? {
        var child = nodes[node].firstChild
        while child >= 0 {
            if nodes[Int(child)].label == label { return Int(child) }
            child = nodes[Int(child)].nextSibling
        }
        return nil
    }

    private mutating func addChild(to node: Int, _ label: Int32) -> Int {
        var new = Node(label: label)
        new.nextSibling = nodes[node].firstChild
        nodes.append(new)
        nodes[node].firstChild = Int32(nodes.count - 1)
        return nodes.count - 1
    }

    /// The label of a token with a choice; equal tokens have one label, so that their patterns share a branch.
    private mutating func choice(_ token: PatternToken) -> Int32 {
        if case .values(let values) = token {
            if let known = places[ObjectIdentifier(values)] { return 256 + Int32(known) }
            places[ObjectIdentifier(values)] = choices.count
        } else if let known = choices.firstIndex(where: { $0.isSame(as: token) }) {
            return 256 + Int32(known)
        }
        choices.append(token)
        return 256 + Int32(choices.count - 1)
    }
}

extension PatternToken {
    /// Whether two tokens match the same; variables are compared elsewhere.
    fileprivate func isSame(as other: PatternToken) -> Bool {
        switch (self, other) {
        case (.byte(let left), .byte(let right)): left == right
        case (.one(let left), .one(let right)): left == right
        case (.anyOne, .anyOne), (.anyRun, .anyRun), (.nothing, .nothing): true
        case (.byte, _), (.one, _), (.values, _), (.anyOne, _), (.anyRun, _), (.nothing, _): false
        }
    }
}
