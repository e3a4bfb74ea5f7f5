import ArgumentParser
import FoundationEssentials
import Ground
import Reports
import RigKit
import Runs
import ScenarioKit

/// Lists scenarios and rigs.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show scenarios and rigs.",
        usage: "trammel list [<scenarios> ...] [<options>]",
        discussion: """
            Without a selection, names the scenarios of each suite, the tags and the rigs. A selection, or --all, \
            describes each scenario.

            A scenario's suite and tags are followed by what it covers: field complaints about accessories (F8) and \
            tags (N3), and rules by their section of the fact sheets on Nearby Interaction (2.1), NFC (NFC 1.3) and \
            networks (NET 9.12).

              trammel list --suite conformance
            """)

    @OptionGroup var selection: ScenarioSelection

    @Flag(name: .long, help: "Describe every scenario and every rig.")
    var all = false

    @Flag(name: .long, help: "Write one JSON document for other programs.")
    var json = false

    func run() throws {
        let chosen = try selection.chosen()
        let list = CatalogueList(of: chosen, withRigs: json || !selection.isPicked)
        let isBrief = !all && !selection.isPicked
        StandardOutput.shared.write(json ? list.document() : isBrief ? list.overview : list.table)
    }
}
