import Evidence
import GateRecords
import Ground
import OperatingSystem
import Reports

/// The runs named in the records of gates, each record read once.
///
/// Programs before 0.7 left no file in a run's folder that says which gate it belongs to. In that case the gate's
/// record, in the folder above, says so: it has the hash of each run's verdict, and the verdict has the rest.
struct GateMembers {
    private struct Gate {
        let start: GateStart
        let id: ContentHash
        /// The runs by the names of their folders.
        let runs: [String: GateRecordReading.Run]
    }

    private var gates: [String: Gate?] = [:]

    /// Returns what a verdict says about its gate, if the record in the folder above names this very verdict.
    mutating func mark(of run: String, _ reading: VerdictReading, _ document: ContentHash) -> GateMark? {
        guard let mark = reading.gate, let seal = reading.seal else { return nil }
        let path = RunPath.parts(of: run)
        if gates[path.place] == nil { gates[path.place] = .some(Self.gate(in: path.place)) }
        guard let gate = gates[path.place] ?? nil, gate.id == mark.record, let told = gate.runs[path.name],
            case .ended(let verdict, seal.manifest?, document?)? = told.end, verdict == reading.verdict,
            told.run.ordinal == mark.ordinal, gate.start.plan == mark.plan,
            mark.firmware == gate.start.firmware || mark.firmware == gate.start.baseline
        else { return nil }
        return mark
    }

    /// Returns the gate whose record is in a folder; nil if there is none, or something is wrong with it.
    private static func gate(in folder: String) -> Gate? {
        let path = "\(folder)/\(GateRecord.fileName)"
        guard Files.kind(of: path) == .regular,
            let bytes = try? Files.bytes(of: path, atMost: GateRecordReading.mostBytes),
            let record = try? GateRecordReading(bytes), record.problems.isEmpty
        else { return nil }
        return Gate(
            start: record.start, id: record.id,
            runs: Dictionary(record.runs.map { ($0.run.folder, $0) }, uniquingKeysWith: { one, _ in one }))
    }
}
