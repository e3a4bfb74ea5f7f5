import Attestation
public import Evidence
import Glibc
public import Ground
import OperatingSystem

/// What a bench remembers of the record of a gate, or of a search: how many lines it saw, and what the last one was.
///
/// The record's own hashes cannot tell that its last lines were taken out: what is left is whole. So the bench keeps
/// this beside its lock, away from the record's folder, and a record has to hold what is remembered of it.
public struct RecordMemory: Hashable, Sendable {
    /// How many lines the record has, from 1.
    let lines: Int
    /// The chain after the last of them.
    let chain: ContentHash
    /// What it came to; nil where it did not end.
    let result: String?

    /// Every memory has the same length, so that it is written in its own place, and needs no more room on the disk.
    static let length = 256

    public init(lines: Int, chain: ContentHash, result: String? = nil) {
        (self.lines, self.chain, self.result) = (lines, chain, result)
    }

    init(_ bytes: [UInt8]) throws(AttestationError) {
        let document = try JSONField(json: bytes)
        lines = try document.field("lines").number()
        chain = try document.field("chain").hash()
        result = try document.optional("result")?.text()
        guard lines > 0 else { throw try document.field("lines").mistake("is no number of lines") }
    }

    /// JSON and its line feed, with spaces between.
    var bytes: [UInt8] {
        let value = JSONValue.fields([
            "chain": .text(chain.hex), "lines": .number(lines), "result": result.map { .text($0) },
        ]).bytes
        return value + [UInt8](repeating: 0x20, count: max(0, Self.length - 1 - value.count)) + [0x0A]
    }

    /// What a record lacks of what is remembered: the line, and the end of a sentence about it; nil for nothing.
    ///
    /// A memory is written when its line is on the disk. So a program that was killed leaves it one line behind at
    /// most, a loss of power some more, and nothing leaves it ahead, but for the first line: before that one nothing is
    /// played.
    func lack(in record: GateRecordReading) -> (line: Int, what: String)? {
        lack(ofLines: record.lines) { record.chain(afterLine: $0) }
    }

    /// The same of a record of so many lines; `afterLine` gives the chain after each, counted from 1.
    public func lack(ofLines count: Int, chain afterLine: (Int) -> ContentHash?) -> (line: Int, what: String)? {
        guard count >= lines else {
            let ending = result.map { ", the last of which says that it ended: \($0)" } ?? ""
            return (count + 1, "is missing: the bench remembers \(counted(lines, "line"))\(ending)")
        }
        guard afterLine(lines) == chain else {
            return (lines, "is another than the one that the bench remembers")
        }
        if result != nil, count > lines { return (lines + 1, "came later: the bench remembers that it had ended") }
        return nil
    }
}

/// The memories of one bench: a file a gate or a search, named by its record.
public struct RecordMemories: Sendable {
    /// So many of them are remembered of a bench; the oldest are forgotten.
    static let most = 1_000

    let folder: String

    /// `folder` is where the state of benches lies.
    init(of bench: String, in folder: String) {
        self.folder = "\(folder)/\(BenchLease.name(of: bench)).records"
    }

    private func path(of record: ContentHash) -> String { "\(folder)/\(record.hex).json" }

    /// What is remembered of a record; nil for nothing. Throws where that cannot be read.
    public func memory(of record: ContentHash) throws(CommandTrouble) -> RecordMemory? {
        let path = path(of: record)
        guard Files.kind(of: path) != nil else { return nil }
        do {
            return try RecordMemory(try Files.bytes(of: path, atMost: RecordMemory.length))
        } catch {
            throw CommandTrouble(
                what: "\(path), which is what the bench remembers of the record, cannot be used: \(error)", remedy: nil)
        }
    }

    /// Begins to remember a record, before its first line is written.
    public func begin(_ record: ContentHash) throws(CommandTrouble) -> RecordMemoryFile {
        do throws(SystemError) {
            try Files.makeFolder(folder)
            try Files.sync(folder: Files.folder(of: folder))
        } catch {
            throw .cannotWrite(folder, error)
        }
        forgetOldest()
        let path = path(of: record)
        try UnfinishedFile.write(RecordMemory(lines: 1, chain: record).bytes, to: path, .replacing)
        return try RecordMemoryFile(path)
    }

    /// Goes on with what is remembered of a record.
    public func resume(_ record: ContentHash) throws(CommandTrouble) -> RecordMemoryFile {
        try RecordMemoryFile(path(of: record))
    }

    private func forgetOldest() {
        let paths = Files.names(in: folder).sorted().map { "\(folder)/\($0)" }
        guard paths.count >= Self.most else { return }
        let dated = paths.map { path in (path, (try? FileStatus(of: path, followingLinks: false))?.changed ?? 0) }
        let oldest = dated.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(paths.count - Self.most + 1)
        for (path, _) in oldest { Files.remove(path) }
    }
}

/// The file in which a bench remembers how far a record grew, written in place.
public final class RecordMemoryFile {
    private let path: String
    private let file: FileDescriptor
    /// Why nothing more can be remembered; nil while it can.
    public private(set) var trouble: CommandTrouble?

    init(_ path: String) throws(CommandTrouble) {
        self.path = path
        do throws(SystemError) {
            file = try FileDescriptor("open \(path)") { open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Goes on with a file that is open.
    init(_ file: FileDescriptor, of path: String) { (self.file, self.path) = (file, path) }

    deinit { file.close() }

    /// Remembers a line, which is on the disk. After a failure nothing more is remembered, and it stays one.
    public func write(_ memory: RecordMemory) throws(CommandTrouble) {
        if let trouble { throw trouble }
        do throws(SystemError) {
            guard lseek(file.number, 0, SEEK_SET) == 0 else { throw .last("lseek \(path)") }
            try Files.append(memory.bytes, to: file)
            // Of a gate that goes on, what the disk lacks after a loss of power are lines that are in the record.
            if memory.result != nil { try Files.sync(file, path) }
        } catch {
            let trouble = CommandTrouble.cannotWrite(path, error)
            self.trouble = trouble
            throw trouble
        }
    }
}
