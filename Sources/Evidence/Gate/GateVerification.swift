import Ground
import JSON
import OperatingSystem
public import Reports

/// Verifies everything that a gate left, using only its folder: no network, no bench, no trust in any file.
///
/// If the bench's memory of the gate is available, it is compared too, because nothing else shows that lines at the
/// end of the record were removed. Verification detects changes by someone who cannot make the signature, or who did
/// not change everything. It does not stop the owner of a bench from lying: only a signature ties the folder to the
/// holder of the key.
public struct GateVerification {
    /// All differences from what the gate left; empty if there are none.
    public private(set) var problems: [GateProblem] = []
    /// The ways in which the gate is about something other than expected.
    public let unexpected: [GateProblem]
    /// Remarks on what cannot be determined, and other notes, as sentences without their final full stops.
    public private(set) var remarks: [String] = []
    /// The gate's result: `passed`, `failed`, `error`, `inconclusive`; nil if it did not end.
    public let result: String?
    /// The number of runs it started.
    public let runs: Int
    /// The record: firmware, bench, dates.
    public let record: GateRecordReading
    /// Whether one of the keys signed the statements; nil if there was no key to check with, or nothing is signed.
    public private(set) var isSigned: Bool?
    /// Whether something is signed and there was no key to check it, or newer rules are stricter.
    private var isUnchecked = false
    /// Whether the gate came to its end.
    public var hasEnded: Bool { result != nil }

    /// Decides a gate again, from its record and its runs, and compares the outcome with its document and with the end
    /// in the record; returns the problems found, and remarks.
    public typealias Recount = (
        _ document: [UInt8], _ record: GateRecordReading
    ) -> (problems: [GateProblem], remarks: [String], isStricter: Bool)

    /// Verifies everything in a folder. `memory` is the folder with the state of benches, if it is available.
    /// `recount` recomputes the figures of a gate's document and says whether newer rules are stricter. `expected`
    /// finds where the gate is about something other than it should be.
    public init(
        _ folder: String, keys: [VerifyingKey] = [], memory: String? = nil,
        expected: (GateRecordReading) -> [GateProblem] = { _ in [] }, recount: Recount
    ) throws(CommandError) {
        let names = Files.names(in: folder)
        let (record, remembered) = try Self.record(in: folder, memory)
        self.record = record
        unexpected = expected(record)
        result = record.end?.result
        runs = record.runs.count
        for problem in record.problems {
            problems.append(
                GateProblem(
                    GateRecord.fileName, "line \(problem.line), byte \(problem.offset)", "is wrong: \(problem.what)"))
        }
        compare(record, with: remembered)
        let check = GateFolder(folder, record, names: names)
        let ofRuns = check.problemsOfRuns
        problems += check.problemsOfPlan + ofRuns + check.strangers
        let pruned = check.pruned
        if pruned > 0 {
            remarks.append("traces of \(counted(pruned, "run")) were removed later and can no longer be inspected")
        }
        guard let end = record.end else {
            takeOpen(record, in: folder)
            return
        }
        let files = GateFiles(folder, record, end)
        problems += files.problems
        if let document = files.present {
            let (found, notes, isStricter) = recount(document, record)
            // The consequences of incomplete runs are summed up in one line, because the runs themselves are already
            // listed.
            problems += ofRuns.isEmpty ? found : Self.gathered(found)
            remarks += notes
            isUnchecked = isStricter
        }
        takeStatements(GateStatementCheck(folder, record, end, document: files.document, keys: keys))
    }

    /// 0 if everything is intact and the gate passed; otherwise the status of the gate's own command, 3 if something
    /// is not intact or is about something else, or 4 if something could not be checked or the gate did not end.
    public var status: CommandStatus {
        guard problems.isEmpty, unexpected.isEmpty else { return .rigWrong }
        switch result {
        case "passed": return isUnchecked ? .nothingShown : .passed
        case "failed": return .failed
        case "error": return .rigWrong
        default: return .nothingShown
        }
    }

    /// Returns the problems with a single line for all figures of the document that differ. Its result, and problems
    /// with it as a whole, do not follow from the figures and stay.
    private static func gathered(_ found: [GateProblem]) -> [GateProblem] {
        let isFigure = { (problem: GateProblem) in
            problem.path == GateRecord.documentName && problem.place != nil && problem.place != "result"
        }
        let figures = found.filter(isFigure)
        guard figures.count > 1, let first = figures[0].place else { return found }
        let what = "has \(figures.count) values that do not follow from the runs, the first of them \(first)"
        return found.filter { !isFigure($0) } + [GateProblem(GateRecord.documentName, nil, what)]
    }

    /// Returns the record, compared with the bench's memory of it.
    private static func record(
        in folder: String, _ memory: String?
    ) throws(CommandError) -> (GateRecordReading, RecordMemory?) {
        let record = try GateFolder.record(in: folder)
        guard let memory else { return (record, nil) }
        let remembered = try RecordMemories(of: record.start.bench.fingerprint, in: memory).memory(of: record.id)
        // A gate in progress may have continued while the record was read.
        let isBehind = remembered.map { record.end == nil && record.lines < $0.lines } ?? false
        return (isBehind ? try GateFolder.record(in: folder) : record, remembered)
    }

    private mutating func compare(_ record: GateRecordReading, with remembered: RecordMemory?) {
        guard let remembered else {
            remarks.append(
                "the bench's memory of the gate is not here: it is unknown whether lines were removed from the end of "
                    + "\(GateRecord.fileName)")
            return
        }
        guard let lack = remembered.lack(in: record) else {
            remarks.append(
                "the bench remembers \(counted(remembered.lines, "line")) of \(GateRecord.fileName): nothing is missing"
            )
            return
        }
        problems.append(GateProblem(GateRecord.fileName, "line \(lack.line)", lack.what))
    }

    private mutating func takeOpen(_ record: GateRecordReading, in folder: String) {
        remarks.append("the gate did not end: it is still running, or it was killed")
        if let told = Self.toldResult(in: folder) {
            problems.append(
                GateProblem(
                    GateRecord.documentName, nil,
                    "says that the gate came to \(told), and \(GateRecord.fileName) has no line that ends it: the line "
                        + "was removed, or the gate was killed before it"))
        }
        if record.cutBytes > 0 {
            remarks.append(
                "the last \(counted(record.cutBytes, "byte")) of \(GateRecord.fileName) are a line that was cut off")
        }
        let open = record.runs.filter { $0.end == nil }.map { "\($0.run.ordinal)" }
        if !open.isEmpty { remarks.append("run \(open.joined(separator: ", ")) has no recorded end") }
    }

    /// Returns the result in the document of a gate without an end; nil if there is no document.
    private static func toldResult(in folder: String) -> String? {
        let path = "\(folder)/\(GateRecord.documentName)"
        guard Files.kind(of: path) != nil else { return nil }
        let text = (try? Files.bytes(of: path, atMost: GateFiles.mostOfDocument)).flatMap { bytes in
            try? JSONField(json: bytes).field("result").text().shown(64)
        }
        return text ?? "an end that cannot be read"
    }

    private mutating func takeStatements(_ check: GateStatementCheck) {
        problems += check.problems
        remarks += check.remarks
        isSigned = check.isSigned
        isUnchecked = isUnchecked || check.isUnchecked
    }
}
