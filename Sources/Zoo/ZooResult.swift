import Ground
public import Journal
import Reports
public import RigKit
import ScenarioKit
import Simulators

/// The result of one scenario with one accessory.
public struct ZooResult: Hashable, Sendable {
    /// The mark of a scenario in the matrix.
    public enum Mark: String, Hashable, Sendable {
        case passed = "."
        /// A failure that names the defect.
        case caught = "#"
        /// A failure that does not name the defect.
        case failed = "x"
        case skipped = "-"
        /// The rig was blamed, or time ran out.
        case error = "!"
    }

    public let accessory: ZooAccessory
    /// The bench of the run; the accessory replaced its accessories.
    public let rig: Rig
    public let summary: RunSummary
    public let mark: Mark
    /// The words of the failure: the sentence that names the defect, or else the scenario's meaning, or the
    /// observation; nil without a failure.
    public let words: String?
    /// Whether the scenario is about a part that the accessory leaves out, as it may.
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
            // Whether the code of the observation, not one of the scenario, names it.
            let isSeen =
                failure.code != accessory.defect?.facts.sign && failure.seenCode == accessory.defect?.facts.sign
            return isSeen ? failure.seen : failure.meaning ?? failure.seen
        }
    }

    public var scenario: String { summary.scenario }

    /// Whether it is correct for a healthy accessory: passed, skipped because it is about a missing part, or failed
    /// by a robustness scenario for a habit that is not forbidden.
    public var isSound: Bool { mark == .passed || (mark == .skipped && isExcused) || isHabit }

    /// Whether the failure is only the accessory's habit.
    private var isHabit: Bool {
        let codes = accessory.habits.compactMap(\.code)
        return mark == .failed && !codes.isEmpty && summary.failures.allSatisfy { codes.contains($0.code) }
    }

    /// The reason for not passing, without a full stop; nil for a pass.
    public var reason: String? {
        if summary.verdict == .passed { return nil }
        return summary.reason ?? words ?? summary.verdict.description
    }

    /// The command that replays it and shows every frame; the end of each line except the last is escaped.
    public var command: [String] { Rerun(self).lines }
}

/// The command that replays one result's run separately: the same frames at the same instants.
struct Rerun {
    /// The command's words, each quoted for a shell.
    let words: [String]

    init(_ result: ZooResult) {
        let rig = result.rig
        var words = ["trammel", "run", result.scenario, "--rig", rig.name, "--seed", "\(result.summary.seed)"]
        if rig.uwb == .none { words += ["--port", "uwb=none"] }
        for entry in rig.accessories {
            let port = result.accessory.port(inPlaceOf: entry)
            if port != entry.port { words += ["--port", "\(entry.name)=\(port)"] }
        }
        self.words = words.map(\.asShellWord)
    }

    /// The command, with each port on a separate line, ready to type.
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

/// The failed runs of healthy accessories, in lines of at most 80 columns.
enum AlarmText {
    /// Returns the lines of one run: accessory, scenario, reason, and the command that replays it.
    static func lines(of result: ZooResult) -> [String] {
        let who = "\(result.scenario) with \(result.accessory.name), seed \(result.summary.seed)"
        let verdict = result.summary.verdict.description.padded(to: 9)
        return Paragraph.lines("  \(verdict) ", "\(who): \(result.reason ?? "")", indent: 6)
            + result.command.map { "      \($0)" }
    }
}
