import Evidence
import Ground

/// The output of the commands that write a firmware, searched line by line while they run.
struct FlashOutput {
    /// The length of the parts in which a long line is searched.
    static let longestLine = 4_096
    private static let shownLimit = 200

    /// The texts that no line contained yet.
    private(set) var missing: [String]
    /// The first line with a text that must not be printed.
    private(set) var forbidden: String?
    /// The last line that is not blank.
    private(set) var last: String?
    private let mustNotPrint: [String]
    private var line: [UInt8] = []

    /// The number of bytes by which the parts of a long line overlap, so that a text is found wherever it is.
    private let overlap: Int

    init(mustPrint: [String], mustNotPrint: [String]) {
        (missing, self.mustNotPrint) = (mustPrint, mustNotPrint)
        overlap = (mustPrint + mustNotPrint).map(\.utf8.count).max().map { min($0, Self.longestLine) - 1 } ?? 0
    }

    mutating func receive(_ bytes: [UInt8]) {
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                endLine()
            } else {
                line.append(byte)
                if line.count >= Self.longestLine { search() }
            }
        }
    }

    /// Begins the output of another command.
    mutating func begin() { (line, last) = ([], nil) }

    /// Ends the line that was begun.
    mutating func endLine() {
        search()
        line = []
    }

    /// Searches the part of the line that came so far, and keeps as much of its end as may begin a text.
    private mutating func search() {
        guard line.contains(where: { $0 > 0x20 }) else {
            line = []
            return
        }
        let text = String(decoding: line, as: UTF8.self)
        missing.removeAll { text.contains($0) }
        if forbidden == nil, mustNotPrint.contains(where: { text.contains($0) }) { forbidden = text }
        last = text
        line = Array(line.suffix(overlap))
    }

    /// The last line, to follow a sentence.
    var quote: String { last.map { "; its last line was \"\(Self.shown($0))\"" } ?? "; it printed nothing" }

    static func shown(_ text: String) -> String { String(text.prefix(shownLimit)).escapedForDisplay }
}

/// The output of all commands that wrote firmware, in a file of the results. The end is kept.
public final class FlashLog {
    public static let fileName = "flash.log"
    static let limit = 1 << 20

    private let path: String?
    private var bytes: [UInt8] = []

    /// Creates a log for a folder, which continues the one there; without a folder nothing is kept.
    public init(in folder: String? = nil) {
        path = folder.map { "\($0)/\(Self.fileName)" }
        if let path { bytes = (try? InputFile.bytes(of: path, atMost: Self.limit)) ?? [] }
    }

    /// Adds the command whose output follows.
    func begin(_ command: String) { receive(Array("--- \(Program.date) \(command.escapedForDisplay)\n".utf8)) }

    func receive(_ new: [UInt8]) {
        bytes += new
        if bytes.count > 2 * Self.limit { bytes = bytes.suffix(Self.limit) }
    }

    /// Writes the file; a log that cannot be written is no reason to doubt the firmware.
    func save() {
        guard let path else { return }
        let kept = Array(bytes.suffix(Self.limit))
        do throws(CommandError) {
            do { try Files.makeFolder(Files.folder(of: path)) } catch { throw .cannotWrite(path, error) }
            try UnfinishedFile.write(kept, to: path, .replacing)
        } catch {
            Warning.tell(error.what)
        }
    }
}
