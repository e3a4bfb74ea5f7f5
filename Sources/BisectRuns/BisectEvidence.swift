import Attestation
import Evidence
import Ground
import Journal
import OperatingSystem

/// Compares what a search's record says of its runs with what their folders hold.
///
/// Manifest and verdict have to have the hashes in the record; everything that the manifest lists has to be there with
/// its own, and the verdict has to say what the record says.
enum BisectEvidence {
    /// The hash of a regular file; nil for whatever else stands there. A pipe is not waited for.
    static func hash(of path: String) -> ContentHash? {
        guard Files.kind(of: path) == .regular else { return nil }
        return try? Files.hash(of: path)
    }

    /// What is wrong with one of the runs that these rounds rest on, as a sentence without its full stop.
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
        let left = LeftRun(folder)
        if let problem = left.sealProblems.first { return "\(problem)" }
        // Only these count, and such a run without evidence shows nothing.
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
