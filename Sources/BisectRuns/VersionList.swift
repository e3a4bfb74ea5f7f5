import Ground

/// The versions of a firmware in the order in which they were made, as a file names them.
///
/// One version a line, the oldest first. Empty lines, and lines that begin with `#`, say nothing.
public struct VersionList: Hashable, Sendable {
    /// A file has so many bytes at most.
    public static let mostBytes = 16 << 20
    /// There are so many versions at most.
    public static let mostVersions = 100_000
    /// A version's name has so many bytes at most.
    public static let longestName = 1_024

    /// What is wrong in a list, and where.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// From 1; nil where no line is at fault.
        public let line: Int?
        /// A sentence without its full stop.
        public let what: String

        public init(line: Int?, what: String) { (self.line, self.what) = (line, what) }

        public var description: String { (line.map { "line \($0): " } ?? "") + what }
    }

    public let names: [String]

    public init(names: [String]) { self.names = names }

    /// Reads a list. Throws with the line of the first mistake.
    public init(_ text: String) throws(Problem) {
        var names: [String] = []
        var seen: [String: Int] = [:]
        // A line's end is one scalar or two, and Swift takes both for one character.
        let rows = Substring(text).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, row) in rows.enumerated() {
            let name = Self.trimmed(row)
            guard !name.isEmpty, !name.hasPrefix("#") else { continue }
            let line = index + 1
            guard name.unicodeScalars.allSatisfy(\.isSafeToShow) else {
                throw Problem(line: line, what: "'\(name.shown())' holds a character that cannot be shown")
            }
            guard name.utf8.count <= Self.longestName else {
                throw Problem(line: line, what: "the name is longer than \(Self.longestName) bytes")
            }
            if let earlier = seen[name] {
                throw Problem(line: line, what: "'\(name.shown())' stands in line \(earlier) already")
            }
            guard names.count < Self.mostVersions else {
                throw Problem(line: line, what: "there are more than \(Self.mostVersions) versions")
            }
            seen[name] = line
            names.append(name)
        }
        self.names = names
    }

    /// The part from the good end to the bad one; the ends of the list where none is named.
    public func between(good: String?, bad: String?) throws(Problem) -> VersionList {
        func place(of name: String?, orElse usual: Int) throws(Problem) -> Int {
            guard let name else { return usual }
            guard let place = names.firstIndex(of: name) else {
                let near = suggestion(for: name, in: names).escapedForDisplay
                throw Problem(line: nil, what: "there is no version '\(name.shown())'\(near)")
            }
            return place
        }
        guard names.count >= 2 else {
            throw Problem(line: nil, what: "there are \(names.count) versions, and a search needs two at least")
        }
        let (first, last) = (try place(of: good, orElse: 0), try place(of: bad, orElse: names.count - 1))
        guard first < last else {
            throw Problem(line: nil, what: "the good version has to stand before the bad one: the oldest comes first")
        }
        return VersionList(names: Array(names[first...last]))
    }

    private static func trimmed(_ row: Substring.UnicodeScalarView) -> String {
        let blank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        let front = Array(row.drop(while: blank))
        let count = front.lastIndex { !blank($0) }.map { $0 + 1 } ?? 0
        var text = String.UnicodeScalarView()
        text.append(contentsOf: front.prefix(count))
        return String(text)
    }
}
