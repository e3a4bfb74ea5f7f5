import Attestation
import Evidence
import GateRecords
import Ground
import OperatingSystem

/// The record of a search while it goes on: a line is on the disk before what it speaks of begins.
final class BisectRecord {
    static let fileName = "bisect.jsonl"
    /// So many bytes at most are read.
    private static let mostBytes = 256 << 20

    /// What an earlier command left; nothing for a search that begins.
    let left: [BisectEntry]
    private let file: RecordFile
    private var lines = BisectLines()

    /// Whether a folder has one.
    static func isLeft(in folder: String) -> Bool { Files.kind(of: "\(folder)/\(fileName)") != nil }

    /// Begins a record in a folder that has none.
    init(of start: BisectStart, in folder: String) throws(CommandTrouble) {
        left = []
        file = try RecordFile(new: "\(folder)/\(Self.fileName)")
        try append(.began(search: start))
        do { try Files.sync(folder: folder) } catch { throw .cannotWrite(folder, error) }
    }

    /// Goes on with the record in a folder, which must be of the same search and not have ended. Its cut line goes.
    init(goingOnWith start: BisectStart, in folder: String) throws(CommandTrouble) {
        let path = "\(folder)/\(Self.fileName)"
        guard [nil, .regular].contains(Files.kind(of: path)) else {
            throw Self.trouble(folder, "its record is no regular file")
        }
        let bytes: [UInt8]
        do { bytes = try Files.bytes(of: path, atMost: Self.mostBytes + 1) } catch {
            throw CommandTrouble(
                what: "there is no search to go on with: \(path.escapedForDisplay) cannot be read: \(error)",
                remedy: "Leave out --resume, or name the folder of that search")
        }
        guard bytes.count <= Self.mostBytes else { throw Self.trouble(folder, "its record is too long") }
        let reading: BisectReading
        do throws(AttestationError) { reading = try BisectReading(bytes, &lines) } catch {
            throw Self.trouble(folder, "line \(error.line ?? 1), byte \(error.offset ?? 0): \(error.what)")
        }
        if let difference = reading.start.difference(from: start) {
            throw Self.trouble(folder, "\(difference) changed since the search began")
        }
        if case .ended(let result, let document)? = reading.entries.last {
            throw Self.trouble(folder, "it has ended: \(document.shown()) has its result, which is \(result.shown())")
        }
        left = reading.entries
        file = try RecordFile(path, from: reading.wholeBytes)
        try append(.resumed(cutBytes: reading.cutBytes))
    }

    deinit { file.close() }

    func append(_ entry: BisectEntry) throws(CommandTrouble) { try file.append(lines.line(entry)) }

    private static func trouble(_ folder: String, _ what: String) -> CommandTrouble {
        CommandTrouble(
            what: "the search in \(folder.escapedForDisplay) cannot be gone on with: \(what)",
            remedy: "Begin a new one in another folder")
    }
}
