import ArgumentParser

/// How a mistake in the arguments is told: what is wrong, how the command that was meant is used, and where to read on.
enum UsageMistake {
    /// What is said, without a line feed at its end.
    static func text(_ mistake: ValidationError, of command: any ParsableCommand.Type) -> String {
        let names = path(to: command, from: RootCommand.self) ?? ["trammel"]
        return """
            Error: \(mistake.message)
            Usage: \(RootCommand.usageString(for: command))
              See '\(names.joined(separator: " ")) --help' for more information.
            """
    }

    /// The words with which a command is called; nil for one that is not among those of the other.
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
