import Foundation
import TestSupport
import Testing

@Suite struct CheckTests {
    @Test(arguments: ["simulated", "simulatedNoisy"])
    func theCatalogueHasNoProblemsOnItsOwnRigs(rig: String) throws {
        let ended = try Program.run("check", "--rig", rig)
        let looked = #/([0-9]+) scenarios and [1-9] gate plans checked on the rig ([A-Za-z]+): 0 problems\n/#
        let found = try #require(ended.output.wholeMatch(of: looked), "\(ended.output)")
        #expect(ended.status == 0 && Int(found.1) ?? 0 > 100 && found.2 == rig)
    }

    /// Only devices missing on this machine are reported.
    @Test(arguments: ["virtual", "deskBench"])
    func theCatalogueHasNoProblemsOnRigsWithDevices(rig: String) throws {
        let ended = try Program.run("check", "--rig", rig)
        let lines = ended.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        let remarks = lines.count { $0.contains(": the plan ") || $0.contains(" need a person") }
        #expect(ended.status == (lines.count == 1 + remarks ? 0 : 3), "\(ended.output)")
        for line in lines.dropLast() { #expect(line.hasPrefix("rig \(rig): "), "\(line)") }
        #expect(lines.last?.contains("checked on the rig \(rig): 0 problems") == true, "\(ended.output)")
    }

    @Test(arguments: [
        "zoneWalk", "zoneW*", "*oneWal[jk]",
        "Scenarios/ZoneWalk.swift", "./Scenarios/ZoneWalk.swift", "/a/b/Scenarios/ZoneWalk.swift",
        "ZoneWalk.swift", "Scenarios/Conformance/Link.swift", "Conformance/Link.swift",
    ])
    func aScenarioIsNamedByItsNameOrByItsFile(argument: String) throws {
        #expect(try Program.run("check", argument).status == 0)
    }

    @Test func aProblemOfTheRigIsToldAndIsStatusOne() throws {
        let ended = try Program.run("check", "tagOpensApp", "--port", "nfc=acr122_usb")
        #expect(ended.status == 1)
        #expect(ended.output.contains("rig simulated: nfc is real, but the rig is simulated"), "\(ended.output)")
    }

    private static func plan(scenario: String) -> String {
        """
        {"kind": "trammel gate plan", "version": 1, "plan": {"name": "ours", "summary": "A plan of ours", "entries": [
        {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "\(scenario)"}}], "except": []},
        "proof": {"clean": {"below": {"perMillion": 50000}, "confidence": {"perMillion": 950000}}}}}}]}}
        """
    }

    @Test("a sound gate plan passes the check, and a problem is reported with file, line and plan")
    func plans() throws {
        let scratch = try Scratch()
        try Scratch.write(Self.plan(scenario: "answersAtOnce"), to: scratch("sound.json"))
        let sound = try Program.run("check", "--plan", scratch("sound.json"))
        #expect(sound.status == 0 && sound.output.contains(": 0 problems"), "\(sound.output)\(sound.error)")
        try Scratch.write(Self.plan(scenario: "answersNever"), to: scratch("wrong.json"))
        for arguments in [["check"], ["check", "answersAtOnce"]] {
            let wrong = try Program(arguments + ["--plan", scratch("wrong.json")]).end()
            #expect(wrong.status == 1, "\(wrong.output)\(wrong.error)")
            #expect(wrong.words.contains("\(scratch("wrong.json")):2: plan ours: "), "\(wrong.output)")
            #expect(wrong.words.contains("answersNever") && wrong.output.contains(": 1 problem\n"), "\(wrong.output)")
        }
        let twice = try Program(
            ["check", "answersAtOnce", "--plan", scratch("sound.json"), "--plan", scratch("sound.json")]).end()
        #expect(twice.status == 1 && twice.words.contains("another plan has that name"), "\(twice.output)")
        try Scratch.write(Self.plan(scenario: "x").replacing("perMillion", with: "percent"), to: scratch("wrong.json"))
        for name in ["wrong.json", "missing.json"] {
            let unread = try Program.run("check", "--plan", scratch(name))
            #expect(unread.status == 64 && unread.error.contains(name), "\(unread.error)")
        }
    }

    /// Returns a plan of one scenario with a proof for the quantity.
    private static func plan(of scenario: String, measuring quantity: String, atMost limit: String) -> String {
        """
        {"kind": "trammel gate plan", "version": 1, "plan": {"name": "ours", "summary": "A plan of ours", "entries": [
        {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "\(scenario)"}}], "except": []},
        "proof": {"limit": {"quantity": "\(quantity)", "share": {"perMillion": 950000},
        "confidence": {"perMillion": 950000}, "limit": \(limit)}}}}}]}}
        """
    }

    @Test("a plan with a claim that its scenario never measures gets a warning before anything is played")
    func quantities() throws {
        let scratch = try Scratch()
        func check(_ scenario: String, _ quantity: String, _ limit: String) throws -> Program.Ended {
            try Scratch.write(Self.plan(of: scenario, measuring: quantity, atMost: limit), to: scratch("plan.json"))
            return try Program.run("check", scenario, "--plan", scratch("plan.json"))
        }
        let (span, count) = (#"{"span": {"span": {"nanoseconds": 20000000}}}"#, #"{"number": {"number": 20}}"#)
        let sound = try check("fullFlow", "turn-around", span)
        #expect(sound.status == 0 && sound.output.hasSuffix(": 0 problems\n"), "\(sound.output)\(sound.error)")
        let near = try check("fullFlow", "turn-arround", span)
        #expect(near.status == 0 && near.words.contains("did you mean turn-around?"), "\(near.output)\(near.error)")
        #expect(near.words.hasSuffix("0 problems, 1 warning"))
        let unit = try check("fullFlow", "turn-around", count)
        #expect(unit.words.hasSuffix("0 problems, 1 warning"), "\(unit.output)\(unit.error)")
        let other = try check("tagOpensApp", "turn-around", span)
        #expect(other.words.contains("tagOpensApp measures no turn-around"), "\(other.output)\(other.error)")
    }

    @Test(
        "a plan that asks for what no gate has is refused before anything is played",
        arguments: ["units", "benches"])
    func spread(over what: String) throws {
        let scratch = try Scratch()
        let counts = ["powerCycles", "units", "benches"].map { "\"\($0)\": \($0 == what ? 2 : 1)" }
        let entry = ",\n{\"content\": {\"spread\": {\"over\": {\(counts.joined(separator: ", "))}}}}]}}"
        let text = Self.plan(scenario: "answersAtOnce").replacing("]}}", with: entry)
        try Scratch.write(text, to: scratch("plan.json"))
        let checked = try Program.run("check", "answersAtOnce", "--plan", scratch("plan.json"))
        let place = "\(scratch("plan.json")):4: plan ours"
        #expect(checked.status == 1 && checked.words.contains(place), "\(checked.output)")
        try Scratch.write("a firmware", to: scratch("door.bin"))
        let gate = try Program.run(
            "gate", scratch("plan.json"), "--firmware", scratch("door.bin"), "--output", scratch("gate"),
            environment: ["XDG_STATE_HOME": scratch("state")])
        #expect(gate.status == 64 && gate.error.contains("plan.json:4"), "\(gate.output)\(gate.error)")
        #expect(Scratch.names(in: scratch("gate")) == nil)
    }

    @Test("built-in plans are checked with the catalogue, and a file may not take the name of one")
    func builtInPlans() throws {
        let scratch = try Scratch()
        let text = Self.plan(scenario: "answersAtOnce").replacing("\"ours\"", with: "\"release\"")
        try Scratch.write(text, to: scratch("release.json"))
        let ended = try Program.run("check", "--plan", scratch("release.json"))
        let words = "plan release: another plan has that name"
        #expect(ended.status == 1 && ended.words.contains(words), "\(ended.output)")
        let chosen = try Program.run("check", "answersAtOnce", "--plan", scratch("release.json"))
        #expect(chosen.status == 0, "chosen scenarios leave the built-in plans out: \(chosen.output)")
    }

    /// In a separate folder: the scenario is written, but no catalogue contains it.
    @Test func aScenarioThatIsNotInTheCatalogueIsToldSo() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch("Scenarios"), withIntermediateDirectories: false)
        let mine = "static let ours = ScenarioGroup {\n    Scenario(\n        \"mine\", \"\") {}\n}\n"
        try Data(mine.utf8).write(to: URL(filePath: scratch("Scenarios/Mine.swift")))
        func ended(_ arguments: String...) throws -> Program.Ended {
            let command = "cd '\(scratch.path)' && exec \"$0\" \"$@\""
            return try Program(arguments, launcher: ["/bin/sh", "-c", command]).end()
        }
        let missing = "Scenarios/Mine.swift:2: mine is not in the catalogue that this program was built with"
        for argument in ["mine", "Scenarios/Mine.swift"] {
            let run = try ended("run", argument)
            #expect(run.status == 64 && run.error.contains(missing), "\(run.error)")
            #expect(run.error.contains("add ours to Scenarios/Catalogue.swift and build again"))
        }
        let checked = try ended("check")
        #expect(checked.status == 1 && checked.output.hasPrefix("Scenarios/Mine.swift:2: mine is not in the catalogue"))
        #expect(try ended("check", "fullFlow").status == 0)
        let played = try ended("run", "--tag", "needsMotion", "--skip-tag", "needsMotion")
        #expect(played.status == 4 && !played.error.contains("mine"))
        try Data("static let all = ScenarioGroup { ours }\n".utf8).write(
            to: URL(filePath: scratch("Scenarios/Catalogue.swift")))
        #expect(try ended("run", "mine").error.contains("build the program again"))
    }
}
