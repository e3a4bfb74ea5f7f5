public import Evidence
public import Journal

/// The result of one run and the state of its evidence, passed from a worker to the process that counts.
public struct PlayedRun: Codable, Sendable {
    /// The index of the order.
    public let index: Int
    public let summary: RunSummary
    /// The files that it left.
    public let files: [String]
    /// Whether the rig had a fault, regardless of the verdict.
    public let hadRigFault: Bool
    private let lost: Trouble?

    /// A `CommandTrouble` in transferable form.
    private struct Trouble: Codable, Sendable {
        let what: String
        let remedy: String?
    }

    /// The reason why its evidence could not be kept, after which no further run can prove anything.
    public var trouble: CommandTrouble? { lost.map { CommandTrouble(what: $0.what, remedy: $0.remedy) } }

    public init(
        _ index: Int, _ summary: RunSummary, files: [String] = [], hadRigFault: Bool = false,
        trouble: CommandTrouble? = nil
    ) {
        self.index = index
        self.summary = summary
        self.files = files
        self.hadRigFault = hadRigFault
        lost = trouble.map { Trouble(what: $0.what, remedy: $0.remedy) }
    }
}
