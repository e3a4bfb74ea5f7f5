import Attestation
import FoundationEssentials
public import Ground
import OperatingSystem

/// What was taken out of a run's folder on purpose, as the folder itself says it.
///
/// Verdict, journal and manifest always stay: without its trace a run still says what came of it. The note explains
/// that a file is missing only where the run's manifest has the file with the same hash.
public struct PrunedFiles: Codable, Hashable, Sendable {
    /// The note's name in the folder.
    public static let fileName = "pruned.json"
    static let formatVersion = 1
    private static let mostBytes = 1 << 20

    public struct File: Codable, Hashable, Sendable {
        public let name: String
        public let bytes: Int
        public let sha256: ContentHash

        public init(name: String, bytes: Int, sha256: ContentHash) {
            (self.name, self.bytes, self.sha256) = (name, bytes, sha256)
        }
    }

    public let format: Int
    /// With which program, and when by the wall clock.
    public let program: String
    public let date: String
    public let files: [File]
    /// The gate's record that names this run, where its seal was broken by that; nil for a run of no gate.
    public let brokenSeal: String?

    public init(program: String, date: String, files: [File], brokenSeal: String?) {
        (format, self.program, self.date) = (Self.formatVersion, program, date)
        (self.files, self.brokenSeal) = (files, brokenSeal)
    }

    /// The note in a folder; one that cannot be read explains nothing.
    public init(in folder: String) {
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

    public func write(in folder: String) throws(CommandTrouble) {
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

    /// Whether a file of a manifest is missing because it was taken out: a trace or a page, and nothing else.
    func explains(_ entry: Manifest.Entry) -> Bool {
        Self.mayGo(entry.path) && files.contains { $0.name == entry.path && $0.sha256 == entry.hash }
    }

    /// Whether a file of this name may be taken out.
    public static func mayGo(_ name: String) -> Bool {
        name == "page.html" || (name.hasPrefix("trace") && name.hasSuffix(".pcapng"))
    }
}
