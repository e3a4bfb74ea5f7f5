public import Journal

/// The likely cause of a suite's failures, as the diagnosis names it: a known defect of simulated accessories, two of
/// them, or a rig that measures badly.
public struct LikelyCause: Hashable, Sendable {
    /// The cause, as a sentence without a full stop.
    public let what: String
    /// The number of failures that it explains, and of those that contradict it, as a sentence without a full stop.
    public let confidence: String
    /// Rival causes and the limits of the diagnosis, as sentences without full stops.
    public let remarks: [String]
    /// Lines of a command that would decide between the first two causes, with its purpose first; empty if none would.
    public let experiment: [String]
    /// A command that shows the whole diagnosis; nil if the evidence was not kept.
    public let command: String?
    /// The scenarios whose failures it explains, and all those about which the diagnosis knows anything.
    private let (explained, known): (Set<String>, Set<String>)

    public init(
        _ what: String, confidence: String, explains explained: Set<String>, of known: Set<String>,
        remarks: [String] = [], experiment: [String] = [], command: String? = nil
    ) {
        (self.what, self.confidence, self.explained, self.known) = (what, confidence, explained, known)
        (self.remarks, self.experiment, self.command) = (remarks, experiment, command)
    }

    /// The cause with its confidence.
    public var sentence: String { "likely cause: \(what); \(confidence)" }

    /// Returns whether it explains the failure of a run.
    public func explains(_ run: RunSummary) -> Bool { run.verdict == .failed && explained.contains(run.scenario) }

    /// Returns whether the failure of a run says nothing for or against it.
    func ignores(_ run: RunSummary) -> Bool { run.verdict == .failed && !known.contains(run.scenario) }
}
