import FoundationEssentials
import Ground

/// Known failures in a file of the firmware team's repository: one JSON object per line.
///
/// `{"scenario": "zoneWalk", "failure": "3f9a0c11d2", "owner": "ana", "reason": "#214", "from": "2026-11-20", "until":
/// "2026-12-04"}`; without `failure`, or with `*`, for any failure. From the day `until` nothing is excused any more.
/// Empty lines and lines starting with # are ignored.
public enum QuarantineFile {
    /// The maximum number of lines in a file.
    public static let mostLines = 10_000

    /// Returns the entries with their lines, to add to a plan. Throws at the first line that is not an entry.
    ///
    /// The plan's check reports the fields missing from an entry.
    public static func entries(from text: String, file: String) throws(PlanFileError) -> [PlanEntry] {
        var entries: [PlanEntry] = []
        // Swift treats CR LF as one character.
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
