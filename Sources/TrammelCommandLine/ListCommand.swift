import ArgumentParser
import Catalogues
import FoundationEssentials
import Ground
import Reports
import RigKit
import ScenarioKit
import Terminal

/// Lists scenarios and rigs.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show scenarios and rigs.",
        discussion: """
            Behind a scenario's suite and tags stands what it covers: complaints from the field about accessories (F8) \
            and about tags (N3), and rules by their section of the fact sheets, on Nearby Interaction (2.1), on NFC \
            (NFC 1.3) and on networks (NET 9.12).
            """)

    @OptionGroup var selection: ScenarioSelection

    @Flag(name: .long, help: "Write one JSON document for other programs.")
    var json = false

    func run() throws {
        let chosen = try selection.chosen()
        let list = CatalogueList(of: chosen, withRigs: json || !selection.isPicked)
        StandardOutput.shared.write(json ? try list.document() : list.table)
    }
}
