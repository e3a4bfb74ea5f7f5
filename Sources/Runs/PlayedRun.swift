public import Evidence
public import Journal

/// What one run came to, with what is known of its evidence; a worker hands it to whoever counts.
public struct PlayedRun: Codable, Sendable {
    /// That of the order.
    public let index: Int
    public let summary: RunSummary
    /// The files that it left.
    public let files: [String]
    /// Whether something was wrong with the rig, whatever the verdict.
    public let hadRigFault: Bool
    private let lost: Trouble?

    /// A `CommandTrouble` that travels.
    private struct Trouble: Codable, Sendable {
        let what: String
        let remedy: String?
    }

    /// Why its evidence could not be kept; nothing can be shown of runs that would follow.
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
