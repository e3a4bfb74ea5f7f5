import ArgumentParser
import Evidence
import Ground
import Reports
import RigKit
import Runs
import ScenarioKit

/// Shows what a rig can play, and what each missing part would add.
struct RigCoverageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage", abstract: "Show how many scenarios a rig plays, and what missing parts would add.",
        usage: "trammel rig coverage [<scenario> ...] [<options>]",
        discussion: """
            Counts the scenarios that the rig plays with and without a person. Then it lists missing parts that would \
            let it play more without a person, with the scenarios that each adds to those before it. It asks nothing \
            of this machine: 'check --rig' does.

              trammel rig coverage --rig deskBench

            Exit status: 0 shown, 64 usage.
            """)

    @OptionGroup var bench: BenchOptions

    @OptionGroup var selection: ScenarioSelection

    func run() throws {
        let rig = try bench.soundRig()
        let coverage = RigCoverage(of: rig, for: try selection.chosen())
        let chosen = selection.inWords.map { " of \($0)" } ?? ""
        let scenarios = counted(coverage.total, "scenario") + chosen
        var lines = Paragraph.lines(
            "",
            "\(rig.name) plays \(coverage.unattended) of \(scenarios) without a person, and \(coverage.attended) if a "
                + "person helps", indent: 0)
        if !coverage.additions.isEmpty {
            lines += ["", "Parts to add, and the scenarios that each adds without a person:"]
        }
        for addition in coverage.additions {
            lines += Paragraph.lines(
                "  \("+\(addition.adds)".padded(to: 5)) to \("\(addition.total)".padded(to: 4)) ",
                addition.what + " (\(addition.option ?? "in the rig's file"))", indent: 16)
        }
        if !coverage.obstacles.isEmpty { lines += ["", "Scenarios that none of them adds without a person:"] }
        for obstacle in coverage.obstacles {
            lines += Paragraph.lines("  \("\(obstacle.scenarios)".padded(to: 5)) ", obstacle.reason, indent: 8)
        }
        for line in lines { StandardOutput.shared.write(line + "\n") }
    }
}
