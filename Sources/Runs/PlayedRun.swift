public import Evidence
public import Journal

/// The result of one run and the state of its evidence, passed from a worker to the process that counts.
public struct PlayedRun: Codable, Sendable {
    /// The index of the order.
    public let index: Int
    public let summary: RunSummary
    /// The files that it left.
    public var files: [String] = []
    /// Whether the rig had a fault, regardless of the verdict.
    public var hadRigFault = false
    /// The reason why its evidence could not be kept, after which no further run can prove anything.
    public var trouble: CommandError?
}
