import FoundationEssentials
import Ground

/// Failures that are known, as a file in the firmware team's repository: one JSON object a line.
///
/// `{"scenario": "zoneWalk", "failure": "3f9a0c11d2", "owner": "ana", "reason": "#214", "from": "2026-11-20",
/// "until": "2026-12-04"}`; without `failure`, or with `*`, for whatever fails. On the day `until` nothing is excused
/// any more. Empty lines, and lines that begin with #, say
/// nothing.
public enum QuarantineFile {
    /// No file has more lines than this.
    public static let mostLines = 10_000

    /// The entries with their lines, to add to a plan; fails at the first line that is no entry.
    ///
    /// What an entry leaves out, the plan's check tells.
    public static func entries(from text: String, file: String) throws(PlanFileError) -> [PlanEntry] {
        var entries: [PlanEntry] = []
        // A carriage return and a line feed are one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.count <= mostLines else {
            throw PlanFileError(
                path: file, message: "\(mostLines) lines are read at most, and there are \(lines.count)")
        }
        for (index, line) in lines.enumerated() {
            guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { continue }
            let place = "\(file):\(index + 1)"
            let data = Data(line.utf8)
            let known: QuarantineEntry
            let tree: JSONTree
            do {
                try PlanFile.check(String(line))
                tree = try PlanFile.decode(data)
                known = try PlanFile.decode(data)
            } catch {
                let inside = error.path.isEmpty ? "" : "\(error.path): "
                throw PlanFileError(path: place, message: inside + error.message)
            }
            guard case .object(let fields) = tree else {
                throw PlanFileError(path: place, message: "a line is an object")
            }
            let names = ["scenario", "failure", "owner", "reason", "from", "until"]
            if let stranger = fields.keys.sorted().first(where: { !names.contains($0) }) {
                throw PlanFileError(
                    path: place, message: "there is no field \(stranger)\(suggestion(for: stranger, in: names))")
            }
            entries.append(PlanEntry(.quarantine(entry: known), spot: SourceSpot(file: file, line: index + 1)))
        }
        return entries
    }
}
