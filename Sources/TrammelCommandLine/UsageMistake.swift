import ArgumentParser

/// The text for a mistake in the arguments: the problem, the usage of the command and a reference to its help.
enum UsageMistake {
    /// Returns the text without a final line feed.
    static func text(_ mistake: ValidationError, of command: any ParsableCommand.Type) -> String {
        let names = path(to: command, from: RootCommand.self) ?? ["trammel"]
        return """
            Error: \(mistake.message)
            Usage: \(RootCommand.usageString(for: command))
              See '\(names.joined(separator: " ")) --help' for more information.
            """
    }

    /// Returns the words that call a command; nil if it is not a subcommand of the other.
    private static func path(
        to command: any ParsableCommand.Type, from parent: any ParsableCommand.Type
    ) -> [String]? {
        let name = parent.configuration.commandName ?? "\(parent)".lowercased()
        if command == parent { return [name] }
        return parent.configuration.subcommands.lazy.compactMap { path(to: command, from: $0) }.first.map {
            [name] + $0
        }
    }
}
