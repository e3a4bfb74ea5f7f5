/// The detail with which a console shows runs; each level includes the previous ones.
public enum ReportDetail: Int, Comparable, Sendable {
    /// The final result of all runs.
    case summary
    /// Failures as they happen.
    case failures
    /// The progress of the plan.
    case progress
    /// A line for each run.
    case runs
    /// A line for each step.
    case steps
    /// Frames, the phone's events, and figures about the rig.
    case everything

    /// The greatest number of runs with a line each.
    public static let mostLines = 20

    public static func < (one: ReportDetail, other: ReportDetail) -> Bool { one.rawValue < other.rawValue }

    /// The default level for a plan with this number of runs.
    public init(forRuns count: Int) {
        self = count <= 1 ? .steps : count <= Self.mostLines ? .runs : .progress
    }
}
