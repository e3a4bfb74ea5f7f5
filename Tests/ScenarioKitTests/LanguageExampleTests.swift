import Foundation
import ScenarioKit
import Testing

/// The documentation of the words: every word has an example, and every example compiles.
@Suite struct LanguageExampleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the lines of a text without indentation, separated by line feeds.
    private static func flat(_ text: some StringProtocol) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    /// The words' names and examples, in the order of the page.
    private static func examples() throws -> [(word: String, code: String)] {
        try text("Sources/Trammel/Trammel.docc/Words.md").split(separator: "\n### ").dropFirst().map { part in
            let word = String(part.prefix { $0 != "\n" })
            let code = part.split(separator: "```swift\n").dropFirst().first?.split(separator: "```").first ?? ""
            return (word, flat(code))
        }
    }

    @Test("each example is among those that compile, and names its word")
    func compiled() throws {
        let compiled = try Self.flat(Self.text("Tests/ScenarioKitTests/LanguageExamples.swift"))
        let examples = try Self.examples()
        for (word, code) in examples {
            #expect(code.contains("\(word)(") || code.contains("\(word) {"), "\(word): \(code)")
            #expect(compiled.contains(code), "\(word): \(code)")
        }
        #expect(examples.count == LanguageExamples.steps.count + 3)
    }

    @Test("every word of the language has an example")
    func every() throws {
        let folder = Self.root.appending(path: "Sources/ScenarioKit/Words")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        var words: Set = ["Scenario", "ScenarioGroup", "SharedSteps", "Play", "Lane", "Enter", "Leave"]
        for name in names {
            let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for match in source.matches(of: #/public struct (\w+): (?:Tag)?Word\b/#) { words.insert(String(match.1)) }
        }
        words.subtract(["ExplainedWord", "ExplainedTagWord"])
        #expect(words.count > 60)
        #expect(try Set(Self.examples().map(\.word)) == words)
    }
}
