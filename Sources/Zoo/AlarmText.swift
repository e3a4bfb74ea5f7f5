import Ground
import Journal
import Reports

/// What healthy animals did not pass, in lines of at most 80 columns.
enum AlarmText {
    /// One run: who, what, why, and the command that plays it again.
    static func lines(of sighting: ZooResult) -> [String] {
        let who = "\(sighting.scenario) with \(sighting.animal.name), seed \(sighting.summary.seed)"
        let verdict = sighting.summary.verdict.description.padded(to: 9)
        return Paragraph.lines("  \(verdict) ", "\(who): \(sighting.reason ?? "")", indent: 6)
            + sighting.command.map { "      \($0)" }
    }
}
