import ArgumentParser
import JSON

/// An option with one value that a command line repeats.
///
/// The argument parser takes the last value and ignores the others, so that a command would do less than was asked for.
enum RepeatedOption {
    /// Throws if the arguments of a command repeat an option that takes one value.
    static func check(_ arguments: some Sequence<String>, for command: any ParsableCommand.Type) throws {
        let names = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0.count > 1 }
            .map { String($0.prefix { $0 != "=" }) }
        // Making the description of a command takes milliseconds.
        guard Set(names).count < names.count || names.contains(where: { $0.count == 2 }) else { return }
        let options = try description(of: command).options.filter { !$0.isRepeating }
        for option in options where names.count(where: { option.spellings.contains($0) }) > 1 {
            throw ValidationError(
                "\(option.spellings.last ?? "an option") takes one value: give it only once.")
        }
    }

    private static func description(of command: any ParsableCommand.Type) throws -> Description {
        try JSON.value(from: Array(command._dumpHelp().utf8))
    }

    /// The parts of the argument parser's own description of a command that are needed here.
    private struct Description: Decodable {
        struct Command: Decodable {
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
            }

            let kind: String
            let isRepeating: Bool
            let names: [Name]?

            /// The option as it is written on a command line, the long name last.
            var spellings: [String] {
                (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }.sorted { $0.count < $1.count }
            }
        }

        let command: Command

        var options: [Argument] { (command.arguments ?? []).filter { $0.kind == "option" } }
    }
}
