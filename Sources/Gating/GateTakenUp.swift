import Attestation
import Evidence
import FirmwareIdentity
import Gate
import GateKit
import GateRecords
import Ground
import Journal
import Reports
import RigKit

/// What an earlier command left of a gate: its record, its runs, and what was read of the firmware's identity.
struct GateTakenUp {
    struct Run {
        let task: GateTask
        let folder: String
        /// Nil for a run that was lost.
        let summary: RunSummary?
        let powerCycle: Int?
        let unit: String?
        let level: IdentityLevel

        func context(on bench: String, _ request: GateRequest) -> GateEvidence.Context {
            GateEvidence.Context(
                powerCycle: powerCycle ?? 1, unit: unit ?? request.unit, bench: bench, stage: request.stage,
                identity: level)
        }
    }

    struct Visit {
        let number: Int
        let side: GateSide
        let afterOrdinal: Int
        let when: String
        let identities: [RunIdentity]
        let isFlashed: Bool
    }

    let record: GateRecord
    let runs: [Run]
    let visits: [Visit]
    /// When the gate began.
    let began: String?

    /// Takes up the gate in the request's folder: plan, firmware and bench must be the same, and every folder as it was
    /// left.
    init(_ request: GateRequest, plan: [UInt8], lease: BenchLease) throws(CommandTrouble) {
        let resumption = try GateResumption(
            in: request.folder, plan: ContentHash.of(plan), firmware: request.candidate.mark.sha256,
            baseline: request.baseline?.mark.sha256, lease: lease)
        record = resumption.record
        let facts = Dictionary(
            GateRequest.facts(of: request.scenarios, on: request.rig).map { ($0.name, $0.hash) },
            uniquingKeysWith: { first, _ in first })
        var runs: [Run] = []
        for run in resumption.ended.map(\.run) + resumption.lost.map(\.run) {
            let left = try? LeftSuite("\(request.folder)/\(run.folder)").runs.first
            let mark = left?.reading?.gate
            if mark == nil, request.baseline != nil {
                throw CommandTrouble(
                    what: "run \(run.ordinal) was lost, and does not tell which firmware it was played with",
                    remedy: "Begin a new gate in another folder")
            }
            var summary: RunSummary?
            if resumption.ended.contains(where: { $0.run == run }), case .told(let told)? = left?.ending {
                summary = told
            }
            let isBaseline = mark?.firmware.sha256 == request.baseline?.mark.sha256 && request.baseline != nil
            runs.append(
                Run(
                    task: GateTask(
                        ordinal: run.ordinal, side: isBaseline ? .baseline : .candidate, scenario: run.scenario,
                        scenarioHash: facts[run.scenario] ?? "", seed: run.seed, beginsPowerCycle: false),
                    folder: run.folder, summary: summary, powerCycle: mark?.powerCycle, unit: mark?.unit,
                    level: mark.flatMap { IdentityLevel(rawValue: $0.identity) } ?? .unknown))
        }
        self.runs = runs.sorted { $0.task.ordinal < $1.task.ordinal }
        visits = try Self.visits(request, of: record.id)
        began = visits.first?.when
    }

    /// What was read before: each reading's verdict says of which gate it is, of which firmware, and after which run.
    private static func visits(_ request: GateRequest, of record: ContentHash) throws(CommandTrouble) -> [Visit] {
        let place = "\(request.folder)/\(GateIdentity.place)"
        var visits: [Visit] = []
        for name in Files.names(in: place).sorted() {
            guard let number = EvidenceFolder.number(of: name) else { continue }
            guard let left = try? LeftSuite("\(place)/\(name)").runs.first, let mark = left.reading?.gate,
                mark.record == record, left.sealProblems.isEmpty
            else {
                // It did not end, or it is not this gate's: it tells nothing, and its number is not given again.
                visits.append(
                    Visit(number: number, side: .candidate, afterOrdinal: 0, when: "", identities: [], isFlashed: false)
                )
                continue
            }
            let isBaseline = request.baseline.map { $0.mark.sha256 == mark.firmware.sha256 } ?? false
            visits.append(
                Visit(
                    number: number, side: isBaseline ? .baseline : .candidate, afterOrdinal: mark.ordinal - 1,
                    when: left.reading?.provenance?.date ?? "",
                    identities: try ToldIdentities.all(inJournal: "\(place)/\(name)/journal.jsonl"),
                    isFlashed: request.flash != nil || request.rig.kind != .hardware))
        }
        return visits.filter { !$0.when.isEmpty }
    }
}
