import Testing

/// The arguments of `trammel screen`, with and without `--check`, and its behaviour without a network.
@Suite struct AppCheckTests {
    @Test(arguments: [
        ["--check"], ["--pick", "Pad", "--moves", "3"], ["--pick", "Pad", "--rounds", "3"],
        ["--pick", "Pad", "--check", "--defect", "connectsTwice"], ["--pick", "Pad", "--check", "--send", "1,a"],
        ["--pick", "Pad", "--check", "--for", "5"], ["--pick", "Pad", "--check", "--rounds", "0"],
        ["--pick", "Pad", "--check", "--within", "60"], ["--pick", "Pad", "--check", "--moves", "-1"],
        ["--pick", "Pad", "--check", "--platform", "iOS"],
    ])
    func whatDoesNotFitIsAMistake(arguments: [String]) throws {
        let ended = try Program(["screen", "--service", "game"] + arguments).end()
        #expect(ended.status == 64 && ended.output.isEmpty, "\(ended.output)")
    }

    @Test func withoutABusTheRigsFaultAloneIsTold() throws {
        let ended = try Program.run(
            "screen", "--service", "game", "--pick", "Pad", "--check",
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus"])
        #expect(ended.status == 3 && !ended.output.contains("failed:") && !ended.error.isEmpty, "\(ended.output)")
    }

    @Test func withoutABusAMeetingIsTheRigsFaultToo() throws {
        let ended = try Program.run(
            "screen", "--service", "game", "--for", "20",
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus"])
        #expect(ended.status == 3 && ended.output.isEmpty && !ended.error.isEmpty, "\(ended.output)\(ended.error)")
    }
}
