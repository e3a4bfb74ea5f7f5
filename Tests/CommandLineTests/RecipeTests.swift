import Foundation
import TestSupport
import Testing

/// The documented recipes for CI.
@Suite struct RecipeTests {
    /// Returns the YAML recipes, without the dashes of GitLab's lists and with continued lines joined.
    private func recipes() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Scenarios/CI.md"), encoding: .utf8)
        let blocks = text.split(separator: "```yaml\n").dropFirst().compactMap { $0.split(separator: "```\n").first }
        try #require(blocks.count >= 3)
        return blocks.map { String($0).replacing(#/\s*\\\n\s*/#, with: " ").replacing(#/\n\s+--/#, with: " --") }
    }

    /// Returns the words of each command line of the program, without quotes.
    private func commands() throws -> [[String]] {
        try recipes().flatMap { recipe in
            recipe.split(separator: "\n").compactMap { line -> [String]? in
                guard let start = line.firstRange(of: "trammel ") else { return nil }
                let before = line[..<start.lowerBound].trimmingCharacters(in: .whitespaces)
                guard ["", "-", "run:"].contains(before) else { return nil }
                return line[start.upperBound...].split(separator: " ").map(String.init)
            }
        }
    }

    @Test("every option of a recipe is one that its command has")
    func options() throws {
        let commands = try commands()
        #expect(Set(commands.compactMap(\.first)) == ["run", "check", "gate"])
        for words in commands {
            let name = try #require(words.first)
            let told = try Program(["help"] + (name == "gate" ? ["gate", "run"] : [name])).end()
            #expect(told.status == 0, "\(told.error)")
            let known = told.output.matches(of: #/--[a-z][a-z-]+/#).map { String($0.0) }
            for option in words where option.hasPrefix("--") { #expect(known.contains(option), "\(name) \(option)") }
        }
    }

    @Test("a report that a CI takes is the one whose attachments are named from the job's folder")
    func reports() throws {
        var count = 0
        for recipe in try recipes() {
            for match in recipe.matches(of: #/\n\s+junit: (\S+)/#) {
                #expect(recipe.contains("--junit \(match.1)\n") || recipe.contains("--junit \(match.1) "), "\(match.1)")
                count += 1
            }
        }
        #expect(count == 2)
    }

    /// The run of the bench recipe, here on a simulated bench with a defect: a rehearsal that fails.
    @Test("the files that a gate's report names are there, seen from the folder of the job")
    func attachments() throws {
        let gate = try #require(try commands().last { $0.first == "gate" })
        let scratch = try Scratch()
        try Scratch.write("a firmware", to: scratch("door.bin"))
        let place = try #require(gate.firstIndex(of: "--flash"))
        let words = gate[..<place].map { $0 == "build/door.bin" ? "door.bin" : $0 == "deskBench" ? "simulated" : $0 }
        let ended = try Program(
            words + ["--port", "door=simulated:variant=appleSample,defect=answersTwice", "--flash", "true"],
            environment: ["XDG_STATE_HOME": scratch("state")],
            launcher: ["/bin/sh", "-c", "cd '\(scratch.path)' && exec \"$0\" \"$@\""]
        ).end()
        #expect(ended.status == 1, "\(ended.output)\(ended.error)")
        let report = try #require(Scratch.text(of: scratch("gate.xml")))
        let named = report.matches(of: #/\[\[ATTACHMENT\|(.*)\]\]/#).map { String($0.1) }
        #expect(!named.isEmpty)
        for path in named { #expect(FileManager.default.fileExists(atPath: scratch(path)), "\(path)") }
    }
}
