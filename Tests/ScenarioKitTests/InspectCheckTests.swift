import Ground
import ScenarioKit
import Testing

@Suite struct InspectCheckTests {
    private func inspecting(_ checks: TagCheck...) -> Scenario {
        let expectations = checks.enumerated().map { TagExpectation($0.element, spot: madeLine(60 + $0.offset)) }
        return .made(
            phone: PhoneSetup(apps: [App(identifier: "com.example.door")]),
            .inspect(tag: "t", within: .seconds(5), checks: expectations))
    }

    @Test("a factory's checks are sound, and the phone need not read tags for them")
    func sound() {
        expectSound(
            inspecting(
                .platform(platform: .type2), .chip(chip: "NTAG215"), .capacity(bytes: 480), .free(bytes: 0),
                .state(state: .locked),
                .firstRecordIsLink, .link(url: "https://example.com/door"), .linkHost(host: "example.com"),
                .records(count: 1),
                .opens(destination: .app("com.example.door"), path: "/door"), .noFindings(level: .note)))
        let steps = Action.inspect(
            tag: "t", within: .seconds(5), checks: [TagExpectation(.records(count: 1), spot: madeLine(60))])
        expectSound(.made(.system(act: .display(on: false)), steps))
        expectSound(.made(phone: PhoneSetup(tags: TagSetup(model: .iPhone8)), steps))
    }

    @Test("a check that no tag can meet, or that every tag meets, is refused")
    func singleChecks() {
        expect(inspecting(), says: "the inspection checks nothing", line: 1)
        expect(inspecting(.chip(chip: " ")), says: "a chip has a name", line: 60)
        expect(inspecting(.capacity(bytes: 0)), says: "every tag holds 0 bytes", line: 60)
        expect(inspecting(.free(bytes: -1)), says: "no tag has -1 bytes free", line: 60)
        expect(inspecting(.link(url: "example.com")), says: "is no link: write it in full", line: 60)
        for host in ["", "https://example.com", "example.com/a", "a b"] {
            expect(inspecting(.linkHost(host: host)), says: "is no bare host", line: 60)
        }
        expect(inspecting(.records(count: -1)), says: "no message has -1 records", line: 60)
        expect(inspecting(.opens(destination: .browser, path: "a")), says: "a path begins with a slash", line: 60)
        expect(
            inspecting(.opens(destination: .app("com.example.dor"))), says: "did you mean com.example.door?", line: 60)
    }

    @Test("checks that exclude each other are named with the line of the first")
    func contradictions() {
        expect(inspecting(.records(count: 1), .records(count: 2)), says: "as line 60 requires", line: 61)
        expect(
            inspecting(.platform(platform: .type2), .platform(platform: .type4)), says: "no tag has a Type 4 tag",
            line: 61)
        expect(inspecting(.platform(platform: .type4), .chip(chip: "NTAG213")), says: "as line 60 requires", line: 61)
        expect(inspecting(.firstRecordIsLink, .records(count: 0)), says: "as line 60 requires", line: 61)
        expect(inspecting(.records(count: 1), .records(count: 1)), says: "line 60 checks the same", line: 61)
    }

    @Test("a cause says something")
    func causes() {
        let empty = TagExpectation(.records(count: 1), spot: madeLine(60), cause: Meaning(" ", when: "tag.mismatch"))
        expect(.made(.inspect(tag: "t", within: .seconds(1), checks: [empty])), says: "says nothing", line: 60)
    }
}
