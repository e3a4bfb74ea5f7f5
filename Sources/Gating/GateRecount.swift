import Attestation
import Evidence
import FirmwareIdentity
import Gate
import GateKit
public import GateRecords
import Ground
import Journal
import OperatingSystem
import Reports

/// A gate worked out once more, from its record, its plan and what its runs left, and compared with its document.
///
/// The judge that decided the gate decides it again. What the document says otherwise is named with both values:
/// every figure, every decision, the result itself. Which level of identity was read is taken from the record, for the
/// firmware's file is not in the folder; what was read must stand in the journals of the runs that read it.
public struct GateRecount {
    /// So many differences at most are told.
    static let most = 200
    private static let sentences: Set<String> = ["reasons", "proves", "doesNotProve", "statement"]

    public private(set) var problems: [GateProblem] = []
    /// What could not be worked out again, as sentences without full stops.
    public private(set) var remarks: [String] = []

    private let folder: String
    private let record: GateRecordReading

    /// Looks at the bytes of `gate.json` in a folder, whoever wrote them.
    public init(of document: [UInt8], in folder: String, _ record: GateRecordReading) {
        (self.folder, self.record) = (folder, record)
        do throws(GateFileError) { _ = try GateFile.document(from: document) } catch {
            if case .contradicts(let reasons) = error {
                for reason in reasons { note(nil, "contradicts itself: \(reason)") }
            } else {
                note(nil, "cannot be relied on: \(error)")
            }
        }
        guard let terms = record.start.terms else {
            remarks.append("the gate is of an older program, whose record has too little to work its figures out again")
            return
        }
        do throws(CommandTrouble) {
            let told: JSONValue
            do throws(AttestationError) { told = try JSONValue(json: document) } catch { return }
            compare(told, try recounted(terms, told))
            try lookForReadings()
        } catch {
            note(nil, "cannot be worked out again: \(error.what)")
        }
    }

    private mutating func note(_ place: String?, _ what: String) {
        guard problems.count < Self.most else { return }
        problems.append(GateProblem(GateRecord.documentName, place, what))
    }

    // MARK: What it comes to

    private mutating func recounted(_ terms: GateTerms, _ told: JSONValue) throws(CommandTrouble) -> JSONValue {
        let text: String
        let plan: GatePlan
        do {
            text = try Files.text(of: "\(folder)/\(GateRecord.planName)", atMost: PlanFile.mostBytes)
            plan = try PlanFile.plan(from: text)
        } catch {
            throw CommandTrouble(what: "the plan cannot be read: \(error)", remedy: nil)
        }
        var judge = try judge(plan, terms)
        let baseline = record.start.baseline?.sha256
        let hashes = Dictionary(terms.scenarios.map { ($0.name, $0.hash) }, uniquingKeysWith: { first, _ in first })
        let runs = record.runs.map { run in
            GateLeftRun(run.run, hasEnded: Self.hasEnded(run), in: folder, hashes: hashes, baseline: baseline)
        }
        do throws(GateRefusal) {
            for run in runs { try judge.restore(run.task) }
            for run in runs { try take(run, &judge) }
        } catch {
            throw CommandTrouble(what: "its runs are not what it played: \(error)", remedy: nil)
        }
        var identity = GateIdentity()
        for note in record.notes {
            switch note {
            case .identity(let one):
                identity.take(one)
                judge.receive(
                    identity: IdentityLevel(rawValue: one.level) ?? .unknown,
                    of: one.isBaseline ? .baseline : .candidate, afterOrdinal: one.afterOrdinal)
            case .fault(let what): judge.receive(evidenceFault: what)
            case .aborted: judge.abort()
            }
        }
        let document = GateDocument(judge, circumstances(plan, text, identity, told))
        do throws(AttestationError) { return try JSONValue(json: GateFile.bytes(of: document)) } catch {
            throw CommandTrouble(what: "\(error)", remedy: nil)
        }
    }

    private func judge(_ plan: GatePlan, _ terms: GateTerms) throws(CommandTrouble) -> GateJudge {
        guard let today = CalendarDay(terms.today) else {
            throw CommandTrouble(what: "the record names no day on which it was judged", remedy: nil)
        }
        let scenarios = terms.scenarios.map {
            ScenarioFacts(name: $0.name, hash: $0.hash, suite: $0.suite, tags: $0.tags, spot: $0.spot)
        }
        do throws(PlanProblems) {
            return try GateJudge(
                plan, scenarios: scenarios,
                options: GateOptions(
                    acceptClaimed: terms.acceptsClaimed, allowQuarantine: terms.allowsQuarantine,
                    hasBaseline: record.start.baseline != nil, today: today))
        } catch {
            throw CommandTrouble(what: "the plan cannot be played: \(error)", remedy: nil)
        }
    }

    private static func hasEnded(_ run: GateRecordReading.Run) -> Bool {
        if case .ended? = run.end { true } else { false }
    }

    private func take(_ run: GateLeftRun, _ judge: inout GateJudge) throws(GateRefusal) {
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

    /// What is known beside the runs: from the record, and what it does not have from the document.
    private func circumstances(
        _ plan: GatePlan, _ text: String, _ identity: GateIdentity, _ told: JSONValue
    ) -> GateDocument.Circumstances {
        func firmware(_ mark: GateMark.Firmware, of side: GateSide, _ place: JSONValue?) -> GateDocument.Firmware {
            GateDocument.Firmware(
                file: mark.name, sha256: mark.sha256.hex, mcubootHash: place?["mcubootHash"]?.text,
                identity: GateDocument.Identity(level: identity.level(of: side), readings: identity.readings(of: side)))
        }
        let start = record.start
        let kind = told["plan"]?["kind"]?.text.flatMap(GateDocument.Plan.Kind.init)
        // The end is told after the last run, and before the record's last line.
        let ended = told["ended"]?.text.flatMap { (record.began.date...record.last.date).contains($0) ? $0 : nil }
        return GateDocument.Circumstances(
            plan: GateDocument.Plan(hash: start.plan.hex, name: plan.name, kind: kind ?? .standard, text: text),
            firmware: firmware(start.firmware, of: .candidate, told["firmware"]),
            baseline: start.baseline.map { firmware($0, of: .baseline, told["baseline"]?["firmware"]) },
            bench: GateDocument.Bench(name: start.bench.name, fingerprint: start.bench.fingerprint),
            rig: start.program, previousRecord: start.predecessor?.record.hex, started: record.began.date,
            ended: ended ?? record.last.date)
    }

    // MARK: What is told

    private mutating func compare(_ told: JSONValue, _ found: JSONValue) {
        let isOther = record.start.program != Program.name
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

    /// What the record has of readings must stand in the journals of the runs that read them.
    private mutating func lookForReadings() throws(CommandTrouble) {
        let place = "\(folder)/\(GateIdentity.place)"
        for case .identity(let one) in record.notes {
            guard let visit = one.visit else { continue }
            let name = Files.names(in: place).first { EvidenceFolder.number(of: $0) == visit }
            let path = "\(GateIdentity.place)/\(name ?? "\(visit)")/journal.jsonl"
            guard let name, Files.kind(of: "\(place)/\(name)/journal.jsonl") == .regular else {
                problems.append(GateProblem(path, nil, "is missing: it read which firmware ran"))
                continue
            }
            for problem in (try? LeftSuite("\(place)/\(name)").runs.first?.sealProblems) ?? [] {
                problems.append(
                    GateProblem("\(GateIdentity.place)/\(name)/\(problem.file)", problem.place, problem.what))
            }
            let read = try GateIdentity.identities(inJournal: "\(place)/\(name)/journal.jsonl").flatMap(\.readings)
            let told = Set(read.map { "\($0.source.rawValue) \($0.bytes.hex(separator: ""))" })
            for own in one.told where own.source != "rig" && own.source != "nothing" {
                guard !told.contains("\(own.source) \(own.bytes)") else { continue }
                problems.append(GateProblem(path, nil, "does not have what the record says that it read: \(own.bytes)"))
            }
        }
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
