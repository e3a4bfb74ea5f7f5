import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Simulators
import TagRouting
import Testing

@testable import Engine

/// The requests of tag words to phone and stage, their completion, and their failures.
struct TagWordTests {
    private static let app = PhoneSetup.withDoorApp

    private static func scenario(
        _ phone: PhoneSetup = app, @StepBuilder _ steps: () -> [Step]
    ) -> Scenario {
        Scenario("tags", "Tries words", phone: phone, steps)
    }

    private static func play(_ scenario: Scenario) -> Played { EngineTests.play(scenario) }

    /// A tap on a phone that does not read tags, which the check before a run would reject.
    @Test("A tap on a phone that reads no tags ends, too")
    func tapUnread() {
        var bench = DirectorBench(Self.scenario { Tap(.doorTag) { Expect(.opened(.nothing), count: 1) } })
        bench.hear(.tag(event: .readingOff(reason: .cameraInUse)), at: 5)
        bench.stage(.presented(.doorTag), at: 10)
        bench.pass(to: 1_010)
        #expect(bench.effects.contains(.stage(.remove(.doorTag))))
        bench.stage(.removed(.doorTag), at: 1_020)
        #expect(bench.ending == .complete)
    }

    @Test(
        "A tap ends when its notification, shown over the open app too (B7), was delivered and the tag is away"
    )
    func tap() {
        let played = Self.play(
            Self.scenario { Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) } })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        let kinds = played.kinds
        #expect(
            kinds == ["ready", "detected", "read", "routed", "notified", "tapped", "delivered", "gone"], "\(kinds)")
    }

    @Test("A tap on a locked phone waits until it is unlocked, and then no longer")
    func lockedTap() {
        let phone = PhoneSetup(
            apps: Self.app.apps, tags: TagSetup(unlock: .succeeds(after: .seconds(30)), startsLocked: true))
        let played = Self.play(
            Self.scenario(phone) {
                Tap(.doorTag) {
                    Expect(.opened(.doorApp), count: 1)
                    Expect(.decided(by: .b5), count: 1)
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(played.summary.elapsed > .seconds(30))
    }

    @Test("A tap whose unlocking fails opens nothing, and ends")
    func unlockFails() {
        let phone = PhoneSetup(apps: Self.app.apps, tags: TagSetup(unlock: .fails, startsLocked: true))
        let played = Self.play(
            Self.scenario(phone) {
                Tap(.doorTag) {
                    Expect(.notified(.doorApp), count: 1)
                    Expect(.opened(.doorApp), count: 0)
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
    }

    @Test("An expectation of a tag's removal is judged once the tag is gone")
    func gone() {
        let played = Self.play(Self.scenario { Tap(.doorTag) { Expect(.tagGone, count: 1) } })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
    }

    @Test("A tag held to a phone that reads none opens nothing, and the rule that says so is cited")
    func ignored() {
        let played = Self.play(
            Self.scenario {
                TurnOn(.camera)
                Hold(.doorTag, for: .seconds(1)) {
                    Expect(.opened(.nothing), count: 1)
                    Expect(.decided(by: .b8), count: 1)
                    Expect(.tagDetected, count: 0)
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(played.kinds.contains("ignored"))
        #expect(!played.sent.contains(.reader(.poll)))
    }

    @Test("A tap that opens the wrong thing says by which rule, and which component kept the link from the app")
    func wrongDestination() throws {
        let phone = PhoneSetup(
            apps: [App(identifier: "com.example.door", associatedDomains: ["applinks:example.com"])],
            sites: [
                Site(
                    host: "example.com",
                    association: .text(
                        """
                        {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.door"],
                        "components": [{"/": "/gate/*"}, {"/": "/door/*", "exclude": true}, {"/": "*"}]}]}}
                        """))
            ])
        let played = Self.play(
            Self.scenario(phone) {
                Tap(.doorTag) { Expect(.opened(.doorApp), count: 1).otherwise("the site is wrong", when: .nothingCame) }
            })
        let failure = try #require(played.failure)
        #expect(played.summary.verdict == .failed && failure.meaning == "the site is wrong")
        let seen = failure.seen
        #expect(seen.contains("by B12: a web address that belongs to no installed app opens in the browser"), "\(seen)")
        #expect(seen.contains("because U4: a component that matches and excludes"), "\(seen)")
        #expect(seen.contains("components[0] of details[0], line 2, does not match (path: "), "\(seen)")
        #expect(seen.contains("components[1] of details[0], line 2, matches and excludes"), "\(seen)")
        #expect(!seen.contains("components[2]"), "\(seen)")
    }

    @Test("A failure that rests on an unverified rule says so")
    func unverified() throws {
        let played = Self.play(Self.scenario { Tap(.blankTag) { Expect(.opened(.browser), count: 1) } })
        let seen = try #require(played.failure).seen
        #expect(
            seen.contains("by B15: ") && seen.contains("(unverified: no verdict should rest on it alone)"), "\(seen)")
    }

    @Test("A tag that is detected and never read fails the tap, unless that is expected")
    func unreadable() {
        let broken = SimulatedTag(type2Memory: [UInt8](repeating: 0, count: 64), uid: [4, 9, 9, 9, 9, 9, 9])
        let tags: [(name: TagName, tag: SimulatedTag)] = [(.doorTag, broken)]
        let fails = EngineTests.play(
            Self.scenario { Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) } }, tags: tags)
        #expect(fails.summary.verdict == .failed && fails.failure?.expected == "doorTag can be read")
        let passes = EngineTests.play(
            Self.scenario { Tap(.doorTag) { Expect(.tagUnreadable, count: 1) } }, tags: tags)
        #expect(passes.summary.verdict == .passed, "\(passes.summary.reason ?? "")")
    }

    @Test("Presenting, removing and swapping are done when the phone has noticed")
    func comeAndGo() {
        let played = Self.play(
            Self.scenario {
                Present(.doorTag, within: .seconds(2))
                Swap(.doorTag, for: .posterTag, within: .seconds(2))
                Remove(.posterTag, within: .seconds(2))
                Expect(.tagDetected, count: 2)
                Expect(.tagGone, count: 2)
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
    }

    @Test("If the phone reads no tags, the stage's confirmation ends presenting and removing")
    func comeAndGoUnseen() {
        let played = Self.play(
            Self.scenario {
                TurnOff(.display)
                Present(.doorTag, within: .seconds(2))
                Present(.posterTag, within: .seconds(2))
                Remove(.posterTag, within: .seconds(2))
                Remove(.doorTag, within: .seconds(2))
                Expect(.tagDetected, count: 0)
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(played.summary.elapsed < .seconds(1))
    }

    @Test("A tag that is held for a span is present that long and reported once")
    func hold() {
        let played = Self.play(
            Self.scenario { Hold(.doorTag, for: .seconds(7)) { Expect(.notified(.doorApp), count: 1) } })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(played.summary.elapsed > .seconds(7))
    }

    @Test("A count that is exceeded while a tag is held fails immediately")
    func holdFails() {
        let played = Self.play(Self.scenario { Hold(.doorTag, for: .seconds(60)) { Expect(.notified(), count: 0) } })
        #expect(played.summary.verdict == .failed && played.summary.elapsed < .seconds(2))
    }

    @Test("A notification that was left alone can be opened later, once")
    func openNotification() {
        let phone = PhoneSetup(apps: Self.app.apps, tags: TagSetup(answer: .ignores))
        let played = Self.play(
            Self.scenario(phone) {
                Tap(.doorTag) { Expect(.opened(.doorApp), count: 0) }
                OpenNotification(within: .seconds(2))
                Expect(.opened(.doorApp), count: 1)
                OpenNotification(within: .seconds(2))
            })
        #expect(played.summary.verdict == .failed && played.failure?.expected == "a notification to open")
        #expect(played.summary.stepsPassed == 3)
    }

    @Test("A link from elsewhere brings the empty message")
    func followLink() {
        let played = Self.play(
            Self.scenario {
                FollowLink("https://example.com/door/open")
                Expect(.delivered(to: .doorApp, url: "https://example.com/door/open", records: .empty), count: 1)
                Expect(.delivered(to: .doorApp, records: 1), count: 0)
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
    }

    @Test("A restarted phone reads no tag until it is unlocked")
    func restart() {
        let played = Self.play(
            Self.scenario {
                RestartPhone()
                Hold(.doorTag, for: .seconds(1)) { Expect(.decided(by: .b8), count: 1) }
                Unlock()
                Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
    }

    @Test("Commands and times of reading can be limited")
    func limits() {
        let kept = Self.play(
            Self.scenario {
                Tap(.bigTag) { Expect(.tagDetected, count: 1) }
                Require(.readCommands, atMost: 55)
                Require(.detectedToRouted, atMost: .seconds(1))
            })
        #expect(kept.summary.verdict == .passed, "\(kept.summary.reason ?? "")")
        let broken = Self.play(
            Self.scenario {
                Tap(.bigTag) { Expect(.tagDetected, count: 1) }
                Require(.readCommands, atMost: 54)
            })
        #expect(broken.summary.verdict == .failed && broken.failure?.seen.hasPrefix("55 of 1 samples") == true)
    }
}

extension Played {
    /// The kinds of the phone's reports about tags, in order.
    var kinds: [String] { entries.compactMap { $0.report(on: .reader)?.kind } }
}
