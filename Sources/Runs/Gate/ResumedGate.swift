import Evidence
import FirmwareIdentity
import Gate
import GateKit
import Ground
import Journal
import OpenSSL
import Reports
import RigKit

/// The state that an earlier command left of a gate: its record, its runs and the identity readings.
struct ResumedGate {
    /// An identity run that the record does not mention yet.
    struct Visit {
        let number: Int
        let side: GateSide
        let afterOrdinal: Int
        let when: String
        let identities: [RunIdentity]
        let isFlashed: Bool
    }

    let record: GateRecord
    /// The record's notes other than those about runs.
    let notes: [GateNote]
    let runs: [GateRunFolder]
    let visits: [Visit]
    private let folder: String

    /// Resumes the gate in the request's folder. Plan, firmware and bench must be the same, and every folder
    /// unchanged.
    init(_ request: GateRequest, plan: [UInt8], lease: BenchLease) throws(CommandError) {
        let resumption = try GateResumption(
            in: request.folder, plan: ContentHash.of(plan), firmware: request.candidate.mark.sha256,
            baseline: request.baseline?.mark.sha256, terms: request.terms, lease: lease)
        (record, notes, folder) = (resumption.record, resumption.notes, request.folder)
        let hashes = Dictionary(
            GateRequest.facts(of: request.scenarios, on: request.rig).map { ($0.name, $0.hash) },
            uniquingKeysWith: { first, _ in first })
        var runs: [GateRunFolder] = []
        let all = resumption.ended.map { ($0.run, true) } + resumption.lost.map { ($0.run, false) }
        for (run, hasEnded) in all {
            let left = GateRunFolder(
                run, hasEnded: hasEnded, in: request.folder, hashes: hashes, baseline: request.baseline?.mark.sha256)
            guard left.isMarked || request.baseline == nil else {
                throw CommandError(
                    what: "run \(run.ordinal) was lost, and does not tell which firmware it was played with",
                    remedy: "Begin a new gate in another folder")
            }
            runs.append(left)
        }
        self.runs = runs.sorted { $0.task.ordinal < $1.task.ordinal }
        visits = try Self.visits(request, of: record.id, besides: notes)
    }

    /// Returns the earlier identity runs; each one's verdict names its gate, its firmware and the run before it.
    private static func visits(
        _ request: GateRequest, of record: ContentHash, besides notes: [GateNote]
    ) throws(CommandError) -> [Visit] {
        let place = "\(request.folder)/\(GateIdentity.place)"
        let known = Set(
            notes.compactMap { note -> Int? in if case .identity(let one) = note { one.visit } else { nil } })
        var visits: [Visit] = []
        for name in Files.names(in: place).sorted() {
            guard let number = EvidenceFolder.number(of: name), !known.contains(number) else { continue }
            guard let left = try? SuiteFolder("\(place)/\(name)").runs.first, let run = left.record,
                let mark = SealCheck.gate(in: left.folder, of: run), mark.record == record,
                left.sealProblems.isEmpty
            else {
                // An unfinished or foreign run says nothing, and its number is not reused.
                visits.append(
                    Visit(number: number, side: .candidate, afterOrdinal: 0, when: "", identities: [], isFlashed: false)
                )
                continue
            }
            let isBaseline = request.baseline.map { $0.mark.sha256 == mark.firmware.sha256 } ?? false
            visits.append(
                Visit(
                    number: number, side: isBaseline ? .baseline : .candidate, afterOrdinal: mark.ordinal - 1,
                    when: run.provenance.date,
                    identities: try ToldIdentities.all(inJournal: "\(place)/\(name)/journal.jsonl"),
                    isFlashed: request.flash != nil || request.rig.kind != .hardware))
        }
        return visits
    }

    /// Returns the identities behind a reading in the record; empty if its journal is missing.
    func told(_ note: GateNote.Identity) -> [RunIdentity] {
        let place = "\(folder)/\(GateIdentity.place)"
        guard let visit = note.visit,
            let name = Files.names(in: place).first(where: { EvidenceFolder.number(of: $0) == visit })
        else { return [] }
        return (try? ToldIdentities.all(inJournal: "\(place)/\(name)/journal.jsonl")) ?? []
    }

    /// The number of the last identity run, even an unfinished one.
    var lastVisit: Int {
        let noted = notes.map { note -> Int in if case .identity(let one) = note { one.visit ?? 0 } else { 0 } }
        return (noted + visits.map(\.number)).max() ?? 0
    }
}
