import TestSupport
import Testing

/// Rigs whose names differ from those in the scenarios, on the command line.
@Suite struct NamedRigTests {
    private static let exchanged = [
        "--port", "trunk=simulated:defect=answersTwice,name=Trunk", "--as", "door=trunk", "--as", "trunk=door",
    ]

    @Test("every problem of a rig is reported, each on its own line")
    func problems() throws {
        let ended = try Program.run("run", "fullFlow", "--rig", "deskBench", "--port", "door=simulated:name=Door")
        #expect(ended.status == 64 && ended.error.contains("rig deskBench: door is simulated"), "\(ended.error)")
        let both = try Program.run(
            "run", "fullFlow", "--rig", "deskBench", "--port", "door=simulated:name=Door", "--port", "uwb=simulated")
        let lines = both.error.split(separator: "\n").filter { $0.contains("but the rig is hardware") }
        #expect(both.status == 64 && lines.count == 2 && !both.error.contains("u{a}"), "\(both.error)")
    }

    @Test("a scenario for door is played with the rig's own name, and replayed and compared without --as")
    func plays() throws {
        let scratch = try Scratch()
        let plain = try Program(["run", "answersAtOnce"] + Self.exchanged.prefix(2)).end()
        #expect(plain.status == 0, "the defect is the trunk's: \(plain.output)")
        let ended = try Program(["run", "answersAtOnce", "--output", scratch("a")] + Self.exchanged).end()
        #expect(ended.status == 1, "the trunk is the door now: \(ended.output)\(ended.error)")
        let folder = scratch("a/001-answersAtOnce-seed1")
        let verdict = try #require(Scratch.text(of: "\(folder)/verdict.json"))
        #expect(verdict.contains("--as door=trunk") && verdict.contains("--as trunk=door"))
        let replayed = try Program.run("replay", folder)
        #expect(replayed.status == 0, "\(replayed.output)\(replayed.error)")
        let judged = try Program.run("replay", folder, "--scenario", "answersAtOnce")
        #expect(judged.status == 1, "\(judged.output)\(judged.error)")
        let live = ["replay", folder, "--as", "phone", "--rig", "simulated"]
        let again = try Program(live + Self.exchanged).end()
        #expect(again.output.contains("the recorded failure happened again"), "\(again.output)\(again.error)")
        #expect(try Program(live + Self.exchanged.prefix(2)).end().status == 1, "the door of the rig is healthy")
        let accessory = try Program(["replay", folder, "--as", "accessory", "--rig", "simulated"] + Self.exchanged)
        let played = accessory.end()
        #expect(played.status == 0, "\(played.output)\(played.error)")
    }

    @Test("check checks the rig under its new names, and tag commands know them")
    func check() throws {
        #expect(try Program(["check", "answersAtOnce"] + Self.exchanged).end().status == 0)
        let tags = ["--as", "doorTag=posterTag", "--as", "posterTag=doorTag"]
        let read = try Program(["tag", "read", "doorTag"] + tags).end()
        #expect(read.status == 0 && read.output.contains("/poster"), "\(read.output)")
    }

    @Test(
        "a name that no scenario has, or that is another kind of thing, is a usage error",
        arguments: [
            ("dor=trunk", "there is no accessory in the scenarios 'dor'; did you mean door?"),
            ("posters=posterTag", "there is no tag in the scenarios 'posters'"),
            ("door=trunk", "already has a door"), ("door=nothing", "the rig simulated has no nothing"),
        ])
    func refused(assignment: String, words: String) throws {
        for command in ["run", "check"] {
            let ended = try Program.run(command, "fullFlow", "--as", assignment)
            #expect(ended.status == 64 && ended.error.contains(words), "\(ended.error)")
        }
        let twice = try Program.run("replay", "x", "--as", "phone", "--as", "accessory", "--rig", "simulated")
        #expect(twice.status == 64 && twice.error.contains("either"), "\(twice.error)")
        let alone = try Program.run("replay", "x", "--as", assignment)
        #expect(alone.status == 64 && alone.error.contains("--as is for a live rig"), "\(alone.error)")
    }
}
