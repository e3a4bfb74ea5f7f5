import Testing

@Suite struct UsageTests {
    @Test(arguments: [
        (["run", "fulFlow"], "there is no scenario 'fulFlow'; did you mean fullFlow?"),
        (["check", "tagOpens"], "did you mean tagOpensApp or tagOpensBrowser or blankTagOpensNothing?"),
        (["run", "Scenarios/FulFlow.swift"], "did you mean Scenarios/FullFlow.swift?"),
        (["run", "/elsewhere/Scenarios/Tag.swift"], "did you mean Scenarios/Tags.swift?"),
        (["run", "xyzzy"], "there is no scenario 'xyzzy'; 'trammel list' shows all "),
        (["run", "walk"], "; did you mean zoneWalk? 'trammel list' shows all "),
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
        (["run", "--seeds", "2000", "--repeat", "1000"], "--seeds times --repeat is at most 1000000"),
        (["run", "--seed", "18446744073709551615", "--seeds", "2"], "the last one is 18446744073709551615"),
        (["zoo", "--defect", "truncateAtMTU23"], "there is no defect 'truncateAtMTU23'; did you mean truncates"),
        (["zoo", "--scenario", "fullFlow"], "there is no scenario in the suite 'fullFlow'"),
        (["zoo", "--variant", "nexp"], "nexp"),
        (["zoo", "--list", "--defect", "neverStarts"], "--list shows all defects"),
        (["zoo", "--false-alarms", "0"], "--false-alarms takes a number from 1"),
        (["zoo", "--false-alarms", "3", "--defect", "neverStarts"], "--false-alarms plays healthy animals"),
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
            "--output is for a run of ours: on an adapter another phone takes part"
        ),
        (
            ["replay", "x", "--as", "accessory", "--rig", "virtual", "--adapter", "hci1", "--seed", "3"],
            "--seed is for a run of ours: on an adapter another phone takes part"
        ),
        (
            ["replay", "x", "--as", "phone", "--rig", "simulated", "--trace-limit", "64K"],
            "--trace-limit needs --output"
        ),
        (["replay", "x", "--until", "0"], "--until takes the number of a frame"),
        (["replay", "x", "--speed", "0"], "--speed takes a factor"),
        (["replay", "x", "--speed", "nan"], "--speed takes a factor"),
        (["replay", "x", "--repeat", "0"], "--repeat takes a number from 1"),
        (["reduce", "x", "--limit", "0"], "--limit takes a number from 1"),
        (["replay"], "trace"),
    ])
    func aMistakeInTheArgumentsIsAUsageErrorThatHelps(arguments: [String], hint: String) throws {
        let ended = try Program(arguments).end()
        #expect(ended.status == 64)
        #expect(ended.error.contains(hint), "\(ended.error)")
        #expect(ended.error.utf8.count < 1_500, "a mistake is told in a few lines: \(ended.error)")
        #expect(ended.output.isEmpty)
    }

    @Test func resultsOfAnEarlierRunAreNotMixedWithNewOnes() throws {
        let scratch = try Scratch()
        #expect(try Program.run("run", "tagOpensApp", "--output", scratch("results")).status == 0)
        let again = try Program.run("run", "tagOpensApp", "--output", scratch("results"))
        #expect(again.status == 64 && again.error.contains("holds the results of an earlier run"))
    }
}
