import Glibc
public import Ground
import JSON
import OperatingSystem

/// A bench's memory of the record of a gate or a search: the number of lines, and the last one.
///
/// The record's own hashes do not show that its last lines were removed, because the rest is still consistent. So the
/// bench keeps this next to its lock, away from the record's folder, and a record must contain everything remembered.
public struct RecordMemory: Hashable, Sendable {
    /// The number of lines in the record.
    let lines: Int
    /// The chain after the last of them.
    let chain: ContentHash
    /// The result; nil if the record did not end.
    let result: String?

    /// All memories have the same length, so that they can be overwritten in place without needing more room on the
    /// disk.
    static let length = 256

    public init(lines: Int, chain: ContentHash, result: String? = nil) {
        (self.lines, self.chain, self.result) = (lines, chain, result)
    }

    init(_ bytes: [UInt8]) throws(DocumentError) {
        let document = try JSONField(json: bytes)
        lines = try document.field("lines").number()
        chain = try document.field("chain").hash()
        result = try document.optional("result")?.text()
        guard lines > 0 else { throw try document.field("lines").mistake("is no number of lines") }
    }

    /// JSON and a line feed, with spaces in between.
    var bytes: [UInt8] {
        let value = JSONValue.fields([
            "chain": .text(chain.hex), "lines": .number(lines), "result": result.map { .text($0) },
        ]).bytes
        return value + [UInt8](repeating: 0x20, count: max(0, Self.length - 1 - value.count)) + [0x0A]
    }

    /// Returns the first remembered line that is missing or different in a record, with the end of a sentence about
    /// it; nil if there is none.
    ///
    /// The memory is written when its line is on disk. A kill therefore leaves it at most one line behind, and a power
    /// failure several. It is never ahead, except by the first line, before which nothing is played.
    func lack(in record: GateRecordReading) -> (line: Int, what: String)? {
        lack(ofLines: record.lines) { record.chain(afterLine: $0) }
    }

    /// The same for a record with this many lines; `afterLine` returns the chain after each, counted from 1.
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

/// The memories of one bench: one file per gate or search, named by its record.
public struct RecordMemories: Sendable {
    /// The number of records remembered for a bench; the oldest are forgotten.
    static let most = 1_000

    let folder: String

    /// `folder` contains the state of benches.
    init(of bench: String, in folder: String) {
        self.folder = "\(folder)/\(BenchLease.name(of: bench)).records"
    }

    private func path(of record: ContentHash) -> String { "\(folder)/\(record.hex).json" }

    /// Returns what is remembered about a record; nil if nothing is. Throws if it cannot be read.
    public func memory(of record: ContentHash) throws(CommandError) -> RecordMemory? {
        let path = path(of: record)
        guard Files.kind(of: path) != nil else { return nil }
        do {
            return try RecordMemory(try Files.bytes(of: path, atMost: RecordMemory.length))
        } catch {
            throw CommandError(
                what: "\(path), which is what the bench remembers of the record, cannot be used: \(error)", remedy: nil)
        }
    }

    /// Begins to remember a record, before its first line is written.
    public func begin(_ record: ContentHash) throws(CommandError) -> RecordMemoryFile {
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

    /// Continues the memory of a record.
    public func resume(_ record: ContentHash) throws(CommandError) -> RecordMemoryFile {
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

/// The file in which a bench remembers how far a record grew, overwritten in place.
public final class RecordMemoryFile {
    private let path: String
    private let file: FileDescriptor
    /// Why nothing more can be remembered; nil while that is possible.
    public private(set) var trouble: CommandError?

    init(_ path: String) throws(CommandError) {
        self.path = path
        do throws(SystemError) {
            file = try FileDescriptor("open \(path)") { open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Continues an open file.
    init(_ file: FileDescriptor, of path: String) { (self.file, self.path) = (file, path) }

    deinit { file.close() }

    /// Remembers a line that is on disk. After a failure nothing more is remembered, and every call throws.
    public func write(_ memory: RecordMemory) throws(CommandError) {
        if let trouble { throw trouble }
        do throws(SystemError) {
            guard lseek(file.number, 0, SEEK_SET) == 0 else { throw .last("lseek \(path)") }
            try Files.append(memory.bytes, to: file)
            // While a gate continues, a power failure may cost remembered lines, but those lines are still in the
            // record.
            if memory.result != nil { try Files.sync(file, path) }
        } catch {
            let trouble = CommandError.cannotWrite(path, error)
            self.trouble = trouble
            throw trouble
        }
    }
}
