import Foundation
import Testing

@Suite struct ExplainTests {
    @Test func everyCodeIsListedWithItsMeaning() throws {
        let ended = try Program.run("explain", "--all")
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
        #expect(lines.contains { $0.hasPrefix("  based on ") && $0.hasSuffix(" F13") })
        #expect(lines.contains { $0.hasPrefix("  scenarios ") && $0.hasSuffix(" probe.slots") })
    }

    /// Findings that only a run or a meeting can make on the wire, and no check of a property list.
    @Test(arguments: [
        ("services.outOfOrder", ["companions", "trammel screen"]),
        ("services.control", ["companions", "trammel screen"]),
        ("services.framing", ["companions", "trammel screen", "services meet"]),
        ("services.halfFrame", ["companions", "trammel screen", "services meet"]),
        ("services.record", ["none", "trammel screen"]), ("services.platform", ["none", "services check"]),
    ]) func aCodeOfServicesIsToldWithWhatFindsIt(code: String, finders: [String]) throws {
        let words = try Program.run("explain", code).words
        let told = try #require(words.range(of: "scenarios ").map { words[$0.upperBound...] })
        for finder in finders { #expect(told.contains(finder), "\(told)") }
        #expect(told.contains("services check") == finders.contains("services check"), "\(told)")
    }

    @Test func anUnknownCodeIsAMistakeWithWhatWasProbablyMeant() throws {
        let ended = try Program.run("explain", "session.neverStart")
        #expect(ended.status == 64 && ended.output.isEmpty)
        #expect(ended.error.contains("session.neverStarted"))
    }
}
