import Evidence
import FirmwareIdentity
import Gate
import Ground
import Journal
import Reports

/// A run of a gate, reconstructed from its folder.
struct GateRunFolder {
    let task: GateTask
    let folder: String
    /// The summary; nil for a lost run.
    let summary: RunSummary?
    let powerCycle: Int?
    let unit: String?
    let level: IdentityLevel
    /// The kind of bench; nil if unknown.
    let kind: String?
    /// Whether the folder names the firmware of the run.
    let isMarked: Bool
    /// The hash of the scenario that was played, as hexadecimal digits; nil if unknown.
    let scenarioHash: String?

    /// Reads the folder of a run. `hashes` are those of the scenarios, by name.
    init(
        _ run: GateRun, hasEnded: Bool, in gate: String, hashes: [String: String], baseline: ContentHash?
    ) {
        let left = try? SuiteFolder("\(gate)/\(run.folder)").runs.first
        let mark = left?.record?.gate
        var told: RunSummary?
        if hasEnded, case .told(let summary)? = left?.ending { told = summary }
        let isBaseline = baseline != nil && mark?.firmware.sha256 == baseline
        task = GateTask(
            ordinal: run.ordinal, side: isBaseline ? .baseline : .candidate, scenario: run.scenario,
            scenarioHash: hashes[run.scenario] ?? "", seed: run.seed, beginsPowerCycle: false)
        (folder, summary, isMarked) = (run.folder, told, mark != nil)
        (powerCycle, unit) = (mark?.powerCycle, mark?.unit)
        level = mark.flatMap { IdentityLevel(rawValue: $0.identity) } ?? .unknown
        kind = left?.record?.provenance.kind
        scenarioHash = left?.record?.seal?.scenario?.hex
    }

    func context(on bench: String, unit other: String, _ stage: GateStage) -> GateContext {
        GateContext(
            powerCycle: powerCycle ?? 1, unit: unit ?? other, bench: bench, stage: stage, identity: level)
    }
}
