import Evidence
import FoundationEssentials
import Ground
import Journal

/// What one run of a plan came to, with what is known of its evidence; a worker hands it to whoever counts.
struct PlayedRun: Codable, Sendable {
    /// Its place in the plan, counted from 0.
    let index: Int
    let summary: RunSummary
    /// The files that it left.
    let files: [String]
    /// Whether something was wrong with the rig, whatever the verdict.
    let hadRigFault: Bool
    /// Why its evidence could not be kept; nothing can be shown of runs that would follow.
    let trouble: Trouble?

    /// A `CommandTrouble` that travels.
    struct Trouble: Codable, Sendable {
        let what: String
        let remedy: String?

        var told: CommandTrouble { CommandTrouble(what: what, remedy: remedy) }
    }

    init(
        _ index: Int, _ summary: RunSummary, files: [String] = [], hadRigFault: Bool = false,
        trouble: CommandTrouble? = nil
    ) {
        self.index = index
        self.summary = summary
        self.files = files
        self.hadRigFault = hadRigFault
        self.trouble = trouble.map { Trouble(what: $0.what, remedy: $0.remedy) }
    }
}

extension PlayedRun {
    /// As one line for another process, without its end.
    func line() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)).escapedAsJSON
    }

    /// Throws what the decoder throws: the line came from another process.
    init(line: [UInt8]) throws { self = try JSONDecoder().decode(PlayedRun.self, from: Data(line)) }
}
