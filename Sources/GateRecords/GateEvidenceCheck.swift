import Attestation
import Evidence
import Ground
import Journal
import OperatingSystem

/// Whether what a gate's runs left is still there, before the gate says what it came to.
///
/// It looks at hashes of manifests and verdicts, and whether all that a manifest lists is there: a few milliseconds for
/// a hundred runs. What the files hold besides is for `GateVerification`.
public struct GateEvidenceCheck {
    /// A run whose evidence is not whole.
    public struct Lost: Hashable, Sendable {
        public let ordinal: Int
        /// A sentence without its full stop.
        public let what: String
    }

    /// In the order of ordinals.
    public private(set) var lost: [Lost] = []
    /// What is wrong with the record, as a sentence without its full stop; nil for nothing.
    public private(set) var recordFault: String?

    /// Looks at the folder of a gate that has not ended; `record` is what it wrote so far.
    public init(in folder: String, of record: GateRecord) {
        let reading: GateRecordReading
        do throws(CommandTrouble) { reading = try GateFolder.record(in: folder) } catch {
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
