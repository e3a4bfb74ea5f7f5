import Foundation
import Testing

/// The examples in the help texts.
@Suite struct ExampleTests {
    private static let commands = [
        "run", "list", "check", "new", "explain", "diagnose", "report", "gate", "gate run", "gate verify", "bisect",
        "history", "history import", "history prune", "compare", "flaky", "trend", "zoo", "tag", "tag read",
        "tag write", "tag route", "services", "services meet", "screen", "replay", "reduce", "show", "diff", "judge",
        "import", "export", "accessory", "vm",
    ]

    @Test("every command's help has an example of the command, and a usage of one line", arguments: commands)
    func example(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let help = try Program(words + ["--help"]).end()
        #expect(help.status == 0)
        let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
        let examples = lines.filter { $0.hasPrefix("  trammel \(words[0])") }
        #expect(!examples.isEmpty, "\(command) has no example")
        let usage = try #require(lines.firstIndex { $0.hasPrefix("USAGE: ") })
        #expect(lines[usage].count <= 90 && lines[usage + 1].isEmpty, "\(lines[usage])")
    }

    @Test("the examples name options that exist")
    func options() throws {
        // Their examples are those of a subcommand.
        let groups = ["gate", "history", "tag", "services"]
        for command in Self.commands where !groups.contains(command) {
            let words = command.split(separator: " ").map(String.init)
            let help = try Program(words + ["--help"]).end().output
            let examples = help.split(separator: "\n").filter { $0.hasPrefix("  trammel \(command) ") }
            for option in examples.flatMap({ $0.split(separator: " ") }).filter({ $0.hasPrefix("--") && $0 != "--" }) {
                let isKnown = help.split(separator: "\n").contains { line in
                    line.hasPrefix("  ") && line.contains("\(option) ") && !line.hasPrefix("  trammel ")
                        || line.hasSuffix(" \(option)")
                }
                #expect(isKnown, "\(command): \(option)")
            }
        }
    }
}
