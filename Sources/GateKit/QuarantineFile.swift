import Ground
public import JSON

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
    public static func entries(from text: String, file: String) throws(JSONFileError) -> [PlanEntry] {
        var entries: [PlanEntry] = []
        // Swift treats CR LF as one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.count <= mostLines else {
            throw JSONFileError(
                message: "\(mostLines) lines are read at most, and there are \(lines.count)", line: mostLines + 1)
        }
        for (index, text) in lines.enumerated() {
            guard let first = text.first(where: { !$0.isWhitespace }), first != "#" else { continue }
            let line = SourceSpot(file: file, line: index + 1)
            let (known, tree): (QuarantineEntry, JSONValue)
            do throws(JSONFileError) { (known, tree) = try JSONFile.value(from: String(text)) } catch {
                throw JSONFileError(at: error.place, message: error.message, line: index + 1)
            }
            guard case .object(let fields) = tree else {
                throw JSONFileError(message: "a line is an object", line: index + 1)
            }
            let names = ["scenario", "failure", "owner", "reason", "from", "until"]
            if let stranger = fields.keys.sorted().first(where: { !names.contains($0) }) {
                throw JSONFileError(
                    message: "there is no field \(stranger)\(suggestion(for: stranger, in: names))", line: index + 1)
            }
            entries.append(PlanEntry(.quarantine(entry: known), spot: line))
        }
        return entries
    }
}
