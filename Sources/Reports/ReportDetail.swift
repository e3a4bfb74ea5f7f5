/// How much a console shows of runs; each level has all that the ones before it have.
public enum ReportDetail: Int, Comparable, Sendable {
    /// What all runs came to, at the end.
    case summary
    /// What did not pass, as it happens.
    case failures
    /// How far the plan has come.
    case progress
    /// A line for each run.
    case runs
    /// A line for each step.
    case steps
    /// Frames, the phone's events, and the figures that tell of the rig.
    case everything

    /// So many runs may have a line each.
    public static let mostLines = 20

    public static func < (one: ReportDetail, other: ReportDetail) -> Bool { one.rawValue < other.rawValue }

    /// What suits a plan of so many runs, where nobody asked for more or less.
    public init(forRuns count: Int) {
        self = count <= 1 ? .steps : count <= Self.mostLines ? .runs : .progress
    }
}
