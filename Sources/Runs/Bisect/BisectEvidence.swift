import Evidence
import Ground
import Journal
import OperatingSystem

/// A comparison of a search's record with the evidence in its runs' folders.
///
/// Manifest and verdict must have the hashes in the record, every file in the manifest must exist with its hash, and
/// the verdict must agree with the record.
enum BisectEvidence {
    /// Returns the hash of a regular file; nil for anything else. Never blocks on a pipe.
    static func hash(of path: String) -> ContentHash? {
        guard Files.kind(of: path) == .regular else { return nil }
        return try? Files.hash(of: path)
    }

    /// Returns a problem with the evidence of these rounds, without a final full stop; nil if there is none.
    static func problem(in rounds: [BisectRound], of search: String) -> String? {
        for run in rounds.flatMap(\.runs) {
            guard let problem = problem(with: run, in: search) else { continue }
            return "the evidence of the run \(run.folder.shown()) is not what it was: \(problem)"
        }
        return nil
    }

    private static func problem(with run: BisectRun, in search: String) -> String? {
        let folder = "\(search)/\(run.folder)"
        for (name, recorded) in [(Manifest.fileName, run.manifest), ("verdict.json", run.document)] {
            let path = "\(folder)/\(name)"
            if recorded != nil, Files.kind(of: path) == nil { return "\(name) is missing" }
            guard hash(of: path)?.hex == recorded else { return "\(name) has another hash than in the record" }
        }
        let left = RunFolder(folder)
        if let problem = left.sealProblems.first { return "\(problem)" }
        // Only these verdicts count, and without evidence such a run shows nothing.
        guard run.verdict == .passed || run.verdict == .failed else { return nil }
        guard run.manifest != nil, run.document != nil else { return "it left none" }
        switch left.ending {
        case .unended: return "verdict.json is missing"
        case .unusable(let error): return "\(error)"
        case .told(let summary):
            let isSame =
                summary.scenario == run.scenario && summary.verdict.kind == run.verdict
                && summary.code?.rawValue == run.code
            return isSame ? nil : "it says another verdict than the record"
        }
    }
}
