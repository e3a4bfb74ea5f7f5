import Foundation
import Ground
import TestSupport
import Testing

/// Journals and verdicts conform to their JSON Schemas, checked by an independent validator (python3-jsonschema).
@Suite struct SchemaTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/Recordings")

    /// Takes a schema and files of which every line, or the whole, is a document; prints each mistake.
    private static let script = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        count = 0
        for path in sys.argv[3:]:
            text = open(path, encoding="utf-8").read()
            documents = text.splitlines() if sys.argv[2] == "lines" else [text]
            for number, document in enumerate(documents, 1):
                count += 1
                for error in validator.iter_errors(json.loads(document)):
                    print(f"{path}:{number}: {error.message[:200]} at {list(error.absolute_path)}")
        print(f"{count} documents")
        """

    /// Returns the validator's output by line; the last line is the number of documents.
    private func validate(_ schema: String, _ form: String, _ files: [String]) throws -> [String] {
        let (_, output) = try OtherProgram.run(
            "/usr/bin/python3", ["-c", Self.script, Self.sources.appending(path: schema).path, form] + files)
        return output.split(separator: "\n").map(String.init)
    }

    @Test("every line of real journals, and every verdict, is valid; a line of another kind is not")
    func real() throws {
        let scratch = try Scratch()
        let names = [
            "fullFlow", "tagOpensApp", "pairsAndComesBack", "timeoutAndRetry", "factoryLineCheck", "picksAndPlays",
            "walksWithABearing", "answersZones",
        ]
        let passed = try Program(["run"] + names + ["--output", scratch("a")]).end()
        #expect(passed.status == 0, "\(passed.error)")
        let port = "door=simulated:defect=shortConfiguration,name=Door"
        let failed = try Program.run("run", "configurationExchange", "--port", port, "--output", scratch("b"))
        #expect(failed.status == 1)
        let folders = ["a", "b"].flatMap { part in
            (Scratch.names(in: scratch(part)) ?? []).filter { $0.first?.isNumber == true }
                .map { scratch("\(part)/\($0)") }
        }
        #expect(folders.count == names.count + 1)
        let lines = try validate("journal.schema.json", "lines", folders.map { "\($0)/journal.jsonl" })
        #expect(lines.count == 1 && (lines.last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0) > 300, "\(lines)")
        let verdicts = try validate("verdict.schema.json", "whole", folders.map { "\($0)/verdict.json" })
        #expect(verdicts == ["\(folders.count) documents"])
        let golden = Self.sources.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Tests/Vectors/journal/verdict-format-4.json").path
        #expect(try validate("verdict.schema.json", "whole", [golden]) == ["1 documents"])
        let mixed = try validate("journal.schema.json", "whole", ["\(folders[0])/verdict.json"])
        #expect(mixed.count > 1, "a verdict is no line of a journal")
    }
}
