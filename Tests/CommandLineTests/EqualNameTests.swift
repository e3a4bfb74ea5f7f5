import Foundation
import ScenarioKit
import TestSupport
import Testing

/// Two scenarios with the same name, which reports, history and quarantine could not distinguish.
@Suite struct EqualNameTests {
    /// Returns a scenario with that name that does next to nothing.
    private static func weak(_ name: String = "answersAtOnce") throws -> String {
        ScenarioFile.text(of: Scenario(name, "Only connects") { Connect("door", within: .seconds(5)) })
    }

    @Test(
        "different scenarios of one name are refused, wherever they come from, and check says so",
        arguments: [
            ["weak.json", "answersAtOnce"], ["answersAtOnce", "weak.json"], ["weak.json", "answers*"],
            ["weak.json", "Scenarios/Conformance/Link.swift"], ["weak.json", "other.json"],
        ])
    func refused(words: [String]) throws {
        let scratch = try Scratch()
        try Scratch.write(Self.weak(), to: scratch("weak.json"))
        let other = Scenario("answersAtOnce", "Also only connects") { Connect("door", within: .seconds(4)) }
        try Scratch.write(ScenarioFile.text(of: other), to: scratch("other.json"))
        let arguments = words.map { $0.hasSuffix(".json") ? scratch($0) : $0 }
        for command in ["run", "check", "list"] {
            let ended = try Program([command] + arguments).end()
            #expect(ended.status == 64 && ended.error.contains("answersAtOnce"), "\(command): \(ended.output)")
            #expect(!ended.output.contains("passed"))
        }
    }

    @Test("a scenario that is named twice is played once, and a file is played by itself")
    func once() throws {
        let scratch = try Scratch()
        try Scratch.write(Self.weak("mine"), to: scratch("mine.json"))
        let twice = try Program.run("run", scratch("mine.json"), scratch("mine.json"), "answersAtOnce", "answersAtO*")
        #expect(twice.status == 0 && twice.output.contains("\n2 runs: 2 passed; "), "\(twice.output)\(twice.error)")
    }

    @Test("a Swift file with a scenario name that exists already is refused: the other scenario would be played")
    func sources() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch("Scenarios"), withIntermediateDirectories: false)
        let mine = "static let ours = ScenarioGroup {\n    Scenario(\n        \"answersAtOnce\", \"\") {}\n}\n"
        try Scratch.write(mine, to: scratch("Scenarios/Mine.swift"))
        func ended(_ arguments: String...) throws -> Program.Ended {
            let command = "cd '\(scratch.path)' && exec \"$0\" \"$@\""
            return try Program(arguments, launcher: ["/bin/sh", "-c", command]).end()
        }
        let run = try ended("run", "Scenarios/Mine.swift", "fullFlow")
        #expect(run.status == 64 && run.error.contains("Scenarios/Mine.swift:2"), "\(run.output)\(run.error)")
        let checked = try ended("check")
        #expect(checked.status == 1 && checked.output.contains("Scenarios/Mine.swift:2"), "\(checked.output)")
    }
}
