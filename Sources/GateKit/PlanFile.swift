import Ground
public import JSON

/// A plan as JSON with its kind and version.
///
/// `{"kind": "trammel gate plan", "version": 1, "plan": {"name": ..., "summary": ..., "entries": [...]}}`; every value
/// inside has a name. An entry without a spot gets its own line.
public enum PlanFile {
    private static let file = JSONFile(of: "plan", kind: "trammel gate plan", version: 1)
    /// The maximum length of a plan in bytes.
    public static let mostBytes = 1_000_000

    /// Returns the plan as JSON with sorted keys: the same text for the same plan. Its hash is the plan's hash.
    public static func text(of plan: GatePlan) -> String { file.text(of: plan) }

    /// Parses a plan. Throws with the path and the line of the first value that is wrong, duplicated or unknown to
    /// this version.
    ///
    /// `name` is the file's, used in the entries' source locations.
    public static func plan(from text: String, file name: String = "") throws(JSONFileError) -> GatePlan {
        guard text.utf8.count <= mostBytes else {
            throw JSONFileError(message: "a plan has \(mostBytes) bytes at most, and this is longer")
        }
        return try file.read(from: text) { (read: ReadPlan, places) in
            let bytes = Array(text.utf8)
            return GatePlan(
                name: read.name, summary: read.summary,
                entries: read.entries.enumerated().map { index, entry in
                    let path = JSONPath([.name("plan"), .name("entries"), .index(index)])
                    let line = TextPosition(offset: places.offset(of: path), in: bytes).line
                    return PlanEntry(entry.content, spot: entry.spot ?? SourceSpot(file: name, line: line))
                },
                spot: read.spot ?? SourceSpot(file: name, line: 1))
        }
    }
}

/// A plan as it is read: people leave the source locations out.
private struct ReadPlan: Decodable {
    struct Entry: Decodable {
        let content: PlanEntry.Content
        let spot: SourceSpot?
    }

    let name: String
    let summary: String
    let entries: [Entry]
    let spot: SourceSpot?
}
