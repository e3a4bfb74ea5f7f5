/// Tells which notes are compared with each other: those of one kind on one link, and inside lanes those of one step.
///
/// Which of two lanes does its next step first is chance, and with it the steps' numbers: while lanes are open, a step
/// is compared with the same step of the other run, and its number is left out.
struct NoteStreams: Sendable {
    /// Steps inside lanes beyond these are compared as others are.
    static let mostSteps = 1_000
    /// Notes of the kit that belong to one accessory, which their last word names.
    private static let namedLast: Set = ["ranging", "feature"]
    /// The same where the first word does.
    private static let namedFirst: Set = ["zone", "distance"]

    /// How many blocks of lanes are open.
    private var openLanes = 0
    private var steps: Set<Substring> = []

    /// The stream of the next note, and what is compared of its text.
    mutating func stream(of note: TimelineEntry.Note) -> (name: String, text: String) {
        let name = "notes (\(note.kind))" + (note.link.map { " on \($0)" } ?? "")
        let words = note.text.split(separator: " ")
        let accessory =
            Self.namedLast.contains(note.kind) ? words.last : Self.namedFirst.contains(note.kind) ? words.first : nil
        if let accessory { return ("notes (\(note.kind)) of \(accessory.prefix { $0 != ":" })", note.text) }
        guard note.kind.hasPrefix("step "), let comma = note.text.firstIndex(of: ",") else { return (name, note.text) }
        let rest = note.text[comma...].dropFirst(2)
        let step = rest.prefix { $0 != ";" }
        let isLanes = step.contains(" lanes together (")
        if isLanes, note.kind != "step started" { openLanes = max(0, openLanes - 1) }
        defer { if isLanes, note.kind == "step started" { openLanes += 1 } }
        guard openLanes > 0, steps.contains(step) || steps.count < Self.mostSteps else { return (name, note.text) }
        steps.insert(step)
        return ("notes (\(note.kind)) of \(step)", String(rest))
    }
}
