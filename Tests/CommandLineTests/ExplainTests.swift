import Testing

@Suite struct ExplainTests {
    @Test func everyCodeIsListedWithItsMeaning() throws {
        let ended = try Program.run("explain")
        let lines = ended.output.split(separator: "\n")
        #expect(ended.status == 0 && ended.error.isEmpty)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.contains { $0.hasPrefix("gatt.notificationWithoutSubscription ") })
    }

    @Test func oneCodeIsToldWithTheScenariosThatNameIt() throws {
        let ended = try Program.run("explain", "parameters.slotsFixed")
        #expect(ended.status == 0)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.first == "parameters.slotsFixed")
        #expect(lines.contains { $0.hasPrefix("  rests on ") && $0.hasSuffix(" F13") })
        #expect(lines.contains { $0.hasPrefix("  scenarios ") && $0.hasSuffix(" probe.slots") })
    }

    @Test func anUnknownCodeIsAMistakeWithWhatWasProbablyMeant() throws {
        let ended = try Program.run("explain", "session.neverStart")
        #expect(ended.status == 64 && ended.output.isEmpty)
        #expect(ended.error.contains("session.neverStarted"))
    }
}
