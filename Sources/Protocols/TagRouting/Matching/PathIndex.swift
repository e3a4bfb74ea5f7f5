/// A tree over the beginnings of all path patterns, for finding the components that can match a path at all.
///
/// A pattern is stored at the node reached by its determined tokens, up to its first `*` or its first variable of
/// several lengths. Nodes are stored in one array and refer to their first child and next sibling, so a tree takes 20
/// bytes per token of a beginning.
struct PathIndex: Sendable {
    private struct Node: Sendable {
        /// A byte, or 256 plus the number of a token that allows a choice.
        let label: Int32
        var firstChild: Int32 = -1
        var nextSibling: Int32 = -1
        var firstRule: Int32 = -1
        var lastRule: Int32 = -1
    }

    private var nodes = [Node(label: -1)]
    private var choices: [PatternToken] = []
    /// The indices in `choices` of variables' values.
    private var places: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { nodes.count == 1 && nodes[0].firstRule < 0 }

    /// Files a component's number under its path. Numbers must be inserted in ascending order; `next` links those of
    /// a node.
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

    /// Appends the first component at each node that the path passes.
    func collect(_ path: [UInt8], into heads: inout [Int32], _ work: inout MatchingWork) {
        // Each node can be reached in one way only, so the number of visits is bounded by the number of nodes.
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

    /// Returns the tokens before the first undetermined one.
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

    /// Returns the label of a token with a choice; equal tokens share a label, so that their patterns share a branch.
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
    /// Returns whether two tokens match the same text; variables are compared elsewhere.
    fileprivate func isSame(as other: PatternToken) -> Bool {
        switch (self, other) {
        case (.byte(let left), .byte(let right)): left == right
        case (.one(let left), .one(let right)): left == right
        case (.anyOne, .anyOne), (.anyRun, .anyRun), (.nothing, .nothing): true
        case (.byte, _), (.one, _), (.values, _), (.anyOne, _), (.anyRun, _), (.nothing, _): false
        }
    }
}
