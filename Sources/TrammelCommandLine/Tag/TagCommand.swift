import ArgumentParser

/// Commands for a single tag or a single link.
struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Read a tag, write one, or ask where a phone would take a link.",
        discussion: """
              trammel tag read --rig deskBench
            """,
        subcommands: [TagReadCommand.self, TagRouteCommand.self, TagWriteCommand.self])
}
