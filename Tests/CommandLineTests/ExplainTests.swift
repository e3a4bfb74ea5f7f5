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

    @Test(arguments: [
        ("bigEndianSessionID", ["known defect of an accessory", "  based on   F10", "probe.sessionID"]),
        ("goesSilent", ["known defect of another phone's app", "  code       peer.silent"]),
        ("fullFlow", ["  fullFlow  ", "needs Bluetooth"]), ("timed out", ["exit status 3"]),
        ("first distance", ["first distance  the time from"]), ("door: availability", ["the share of ranging rounds"]),
        ("uses", ["uses.sessionID", "uses.shortSlots"]),
    ])
    func whateverIsPrintedIsExplained(word: String, parts: [String]) throws {
        let ended = try Program.run("explain", word)
        #expect(ended.status == 0 && ended.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        for part in parts { #expect(ended.output.contains(part), "\(part): \(ended.output)") }
    }

    @Test func everyDefectThatADiagnosisCanNameIsExplained() throws {
        let list = try Program.run("zoo", "--list").output
        let names = list.matches(of: #/(?m)^  ([a-z]\w+) /#).map { String($0.1) }
        #expect(names.count > 100)
        for name in names.prefix(3) + names.suffix(3) {
            #expect(try Program.run("explain", name).output.hasPrefix("\(name)  a known defect of "), "\(name)")
        }
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
