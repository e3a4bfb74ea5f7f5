import Ground
import Testing

/// Scenarios played on the virtual rig until each has a verdict that counts.
///
/// Short of processor time, the rig itself says that it cannot judge: such a run is an error, and is repeated. Any
/// other result of a run is final.
struct JudgedRuns {
    /// The runs of one program, and the folder with its evidence.
    struct Round {
        let program: Program
        let status: Int32
        let folder: String
        /// The runs, in the order in which they were played.
        let runs: [Evidence]
    }

    private static let most = 4

    /// The run that counts for each scenario, in the order requested.
    let runs: [Evidence]
    let rounds: [Round]

    /// Plays the scenarios in one machine, and those that were not judged in another one.
    init(_ scenarios: [String], _ options: [String] = [], in scratch: Scratch, within limit: Lapse) throws {
        var rounds: [Round] = []
        var judged: [String: Evidence] = [:]
        var left = scenarios
        while !left.isEmpty, rounds.count < Self.most {
            let round = try Self.play(left, options, in: scratch, "round\(rounds.count + 1)", within: limit)
            for (scenario, run) in zip(left, round.runs) { judged[scenario] = run }
            rounds.append(round)
            left = zip(left, round.runs).filter { $1.verdict.reason?.contains(Program.rigDoubt) == true }.map { $0.0 }
        }
        self.rounds = rounds
        runs = try scenarios.map { try #require(judged[$0]) }
    }

    private static func play(
        _ scenarios: [String], _ options: [String], in scratch: Scratch, _ folder: String, within limit: Lapse
    ) throws -> Round {
        let program = try Program(["run"] + scenarios + options + ["--rig", "virtual", "--output", scratch(folder)])
        let status = try program.end(within: limit)
        let runs = try scenarios.enumerated().map { index, scenario in
            let number = String("00\(index + 1)".suffix(3))
            return try #require(
                try? scratch.evidence(of: "\(number)-\(scenario)-seed1", in: folder), "\(program.output)")
        }
        return Round(program: program, status: status, folder: folder, runs: runs)
    }

    /// Everything that the programs wrote.
    var output: String { rounds.map(\.program.output).joined() }
}
