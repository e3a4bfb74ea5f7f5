import Evidence
import FoundationEssentials
import Ground
import OperatingSystem

/// What was taken out of a run's folder on purpose, as the folder itself says it.
///
/// Verdict, journal and manifest always stay: without its trace a run still says what came of it.
struct PrunedFiles: Codable, Hashable {
    /// The note's name in the folder.
    static let fileName = "pruned.json"
    static let formatVersion = 1
    private static let mostBytes = 1 << 20

    struct File: Codable, Hashable {
        let name: String
        let bytes: Int
        let sha256: ContentHash
    }

    let format: Int
    /// With which program, and when by the wall clock.
    let program: String
    let date: String
    let files: [File]
    /// The gate's record that names this run, where its seal was broken by that; nil for a run of no gate.
    let brokenSeal: String?

    init(program: String, date: String, files: [File], brokenSeal: String?) {
        (format, self.program, self.date) = (Self.formatVersion, program, date)
        (self.files, self.brokenSeal) = (files, brokenSeal)
    }

    /// The note in a folder; one that cannot be read explains nothing.
    init(in folder: String) {
        let path = "\(folder)/\(Self.fileName)"
        guard Files.kind(of: path) == .regular, let bytes = try? Files.bytes(of: path, atMost: Self.mostBytes),
            let note = try? JSONDecoder().decode(PrunedFiles.self, from: Data(bytes)),
            note.format == Self.formatVersion
        else {
            self.init(program: "", date: "", files: [], brokenSeal: nil)
            return
        }
        self = note
    }

    func write(in folder: String) throws(CommandTrouble) {
        let path = "\(folder)/\(Self.fileName)"
        let bytes: [UInt8]
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            bytes = Array(try encoder.encode(self)).escapedAsJSON + [0x0A]
        } catch {
            throw .cannotWrite(path, error)
        }
        try UnfinishedFile.write(bytes, to: path, .replacing)
    }

    /// Whether a file is missing because it was taken out: a trace or a page, and nothing else.
    func explains(_ name: String, in folder: String) -> Bool {
        Self.mayGo(name) && Files.kind(of: "\(folder)/\(name)") == nil && files.contains { $0.name == name }
    }

    /// Whether a file of this name may be taken out.
    static func mayGo(_ name: String) -> Bool {
        name == "page.html" || (name.hasPrefix("trace") && name.hasSuffix(".pcapng"))
    }
}
