import TestSupport
import Testing

@Suite struct UsageTests {
    @Test(arguments: [
        (["run", "fulFlow"], "there is no scenario 'fulFlow'; did you mean fullFlow?"),
        (["check", "tagOpens"], "did you mean tagOpensApp or tagOpensBrowser or blankTagOpensNothing?"),
        (["run", "Scenarios/FulFlow.swift"], "did you mean Scenarios/FullFlow.swift?"),
        (["run", "/elsewhere/Scenarios/Tag.swift"], "did you mean Scenarios/Tags.swift?"),
        (["run", "Scenarios/Link.swift"], "did you mean Scenarios/Conformance/Link.swift?"),
        (["run", "Zz*"], "there is no scenario 'Zz*'"),
        (["run", "xyzzy"], "there is no scenario 'xyzzy'; 'trammel list' shows all "),
        (["run", "walk"], "; did you mean zoneWalk or walksWithABearing? 'trammel list' shows all "),
        (["run", "--rig", "simulatd"], "there is no rig 'simulatd'; did you mean simulated?"),
        (["run", "--port", "dor=le:name=Door"], "did you mean door?"),
        (["run", "--port", "bluetooth"], "write a role and its port: bluetooth=hci1"),
        (["check", "--port", "uwb=usb:nonsense"], "usb:nonsense"),
        (["run", "--repeat", "0"], "--repeat takes a number from 1"),
        (["run", "fullFlow", "--trace-limit", "64k"], "--trace-limit needs --output"),
        (["run", "--seed", "-1"], "seed"),
        (["run", "--suite", "conformence"], "there is no suite 'conformence'; did you mean conformance?"),
        (["list", "--tag", "quik"], "there is no tag 'quik'; did you mean quick?"),
        (["check", "--skip-tag", "x"], "there is no tag 'x'; there are: quick, long"),
        (["run", "--suite", "\u{1B}[2Jx"], "\\u{1b}[2Jx"),
        (["run", "--seeds", "0"], "--seeds takes a number from 1"),
        (["run", "fullFlow", "--seed", "1", "--seed", "2"], "--seed takes one value: give it only once."),
        (["run", "fullFlow", "--rig=simulated", "--rig", "virtual"], "--rig takes one value: give it only once."),
        (["run", "fullFlow", "-j", "2", "--jobs=3"], "--jobs takes one value: give it only once."),
        (["report", "x", "--html", "a", "--html", "b"], "--html takes one value: give it only once."),
        (["run", "--seeds", "2000", "--repeat", "1000"], "--seeds times --repeat is at most 1000000"),
        (["run", "--seed", "18446744073709551615", "--seeds", "2"], "the last one is 18446744073709551615"),
        (["zoo", "--defect", "truncateAtMTU23"], "there is no defect 'truncateAtMTU23'; did you mean truncates"),
        (["zoo", "--scenario", "fullFlow"], "there is no scenario in the suite 'fullFlow'"),
        (["zoo", "--variant", "nexp"], "nexp"),
        (["zoo", "--list", "--defect", "neverStarts"], "--list shows everything"),
        (["zoo", "--false-alarms", "0"], "--false-alarms takes a number from 1"),
        (
            ["zoo", "--false-alarms", "3", "--defect", "neverStarts"],
            "--false-alarms does not take --defect"
        ),
        (["accessory", "--defect", "neverStart"], "did you mean neverStarts?"),
        (["accessory", "--variant", "nexp"], "nexp"),
        (["run", "\u{1B}[2Jx"], "\\u{1b}[2Jx"),
        (["ran"], "ran"),
        (["replay", "x", "--scenario", "fulFlow"], "did you mean fullFlow?"),
        (["replay", "x", "--scenario", "Scenarios/Tags.swift"], "--scenario takes the name of one scenario"),
        (
            ["replay", "x", "--as", "accessory", "--rig", "simulated", "--scenario", "fullFlow"],
            "with --as accessory the recorded scenario is played"
        ),
        (
            ["replay", "x", "--as", "accessory", "--rig", "deskBench", "--output", "out"],
            "--output is for runs of this program: on an adapter another phone takes part"
        ),
        (
            ["replay", "x", "--as", "accessory", "--rig", "virtual", "--adapter", "hci1", "--seed", "3"],
            "--seed is for runs of this program: on an adapter another phone takes part"
        ),
        (
            ["replay", "x", "--as", "phone", "--rig", "simulated", "--trace-limit", "64K"],
            "--trace-limit needs --output"
        ),
        (["replay", "x", "--until", "0"], "--until takes the number of a frame"),
        (["replay", "x", "--speed", "0"], "--speed takes a factor"),
        (["replay", "x", "--speed", "nan"], "--speed takes a factor"),
        (["replay", "x", "--repeat", "0"], "--repeat takes a number from 1"),
        (["reduce", "x", "--limit", "0"], "--limit takes a number of at least 1"),
        (["replay"], "trace"),
        (["vm", "--limit", "nan", "ls"], "--limit takes a number of seconds above 0"),
    ])
    func aMistakeInTheArgumentsIsAUsageErrorThatHelps(arguments: [String], hint: String) throws {
        let ended = try Program(arguments).end()
        #expect(ended.status == 64)
        #expect(ended.error.contains(hint), "\(ended.error)")
        #expect(ended.error.utf8.count < 1_500, "a usage error takes a few lines: \(ended.error)")
        #expect(ended.output.isEmpty)
    }

    @Test(arguments: [
        (["run", "fulFlow"], "trammel run "), (["run", "--bogus"], "trammel run "), (["check", "x"], "trammel check "),
        (["tag", "read", "--port", "x"], "trammel tag read "), (["vm", "--limit", "x"], "trammel vm "),
    ])
    func theUsageShownAfterAMistakeIsThatOfTheCommand(arguments: [String], usage: String) throws {
        let ended = try Program(arguments).end()
        #expect(ended.status == 64 && ended.error.contains("\nUsage: \(usage)"), "\(ended.error)")
        #expect(ended.error.hasSuffix("\n  See '\(usage)--help' for more information.\n"), "\(ended.error)")
    }

    @Test(arguments: ["--help", "-h"])
    func theMachineCommandShowsItsHelp(word: String) throws {
        let ended = try Program.run("vm", word)
        #expect(ended.status == 0 && ended.output.contains("USAGE: trammel vm "), "\(ended.output)\(ended.error)")
    }

    @Test func resultsOfAnEarlierRunAreNotMixedWithNewOnes() throws {
        let scratch = try Scratch()
        #expect(try Program.run("run", "tagOpensApp", "--output", scratch("results")).status == 0)
        let again = try Program.run("run", "tagOpensApp", "--output", scratch("results"))
        #expect(again.status == 64 && again.error.contains("holds the results of an earlier run"))
    }

    /// Values for which no simulated device exists.
    private static let impossible = [
        ("door=simulated:name=" + String(repeating: "n", count: 513), "a name of 1 to 29 bytes, not 513"),
        ("door=simulated:name=" + String(repeating: "é", count: 60_000), "a name of 1 to 29 bytes, not 120000"),
        ("door=simulated:name=", "a name of 1 to 29 bytes, not 0"),
        ("doorTag=simulated:chip=type4,mle=0", "mle: the longest answer is 15 to 65535 bytes, not 0"),
        ("doorTag=simulated:chip=type4,uid=04", "uid: a UID of 1 bytes: type4 has 4, 7, 10"),
        ("doorTag=simulated:chip=ntag213,uid=04010203", "uid: a UID of 4 bytes: ntag213 has 7"),
        ("doorTag=simulated:chip=ntag213,cc=e1", "cc: a capability container of Type 2 has 4 bytes, not 1"),
        ("doorTag=simulated:ntag213:https://" + String(repeating: "a", count: 200), "does not fit on ntag213"),
        ("doorTag=simulated:chip=ntag215,records=text::Hello", "a language has 1 to 63 letters"),
    ]

    @Test("an invalid port is a usage error that names the word", arguments: impossible)
    func impossiblePorts(port: String, hint: String) throws {
        for command in [["run", "fullFlow"], ["check"], ["tag", "read", "doorTag"]] {
            let program = try Program(command + ["--port", port]).end()
            #expect(program.status == 64 && program.error.contains(hint), "\(program.error)")
            #expect(program.error.count < 2_000)
        }
    }

    @Test("a name that no advertisement can hold is a usage error", arguments: ["", "n"])
    func impossibleName(letter: String) throws {
        let program = try Program.run("accessory", "--name", String(repeating: letter, count: 513))
        #expect(program.status == 64 && program.error.contains("the accessory must advertise a name of 1 to 29 bytes"))
    }
}
