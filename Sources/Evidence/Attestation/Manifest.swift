public import Ground
import OpenSSL

/// The files of a folder with their hashes, in the format of `sha256sum` (gate.md, 5.3).
///
/// A line is the hash, two spaces, the path relative to the folder and a line feed; lines are sorted by the paths'
/// bytes.
public struct Manifest: Hashable, Sendable {
    /// The usual name of the file.
    public static let fileName = "manifest.sha256"
    /// The maximum number of files in a manifest that is read.
    public static let mostFiles = 100_000

    /// One file.
    public struct Entry: Hashable, Sendable {
        /// The path relative to the folder, with `/` between folders.
        public let path: String
        public let hash: ContentHash

        public init(_ path: String, _ hash: ContentHash) { (self.path, self.hash) = (path, hash) }
    }

    /// The files, sorted by the bytes of their paths; each path is unique.
    public let entries: [Entry]

    /// Throws for a path that leads out of the folder or does not fit in a line, and for a duplicate path.
    public init(_ entries: [Entry]) throws(DocumentError) {
        let sorted = entries.sorted { Self.isBefore($0.path, $1.path) }
        for (place, entry) in sorted.enumerated() {
            if let mistake = Self.mistake(in: entry.path) {
                throw DocumentError("'\(entry.path.shown())' \(mistake)")
            }
            if place > 0, sorted[place - 1].path == entry.path {
                throw DocumentError("'\(entry.path.shown())' is there twice")
            }
        }
        self.entries = sorted
    }

    /// Reads the text of a manifest; nothing in it is ignored.
    public init(_ text: [UInt8]) throws(DocumentError) {
        var entries: [Entry] = []
        var start = 0
        while start < text.count {
            let line = entries.count + 1
            guard line <= Self.mostFiles else { throw DocumentError("there are too many files", line: line) }
            guard let end = text[start...].firstIndex(of: 0x0A) else {
                throw DocumentError("the line has no end: the file was cut off", offset: text.count, line: line)
            }
            let entry = try Self.entry(text[start..<end], at: line)
            if let last = entries.last, !Self.isBefore(last.path, entry.path) {
                throw DocumentError(
                    "'\(entry.path.shown())' does not follow '\(last.path.shown())'", offset: start + 66, line: line)
            }
            entries.append(entry)
            start = end + 1
        }
        self.entries = entries
    }

    /// The text: the same bytes for the same files.
    public var text: [UInt8] { Array(entries.map { "\($0.hash.hex)  \($0.path)\n" }.joined().utf8) }

    /// The hash of the text.
    public var hash: ContentHash { ContentHash.of(text) }

    /// Returns the hash of a file; nil if the manifest does not list it.
    public func hash(of path: String) -> ContentHash? { entries.first { $0.path == path }?.hash }

    private static func entry(_ line: ArraySlice<UInt8>, at number: Int) throws(DocumentError) -> Entry {
        let digits = 2 * ContentHash.size
        guard let hash = ContentHash(hex: String(decoding: line.prefix(digits), as: UTF8.self)) else {
            throw DocumentError(
                "it does not begin with a SHA-256 hash in lower case", offset: line.startIndex, line: number)
        }
        let place = line.startIndex + digits
        guard line.dropFirst(digits).starts(with: [0x20, 0x20]) else {
            throw DocumentError("there are no two spaces behind the hash", offset: place, line: number)
        }
        guard let path = String(strictUTF8: line.dropFirst(digits + 2)) else {
            throw DocumentError("the path is not UTF-8", offset: place + 2, line: number)
        }
        if let mistake = mistake(in: path) {
            throw DocumentError("'\(path.shown())' \(mistake)", offset: place + 2, line: number)
        }
        return Entry(path, hash)
    }

    /// Returns what is wrong with a path, as the end of a sentence; nil if it stays inside the folder and fits in a
    /// line.
    public static func mistake(in path: String) -> String? {
        if path.isEmpty { return "names no file" }
        if path.utf8.count > 4_096 { return "is too long" }
        if path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) {
            return "has a character that a line cannot hold"
        }
        if path.utf8.first == UInt8(ascii: "/") { return "leads out of the folder" }
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return "leads out of the folder" }
        if parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) }) {
            return "is not written in its shortest form"
        }
        return nil
    }

    private static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
