import Foundation
import Testing

/// Sentences are for people only: no code compares, searches or splits one, and code that decides builds none.
@Suite struct ProseTests {
    /// The files that may recognise other programs' texts, each with the reason.
    private static let foreign = [
        "Sources/Protocols/UWB/QorvoCLI/CLIReader.swift": "what Qorvo's firmware prints on its console",
        "Sources/Protocols/UWB/QorvoCLI/CLIHost+Messages.swift": "what Qorvo's firmware says of a session's end",
        "Sources/Benches/Doctor/BenchDoctor+Bluetooth.swift": "what the kernel's log says of firmware",
        "Sources/JSON/JSONFile.swift": "Foundation tells by its words alone why JSON is refused",
    ]

    /// Patterns, built once: each use of a literal would parse it again, for tens of thousands of lines.
    private struct Patterns {
        let calls =
            #/(?:has(?:Pre|Suf)fix|contains|starts|firstRange|ranges?|split|firstIndex)\((?:\w+: )?"(?<text>[^"]*)"/#
        let before = #/(?:==|!=|~=) *"(?<text>[^"]*)"/#
        let after = #/"(?<text>[^"]*)" *(?:==|!=|~=) [^"]*$/#
        let cases = #/case +(?:"[^"]*", *)*"(?<text>[^"]*)" *[:,]/#
        let lists = #/\[(?<text>"[^\]]+")\]\.contains/#
        let twoWords = #/\p{L} \p{L}/#

        /// Returns whether the line has a comparison whose literal holds a blank between letters.
        func areAboutProse(_ line: String) -> Bool {
            // None of them matches a line without a literal.
            guard line.utf8.contains(UInt8(ascii: "\"")) else { return false }
            let line = line.prefix(upTo: line.firstRange(of: "// ")?.lowerBound ?? line.endIndex)
            let texts =
                line.matches(of: calls).map(\.output.text) + line.matches(of: before).map(\.output.text)
                + line.matches(of: after).map(\.output.text) + line.matches(of: cases).map(\.output.text)
                + line.matches(of: lists).map(\.output.text)
            return texts.contains { $0.contains(twoWords) }
        }
    }

    private static let sources = Project.swiftFiles.filter {
        $0.path.hasPrefix("Sources/") && !$0.path.hasPrefix("Sources/Wording/")
    }

    @Test func nothingReadsProse() {
        for file in Self.sources {
            guard Self.foreign[file.path] == nil else { continue }
            let patterns = Patterns()
            for (index, line) in file.lines.enumerated() where patterns.areAboutProse(line) {
                Issue.record("\(file):\(index + 1): a sentence is compared: compare a code, a kind or an event")
            }
        }
    }

    /// Returns whether the line has a literal that reads as a sentence: three words in a row, where an interpolated
    /// value counts as one.
    private static func holdsSentence(_ line: String) -> Bool {
        // Precondition messages are for developers.
        guard !line.contains("precondition") else { return false }
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        let plain = code.replacing(#/\\\([^()"]*(?:\([^()"]*\)[^()"]*)*\)/#, with: "x")
        return plain.matches(of: #/"([^"]*)"/#).contains { $0.output.1.contains(#/\p{L}[,;]? \p{L}+[,;]? \p{L}/#) }
    }

    @Test func theEngineMakesNoSentences() {
        for file in Self.sources where file.path.hasPrefix("Sources/Engine/") {
            for (index, line) in file.lines.enumerated() where Self.holdsSentence(line) {
                Issue.record("\(file):\(index + 1): a sentence is made: pass values to Wording")
            }
        }
    }

    @Test(
        "a sentence is found, and no name, code or comment",
        arguments: [
            (#"seen: "it holds \(count) records")"#, true), (#"return "the reader is gone: \(why)""#, true),
            (#"let what = "\(tag) \(seen(at: now)) late""#, true), (#"Measured("bytes used", .count(2))"#, false),
            (#"let link = "app \(app.identifier)""#, false), (#"throw failure("link.lost", seen: what)"#, false),
            (#"/// Like "the reader is gone"."#, false), (#"let name = "route: own time""#, false),
        ]) func madeSentences(line: String, isOne: Bool)
    {
        #expect(Self.holdsSentence(line) == isOne)
    }

    @Test func whoMayReadForeignWordsDoes() throws {
        let patterns = Patterns()
        for path in Self.foreign.keys.sorted() {
            let file = try #require(Self.sources.first { $0.path == path })
            #expect(file.lines.contains(where: patterns.areAboutProse), "\(path) needs no exception any more")
        }
    }

    @Test(
        "a comparison with a sentence is found",
        arguments: [
            #"if note.kind == "step failed" {"#, #"guard "it ended" != text else"#, #"text.hasPrefix("seen at ")"#,
            #"line.contains("the reader is gone")"#, #"case "timed out": break"#, #"case "a", "timed out": break"#,
            #"["passed", "timed out"].contains(word)"#, #"text.split(separator: " and then ")"#,
            #"text.firstRange(of: "was seen")"#,
        ]) func found(line: String)
    {
        #expect(Patterns().areAboutProse(line))
    }

    @Test(
        "other uses of sentences and words are none",
        arguments: [
            #"case stepFailed = "step failed""#, #"text.split(separator: " ")"#, #"if word == "door" {"#,
            #"case .lost: "the reader is gone""#, #"return "a == b, as said""#,
            #"let text = "was seen" // == "is seen""#,
            #"case (let a?, nil): "it was so""#,
        ]) func others(line: String)
    {
        #expect(!Patterns().areAboutProse(line))
    }
}
