public import Evidence
import FirmwareIdentity
import Gate
import GateKit
import Ground
import JSON
import Journal
import OperatingSystem
import Reports

/// A recalculation of a gate from its record, its plan and its runs' evidence, compared with its document.
///
/// The same judge that decided the gate decides it again. Every deviation of the document is reported with both
/// values: figures, decisions and the result itself. The firmware's identity is also judged again, from the readings
/// in the journals and the record's data about the firmware file.
public struct GateRecount {
    /// The maximum number of differences reported.
    static let most = 200
    private static let sentences: Set<String> = ["reasons", "proves", "doesNotProve", "statement"]

    public private(set) var problems: [GateProblem] = []
    /// The parts that could not be recalculated, as sentences without a final full stop.
    public private(set) var remarks: [String] = []
    /// Whether the gate is of another program and established an identity better than today's rules allow.
    public private(set) var isStricter = false

    private let folder: String
    private let record: GateRecordReading
    private var last = LastTold()

    /// Checks the bytes of `gate.json` in a folder, regardless of the program that wrote them.
    public init(of document: [UInt8], in folder: String, _ record: GateRecordReading) {
        (self.folder, self.record) = (folder, record)
        do throws(GateFileError) { _ = try GateFile.document(from: document) } catch {
            note(nil, "cannot be relied on: \(error)")
        }
        do throws(CommandError) {
            let told: JSONValue
            do throws(DocumentError) { told = try JSONValue(json: document) } catch { return }
            let found = try recounted(record.start.terms, told)
            compare(told, found)
            if let result = record.end?.result, let again = found["result"]?.text, again != result {
                let what = "says \(result.shown(64)), but the evidence gives \(again.shown(64))"
                problems.append(GateProblem(GateRecord.fileName, "the gate's end", what))
            }
        } catch {
            note(nil, "cannot be worked out again: \(error.what)")
        }
    }

    private mutating func note(_ place: String?, _ what: String) {
        guard problems.count < Self.most else { return }
        problems.append(GateProblem(GateRecord.documentName, place, what))
    }

    // MARK: What it comes to

    private mutating func recounted(_ terms: GateTerms, _ told: JSONValue) throws(CommandError) -> JSONValue {
        let text: String
        let plan: GatePlan
        do {
            text = try Files.text(of: "\(folder)/\(GateRecord.planName)", atMost: PlanFile.mostBytes)
            plan = try PlanFile.plan(from: text)
        } catch {
            throw CommandError(what: "the plan cannot be read: \(error)", remedy: nil)
        }
        var judge = try judge(plan, terms)
        let baseline = record.start.baseline?.sha256
        let hashes = Dictionary(terms.scenarios.map { ($0.name, $0.hash) }, uniquingKeysWith: { first, _ in first })
        let runs = record.runs.map { run in
            GateRunFolder(run.run, hasEnded: Self.hasEnded(run), in: folder, hashes: hashes, baseline: baseline)
        }
        do throws(GateRefusal) {
            for run in runs { try judge.restore(run.task) }
            for run in runs { try take(run, &judge) }
        } catch {
            throw CommandError(what: "its runs are not what it played: \(error)", remedy: nil)
        }
        var identity = GateIdentity()
        for note in record.notes {
            switch note {
            case .identity(let told):
                let one = try read(told, terms, plan.marks)
                identity.take(one)
                judge.receive(
                    identity: IdentityLevel(rawValue: one.level) ?? .unknown,
                    of: one.isBaseline ? .baseline : .candidate, afterOrdinal: one.afterOrdinal)
            case .fault(let what): judge.receive(evidenceFault: what)
            case .aborted: judge.abort()
            }
        }
        let document = GateDocument(judge, circumstances(plan, text, identity, terms, told))
        do throws(DocumentError) { return try JSONValue(json: GateFile.bytes(of: document)) } catch {
            throw CommandError(what: "\(error)", remedy: nil)
        }
    }

    private func judge(_ plan: GatePlan, _ terms: GateTerms) throws(CommandError) -> GateJudge {
        guard let today = CalendarDay(terms.today) else {
            throw CommandError(what: "the record names no day on which it was judged", remedy: nil)
        }
        let scenarios = terms.scenarios.map {
            ScenarioFacts(
                name: $0.name, hash: $0.hash, suite: $0.suite, tags: $0.tags, spot: $0.spot,
                hasCompanions: $0.hasCompanions)
        }
        do throws(PlanProblems) {
            return try GateJudge(
                plan, scenarios: scenarios,
                options: GateOptions(
                    acceptClaimed: terms.acceptsClaimed, allowQuarantine: terms.allowsQuarantine,
                    hasBaseline: record.start.baseline != nil, isMade: terms.isMade, today: today),
                unplayed: terms.leftOut.map { GateDocument.Unplayed($0.name, because: $0.reason) })
        } catch {
            throw CommandError(what: "the plan cannot be played: \(error)", remedy: nil)
        }
    }

    private static func hasEnded(_ run: GateRecordReading.Run) -> Bool {
        if case .ended? = run.end { true } else { false }
    }

    private func take(_ run: GateRunFolder, _ judge: inout GateJudge) throws(GateRefusal) {
        let stage: GateStage =
            switch run.kind {
            case "hardware": .hardware
            case "virtual": .virtual
            default: .simulated
            }
        if let hash = run.scenarioHash, hash != run.task.scenarioHash {
            throw .otherRun(ordinal: run.task.ordinal, field: "scenario hash")
        }
        let context = run.context(on: record.start.bench.fingerprint, unit: "unknown", stage)
        guard let summary = run.summary,
            let attempt = GateEvidence.attempt(run.task, summary, in: run.folder, of: folder, context: context)
        else { return try judge.lose(run.task.ordinal) }
        try judge.receive(attempt)
    }

    /// Returns the circumstances from the record, supplemented from the document.
    private func circumstances(
        _ plan: GatePlan, _ text: String, _ identity: GateIdentity, _ terms: GateTerms, _ told: JSONValue
    ) -> GateDocument.Circumstances {
        func firmware(_ mark: GateMembership.Firmware, of side: GateSide, _ file: JSONValue?) -> GateDocument.Firmware {
            GateDocument.Firmware(
                file: mark.name, sha256: mark.sha256.hex,
                mcubootHash: file.flatMap { FirmwareCandidate($0) }?.imageHash, identity: identity.told(of: side))
        }
        let start = record.start
        let kind = told["plan"]?["kind"]?.text.flatMap(GateDocument.Plan.Kind.init)
        // The end must be after the record's beginning and not after its last line.
        let ended = told["ended"]?.text.flatMap { (record.began.date...record.last.date).contains($0) ? $0 : nil }
        return GateDocument.Circumstances(
            plan: GateDocument.Plan(hash: start.plan.hex, name: plan.name, kind: kind ?? .standard, text: text),
            firmware: firmware(start.firmware, of: .candidate, terms.candidate),
            baseline: start.baseline.map { firmware($0, of: .baseline, terms.baseline) },
            bench: GateDocument.Bench(name: start.bench.name, fingerprint: start.bench.fingerprint),
            rig: start.program, previousRecord: start.predecessor?.record.hex, started: record.began.date,
            ended: ended ?? record.last.date)
    }

    // MARK: Stated figures

    private var isOther: Bool { record.start.program != Program.name }

    private mutating func compare(_ told: JSONValue, _ found: JSONValue) {
        if isOther {
            remarks.append("the gate is of another version of the program: its sentences were not compared")
        }
        var differences: [JSONDifference] = []
        JSONDifference.look(
            told, found, leavingOut: isOther ? Self.sentences : [], atMost: Self.most, into: &differences)
        // The result is what people read first.
        let sorted = differences.filter { $0.path == "result" } + differences.filter { $0.path != "result" }
        for difference in sorted { note(difference.path, difference.sentence) }
    }

    // MARK: Which firmware ran

    /// Judges a reading again from its journal; deviations of the record are reported.
    private mutating func read(
        _ note: GateNote.Identity, _ terms: GateTerms, _ marks: IdentitySources
    ) throws(CommandError) -> GateNote.Identity {
        let mark = note.isBaseline ? record.start.baseline : record.start.firmware
        let file = note.isBaseline ? terms.baseline : terms.candidate
        guard let mark, let candidate = file.flatMap({ FirmwareCandidate($0) }), candidate.sha256 == mark.sha256.hex
        else {
            throw CommandError(what: "the record does not say what the firmware's file is", remedy: nil)
        }
        var identities: [RunIdentity] = []
        if let visit = note.visit {
            guard let path = journal(of: visit) else { return note }
            identities = try ToldIdentities.all(inJournal: "\(folder)/\(path)")
        }
        let side: GateSide = note.isBaseline ? .baseline : .candidate
        defer { last.take(identities, of: side) }
        let again = GateIdentity.note(
            identities, after: last, flashed: terms.isWritten || terms.isMade ? GateIdentity.flashed(mark.sha256) : nil,
            isWritten: terms.isWritten && !terms.isMade, of: candidate,
            side, by: marks, when: note.when, afterOrdinal: note.afterOrdinal,
            visit: note.visit)
        let isOwn = record.start.program == Program.name
        if !isOwn, again.told == note.told, again.level != note.level,
            let now = IdentityLevel(rawValue: again.level),
            IdentityLevel(rawValue: note.level).map({ now < $0 }) == true
        {
            isStricter = true
            remarks.append(
                "what was read of the firmware\(note.visit.map { " in reading \($0)" } ?? "") was \(note.level) to the "
                    + "gate's program, and is \(again.level) by today's rules")
            return note
        }
        if again.level != note.level || again.told != note.told {
            problems.append(
                GateProblem(
                    GateRecord.fileName, note.visit.map { "reading \($0)" },
                    "says \(note.level.shown()) of the firmware, but the readings come to \(again.level)"))
        }
        return isOwn ? again : again.with(reasons: note.reasons)
    }

    /// Returns the path of an identity run's journal; if there is none, reports that and returns nil.
    private mutating func journal(of visit: Int) -> String? {
        let place = GateIdentity.place
        let name = Files.names(in: "\(folder)/\(place)").first { EvidenceFolder.number(of: $0) == visit }
        let path = "\(place)/\(name ?? "")/journal.jsonl"
        guard let name else {
            problems.append(GateProblem(place, "reading \(visit)", "has no folder: it read which firmware ran"))
            return nil
        }
        guard Files.kind(of: "\(folder)/\(path)") == .regular else {
            problems.append(GateProblem(path, nil, "is missing: it read which firmware ran"))
            return nil
        }
        for problem in (try? SuiteFolder("\(folder)/\(place)/\(name)").runs.first?.sealProblems) ?? [] {
            problems.append(GateProblem("\(place)/\(name)/\(problem.file)", problem.place, problem.what))
        }
        return path
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
