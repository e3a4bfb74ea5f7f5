import Glibc
import ScenarioKit
import TestSupport
import Testing

/// Files named by options: what may exist under the name before, and what exists there afterwards.
@Suite struct NamedFileTests {
    /// Something other than a regular file.
    enum Thing: CaseIterable {
        case folder, link, danglingLink, fifo, socket, device

        /// Creates it; returns the path to pass.
        func make(in scratch: Scratch) throws -> String {
            let path = scratch("thing")
            switch self {
            case .folder: try #require(mkdir(path, 0o700) == 0)
            case .link:
                try Scratch.write("precious", to: scratch("precious"))
                try #require(symlink(scratch("precious"), path) == 0)
            case .danglingLink: try #require(symlink(scratch("nothing"), path) == 0)
            case .fifo: try #require(mkfifo(path, 0o600) == 0)
            case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
            case .device: return "/dev/full"
            }
            return path
        }
    }

    /// Returns commands that would write to the path; their other arguments are valid.
    private static func commands(_ path: String, trace: String) -> [[String]] {
        [
            ["run", "tagOpensApp", "--junit", path], ["zoo", "--defect", "answersTwice", "--json", path],
            ["show", trace, "--html", path], ["reduce", trace, "--output", path],
            ["import", trace, "--redact", "--output", path], ["export", trace, "--btsnoop", path],
        ]
    }

    @Test("no option writes to anything but a regular file", arguments: Thing.allCases)
    func otherThings(thing: Thing) throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("runs")).status == 0)
        let path = try thing.make(in: scratch)
        var before = stat()
        try #require(lstat(path, &before) == 0)
        for command in Self.commands(path, trace: scratch("runs/001-tagOpensApp-seed1")) {
            let ended = try Program(command).end()
            #expect(ended.status == 64, "\(command): \(ended.output)\(ended.error)")
            var after = stat()
            #expect(lstat(path, &after) == 0 && after.st_mode == before.st_mode && after.st_ino == before.st_ino)
        }
        if thing == .link { #expect(Scratch.text(of: scratch("precious")) == "precious") }
        #expect(access(scratch("nothing"), F_OK) != 0)
    }

    @Test("a link planted at the path of the partial file is not followed, and nothing is left beside the file")
    func plantedLink() throws {
        let scratch = try Scratch()
        try Scratch.write("precious", to: scratch("precious"))
        try #require(symlink(scratch("precious"), scratch("junit.xml.part")) == 0)
        try #require(try Program.run("run", "tagOpensApp", "--junit", scratch("junit.xml")).status == 0)
        #expect(Scratch.text(of: scratch("precious")) == "precious")
        #expect(Scratch.names(in: scratch.path) == ["junit.xml", "junit.xml.part", "precious"])
        #expect(Scratch.text(of: scratch("junit.xml"))?.contains("errors=\"0\"") == true)
    }

    /// An older report of this program.
    private static let green =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"trammel\" tests=\"1\" "
        + "failures=\"0\" errors=\"0\"/>"

    @Test("an older report of passes does not survive a run that is killed")
    func killed() throws {
        let scratch = try Scratch()
        try Scratch.write(Self.green, to: scratch("junit.xml"))
        var program = try Program(["run", "hundredRounds", "--verbose", "--junit", scratch("junit.xml")])
        let hasBegun = program.waitFor("hundredRounds on simulated")
        try #require(hasBegun)
        kill(program.process, SIGKILL)
        #expect(program.end().status == 256 + SIGKILL)
        #expect(isAnError(scratch("junit.xml")))
    }

    @Test(
        "nor one that is refused",
        arguments: [
            ["run", "noSuchScenario", "--junit", "PATH"], ["run", "--junit=PATH", "--seeds", "0"],
            ["run", "--junit", "PATH", "--noSuchOption"], ["run", "--rig", "noSuchRig", "--junit", "PATH"],
            ["run", "tagOpensApp", "--output", "TAKEN", "--junit", "PATH"],
            ["run", "tagOpensApp", "--output", "/dev/null/a", "--junit", "PATH"],
            ["run", "tagOpensApp", "--rig", "virtual", "--junit", "PATH"],
        ])
    func refused(words: [String]) throws {
        let scratch = try Scratch()
        try Scratch.write(Self.green, to: scratch("junit.xml"))
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("taken")).status == 0)
        let command = words.map { word in
            word == "TAKEN" ? scratch("taken") : word.hasSuffix("PATH") ? word.dropLast(4) + scratch("junit.xml") : word
        }
        let ended = try Program(command, environment: ["TRAMMEL_CACHE": "/nonexistent"]).end()
        #expect(ended.status == 64 || ended.status == 3, "\(ended.output)\(ended.error)")
        #expect(isAnError(scratch("junit.xml")))
        #expect(Scratch.text(of: scratch("taken/report.xml"))?.contains("errors=\"0\"") == true)
    }

    @Test("an older zoo matrix no longer says that it is complete when the search is refused or killed")
    func matrix() throws {
        let scratch = try Scratch()
        let older = "{\n  \"falseAlarms\" : 0,\n  \"isComplete\" : true,\n  \"scenarios\" : [\n\n  ]\n}\n"
        try Scratch.write(older, to: scratch("zoo.json"))
        #expect(try Program.run("zoo", "--defect", "noSuchDefect", "--json", scratch("zoo.json")).status == 64)
        #expect(Scratch.text(of: scratch("zoo.json"))?.contains("\"isComplete\" : false") == true)
    }

    @Test("only a file that this program wrote is overwritten, unless --force is given")
    func others() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("runs")).status == 0)
        let verdict = scratch("runs/001-tagOpensApp-seed1/verdict.json")
        let others = [verdict, scratch("notes"), scratch("runs/report.xml")]
        try Scratch.write("<testsuites tests=\"1\"/>", to: scratch("notes"))
        let reports = ["--junit", "--ctrf", "--tap", "--otel", "--code-quality"]
        let commands =
            reports.map { ["run", "tagOpensApp", $0] } + [
                ["report", scratch("runs"), "--html"], ["diagnose", scratch("runs"), "--json"],
                ["zoo", "--defect", "answersTwice", "--scenario", "answersAtOnce", "--json"],
                ["zoo", "--rig", "--fault", "kitHangs", "--scenario", "configurationExchange", "--json"],
            ]
        for command in commands {
            for path in others {
                let before = try #require(Scratch.bytes(of: path))
                let ended = try Program(command + [path]).end()
                #expect(ended.status == 64, "\(command) \(path): \(ended.status) \(ended.output)\(ended.error)")
                #expect(Scratch.bytes(of: path) == before, "\(command) \(path)")
            }
            // The program's own file is replaced, an empty file as well, and any other with --force.
            let own = scratch("own\(command.count)\(command.last ?? "")")
            try Scratch.write("", to: own)
            for _ in 0..<2 {
                let ended = try Program(command + [own]).end()
                #expect([0, 4].contains(ended.status), "\(command): \(ended.status) \(ended.output)\(ended.error)")
            }
            try Scratch.write("something else", to: own)
            #expect(try Program(command + [own]).end().status == 64)
            #expect(try [0, 4].contains(Program(command + [own, "--force"]).end().status))
            #expect(Scratch.text(of: own)?.hasPrefix("something") == false)
        }
    }

    @Test("no report overwrites the scenario on the same command line, not even with --force")
    func scenario() throws {
        let scratch = try Scratch()
        let text = ScenarioFile.text(of: Scenario("mine", "Connects") { Connect("door", within: .seconds(5)) })
        try Scratch.write(text, to: scratch("mine.json"))
        for more in [[], ["--force"]] {
            let command = ["run", scratch("mine.json"), "--junit", scratch("mine.json")]
            #expect(try Program(command + more).end().status == 64)
        }
        #expect(Scratch.text(of: scratch("mine.json")) == text)
    }

    @Test("a page or document of someone else in a results folder is not replaced either, unless --force is given")
    func foreignPages() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("runs")).status == 0)
        let page = scratch("runs/001-tagOpensApp-seed1/page.html")
        #expect(try Program.run("report", scratch("runs")).status == 0)
        try Scratch.write("<html>my notes</html>", to: page)
        let refused = try Program.run("report", scratch("runs"))
        #expect(refused.status == 3 && refused.error.contains("page.html"), "\(refused.output)\(refused.error)")
        #expect(Scratch.text(of: page) == "<html>my notes</html>")
        #expect(try Program.run("report", scratch("runs"), "--force").status == 0)
        #expect(Scratch.text(of: page)?.hasPrefix("<!doctype html>") == true)
        // A command finds such a file before it plays anything.
        try Scratch.write("firmware", to: scratch("door.bin"))
        for name in ["index.html", "runs.json", "gate.json", "gate.html", "gate.xml", "gate.unsigned.json"] {
            for command in [["run", "tagOpensApp"], ["gate", "--firmware", scratch("door.bin"), "--flash", "true"]] {
                let folder = scratch("\(command[0])-\(name)")
                try #require(mkdir(folder, 0o700) == 0)
                try Scratch.write("precious", to: "\(folder)/\(name)")
                let ended = try Program(
                    command + ["--output", folder], environment: ["XDG_STATE_HOME": scratch("state")]
                ).end()
                #expect([3, 64].contains(ended.status) && ended.error.contains(name), "\(command): \(ended.error)")
                #expect(Scratch.text(of: "\(folder)/\(name)") == "precious", "\(command) \(name)")
                #expect(Scratch.names(in: folder)?.contains { $0.hasPrefix("001-") } == false)
            }
        }
    }

    @Test("an argument that is not UTF-8 is refused, and opens no other file")
    func otherBytes() throws {
        let scratch = try Scratch()
        let command = "exec \"$0\" run tagOpensApp --junit \"$(printf '\(scratch.path)/\\377.xml')\""
        let ended = try Program([], launcher: ["/bin/sh", "-c", command]).end()
        #expect(ended.status == 64 && ended.error.contains("Argument 4"), "\(ended.error)")
        #expect(Scratch.names(in: scratch.path) == [])
    }

    private func isAnError(_ path: String) -> Bool {
        let report = Scratch.text(of: path) ?? ""
        return report.contains("errors=\"1\"") && report.contains("<error") && !report.contains("errors=\"0\"")
    }
}
