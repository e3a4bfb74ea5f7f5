import Testing

@Suite struct UsageTests {
    @Test(arguments: [
        (["run", "fulFlow"], "there is no scenario 'fulFlow'; did you mean fullFlow?"),
        (["check", "tagOpens"], "did you mean tagOpensApp or tagOpensBrowser?"),
        (["run", "Scenarios/FulFlow.swift"], "did you mean Scenarios/FullFlow.swift?"),
        (["run", "/elsewhere/Scenarios/Tag.swift"], "did you mean Scenarios/Tags.swift?"),
        (["run", "xyzzy"], "there are: fullFlow, configurationExchange"),
        (["run", "--rig", "simulatd"], "there is no rig 'simulatd'; did you mean simulated?"),
        (["run", "--port", "dor=le:name=Door"], "did you mean door?"),
        (["run", "--port", "bluetooth"], "write a role and its port: bluetooth=hci1"),
        (["check", "--port", "uwb=usb:nonsense"], "usb:nonsense"),
        (["run", "--repeat", "0"], "--repeat takes a number from 1"),
        (["run", "--seed", "-1"], "seed"),
        (["run", "\u{1B}[2Jx"], "\\u{1b}[2Jx"),
        (["ran"], "ran"),
    ])
    func aMistakeInTheArgumentsIsAUsageErrorThatHelps(arguments: [String], hint: String) throws {
        let ended = try Program(arguments).end()
        #expect(ended.status == 64)
        #expect(ended.error.contains(hint), "\(ended.error)")
        #expect(ended.output.isEmpty)
    }

    @Test func resultsOfAnEarlierRunAreNotMixedWithNewOnes() throws {
        let scratch = try Scratch()
        #expect(try Program.run("run", "tagOpensApp", "--output", scratch("results")).status == 0)
        let again = try Program.run("run", "tagOpensApp", "--output", scratch("results"))
        #expect(again.status == 64 && again.error.contains("holds the results of an earlier run"))
    }
}
