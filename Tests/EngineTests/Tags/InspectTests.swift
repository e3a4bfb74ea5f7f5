import Ground
import Journal
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A tag that is looked at, as on a factory's line.
struct InspectTests {
    private static func inspect(_ tag: TagName, _ checks: TagCheck...) -> Played {
        let expectations = checks.map {
            TagExpectation($0, spot: SourceSpot(#fileID, #line), cause: "it was made wrong")
        }
        let step = Step(.inspect(tag, within: .seconds(5), checks: expectations), spot: SourceSpot(#fileID, #line))
        return play(
            Scenario(
                name: "inspects", summary: "Looks at a tag", phone: .withDoorApp, steps: [step],
                spot: SourceSpot(#fileID, #line)))
    }

    @Test(
        "Each check passes on the tag that it describes",
        arguments: [
            (.lockedTag, .platform(.type2)), (.smallAnswersTag, .platform(.type4)), (.lockedTag, .chip("NTAG213")),
            (.lockedTag, .chip("ntag213")), (.bigTag, .capacity(atLeast: 868)), (.bigTag, .free(atLeast: 0)),
            (.blankTag, .free(atLeast: 137)), (.lockedTag, .state(.locked)), (.blankTag, .state(.writable)),
            (.lockedTag, .link("https://example.com/door/open?door=2")), (.lockedTag, .linkHost("EXAMPLE.com")),
            (.lockedTag, .firstRecordIsLink), (.twoLinksTag, .records(2)), (.blankTag, .records(0)),
            (.lockedTag, .opens(.doorApp, path: "/door/open")), (.blankTag, .opens(.nothing)),
            (.overlongTag, .noFindings(upTo: .warning)),
        ] as [(TagName, TagCheck)])
    func passes(tag: TagName, check: TagCheck) {
        let played = Self.inspect(tag, check)
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(!played.kinds.contains("notified") && played.kinds.last == "gone")
    }

    @Test(
        "Each check fails on another tag, and says what the tag is instead",
        arguments: [
            (.smallAnswersTag, .platform(.type2), "it is a Type 4 tag"),
            (.lockedTag, .chip("NTAG216"), "it is an NTAG213"),
            (.smallAnswersTag, .chip("NTAG216"), "the chip does not say what it is"),
            (.lockedTag, .capacity(atLeast: 138), "it takes a message of 137 bytes"),
            (.bigTag, .free(atLeast: 1), "the message has 868 bytes and the tag takes 868"),
            (.blankTag, .state(.locked), "it is writable"),
            (.lockedTag, .state(.readOnly), "it is locked: lock bits protect all of the data area"),
            (
                .lockedTag, .link("https://example.com"),
                "the first record is the link https://example.com/door/open?door=2"
            ),
            (.lockedTag, .linkHost("example.org"), "the first record is the link https://example.com/door/open?door=2"),
            (.textFirstTag, .firstRecordIsLink, "the first record is "),
            (.blankTag, .firstRecordIsLink, "the tag is blank"),
            (.malformedTag, .records(1), "the message is malformed: "),
            (.twoLinksTag, .records(1), "it holds 2 records"),
            (.lockedTag, .opens(.browser), "a phone would go elsewhere; app com.example.door with "),
            (.lockedTag, .opens(.doorApp, path: "/"), "a phone would go elsewhere; app com.example.door with "),
            (.overlongTag, .noFindings(upTo: .note), "warning: tag memory: "),
        ] as [(TagName, TagCheck, String)])
    func fails(tag: TagName, check: TagCheck, seen: String) throws {
        let played = Self.inspect(tag, check)
        let failure = try #require(played.failure, "\(played.summary.reason ?? "it passed")")
        #expect(failure.seen.hasPrefix(seen), "\(failure.seen)")
        #expect(failure.expected == "\(tag) is or holds \(check)" && failure.cause == "it was made wrong")
    }

    @Test("All that is wrong with a tag is told at once, each with its line")
    func everything() throws {
        let played = play(
            Scenario("inspects", "Looks at another tag than it wants", phone: .withDoorApp) {
                Inspect(.lockedTag) {
                    Is(.type2)
                    Chip("NTAG216").otherwise("the wrong reel is in the machine")
                    Records(2).otherwise("the text is missing")
                }
            })
        let failure = try #require(played.failure)
        #expect(failure.expected == "lockedTag is or holds a chip NTAG216, and 2 records")
        #expect(failure.cause == "the wrong reel is in the machine; the text is missing")
        let line = failure.spot.line
        #expect(
            failure.seen
                == "a chip NTAG216 (line \(line)): it is an NTAG213; 2 records (line \(line + 1)): it holds 1 record",
            "\(failure.seen)")
    }

    @Test("A phone that reads no tags inspects them all the same")
    func whateverThePhoneDoes() {
        let played = play(
            Scenario("inspects", "Looks at a tag in the dark", phone: .withDoorApp) {
                Display(.off)
                Inspect(.lockedTag) { Records(1) }
                Hold(.lockedTag, for: .seconds(1)) { Expect(.opened(.nothing), count: 1) }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
    }
}
