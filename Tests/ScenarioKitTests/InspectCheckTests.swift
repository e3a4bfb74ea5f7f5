import Ground
import ScenarioKit
import Testing

@Suite struct InspectCheckTests {
    private func inspecting(_ checks: TagCheck...) -> Scenario {
        let expectations = checks.enumerated().map { TagExpectation($0.element, spot: madeLine(60 + $0.offset)) }
        return .made(
            phone: PhoneSetup(apps: [App(identifier: "com.example.door")]),
            .inspect("t", within: .seconds(5), checks: expectations))
    }

    @Test("a factory's checks are sound, and the phone need not read tags for them")
    func sound() {
        expectSound(
            inspecting(
                .platform(.type2), .chip("NTAG215"), .capacity(atLeast: 480), .free(atLeast: 0), .state(.locked),
                .firstRecordIsLink, .link("https://example.com/door"), .linkHost("example.com"), .records(1),
                .opens(.app("com.example.door"), path: "/door"), .noFindings(upTo: .note)))
        let steps = Action.inspect(
            "t", within: .seconds(5), checks: [TagExpectation(.records(1), spot: madeLine(60))])
        expectSound(.made(.system(.display(false)), steps))
        expectSound(.made(phone: PhoneSetup(tags: TagSetup(model: .iPhone8)), steps))
    }

    @Test("a check that no tag can meet, or that every tag meets, is refused")
    func singleChecks() {
        expect(inspecting(), says: "the inspection checks nothing", line: 1)
        expect(inspecting(.chip(" ")), says: "a chip has a name", line: 60)
        expect(inspecting(.capacity(atLeast: 0)), says: "every tag holds 0 bytes", line: 60)
        expect(inspecting(.free(atLeast: -1)), says: "no tag has -1 bytes free", line: 60)
        expect(inspecting(.link("example.com")), says: "is no link: write it whole", line: 60)
        for host in ["", "https://example.com", "example.com/a", "a b"] {
            expect(inspecting(.linkHost(host)), says: "is no bare host", line: 60)
        }
        expect(inspecting(.records(-1)), says: "no message has -1 records", line: 60)
        expect(inspecting(.opens(.browser, path: "a")), says: "a path begins with a slash", line: 60)
        expect(inspecting(.opens(.app("com.example.dor"))), says: "did you mean com.example.door?", line: 60)
    }

    @Test("checks that exclude each other are named with the line of the first")
    func contradictions() {
        expect(inspecting(.records(1), .records(2)), says: "as line 60 wants it", line: 61)
        expect(inspecting(.platform(.type2), .platform(.type4)), says: "no tag has a Type 4 tag", line: 61)
        expect(inspecting(.platform(.type4), .chip("NTAG213")), says: "as line 60 wants it", line: 61)
        expect(inspecting(.firstRecordIsLink, .records(0)), says: "as line 60 wants it", line: 61)
        expect(inspecting(.records(1), .records(1)), says: "line 60 checks the same", line: 61)
    }

    @Test("a cause says something")
    func causes() {
        let empty = TagExpectation(.records(1), spot: madeLine(60), cause: " ")
        expect(.made(.inspect("t", within: .seconds(1), checks: [empty])), says: "says nothing", line: 60)
    }
}
