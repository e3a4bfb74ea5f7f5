import Evidence
import Ground
import OperatingSystem

/// The record of a search in progress: a line is on disk before the action it describes begins.
final class BisectRecord {
    static let fileName = "bisect.jsonl"
    /// The maximum number of bytes read.
    private static let mostBytes = 256 << 20

    /// The entries that an earlier command left; empty for a new search.
    let left: [BisectEntry]
    private let file: RecordFile
    private var lines = BisectLines()
    /// The number of lines.
    private var count: Int
    /// The bench's memory of how long the record grew and whether it ended.
    private let memory: RecordMemoryFile

    /// Returns whether a folder has a record.
    static func isLeft(in folder: String) -> Bool { Files.kind(of: "\(folder)/\(fileName)") != nil }

    /// Starts a record in a folder that has none.
    init(of start: BisectStart, in folder: String, _ memories: RecordMemories) throws(CommandError) {
        (left, count) = ([], 1)
        let line = lines.line(.began(search: start))
        memory = try memories.begin(lines.last)
        file = try RecordFile(new: "\(folder)/\(Self.fileName)")
        try file.append(line)
        do { try Files.sync(folder: folder) } catch { throw .cannotWrite(folder, error) }
    }

    /// Resumes the record in a folder, which must be of the same search and not have ended. An incomplete last line is
    /// removed.
    ///
    /// The bench must remember the search, and every line that it remembers must exist.
    init(
        goingOnWith start: BisectStart, in folder: String, _ memories: RecordMemories
    ) throws(CommandError) {
        let path = "\(folder)/\(Self.fileName)"
        guard [nil, .regular].contains(Files.kind(of: path)) else {
            throw Self.trouble(folder, "its record is no regular file")
        }
        let bytes: [UInt8]
        do { bytes = try Files.bytes(of: path, atMost: Self.mostBytes + 1) } catch {
            throw CommandError(
                what: "there is no search to go on with: \(path.escapedForDisplay) cannot be read: \(error)",
                remedy: "Leave out --resume, or name the folder of that search")
        }
        guard bytes.count <= Self.mostBytes else { throw Self.trouble(folder, "its record is too long") }
        let reading: BisectReading
        do throws(DocumentError) { reading = try BisectReading(bytes, &lines) } catch {
            throw Self.trouble(folder, "line \(error.line ?? 1), byte \(error.offset ?? 0): \(error.what)")
        }
        if let difference = reading.start.difference(from: start) {
            throw Self.trouble(folder, "\(difference) changed since the search began")
        }
        if case .ended(let result, let document)? = reading.entries.last {
            throw Self.trouble(folder, "it has ended: \(document.shown()) has its result, which is \(result.shown())")
        }
        if let lack = try Self.lack(in: reading, memories) { throw Self.trouble(folder, lack) }
        (left, count) = (reading.entries, reading.chains.count)
        memory = try memories.resume(reading.chains[0])
        file = try RecordFile(path, from: reading.wholeBytes)
        try append(.resumed(cutBytes: reading.cutBytes))
    }

    deinit { file.close() }

    func append(_ entry: BisectEntry) throws(CommandError) {
        // Lines that the bench does not remember could be removed unnoticed.
        if let trouble = memory.trouble { throw trouble }
        try file.append(lines.line(entry))
        count += 1
        var result: String?
        if case .ended(let told, _) = entry { result = told }
        try memory.write(RecordMemory(lines: count, chain: lines.last, result: result))
    }

    /// Returns what was removed from the record or inserted, according to the bench's memory; nil if nothing was.
    private static func lack(
        in reading: BisectReading, _ memories: RecordMemories
    ) throws(CommandError) -> String? {
        guard let memory = try memories.memory(of: reading.chains[0]) else {
            return "the bench has no memory of it, so it is unknown whether lines were removed from the end of "
                + "\(fileName): set XDG_STATE_HOME or HOME to what it was when the search began"
        }
        let lack = memory.lack(ofLines: reading.chains.count) { line in
            reading.chains.indices.contains(line - 1) ? reading.chains[line - 1] : nil
        }
        return lack.map { "line \($0.line) of \(fileName) \($0.what)" }
    }

    private static func trouble(_ folder: String, _ what: String) -> CommandError {
        CommandError(
            what: "the search in \(folder.escapedForDisplay) cannot be resumed: \(what)",
            remedy: "Begin a new one in another folder")
    }
}
