import Ground

/// The versions of a firmware in chronological order, read from a file.
///
/// One version per line, oldest first. Empty lines and lines starting with `#` are ignored.
public struct VersionList: Hashable, Sendable {
    /// The maximum size of a file in bytes.
    public static let mostBytes = 16 << 20
    /// The maximum number of versions.
    public static let mostVersions = 100_000
    /// The maximum length of a version's name in bytes.
    public static let longestName = 1_024

    /// A problem in a list and its location.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The line number, starting at 1; nil if no single line is at fault.
        public let line: Int?
        /// The problem, without a final full stop.
        public let what: String

        public init(line: Int?, what: String) { (self.line, self.what) = (line, what) }

        public var description: String { (line.map { "line \($0): " } ?? "") + what }
    }

    public let names: [String]

    public init(names: [String]) { self.names = names }

    /// Parses a list. Throws with the line of the first mistake.
    public init(_ text: String) throws(Problem) {
        var names: [String] = []
        var seen: [String: Int] = [:]
        // A line ends with one scalar or two, and Swift takes the pair for a single character.
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
                throw Problem(line: line, what: "'\(name.shown())' is already in line \(earlier)")
            }
            guard names.count < Self.mostVersions else {
                throw Problem(line: line, what: "there are more than \(Self.mostVersions) versions")
            }
            seen[name] = line
            names.append(name)
        }
        self.names = names
    }

    /// Returns the part from the good end to the bad one; an end that is nil is that of the list.
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
