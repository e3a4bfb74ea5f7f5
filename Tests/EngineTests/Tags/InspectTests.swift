import Ground
import Journal
import Links
import NDEF
import Phone
import ScenarioKit
import Scenarios
import Simulators
import TagRouting
import Testing

@testable import Engine

/// A tag that is only read, as on a production line.
struct InspectTests {
    private static func inspect(_ tag: TagName, _ checks: TagCheck...) -> Played {
        let expectations = checks.map {
            TagExpectation(
                $0, spot: SourceSpot(#fileID, #line),
                cause: Meaning(
                    "it was made wrong", when: "tag.mismatch", "tag.otherChip", "tag.tooSmall", "tag.writable",
                    "tag.noLink", "tag.otherTag", "route.siteExcludes", "tag.doubtfulContents"))
        }
        let step = Step(.inspect(tag: tag, within: .seconds(5), checks: expectations), spot: SourceSpot(#fileID, #line))
        return play(
            Scenario(
                name: "inspects", summary: "Looks at a tag", phone: .withDoorApp, steps: [step],
                spot: SourceSpot(#fileID, #line)))
    }

    @Test(
        "Each check passes on the tag that it describes",
        arguments: [
            (.lockedTag, .platform(platform: .type2)), (.smallAnswersTag, .platform(platform: .type4)),
            (.lockedTag, .chip(chip: "NTAG213")),
            (.lockedTag, .chip(chip: "ntag213")), (.bigTag, .capacity(bytes: 868)), (.bigTag, .free(bytes: 0)),
            (.blankTag, .free(bytes: 137)), (.lockedTag, .state(state: .locked)), (.blankTag, .state(state: .writable)),
            (.lockedTag, .link(url: "https://example.com/door/open?door=2")),
            (.lockedTag, .linkHost(host: "EXAMPLE.com")),
            (.lockedTag, .firstRecordIsLink), (.twoLinksTag, .records(count: 2)), (.blankTag, .records(count: 0)),
            (.lockedTag, .opens(destination: .doorApp, path: "/door/open")), (.blankTag, .opens(destination: .nothing)),
            (.overlongTag, .noFindings(level: .warning)), (.posterTag, .state(state: .writable)),
        ] as [(TagName, TagCheck)])
    func passes(tag: TagName, check: TagCheck) {
        let played = Self.inspect(tag, check)
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(!played.kinds.contains("notified") && played.kinds.last == "gone")
    }

    @Test(
        "Each check fails on another tag, and says what the tag is instead",
        arguments: [
            (.smallAnswersTag, .platform(platform: .type2), "it is a Type 4 tag"),
            (.lockedTag, .chip(chip: "NTAG216"), "it is an NTAG213"),
            (.smallAnswersTag, .chip(chip: "NTAG216"), "the chip does not identify itself"),
            (.lockedTag, .capacity(bytes: 138), "it has room for a message of 137 bytes"),
            (.bigTag, .free(bytes: 1), "the message has 868 bytes, and the tag has room for 868"),
            (.blankTag, .state(state: .locked), "it is writable"),
            (.lockedTag, .state(state: .readOnly), "it is locked: lock bits protect all of the data area"),
            (
                .lockedTag, .link(url: "https://example.com"),
                "the first record is the link https://example.com/door/open?door=2"
            ),
            (
                .lockedTag, .linkHost(host: "example.org"),
                "the first record is the link https://example.com/door/open?door=2"
            ),
            (.textFirstTag, .firstRecordIsLink, "the first record is "),
            (.blankTag, .firstRecordIsLink, "the tag is blank"),
            (.malformedTag, .records(count: 1), "the message is malformed: "),
            (.twoLinksTag, .records(count: 1), "it holds 2 records"),
            (.lockedTag, .opens(destination: .browser), "a phone would go elsewhere; app com.example.door with "),
            (
                .lockedTag, .opens(destination: .doorApp, path: "/"),
                "a phone would go elsewhere; app com.example.door with "
            ), (.overlongTag, .noFindings(level: .note), "warning: tag memory: "),
        ] as [(TagName, TagCheck, String)])
    func fails(tag: TagName, check: TagCheck, seen: String) throws {
        let played = Self.inspect(tag, check)
        let failure = try #require(played.failure, "\(played.summary.reason ?? "it passed")")
        #expect(failure.seen.hasPrefix(seen), "\(failure.seen)")
        #expect(failure.expected == "\(tag) is or holds \(check)" && failure.meaning == "it was made wrong")
    }

    @Test("Everything wrong with a tag is reported at once, each problem with its line")
    func everything() throws {
        let played = play(
            Scenario("inspects", "Looks at another tag than it wants", phone: .withDoorApp) {
                Inspect(.lockedTag) {
                    Is(.type2)
                    HasChip("NTAG216").otherwise("the wrong reel is in the machine", when: "tag.otherChip")
                    HasRecords(2).otherwise("the text is missing", when: "tag.mismatch")
                }
            })
        let failure = try #require(played.failure)
        #expect(failure.expected == "lockedTag is or holds a chip NTAG216, and 2 records")
        #expect(failure.meaning == "the wrong reel is in the machine; the text is missing")
        let line = failure.spot.line
        #expect(
            failure.seen
                == "a chip NTAG216 (line \(line)): it is an NTAG213; 2 records (line \(line + 1)): it holds 1 record",
            "\(failure.seen)")
    }

    @Test("A phone that reads no tags still inspects them")
    func whateverThePhoneDoes() {
        let played = play(
            Scenario("inspects", "Looks at a tag in the dark", phone: .withDoorApp) {
                TurnOff(.display)
                Inspect(.lockedTag) { HasRecords(1) }
                Hold(.lockedTag, for: .seconds(1)) { Expect(.opened(.nothing), count: 1) }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
    }

    private static func look(at tags: [(name: TagName, tag: SimulatedTag)], _ check: TagCheck) -> Played {
        let spot = SourceSpot(#fileID, #line)
        let checks = [TagExpectation(check, spot: spot)]
        let step = Step(.inspect(tag: .lockedTag, within: .seconds(5), checks: checks), spot: spot)
        return EngineTests.play(
            Scenario(
                name: "inspects", summary: "Looks at a tag", phone: .withDoorApp, steps: [step],
                spot: SourceSpot(#fileID, #line)), tags: tags)
    }

    @Test("A tag that is locked and declares itself read-only is both")
    func lockedAndReadOnly() throws {
        let link = NDEFMessage([.uri("https://example.com/door")]).encoded
        let locked = SimulatedTag(try Type2Memory(.ntag213, message: link).locked)
        var files = try Type4Files(message: link)
        files.container[14] = 0xFF
        for tag in [locked, SimulatedTag(files)] {
            for state in [TagLockState.locked, .readOnly] {
                let played = Self.look(at: [(.lockedTag, tag)], .state(state: state))
                #expect(played.summary.verdict == .passed, "\(state): \(played.failure?.seen ?? "")")
            }
            #expect(Self.look(at: [(.lockedTag, tag)], .state(state: .writable)).summary.verdict == .failed)
        }
    }

    @Test("A tag whose lock bits cannot be read is neither locked nor writable, and its pages are named")
    func unknownLocks() throws {
        let link = Type2Memory.block(0x03, NDEFMessage([.uri("https://example.com/door")]).encoded) + [0xFE]
        var memory = Type2Memory(areaSize: 80, data: link)
        let open = try #require(Self.look(at: [(.lockedTag, SimulatedTag(memory))], .state(state: .writable)).failure)
        #expect(open.seen.hasPrefix("this is undecidable: "), "\(open.seen)")
        #expect(open.seen.hasSuffix("the lock bits of pages 16 to 23 were not read"), "\(open.seen)")
        (memory.bytes[10], memory.bytes[11]) = (0xF0, 0xFF)
        let half = try #require(Self.look(at: [(.lockedTag, SimulatedTag(memory))], .state(state: .locked)).failure)
        #expect(
            half.seen.hasPrefix("this is undecidable: it is partly locked: pages 4 to 15"), "\(half.seen)")
    }

    @Test("Several tags in the field are found, and that counts against none of them")
    func several() throws {
        let link = NDEFMessage([.uri("https://example.com/door")]).encoded
        let contents = try SimulatedTag.type2(.ntag213, message: link)
        var bench = DirectorBench(
            Scenario("inspects", "Looks at one of two", phone: .withDoorApp) { Inspect(.doorTag) { IsClean() } })
        bench.stage(.presented(.doorTag), at: 10)
        bench.hear(.tag(event: .detected(tag: contents.identity)), at: 20)
        bench.hear(
            .tag(event: .finding(finding: Finding("test.odd", .warning, "more than one tag is in the field"))), at: 21)
        var reader = Type2Reader(depth: .everything, uid: contents.identity.uid)
        var (tag, step) = (contents, reader.begin())
        while case .command(let command) = step {
            step = tag.receive(command).map { reader.receive($0) } ?? reader.receiveNoAnswer()
        }
        guard case .finished(let read) = step else { return #expect(Bool(false), "\(step)") }
        let decision = TagRouter(apps: []).route(uri: "https://example.com/door", conditions: PhoneConditions())
        bench.hear(
            .tag(event: .inspected(facts: TagFacts(read), contents: read, decision: decision, findings: [])), at: 30)
        bench.hear(.tag(event: .gone), at: 40)
        #expect(bench.ending == .complete)
    }
}
