public import Ground
import JSON
import OperatingSystem

/// The list of files that were pruned from a run's folder, stored in that folder.
///
/// Verdict, journal and manifest always stay, so a run without its trace still has its result. The list explains a
/// missing file only if the run's manifest has the file with the same hash.
public struct PrunedFiles: Codable, Hashable, Sendable {
    /// The list's file name in the folder.
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
    /// The program that pruned the files, and the date by the wall clock.
    public let program: String
    public let date: String
    public let files: [File]
    /// The gate's record that names this run, if pruning broke its seal; nil for a run without a gate.
    public let brokenSeal: String?

    public init(program: String, date: String, files: [File], brokenSeal: String?) {
        (format, self.program, self.date) = (Self.formatVersion, program, date)
        (self.files, self.brokenSeal) = (files, brokenSeal)
    }

    /// Reads the list in a folder; one that cannot be read explains nothing.
    public init(in folder: String) {
        let path = "\(folder)/\(Self.fileName)"
        guard Files.kind(of: path) == .regular, let bytes = try? Files.bytes(of: path, atMost: Self.mostBytes),
            let note = try? JSON.value(PrunedFiles.self, from: bytes),
            note.format == Self.formatVersion
        else {
            self.init(program: "", date: "", files: [], brokenSeal: nil)
            return
        }
        self = note
    }

    public func write(in folder: String) throws(CommandError) {
        let path = "\(folder)/\(Self.fileName)"
        try UnfinishedFile.write(JSON.document(self), to: path, .renewing(.pruned))
    }

    /// Returns whether a file of a manifest is missing because it was pruned: only traces and pages can be.
    func explains(_ entry: Manifest.Entry) -> Bool {
        Self.mayGo(entry.path) && files.contains { $0.name == entry.path && $0.sha256 == entry.hash }
    }

    /// Returns whether a file of this name may be pruned.
    public static func mayGo(_ name: String) -> Bool {
        name == "page.html" || (name.hasPrefix("trace") && name.hasSuffix(".pcapng"))
    }
}
