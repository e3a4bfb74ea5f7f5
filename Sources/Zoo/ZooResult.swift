import Ground
public import Journal
import Reports
public import RigKit
import ScenarioKit
import Simulators

/// What one scenario made of one accessory.
public struct ZooResult: Hashable, Sendable {
    /// How a scenario looks in the matrix.
    public enum Mark: String, Hashable, Sendable {
        case passed = "."
        /// A failure that names the defect.
        case caught = "#"
        /// A failure, though not by the defect's name.
        case failed = "x"
        case skipped = "-"
        /// The rig was blamed, or time.
        case error = "!"
    }

    public let accessory: ZooAccessory
    /// The bench that it was seen on; the accessory stood in the place of its accessories.
    public let rig: Rig
    public let summary: RunSummary
    public let mark: Mark
    /// What the failure says: the sentence that names the defect, or else the scenario's word for the cause, or what
    /// was seen; nil without a failure.
    public let words: String?
    /// Whether the scenario is about something that the accessory does without, and need not have.
    public let isExcused: Bool

    public init(_ accessory: ZooAccessory, _ summary: RunSummary, on rig: Rig, isExcused: Bool = false) {
        self.accessory = accessory
        self.isExcused = isExcused
        self.rig = rig
        self.summary = summary
        switch summary.verdict {
        case .passed: mark = .passed
        case .failed: mark = accessory.defect.map { $0.isNamed(by: summary) } == true ? .caught : .failed
        case .skipped: mark = .skipped
        case .error, .timedOut, .aborted: mark = .error
        }
        let naming = accessory.defect.flatMap { defect in summary.failures.first { defect.isNamed(by: $0) } }
        words = (naming ?? summary.failures.first).map { failure in
            // Where the code of what was seen is the sign, and no word of the scenario, that names it.
            let isSeen =
                failure.code != accessory.defect?.facts.sign && failure.seenCode == accessory.defect?.facts.sign
            return isSeen ? failure.seen : failure.meaning ?? failure.seen
        }
    }

    public var scenario: String { summary.scenario }

    /// Whether it is as it must be with a healthy accessory: passed, skipped because it is about what that lacks, or
    /// failed by a robustness scenario for a habit that nothing forbids.
    public var isSound: Bool { mark == .passed || (mark == .skipped && isExcused) || isHabit }

    /// Whether the failure is the accessory's habit, and nothing else.
    private var isHabit: Bool {
        let codes = accessory.habits.compactMap(\.code)
        return mark == .failed && !codes.isEmpty && summary.failures.allSatisfy { codes.contains($0.code) }
    }

    /// Why there is no pass, as a sentence without its full stop; nil for a pass.
    public var reason: String? {
        if summary.verdict == .passed { return nil }
        return summary.reason ?? words ?? summary.verdict.description
    }

    /// What one types to play it again and see every frame; the end of each line but the last is escaped.
    public var command: [String] { Rerun(self).lines }
}

/// The command that plays one result's run again, on its own: the same frames at the same instants.
struct Rerun {
    /// The command's words, each as a shell wants it.
    let words: [String]

    init(_ result: ZooResult) {
        let rig = result.rig
        var words = ["trammel", "run", result.scenario, "--rig", rig.name, "--seed", "\(result.summary.seed)"]
        for entry in rig.accessories {
            let port = result.accessory.port(inPlaceOf: entry)
            if port != entry.port { words += ["--port", "\(entry.name)=\(port)"] }
        }
        self.words = words.map(\.asShellWord)
    }

    /// The command, with each port on a line of its own, to be typed as it is.
    var lines: [String] {
        var lines = [""]
        for word in words {
            if word == "--port" {
                lines[lines.count - 1] += " \\"
                lines.append("    " + word)
            } else {
                lines[lines.count - 1] += lines == [""] ? word : " " + word
            }
        }
        return lines
    }
}

/// What healthy accessories did not pass, in lines of at most 80 columns.
enum AlarmText {
    /// One run: who, what, why, and the command that plays it again.
    static func lines(of result: ZooResult) -> [String] {
        let who = "\(result.scenario) with \(result.accessory.name), seed \(result.summary.seed)"
        let verdict = result.summary.verdict.description.padded(to: 9)
        return Paragraph.lines("  \(verdict) ", "\(who): \(result.reason ?? "")", indent: 6)
            + result.command.map { "      \($0)" }
    }
}
