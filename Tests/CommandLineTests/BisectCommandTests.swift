import Foundation
import TestSupport
import Testing

/// `trammel bisect` with real commands, on a simulated bench whose accessory is set by the flash command.
@Suite struct BisectCommandTests {
    private let scratch: Scratch
    private let place: [String: String]

    /// Puts the defect named in the firmware into the simulated door.
    private static let flash = """
        if [ -s "$TRAMMEL_FIRMWARE" ]; then defect=$(cut -d' ' -f1 "$TRAMMEL_FIRMWARE"); fi
        [ "$defect" = none ] || more=",defect=$defect"
        echo "door=simulated:variant=appleSample$more,name=Door" > "$TRAMMEL_PORTS"
        """

    init() throws {
        scratch = try Scratch()
        place = ["XDG_STATE_HOME": scratch("state")]
        let list = (1...12).map { "v\($0)" }.joined(separator: "\n") + "\n"
        try Scratch.write(list, to: scratch("list"))
    }

    /// Returns a build command whose versions have a defect from one version on, and all have different bytes; `first`
    /// runs before it.
    private static func build(badFrom: Int, defect: String = "answersTwice", first: String = "") -> String {
        first + "\nif [ \"${TRAMMEL_VERSION#v}\" -ge \(badFrom) ]; then d=\(defect); else d=none; fi; "
            + "echo $d $TRAMMEL_VERSION > \"$TRAMMEL_FIRMWARE\""
    }

    private func bisect(
        _ folder: String = "out", build: String, flash: String = flash, _ more: [String] = []
    ) throws -> Program.Ended {
        try Program(
            ["bisect", "answersAtOnce", "--list", scratch("list"), "--build", build, "--flash", flash]
                + ["--output", scratch(folder)] + more, environment: place
        ).end()
    }

    private func document(_ folder: String = "out") throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: scratch("\(folder)/bisect.json")))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("the first bad version is found, with its failure, its evidence and what it does not prove")
    func found() throws {
        let first = "[ $TRAMMEL_VERSION != v9 ] || exit 2"
        let ended = try bisect(build: Self.build(badFrom: 7, first: first), ["--jobs", "2"])
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        let document = try document()
        #expect(document["result"] as? String == "firstBad" && document["versions"] as? [String] == ["v7"])
        #expect(document["lastGood"] as? String == "v6")
        let evidence = try #require(document["evidence"] as? [String: Any])
        #expect(evidence["scenario"] as? String == "answersAtOnce" && evidence["code"] is String)
        let folder = try #require(evidence["evidence"] as? String)
        let verdict = try #require(Scratch.text(of: scratch("out/\(folder)/verdict.json")))
        #expect(verdict.contains("answersTwice"), "the evidence tells with which accessory it was played")
        #expect((document["doesNotProve"] as? [String])?.isEmpty == false)
        #expect((document["confidence"] as? Double) ?? 0 >= 0.95)
        #expect(Scratch.names(in: scratch("out"))?.contains("report.xml") == true)
        try history()
    }

    /// Checks that the history contains each version of the search as a separate firmware.
    private func history() throws {
        let store = ["--store", scratch("history.sqlite")]
        let imported = try Program(["history", "import", scratch("out")] + store, environment: place).end()
        #expect(imported.status == 0, "\(imported.output)\(imported.error)")
        let told = try Program(["history", "--scenario", "answersAtOnce", "--json"] + store, environment: place).end()
        let json = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
        let groups = try #require(json?["groups"] as? [[String: Any]])
        let failures = groups.compactMap { group -> (String, Int)? in
            guard let name = (group["firmware"] as? [String: Any])?["name"] as? String else { return nil }
            return (group["failures"] as? Int).map { (name, $0) }
        }
        #expect(failures.contains { $0 == ("v6", 0) } && failures.contains { $0.0 == "v7" && $0.1 > 0 }, "\(failures)")
        #expect(!failures.contains { $0.0.isEmpty }, "no run is of an unnamed firmware")
    }

    @Test("a bad end that never fails, or a good end that fails, gives no answer")
    func wrongEnds() throws {
        let never = try bisect(build: Self.build(badFrom: 99))
        #expect(never.status == 4, "\(never.output)")
        #expect(try document()["result"] as? String == "notReproduced")
        let always = try bisect("always", build: Self.build(badFrom: 0))
        #expect(always.status == 4, "\(always.output)")
        #expect(try document("always")["result"] as? String == "badFromTheStart")
    }

    @Test("the rig's mistakes are reported as the rig's: a firmware that was not written, or another one that runs")
    func rig() throws {
        let unwritten = try bisect(build: Self.build(badFrom: 7), flash: "exit 1")
        #expect(unwritten.status == 3, "\(unwritten.output)")
        #expect(try document()["result"] as? String == "rigFailed")
        let left = try document()
        #expect((left["tested"] as? [Any])?.isEmpty == true && left["rigFaults"] as? Int == 3)
        // The built image has one hash, and the accessory reports another.
        let image = try GateCommandTests.image().map { "\\0\(String($0, radix: 8))" }.joined()
        let other = String(repeating: "ab", count: 32)
        let contradicted = try bisect(
            "other", build: "printf %b '\(image)' > \"$TRAMMEL_FIRMWARE\"",
            flash: "echo 'door=simulated:firmware=1.2.3,imageHash=\(other),name=Door' > \"$TRAMMEL_PORTS\"")
        #expect(contradicted.status == 3, "\(contradicted.output)\(contradicted.error)")
        #expect(try document("other")["result"] as? String == "rigFailed")
        let ports = try bisect("ports", build: Self.build(badFrom: 7), flash: "echo nonsense > \"$TRAMMEL_PORTS\"")
        #expect(ports.status == 3 && ports.error.contains("TRAMMEL_PORTS"), "\(ports.error)")
    }

    @Test("a command that hangs is killed, and its version is skipped")
    func hangs() throws {
        let first = "[ $TRAMMEL_VERSION != v9 ] || sleep 600"
        let ended = try bisect(build: Self.build(badFrom: 7, first: first), ["--build-limit", "6"])
        #expect(ended.status == 0, "\(ended.output)")
        let left = try #require(try document()["notTested"] as? [[String: Any]])
        #expect(left.allSatisfy { $0["version"] as? String == "v9" })
        #expect(try document()["versions"] as? [String] == ["v7"])
    }

    @Test("a search that was killed resumes where it was, and finds the same version")
    func resumed() throws {
        let once = scratch("once")
        let kill = "[ -e \(once) ] || [ $TRAMMEL_VERSION = v12 ] || { touch \(once); kill -9 $PPID; }"
        let build = Self.build(badFrom: 7)
        let flash = "\(kill)\n\(Self.flash)"
        let killed = try bisect(build: build, flash: flash)
        #expect(killed.status == 256 + 9, "\(killed.output)")
        #expect(try bisect(build: build, flash: flash).status == 64, "the folder holds a search")
        let other = try bisect(build: build, flash: flash, ["--resume", "--rate", "20"])
        #expect(other.status == 3, "it is another search: \(other.output)")
        let goneOn = try bisect(build: build, flash: flash, ["--resume"])
        #expect(goneOn.status == 0, "\(goneOn.output)\(goneOn.error)")
        #expect(try document()["versions"] as? [String] == ["v7"])
        #expect(try bisect(build: build, flash: flash, ["--resume"]).status == 3, "it has ended")
        let whole = try bisect("whole", build: build)
        #expect(whole.status == 0)
        for key in ["versions", "confidence", "rounds"] {
            #expect("\(try document()[key] ?? 0)" == "\(try document("whole")[key] ?? 1)", "\(key)")
        }
    }

    @Test("a search that the user interrupts shows nothing, and can be resumed")
    func interrupted() throws {
        let once = scratch("once")
        let flash = "[ -e \(once) ] || { touch \(once); kill -INT $PPID; sleep 600; }\n\(Self.flash)"
        let build = Self.build(badFrom: 7)
        let ended = try bisect(build: build, flash: flash)
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
        let left = try document()
        #expect(left["result"] as? String == "aborted" && left["rigFaults"] as? Int == 0, "nothing is blamed")
        #expect(try bisect(build: build, flash: flash, ["--resume"]).status == 0)
        #expect(try document()["versions"] as? [String] == ["v7"])
    }

    @Test("without a build command the versions are firmware files, and a missing one is skipped")
    func files() throws {
        let paths = (1...6).map { scratch("\($0).bin") }
        for (index, path) in paths.enumerated() where index != 2 {
            try Scratch.write(index >= 3 ? "answersTwice" : "none", to: path)
        }
        try Scratch.write(paths.joined(separator: "\n"), to: scratch("list"))
        let ended = try Program(
            ["bisect", "answersAtOnce", "--list", scratch("list"), "--flash", Self.flash]
                + ["--output", scratch("out"), "--good", paths[0], "--bad", paths[5]], environment: place
        ).end()
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
        let left = try document()
        #expect(left["result"] as? String == "oneOf" && left["versions"] as? [String] == Array(paths[2...3]))
        #expect(left["lastGood"] as? String == paths[1])
        #expect((left["evidence"] as? [String: Any])?["evidence"] is String)
    }

    @Test("a search with an edited record or changed evidence is not resumed")
    func edited() throws {
        let build = Self.build(badFrom: 7)
        #expect(try bisect(build: build, ["--runs", "3"]).status == 4)
        #expect(try document()["result"] as? String == "outOfRounds")
        let record = try #require(Scratch.text(of: scratch("out/bisect.jsonl")))
        try Scratch.write(record.replacing("\"failed\"", with: "\"passed\""), to: scratch("out/bisect.jsonl"))
        #expect(try bisect(build: build, ["--resume"]).status == 3)
        try Scratch.write(record + "{\"cha", to: scratch("out/bisect.jsonl"))
        let run = try #require(Scratch.names(in: scratch("out"))?.first { $0.hasPrefix("001-") })
        let manifest = scratch("out/\(run)/manifest.sha256")
        let bytes = try #require(Scratch.bytes(of: manifest))
        try Scratch.write(bytes + [0x0A], to: manifest)
        #expect(try bisect(build: build, ["--resume"]).status == 3)
        try Scratch.write(bytes, to: manifest)
        // The rejected command recorded that it resumed the search.
        let now = try #require(Scratch.text(of: scratch("out/bisect.jsonl")))
        try Scratch.write(now + "{\"cha", to: scratch("out/bisect.jsonl"))
        let goneOn = try bisect(build: build, ["--resume"])
        #expect(goneOn.status == 0, "a cut line is no line: \(goneOn.output)\(goneOn.error)")
    }

    @Test("version names are plain data to the commands and never reach the terminal as control characters")
    func hostile() throws {
        let bad = "'; touch \(scratch("pwned")); $(touch \(scratch("pwned"))) #"
        try Scratch.write("-rf\n%s%n\n\(bad)\n", to: scratch("list"))
        let build = "case $TRAMMEL_VERSION in *touch*) echo answersTwice;; *) echo none;; esac > $TRAMMEL_FIRMWARE"
        let ended = try bisect(build: build)
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(try document()["versions"] as? [String] == [bad])
        #expect(Scratch.names(in: scratch.path)?.contains("pwned") == false)
        try Scratch.write("a\n\u{1B}[2Jb\n", to: scratch("list"))
        let refused = try bisect("refused", build: build)
        #expect(refused.status == 64 && refused.error.contains("line 2") && !refused.error.contains("\u{1B}"))
        let long = String(repeating: "x", count: 68)
        try Scratch.write("good\n\(long) ::error::touch\n", to: scratch("list"))
        let shown = try bisect("shown", build: build)
        #expect(shown.status == 0, "\(shown.output)\(shown.error)")
        for line in (shown.output + shown.error).split(separator: "\n") {
            #expect(!line.drop(while: \.isWhitespace).hasPrefix("::"), "\(line)")
        }
    }

    @Test(
        "a result counts only while the evidence is complete",
        arguments: [
            "rm -rf OUT/0*", "rm -f OUT/001-*/journal.jsonl", "for i in OUT/001-*; do echo >> $i/verdict.json; done",
        ])
    func evidenceGone(harm: String) throws {
        let harm = "[ $TRAMMEL_VERSION = v12 ] || { \(harm.replacing("OUT", with: scratch("out"))); }"
        let ended = try bisect(build: Self.build(badFrom: 7), flash: "\(harm)\n\(Self.flash)")
        #expect(ended.status == 3 && ended.error.contains("001-"), "\(ended.output)\(ended.error)")
        #expect(Scratch.names(in: scratch("out"))?.contains("bisect.json") == false)
    }

    @Test("a search resumes only if every file of every run is unchanged")
    func evidenceEdited() throws {
        let build = Self.build(badFrom: 7)
        #expect(try bisect(build: build, ["--runs", "3"]).status == 4)
        let run = try #require(Scratch.names(in: scratch("out"))?.first { $0.hasPrefix("001-") })
        for name in ["verdict.json", "journal.jsonl", "trace.pcapng"] {
            let path = scratch("out/\(run)/\(name)")
            let bytes = try #require(Scratch.bytes(of: path), "\(name)")
            try FileManager.default.removeItem(atPath: path)
            let gone = try bisect(build: build, ["--resume"])
            #expect(gone.status == 3 && gone.error.contains(name), "\(name): \(gone.output)\(gone.error)")
            var changed = bytes
            changed[bytes.count / 2] ^= 0x01
            try Scratch.write(changed, to: path)
            #expect(try bisect(build: build, ["--resume"]).status == 3, "\(name)")
            try Scratch.write(bytes, to: path)
        }
        let goneOn = try bisect(build: build, ["--resume"])
        #expect(goneOn.status == 0, "\(goneOn.output)\(goneOn.error)")
    }

    @Test("if all versions have the same firmware, none is blamed, whatever the bench does")
    func equalBytes() throws {
        let flash = """
            [ "${TRAMMEL_VERSION#v}" -lt 5 ] || more=",defect=answersTwice"
            echo "door=simulated:variant=appleSample$more,name=Door" > "$TRAMMEL_PORTS"
            """
        let ended = try bisect(build: "echo same > \"$TRAMMEL_FIRMWARE\"", flash: flash)
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
        #expect(try document()["result"] as? String == "notConfirmed")
        #expect((try document()["reason"] as? String)?.isEmpty == false)
    }

    @Test("a bench that breaks after the third flash blames no version, even with a failure rate for good versions")
    func benchBreaks() throws {
        let flash = """
            echo x >> "\(scratch("count"))"
            if [ $(wc -l < "\(scratch("count"))") -ge 3 ] || grep -q answersTwice "$TRAMMEL_FIRMWARE"; then
              more=",defect=answersTwice"
            fi
            echo "door=simulated:variant=appleSample$more,name=Door" > "$TRAMMEL_PORTS"
            """
        let ended = try bisect(build: Self.build(badFrom: 12), flash: flash, ["--good-rate", "5"])
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
        #expect(try document()["result"] as? String == "notConfirmed")
    }

    @Test("firmware that changes while it is written is the rig's fault; one that is too large or no file is refused")
    func firmwareFiles() throws {
        let changed = try bisect(
            build: Self.build(badFrom: 7), flash: "\(Self.flash)\necho x >> \"$TRAMMEL_FIRMWARE\"")
        #expect(changed.status == 3, "\(changed.output)\(changed.error)")
        #expect(try document()["result"] as? String == "rigFailed")
        let large = try bisect("large", build: "truncate -s 67108865 \"$TRAMMEL_FIRMWARE\"")
        #expect(large.status == 4, "\(large.output)\(large.error)")
        #expect((try document("large")["reason"] as? String)?.contains("67108864") == true)
        let pipe = scratch("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        try Scratch.write("good.bin\n\(pipe)\n", to: scratch("list"))
        let arguments = ["bisect", "answersAtOnce", "--flash", "true", "--output", scratch("none"), "--list"]
        let inList = try Program(arguments + [scratch("list")], environment: place).end()
        #expect(inList.status == 4 && inList.output.contains("regular file"), "\(inList.output)\(inList.error)")
        let asList = try Program(
            ["bisect", "answersAtOnce", "--flash", "true", "--output", scratch("other"), "--list", pipe],
            environment: place
        ).end()
        #expect(asList.status == 64, "\(asList.output)\(asList.error)")
    }

    @Test(
        "a version that does not exist is a usage error",
        arguments: [
            ["--list", "LIST", "--good", "v99"], ["--list", "LIST", "--good", "v5", "--bad", "v2"], ["--list", "ONE"],
            ["--list", "NOTHING"], ["--git", "NOTHING", "--good", "a", "--bad", "b", "--build", "true"],
        ])
    func mistakes(words: [String]) throws {
        try Scratch.write("v1\n", to: scratch("one"))
        let names = ["LIST": "list", "ONE": "one", "NOTHING": "nothing"]
        let more = words.map { word in names[word].map { scratch($0) } ?? word }
        let ended = try Program(
            ["bisect", "answersAtOnce", "--flash", "true", "--output", scratch("out")] + more, environment: place
        ).end()
        #expect(ended.status == 64, "\(ended.output)\(ended.error)")
        #expect(Scratch.names(in: scratch("out")) == nil)
    }

    @Test("a scenario that the rig can only judge in part is a usage error")
    func withoutKit() throws {
        try Scratch.write("v1\nv2\n", to: scratch("list"))
        let ended = try Program(
            [
                "bisect", "uses.sessionID", "--list", scratch("list"), "--flash", "true", "--output", scratch("out"),
                "--port", "uwb=none",
            ], environment: place
        ).end()
        #expect(ended.status == 64 && ended.error.contains("UWB"), "\(ended.output)\(ended.error)")
    }

    private static let hasGit = ["/usr/bin/git", "/bin/git"].contains { FileManager.default.fileExists(atPath: $0) }

    @Test(
        "the commits of a repository are searched in a separate working tree",
        .enabled(if: hasGit, "git is not installed"))
    func git() throws {
        let commands = """
            cd "$1" && git init -q . && git config user.email a@b && git config user.name n
            for i in 1 2 3 4 5 6; do
              if [ $i -ge 4 ]; then echo answersTwice > fw; else echo none > fw; fi
              echo $i > n; git add -A; git commit -qm "Change $i"; git tag t$i
            done
            echo mine > n
            """
        let repository = scratch("repository")
        try FileManager.default.createDirectory(atPath: repository, withIntermediateDirectories: false)
        let made = try Program(
            [], environment: place, launcher: ["/bin/sh", "-c", commands, "sh", repository]
        ).end()
        try #require(made.status == 0, "\(made.error)")
        let arguments = { (good: String, bad: String, folder: String) in
            [
                "bisect", "answersAtOnce", "--git", repository, "--good", good, "--bad", bad, "--output", folder,
                "--build", "cp fw \"$TRAMMEL_FIRMWARE\"", "--flash", Self.flash,
            ]
        }
        let ended = try Program(arguments("t1", "HEAD", scratch("out")), environment: place).end()
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect((try document()["versions"] as? [String])?.first?.hasSuffix("(Change 4)") == true)
        #expect(Scratch.text(of: "\(repository)/n") == "mine\n", "the own working tree is left as it was")
        #expect(Scratch.names(in: scratch("out"))?.contains("source") == false)
        // As entered in the folder itself.
        func here(_ folder: String, _ output: String) throws -> Program.Ended {
            let words = [
                "bisect", "--good", "t1", "--bad", "HEAD", "--build", "cp fw \"$TRAMMEL_FIRMWARE\"", "--flash",
                Self.flash, "--output", output, "answersAtOnce",
            ]
            let command = "cd '\(folder)' && exec \"$0\" \"$@\""
            return try Program(words, environment: place, launcher: ["/bin/sh", "-c", command]).end()
        }
        let found = try here(repository, scratch("here"))
        #expect(found.status == 0, "\(found.output)\(found.error)")
        #expect((try document("here")["versions"] as? [String])?.first?.hasSuffix("(Change 4)") == true)
        let nowhere = try here(scratch.path, scratch("nowhere"))
        #expect(nowhere.status == 64 && nowhere.error.contains("no git repository"), "\(nowhere.error)")
        for (good, bad) in [("t5", "t2"), ("t2", "t2"), ("nothing", "t2"), ("--output=x", "t2")] {
            let refused = try Program(arguments(good, bad, scratch("none")), environment: place).end()
            #expect(refused.status == 64, "\(good): \(refused.output)\(refused.error)")
        }
    }

    @Test(
        "a folder without a search is a usage error",
        arguments: [
            ["--list", "x", "--git", "y"], [], ["--git", "y"], ["--git", "y", "--good", "a", "--bad", "b"],
            ["--list", "x", "--rate", "0"], ["--list", "x", "--confidence", "100"], ["--list", "x", "--runs", "0"],
            ["--list", "x", "--failure", "session.rangesNever"], ["--list", "x", "--build-limit", "0"],
            ["--list", "x", "--any-failure", "--failure", "session.rangesNot"],
        ])
    func usage(more: [String]) throws {
        let ended = try Program(
            ["bisect", "answersAtOnce", "--flash", "true", "--output", scratch("out")] + more, environment: place
        ).end()
        #expect(ended.status == 64, "\(ended.output)\(ended.error)")
        #expect(Scratch.names(in: scratch("out")) == nil)
    }

    @Test("a scenario must be named, and one that the rig cannot play is refused")
    func scenarios() throws {
        let words = ["--list", scratch("list"), "--flash", "true", "--output", scratch("out")]
        #expect(try Program(["bisect"] + words, environment: place).end().status == 64)
        let tag = ["bisect", "tagOpensApp", "--port", "nfc=none"] + words
        #expect(try Program(tag, environment: place).end().status == 64)
    }
}
