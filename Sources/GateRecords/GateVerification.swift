public import Attestation
public import Evidence
import Ground
import OperatingSystem
public import Reports

/// Whether all that a gate left is whole, found out from its folder: no network, no bench, no trust in any file.
///
/// What the bench remembers of the gate besides is compared where it is at hand: that lines at the end of the record
/// were taken out shows nowhere else.
/// It finds what somebody changed who cannot make the signature, or who did not change everything. It does not stop the
/// owner of a bench from lying: only a signature binds the folder to whoever holds the key.
public struct GateVerification {
    /// Everything that is not as the gate left it; nothing where all is whole.
    public private(set) var problems: [GateProblem] = []
    /// In what the gate is about something else than it should be.
    public let unexpected: [GateProblem]
    /// What nobody can say, or what a reader should know, as sentences without full stops.
    public private(set) var remarks: [String] = []
    /// What the gate came to: `passed`, `failed`, `error`, `inconclusive`; nil where it did not end.
    public let result: String?
    /// How many runs it started.
    public let runs: Int
    /// The record: firmware, bench, dates.
    public let record: GateRecordReading
    /// Whether one of the keys signed what it says; nil where there was no key to find out, or nothing signed.
    public private(set) var isSigned: Bool?
    /// Whether something is signed and no key was there to check it, or rules that came later let less pass.
    private var isUnchecked = false
    /// Whether the gate came to its end.
    public var hasEnded: Bool { result != nil }

    /// What somebody finds who knows the plan's arithmetic: what is wrong in a gate's document, and remarks.
    public typealias Recount = (
        _ document: [UInt8], _ record: GateRecordReading
    ) -> (problems: [GateProblem], remarks: [String], isStricter: Bool)

    /// Looks at everything in a folder. `memory` is where the state of benches lies, if it is at hand. `recount` works
    /// the figures of a gate's document out again, and says whether rules that came after the gate let less pass.
    /// `expected` finds where the gate is about something else than it should be.
    public init(
        _ folder: String, keys: [VerifyingKey] = [], memory: String? = nil,
        recount: Recount? = nil, expected: (GateRecordReading) -> [GateProblem] = { _ in [] }
    ) throws(CommandTrouble) {
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
        let check = GateFolder(folder, record)
        let ofRuns = check.problemsOfRuns
        problems += check.problemsOfPlan + ofRuns + check.strangers
        let pruned = check.pruned
        if pruned > 0 {
            remarks.append("traces of \(counted(pruned, "run")) were taken out later: nobody can look at them any more")
        }
        guard let end = record.end else {
            takeOpen(record, in: folder)
            return
        }
        let files = GateFiles(folder, record, end)
        problems += files.problems
        if let document = files.present {
            problems += GateDocumentCheck(document, record, end).problems
            if let (found, notes, isStricter) = recount?(document, record) {
                // What follows from runs that are not whole is told in one line: what they lack stands above.
                problems += ofRuns.isEmpty ? found : Self.gathered(found)
                remarks += notes
                isUnchecked = isStricter
            }
        }
        takeStatements(GateStatementCheck(folder, record, end, document: files.document, keys: keys))
    }

    /// 0 where all is whole, and the gate passed. Else what the gate came to, as its command does; 3 where something is
    /// not whole or about something else; 4 where something could not be checked or the gate did not end.
    public var status: CommandStatus {
        guard problems.isEmpty, unexpected.isEmpty else { return .rigWrong }
        switch result {
        case "passed": return isUnchecked ? .nothingShown : .passed
        case "failed": return .failed
        case "error": return .rigWrong
        default: return .nothingShown
        }
    }

    /// The same with one line for all figures of the document that are others. Its result, and what is wrong with it as
    /// a whole, follow from nothing else, and stay.
    private static func gathered(_ found: [GateProblem]) -> [GateProblem] {
        let isFigure = { (problem: GateProblem) in
            problem.path == GateRecord.documentName && problem.place != nil && problem.place != "result"
        }
        let figures = found.filter(isFigure)
        guard figures.count > 1, let first = figures[0].place else { return found }
        let what = "does not follow from what is left of the runs: \(figures.count) values are others, \(first) first"
        return found.filter { !isFigure($0) } + [GateProblem(GateRecord.documentName, nil, what)]
    }

    /// The record, and what the bench remembers of it.
    private static func record(
        in folder: String, _ memory: String?
    ) throws(CommandTrouble) -> (GateRecordReading, RecordMemory?) {
        let record = try GateFolder.record(in: folder)
        guard let memory else { return (record, nil) }
        let remembered = try RecordMemories(of: record.start.bench.fingerprint, in: memory).memory(of: record.id)
        // A gate that still plays went on while it was read.
        let isBehind = remembered.map { record.end == nil && record.lines < $0.lines } ?? false
        return (isBehind ? try GateFolder.record(in: folder) : record, remembered)
    }

    private mutating func compare(_ record: GateRecordReading, with remembered: RecordMemory?) {
        guard let remembered else {
            remarks.append(
                "what the bench remembers of the gate is not here: nobody can tell whether lines at the end of "
                    + "\(GateRecord.fileName) were taken out")
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
        remarks.append("the gate did not end: it still plays, or it was ended from outside")
        if let told = Self.toldResult(in: folder) {
            problems.append(
                GateProblem(
                    GateRecord.documentName, nil,
                    "says that the gate came to \(told), and \(GateRecord.fileName) has no line that ends it: the line "
                        + "was taken out, or the gate was killed before it"))
        }
        if record.cutBytes > 0 {
            remarks.append(
                "the last \(counted(record.cutBytes, "byte")) of \(GateRecord.fileName) are a line that was cut off")
        }
        let open = record.runs.filter { $0.end == nil }.map { "\($0.run.ordinal)" }
        if !open.isEmpty { remarks.append("nothing is told of the end of run \(open.joined(separator: ", "))") }
    }

    /// What the document of a gate without an end says it came to; nil where there is no document.
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
