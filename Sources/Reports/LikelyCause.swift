public import Ground
public import Journal

/// The likely cause of a suite's failures, as the diagnosis names it: a known defect of simulated accessories, two of
/// them, or a rig that measures badly.
public struct LikelyCause: Hashable, Sendable {
    /// The mark of a failure: the scenario, the code that it gives, and that of the observation.
    public struct Mark: Hashable, Sendable {
        let scenario: String
        let code: FailureCode
        let seenCode: FailureCode

        public init(_ scenario: String, _ code: FailureCode, seen seenCode: FailureCode) {
            (self.scenario, self.code, self.seenCode) = (scenario, code, seenCode)
        }
    }

    /// The cause, as a sentence without a full stop.
    public let what: String
    /// The scenarios that it explains, and those that contradict it, as a sentence without a full stop.
    public let confidence: String
    /// The codes of the failures that identify its defects.
    private let signs: [FailureCode]
    /// The names of causes that explain at least half as much.
    private let rivals: [String]
    /// Rival causes and the limits of the diagnosis, as sentences without full stops.
    public let remarks: [String]
    /// Lines of a command that would decide between the first two causes, with its purpose first; empty if none would.
    public let experiment: [String]
    /// A command that shows the whole diagnosis; nil if the evidence was not kept.
    public let command: String?
    /// The failures that it explains.
    private let explained: Set<Mark>
    /// The scenarios that the zoo plays: only they say anything for or against it.
    private let known: Set<String>

    public init(
        _ what: String, confidence: String, explains explained: Set<Mark>, among known: Set<String>,
        signs: [FailureCode] = [], rivals: [String] = [], remarks: [String] = [], experiment: [String] = [],
        command: String? = nil
    ) {
        (self.what, self.confidence, self.explained, self.known) = (what, confidence, explained, known)
        (self.signs, self.rivals, self.remarks) = (signs, rivals, remarks)
        (self.experiment, self.command) = (experiment, command)
    }

    /// The cause with its confidence.
    public var sentence: String { "likely cause: \(what); \(confidence)" }

    /// The sentence with the remarks, for a report that has one line for it.
    var line: String { ([sentence] + remarks).joined(separator: "; ") }

    /// The cause at a failure, with its rivals by name.
    public var brief: String {
        "likely cause, not proved: " + ([what] + rivals).joined(separator: ", or ")
    }

    /// Returns whether it explains the failure of a run in which the rig had no fault.
    public func explains(_ run: RunSummary) -> Bool {
        guard run.verdict == .failed, let failure = run.failures.first, failure.concernsAccessory else { return false }
        return explained.contains(Mark(run.scenario, failure.code, seen: failure.seenCode))
    }

    /// Returns the index of the failure that shows the cause best, among those that it explains: the first with the
    /// code that identifies it, or else with the most frequent code. Nil if there are none.
    public func best(of explained: [RunSummary]) -> Int? {
        func first(with code: FailureCode) -> Int? {
            explained.firstIndex { run in run.failures.first.map { $0.code == code || $0.seenCode == code } ?? false }
        }
        if let place = signs.lazy.compactMap(first).first { return place }
        let counts = Dictionary(explained.compactMap(\.code).map { ($0, 1) }, uniquingKeysWith: +)
        return explained.indices.max { one, other in
            let (left, right) = (explained[one], explained[other])
            let (less, more) = (left.code.flatMap { counts[$0] } ?? 0, right.code.flatMap { counts[$0] } ?? 0)
            return less == more ? one > other : less < more
        }
    }

    /// Returns whether the zoo plays a scenario.
    func knows(_ scenario: String) -> Bool { known.contains(scenario) }
}

extension Failure {
    /// Whether it may say something about an accessory: the reader and the stage are no witnesses of one.
    public var concernsAccessory: Bool { link != .reader && link != .stage }
}
