public import Ground
import JSON
import OpenSSL

/// A gate's record as read from disk: every complete line, and any problems.
///
/// A line is `{"chain":HASH,"entry":{...}}` with sorted names. The hash is that of a chain over all entries up to and
/// including this one (`HashChain`), so each line vouches for itself and for all lines before it.
public struct GateRecordReading: Sendable {
    /// A problem in the record.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line, from 1.
        public let line: Int
        /// The offset at which the line begins, or of the byte at fault, from 0.
        public let offset: Int
        /// What is wrong, as a sentence without its final full stop.
        public let what: String

        public var description: String { "line \(line), byte \(offset): \(what)" }
    }

    /// A run that was started.
    public struct Run: Hashable, Sendable {
        public let run: GateRun
        /// The line that says that the run starts.
        public let line: Int
        /// Its end; nil if the record has none.
        public fileprivate(set) var end: GateRunEnd?

        /// Whether the record says that the run was lost.
        var isLost: Bool { if case .lost? = end { true } else { false } }
    }

    /// The maximum size that is read, in bytes.
    public static let mostBytes = 256 << 20

    public let start: GateStart
    /// Identifies the record: the chain after its first line.
    public let id: ContentHash
    /// The runs, in the order in which they were started.
    public private(set) var runs: [Run] = []
    /// The notes, in order.
    public private(set) var notes: [GateNote] = []
    /// The gate's end; nil if it did not end.
    public private(set) var end: GateEnd?
    /// The chain before the line that ends the gate; nil if there is none.
    public private(set) var chainBeforeEnd: ContentHash?
    /// The chain after the last complete line.
    public private(set) var chain: ContentHash
    /// The number of complete lines.
    public private(set) var lines = 0
    /// The chain after each line; nil after a line that cannot be read.
    private var chains: [ContentHash?] = []
    /// The size of the complete lines, in bytes; after them, a line was cut off.
    public private(set) var wholeBytes = 0
    /// The number of bytes after the last complete line, left by a program that was killed while writing.
    public private(set) var cutBytes = 0
    /// The instants of the first and the last line.
    public let began: GateMoment
    public private(set) var last: GateMoment
    public private(set) var problems: [Problem] = []

    /// Reads a record. Throws if its first line is incomplete, or has an unknown format.
    public init(_ bytes: [UInt8]) throws(DocumentError) {
        guard let end = bytes.firstIndex(of: 0x0A) else {
            throw DocumentError("the record has no first line: the gate did not begin", offset: bytes.count, line: 1)
        }
        let first: Line
        do throws(DocumentError) { first = try Line(bytes[..<end]) } catch {
            throw DocumentError(error.what, offset: error.offset ?? 0, line: 1)
        }
        guard case .began(let start) = first.entry else {
            throw DocumentError("the first line does not say that a gate began", offset: 0, line: 1)
        }
        (self.start, began, last) = (start, first.moment, first.moment)
        var chain = EntryChain()
        chain.append(first.content)
        (id, self.chain) = (chain.value, first.chain)
        (lines, wholeBytes) = (1, end + 1)
        chains = [first.chain]
        if chain.value != first.chain { note("the line was changed: its hash is another", at: 0) }
        chain.goOn(from: first.chain)
        read(bytes, &chain)
    }

    private mutating func read(_ bytes: [UInt8], _ chain: inout EntryChain) {
        // After a line that cannot be read, the chain is unknown.
        var isKnown = true
        while let end = bytes[wholeBytes...].firstIndex(of: 0x0A) {
            let place = wholeBytes
            lines += 1
            wholeBytes = end + 1
            let line: Line
            do throws(DocumentError) { line = try Line(bytes[place..<end]) } catch {
                note(error.what, at: place + (error.offset ?? 0))
                isKnown = false
                chains.append(nil)
                continue
            }
            let before = chain.value
            chain.append(line.content)
            if isKnown, chain.value != line.chain {
                note("the line was changed, or lines before it were removed, inserted or moved", at: place)
            }
            // Continue from the value in this line, so that each wrong place is reported only once.
            chain.goOn(from: line.chain)
            isKnown = true
            self.chain = line.chain
            chains.append(line.chain)
            if let doubt = line.moment.doubt(after: last) { note("the line \(doubt)", at: place) }
            last = line.moment
            if self.end != nil { note("there is a line behind the one that ends the gate", at: place) }
            if case .ended = line.entry { chainBeforeEnd = before }
            if let mistake = take(line.entry) { note(mistake, at: place) }
        }
        cutBytes = bytes.count - wholeBytes
    }

    /// Returns the chain after a line, counted from 1; nil if there is no such line, or it cannot be read.
    func chain(afterLine line: Int) -> ContentHash? { chains.indices.contains(line - 1) ? chains[line - 1] : nil }

    /// Takes an entry; returns what is wrong with it at this point.
    private mutating func take(_ entry: GateRecordEntry) -> String? {
        switch entry {
        case .began: return "the gate begins a second time"
        case .resumed: return nil
        case .runStarted(let run):
            let isTaken = runs.contains { $0.run.folder == run.folder }
            let expected = (runs.last?.run.ordinal ?? 0) + 1
            runs.append(Run(run: run, line: lines))
            if isTaken { return "the folder '\(run.folder.shown())' is that of an earlier run" }
            return run.ordinal == expected ? nil : "run \(expected) is missing: run \(run.ordinal) is started"
        case .runEnded(let ordinal, let end):
            guard let place = runs.lastIndex(where: { $0.run.ordinal == ordinal }) else {
                return "run \(ordinal) ends, and was not started"
            }
            guard runs[place].end == nil else { return "run \(ordinal) ends twice" }
            runs[place].end = end
            return nil
        case .noted(let note):
            notes.append(note)
            return nil
        case .ended(let end):
            self.end = end
            let open = runs.filter { $0.end == nil }.map { "\($0.run.ordinal)" }
            return open.isEmpty ? nil : "the gate ends without an end of run \(open.joined(separator: ", "))"
        }
    }

    private mutating func note(_ what: String, at offset: Int) {
        guard problems.count < 1_000 else { return }
        problems.append(Problem(line: lines, offset: offset, what: what))
    }
}

extension GateRecordReading {
    /// One line, whose hash is not yet compared.
    private struct Line {
        let entry: GateRecordEntry
        let moment: GateMoment
        let chain: ContentHash
        /// The bytes of the entry.
        let content: [UInt8]

        /// Reads a line without its line feed; only the one canonical spelling is accepted.
        init(_ line: ArraySlice<UInt8>) throws(DocumentError) {
            let document = try JSONField(json: Array(line))
            chain = try document.field("chain").hash()
            let entry = try document.field("entry")
            moment = try GateMoment(entry.field("time"))
            self.entry = try GateRecordEntry(entry)
            content = entry.value.bytes
            guard document.value.bytes.elementsEqual(line) else {
                throw DocumentError("the line is not spelt as a gate writes it")
            }
        }
    }

    /// Returns the line of an entry, with its line feed, and advances the chain.
    static func line(_ entry: GateRecordEntry, at moment: GateMoment, _ chain: inout EntryChain) -> [UInt8] {
        let value = entry.value(at: moment)
        chain.append(value.bytes)
        return JSONValue.fields(["chain": .text(chain.value.hex), "entry": value]).bytes + [0x0A]
    }
}

/// The chain over a record's entries, which can continue from any value.
struct EntryChain {
    private(set) var value = HashChain().value

    mutating func append(_ entry: [UInt8]) { value = ContentHash.of(value.bytes + ContentHash.of(entry).bytes) }

    mutating func goOn(from value: ContentHash) { self.value = value }
}
