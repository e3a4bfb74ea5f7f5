import Ground
import Journal
import OpenSSL
import OperatingSystem

/// Checks that the evidence of a gate's runs is still there, before the gate decides.
///
/// It checks the hashes of manifests and verdicts, and that every file in a manifest exists: a few milliseconds for a
/// hundred runs. `GateVerification` checks the contents of the files.
public struct GateEvidenceCheck {
    /// A run whose evidence is incomplete.
    public struct Lost: Hashable, Sendable {
        public let ordinal: Int
        /// What is wrong, as a sentence without its final full stop.
        public let what: String
    }

    /// The runs, sorted by ordinal.
    public private(set) var lost: [Lost] = []
    /// What is wrong with the record, as a sentence without its final full stop; nil if nothing is.
    public private(set) var recordFault: String?

    /// Checks the folder of a gate that has not ended; `record` is what it has written so far.
    public init(in folder: String, of record: GateRecord) {
        let reading: GateRecordReading
        do throws(CommandError) { reading = try GateFolder.record(in: folder) } catch {
            recordFault = error.what
            return
        }
        guard reading.chain == record.chain, reading.problems.isEmpty else {
            recordFault = "\(GateRecord.fileName) is not as this gate wrote it"
            return
        }
        for run in reading.runs {
            guard let what = Self.problem(with: run, in: folder) else { continue }
            lost.append(Lost(ordinal: run.run.ordinal, what: what))
        }
    }

    private static let mostOfManifest = 16 << 20

    private static func problem(with run: GateRecordReading.Run, in folder: String) -> String? {
        guard case .ended(_, let manifest?, let verdict)? = run.end else { return nil }
        let name = run.run.folder
        guard Files.kind(of: "\(folder)/\(name)") == .folder else { return "\(name) is missing" }
        if let verdict, (try? Files.hash(of: "\(folder)/\(name)/verdict.json")) != verdict {
            return "\(name)/verdict.json is missing, or was changed"
        }
        let list = "\(name)/\(Manifest.fileName)"
        guard let text = try? Files.bytes(of: "\(folder)/\(list)", atMost: mostOfManifest),
            ContentHash.of(text) == manifest, let files = try? Manifest(text)
        else { return "\(list) is missing, or was changed" }
        let missing = files.entries.first { Files.kind(of: "\(folder)/\(name)/\($0.path)") != .regular }
        return missing.map { "\(name)/\($0.path) is missing" }
    }
}
