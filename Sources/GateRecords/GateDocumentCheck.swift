import Attestation
import Ground
import Journal
import Reports

/// Compares a gate's document with the record: the same plan, firmware and bench, every run once, and consistent
/// counts.
///
/// Checking what follows from the counts requires the plan's arithmetic, which this module does not know.
struct GateDocumentCheck {
    private(set) var problems: [GateProblem] = []

    /// A run as described in the document.
    private struct Told {
        let path: String
        let ordinal: Int
        let folder: String
        let verdict: VerdictKind
        /// Nil if the document does not contain it.
        let manifest: String?
        let scenario: String
    }

    init(_ document: [UInt8], _ record: GateRecordReading, _ end: GateEnd) {
        do throws(AttestationError) {
            if let place = try JSONValue.firstUnsortedName(in: document) {
                let position = TextPosition(offset: place, in: document)
                note("\(position)", "has names that are not sorted")
            }
            let content = try JSONField(json: document)
            try compare(content, record, end)
            var told: [Told] = []
            for scenario in try content.field("scenarios").list() { told += try runs(of: scenario) }
            for scenario in try content.optional("baseline")?.field("scenarios").list() ?? [] {
                told += try runs(of: scenario)
            }
            compare(told, record, result: end.result)
        } catch {
            note(
                error.offset.map { "\(TextPosition(offset: $0, in: document))" }, "is no gate's document: \(error.what)"
            )
        }
    }

    private mutating func note(_ place: String?, _ what: String) {
        problems.append(GateProblem(GateRecord.documentName, place, what))
    }

    private mutating func compare(
        _ content: JSONField, _ record: GateRecordReading, _ end: GateEnd
    ) throws(AttestationError) {
        let plan = try content.field("plan")
        let text = try plan.field("text").text()
        if ContentHash.of(text) != record.start.plan { note("plan.text", "is not the plan with which the gate began") }
        let fingerprint = try content.field("bench").field("fingerprint")
        let previous = try content.optional("previousRecord")?.text()
        for (name, told, recorded) in [
            ("result", try content.field("result").text(), end.result),
            ("plan.hash", try plan.field("hash").text(), record.start.plan.hex),
            ("firmware.sha256", try content.field("firmware").field("sha256").text(), record.start.firmware.sha256.hex),
            (fingerprint.path, try fingerprint.text(), record.start.bench.fingerprint),
            ("previousRecord", previous ?? "none", record.start.predecessor?.record.hex ?? "none"),
            (
                "baseline.firmware.sha256",
                try content.optional("baseline")?.field("firmware").field("sha256").text() ?? "none",
                record.start.baseline?.sha256.hex ?? "none"
            ),
        ] where told != recorded {
            note(name, "is \(told.shown(64)), and in the record \(recorded.shown(64))")
        }
    }

    /// Returns the runs of one scenario, after checking its counts.
    private mutating func runs(of scenario: JSONField) throws(AttestationError) -> [Told] {
        let name = try scenario.field("name").text()
        var told: [Told] = []
        for run in try scenario.field("runs").list() {
            told.append(try Self.told(run, manifest: run.field("manifest").text(), name))
        }
        var leftOut: [Int] = []
        for run in try scenario.field("leftOut").list() {
            let told = try Self.told(run, manifest: nil, name)
            leftOut.append(told.ordinal)
            if told.verdict == .passed || told.verdict == .failed {
                note(run.path, "is left out, and \(told.verdict.words): only what came to neither can be")
            }
        }
        // A run that is left out may also be listed among the scenario's runs.
        let missing = leftOut.filter { ordinal in !told.contains { $0.ordinal == ordinal } }
        var others: [Int] = []
        for run in try scenario.optional("notTrials")?.list() ?? [] {
            others.append(try run.field("ordinal").number())
        }
        for run in try scenario.field("leftOut").list() {
            let left = try Self.told(run, manifest: nil, name)
            if missing.contains(left.ordinal) { told.append(left) }
        }
        let ends = told.filter { $0.verdict == .passed || $0.verdict == .failed }
        let trials = ends.filter { !others.contains($0.ordinal) }
        let neither = told.filter { $0.verdict != .passed && $0.verdict != .failed }
        for (what, told, counted) in [
            ("trials", try scenario.field("trials").number(Int.self), trials.count),
            ("failures", try scenario.field("failures").number(Int.self), trials.count { $0.verdict == .failed }),
            ("leftOut", leftOut.count, neither.count),
        ] where told != counted {
            note("\(scenario.path).\(what)", "says \(told), and its runs are \(counted)")
        }
        return told
    }

    private static func told(
        _ run: JSONField, manifest: String?, _ scenario: String
    ) throws(AttestationError) -> Told {
        let word = try run.field("verdict")
        guard let verdict = VerdictKind(rawValue: try word.text()) else { throw word.mistake("is no verdict") }
        return Told(
            path: run.path, ordinal: try run.field("ordinal").number(), folder: try run.field("folder").text(),
            verdict: verdict, manifest: manifest, scenario: scenario)
    }

    /// Checks that every run of the record is in the document exactly once and unchanged, and no other.
    ///
    /// A lost run left nothing to describe; its effect is that the gate did not pass.
    private mutating func compare(_ told: [Told], _ record: GateRecordReading, result: String) {
        var left = Dictionary(record.runs.map { ($0.run.ordinal, $0) }, uniquingKeysWith: { first, _ in first })
        for run in told {
            guard let recorded = left.removeValue(forKey: run.ordinal) else {
                note(run.path, "tells of run \(run.ordinal), which the gate did not start, or tells of it twice")
                continue
            }
            if run.folder != recorded.run.folder {
                note(run.path, "has the folder \(run.folder.shown()), and the record \(recorded.run.folder.shown())")
            }
            if run.scenario != recorded.run.scenario {
                note(run.path, "is of \(run.scenario.shown()), and in the record of \(recorded.run.scenario.shown())")
            }
            compare(run, recorded)
        }
        if result != "passed" { left = left.filter { !$0.value.isLost } }
        if !left.isEmpty {
            let ordinals = left.keys.sorted().map { "\($0)" }.joined(separator: ", ")
            note("scenarios", "tell nothing of run \(ordinals), which the gate started")
        }
    }

    private mutating func compare(_ run: Told, _ recorded: GateRecordReading.Run) {
        switch recorded.end {
        case .ended(let verdict, let manifest, _):
            if run.verdict != verdict {
                note(run.path, "says \(run.verdict.words), and the record \(verdict.words)")
            }
            if let told = run.manifest, told != manifest?.hex ?? "" {
                note(run.path, "has another manifest than the record")
            }
        case .lost, nil:
            if run.verdict == .passed || run.verdict == .failed {
                note(run.path, "says \(run.verdict.words), and the run was lost")
            }
        }
    }
}
