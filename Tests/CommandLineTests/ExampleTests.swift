import Foundation
import TestSupport
import Testing

/// The examples in the help texts.
@Suite struct ExampleTests {
    private static let commands = [
        "run", "list", "check", "doctor", "rig", "rig export", "rig detect", "rig coverage", "rig calibrate", "new",
        "explain",
        "diagnose", "report",
        "gate", "gate run", "gate verify", "bisect",
        "history", "history import", "history prune", "compare", "flaky", "trend", "zoo", "tag", "tag read",
        "tag write", "tag route", "services", "services check", "services meet", "screen", "replay", "reduce", "show",
        "diff", "judge", "import", "export", "accessory", "vm",
    ]

    @Test("every command's help has an example of the command, and a usage of one line", arguments: commands)
    func example(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let help = try Program(words + ["--help"]).end()
        #expect(help.status == 0)
        let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
        // The help of a group shows an example of one of its commands.
        let isGroup = ["gate", "history", "rig", "tag", "services"].contains(command)
        let examples = lines.filter {
            $0.hasPrefix("  trammel \(isGroup || command == "gate run" ? words[0] : command) ")
        }
        #expect(!examples.isEmpty, "\(command) has no example")
        let usage = try #require(lines.firstIndex { $0.hasPrefix("USAGE: ") })
        #expect(lines[usage].count <= 90 && lines[usage + 1].isEmpty, "\(lines[usage])")
    }

    private static func help(of command: String) throws -> String {
        try Program(command.split(separator: " ").map(String.init) + ["--help"]).end().output
    }

    /// The files that the examples name.
    private static let preparation: [Manual.Preparation] = [
        .firmware, .versions, .association, .results, .twoRuns, .capture, .imported, .results, .gates, .services,
    ]
    /// The same for the commands that make such files, or need others.
    private static let others: [String: [Manual.Preparation]] = [
        "run": [], "gate": [.firmware], "gate run": [.firmware], "reduce": [.failedResults],
        "import": [.results, .capture],
    ]

    @Test("every example plays as printed")
    func plays() throws {
        let prepared = try ManualStage(Self.preparation)
        var count = 0
        for command in Self.commands {
            let stage = try Self.others[command].map { try ManualStage($0) } ?? prepared
            for example in try Self.help(of: command).split(separator: "\n").filter({ $0.hasPrefix("  trammel ") }) {
                let (played, statuses) = StandIn.command(for: String(example.dropFirst(2)))
                let (status, told) = try stage.play("rm -rf new search; \(played)")
                #expect(statuses.contains(status), "\(played) ended with \(status):\n\(told.suffix(1000))")
                count += 1
            }
        }
        #expect(count >= Self.commands.count)
    }

    @Test("the commands within the manuals' sentences name options that exist")
    func sentences() throws {
        var helps: [String: String] = [:]
        var count = 0
        for manual in Manual.all {
            let text = try String(contentsOf: ManualTests.root.appending(path: manual.path), encoding: .utf8)
            for match in text.matches(of: #/`trammel ([^`\n]+)`/#) {
                let words = match.1.split(separator: " ").map(String.init)
                let name = Self.commands.filter { words.starts(with: $0.split(separator: " ").map(String.init)) }
                    .max { $0.count < $1.count }
                let command = try #require(name, "\(manual): there is no trammel \(match.1)")
                if helps[command] == nil {
                    helps[command] = try Self.help(of: command == "history" ? "history show" : command)
                }
                for option in words where option.hasPrefix("--") && option != "--" {
                    let known = try #require(helps[command]).matches(of: #/--[a-z][a-z-]+/#).map { String($0.0) }
                    #expect(known.contains(option), "\(manual): trammel \(match.1)")
                }
                count += 1
            }
        }
        #expect(count > 40)
    }
}
