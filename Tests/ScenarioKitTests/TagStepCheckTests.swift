import Ground
import ScenarioKit
import Testing

private let limit = Lapse.seconds(5)

extension Action {
    fileprivate static func presenting(_ tag: TagName = "a") -> Action { .present(tag: tag, within: limit) }
    fileprivate static func removing(_ tag: TagName = "a") -> Action { .remove(tag: tag, within: limit) }
    fileprivate static let tapping = Action.tap(tag: "a", within: limit, checks: [.expecting(.opened(.browser))])
    fileprivate static let holding = Action.hold(tag: "a", span: limit, checks: [])
    fileprivate static let inspecting = Action.inspect(
        tag: "a", within: limit, checks: [TagExpectation(.firstRecordIsLink, spot: madeLine(60))])
}

@Suite struct TagStepCheckTests {
    private let patient = PhoneSetup(tags: TagSetup(answer: .ignores))

    @Test("tags come and go in an order that a person can follow")
    func sound() {
        expectSound(.made(.presenting(), .expecting(.opened(.browser)), .removing(), .expecting(.tagGone)))
        expectSound(.made(.presenting(), .swap(tag: "a", other: "b", within: limit), .removing("b")))
        expectSound(.made(.tapping, .tapping, .holding, .inspecting))
        expectSound(.made(.tearAway(tag: "a", answers: 3, within: limit), .tapping))
        expectSound(.made(.repeat(times: 3, steps: madeSteps(.presenting(), .removing()))))
        expectSound(.made(phone: patient, .holding, .openNotification(within: limit), .expecting(.opened(.browser))))
    }

    @Test("a tag that is there cannot be presented, and one that is not cannot be removed")
    func presence() {
        expect(.made(.presenting(), .presenting(), .removing()), says: "a has been on the reader", line: 2)
        expect(.made(.removing()), says: "a is not on the reader here: write Present", line: 1)
        expect(.made(.presenting(), .removing(), .removing()), says: "not on the reader here", line: 3)
        expect(.made(.presenting(), .removing("b"), .removing()), says: "b is not on the reader", line: 2)
        expect(.made(.presenting(), .tapping, .removing()), says: "write Remove before Tap", line: 2)
        expect(.made(.presenting(), .holding, .removing()), says: "write Remove before Hold", line: 2)
        expect(.made(.presenting(), .inspecting, .removing()), says: "write Remove before Inspect", line: 2)
        expect(
            .made(.presenting(), .tearAway(tag: "b", answers: 1, within: limit), .removing()),
            says: "write Remove before TearAway", line: 2)
        expect(.made(.repeat(times: 2, steps: madeSteps(.presenting()))), says: "a has been on the reader", line: 70)
    }

    @Test("a torn-away tag is gone, and a tag left at the end is reported")
    func leftovers() {
        expect(
            .made(.tearAway(tag: "a", answers: 2, within: limit), .removing()), says: "not on the reader here", line: 2)
        expect(.made(.presenting()), says: "is still on the reader when the scenario ends", line: 1)
        let problems = Scenario.made(.presenting()).problems()
        #expect(problems.map(\.weight) == [.warning])
    }

    @Test("a tag is swapped for another one, and only while it is there")
    func swapping() {
        expect(.made(.presenting(), .swap(tag: "a", other: "a", within: limit)), says: "swapped for itself", line: 2)
        expect(.made(.swap(tag: "a", other: "b", within: limit), .removing("b")), says: "before Swap", line: 1)
    }

    @Test("a second tag is found only together with the first, and a third never")
    func severalTags() {
        let (dark, lit) = (Action.system(act: .display(on: false)), Action.system(act: .display(on: true)))
        expectSound(
            .made(
                dark, .presenting(), .presenting("b"), lit, .expecting(.severalTags), .expecting(.opened(.browser)),
                .removing(), .removing("b")))
        expect(.made(.presenting(), .presenting("b"), .removing(), .removing("b")), says: "polls for no other", line: 2)
        expect(
            .made(dark, .presenting(), .presenting("b"), .presenting("c"), lit), says: "distinguishes at most 2 tags",
            line: 4)
        expect(
            .made(.presenting(), .expecting(.severalTags), .removing()), says: "never on the reader at once", line: 90)
    }

    @Test("spans, limits and numbers of answers must be possible")
    func figures() {
        for action: Action in [
            .present(tag: "a", within: .zero), .remove(tag: "a", within: .zero),
            .swap(tag: "a", other: "b", within: .zero),
            .tearAway(tag: "a", answers: 1, within: .zero), .openNotification(within: .zero),
            .inspect(tag: "a", within: .zero, checks: []),
        ] {
            expect(.made(action), says: "nothing happens within", line: 1)
        }
        expect(.made(.hold(tag: "a", span: .zero, checks: [])), says: "write a longer time", line: 1)
        expect(
            .made(.tearAway(tag: "a", answers: 0, within: limit)), says: "after 1 answer or more, not after 0", line: 1)
        expect(.made(.tearAway(tag: "a", answers: -3, within: limit)), says: "not after -3", line: 1)
        expect(.made(.tearAway(tag: "a", answers: 10_001, within: limit)), says: "no read takes 10001", line: 1)
    }

    @Test("an unknown tag is reported with the nearest known one")
    func names() {
        let facts = BenchFacts(accessories: [], tags: ["doorTag", "posterTag"])
        for action: Action in [
            .present(tag: "dorTag", within: limit), .hold(tag: "dorTag", span: limit, checks: []),
            .remove(tag: "dorTag", within: limit),
            .tearAway(tag: "dorTag", answers: 1, within: limit), .inspect(tag: "dorTag", within: limit, checks: []),
            .swap(tag: "doorTag", other: "dorTag", within: limit), .tap(tag: "dorTag", within: limit, checks: []),
        ] {
            expect(.made(action), on: facts, says: "did you mean doorTag?", line: 1)
        }
    }

    @Test("a step opens a notification only if there is one that the user leaves alone")
    func notifications() {
        let open = Action.openNotification(within: limit)
        expect(.made(phone: patient, open), says: "so there is no notification", line: 1)
        expect(.made(.tapping, open), says: "set answer: .ignores", line: 2)
        expect(
            .made(phone: patient, .holding, .system(act: .display(on: false)), open),
            says: "the display has been off since line",
            line: 3)
        expect(
            .made(phone: patient, .holding, .expecting(.opened(.browser))), says: "leaves notifications alone", line: 90
        )
        expect(.made(phone: patient, .tapping), says: "leaves notifications alone", line: 90)
        expect(
            .made(phone: patient, .holding, .system(act: .restart), open), says: "so there is no notification", line: 3)
        let stubborn = PhoneSetup(tags: TagSetup(unlock: .fails))
        expectSound(.made(phone: stubborn, .system(act: .lock), .holding, .system(act: .unlock), open))
    }

    @Test("an event that a slow user causes may come while nothing else happens")
    func slowUser() {
        let slow = PhoneSetup(tags: TagSetup(answer: .opens(after: .seconds(2))))
        let staying = Action.stay(span: .seconds(3), checks: [.expecting(.opened(.browser))])
        expectSound(.made(phone: slow, .holding, staying))
        expectSound(.made(.system(act: .lock), .holding, staying))
        expect(.made(.holding, staying), says: "nothing is tapped during a Stay", line: 90)
        expect(.made(phone: slow, staying), says: "nothing is tapped during a Stay", line: 90)
    }

    @Test("a link is followed whole, and opens something")
    func links() {
        expectSound(.made(.followLink(url: "https://example.com"), .expecting(.opened(.browser))))
        expect(.made(.followLink(url: "example.com")), says: "is no link: write it in full", line: 1)
        expect(.made(.followLink(url: "https://a b")), says: "is no link", line: 1)
    }

    @Test("a reader fault is lasting or momentary, and there is one at a time")
    func troubles() {
        let staying = Action.stay(span: limit, checks: [])
        expectSound(
            .made(
                .simulatingReader(trouble: .unplugged, steps: madeSteps(.expecting(.readerLost))),
                .expecting(.readerBack), .tapping))
        expect(.made(.simulateReader(trouble: .silent)), says: "write SimulatingReader(.silent) { }", line: 1)
        expect(
            .made(.simulatingReader(trouble: .aborts, steps: madeSteps(staying))), says: "SimulateReader(.aborts)",
            line: 1)
        expect(.made(.simulatingReader(trouble: .silent, steps: [])), says: "is empty", line: 1)
        let inner = Action.simulatingReader(trouble: .garbles, steps: madeSteps(staying))
        expect(
            .made(.simulatingReader(trouble: .silent, steps: madeSteps(inner))),
            says: "disturbed since line 1", line: 70)
        let lanes = [Lane(madeSteps(inner), spot: madeLine(5)), Lane(madeSteps(staying), spot: madeLine(6))]
        expect(.made(.together(lanes: lanes)), says: "write SimulatingReader around Together", line: 70)
        expect(.made(.tapping, .expecting(.readerLost)), says: "nothing happens to the reader", line: 90)
        expect(.made(.tapping, .expecting(.readerBack)), says: "write SimulatingReader(.unplugged) { }", line: 90)
        expectSound(.made(.tapping, .expecting(.readerLost, 0)))
    }

    @Test("events of tags are expected only if there are tags")
    func outcomes() {
        for outcome: Outcome in [.notified(), .decided(by: .b11), .tagDetected, .tagUnreadable, .tagGone] {
            expect(.made(.connecting, .expecting(outcome)), says: "no step uses a tag", line: 90)
            expectSound(.made(.tapping, .expecting(outcome)))
        }
        expect(
            .made(.tapping, .expecting(.delivered(to: .browser, records: 1))), says: "others get only the URL",
            line: 90)
        expect(
            .made(.tapping, .expecting(.delivered(to: .app("a"), records: 0))),
            says: "no delivered message has 0", line: 90)
        expect(.made(.connecting, .expecting(.delivered(to: .browser))), says: "nothing is tapped before", line: 90)
        for outcome: Outcome in [
            .delivered(to: .browser, as: .browsingWeb), .delivered(to: .handler("tel"), as: .browsingWeb),
            .delivered(to: .app("a"), records: 1, as: .url), .delivered(to: .app("a"), records: 1, as: .nothing),
        ] {
            expect(.made(.tapping, .expecting(outcome)), says: "others get only the URL", line: 90)
        }
        expect(.made(.tapping, .expecting(.delivered(to: .browser, as: .nothing))), says: "take every link", line: 90)
        func records(_ patterns: RecordPattern...) -> Scenario {
            .made(.tapping, .expecting(.delivered(to: .app("a"), records: .records(patterns))))
        }
        expect(records(), says: "without a tag it is .empty", line: 90)
        expect(records(.uri("a:b"), RecordPattern()), says: "record 2 may be anything", line: 90)
        expect(records(RecordPattern(tnf: .unchanged)), says: "no whole record has the tnf 6", line: 90)
    }

    @Test("an app that is opened is on the phone, or is the system's own")
    func apps() {
        let phone = PhoneSetup(apps: [App(identifier: "com.example.door")])
        for outcome: Outcome in [
            .opened(.app("com.example.dor")), .delivered(to: .app("com.example.dor")),
            .notified(.app("com.example.dor")),
        ] {
            expect(.made(phone: phone, .tapping, .expecting(outcome)), says: "did you mean com.example.door?", line: 90)
            expectSound(.made(phone: phone, .tapping, .expecting(outcome, 0)))
        }
        expectSound(.made(phone: phone, .tapping, .expecting(.opened(.app("com.example.door")))))
        expectSound(.made(.tapping, .expecting(.opened(.app("com.apple.Maps")))))
    }

    @Test("a tag measurement needs a tag in the block, and a limit of its kind")
    func requirements() {
        expectSound(.made(.tapping, .requiring(.readCommands, .atMost(.count(55)))))
        expectSound(.made(.tapping, .requiring(.detectedToRouted, .atMost(.span(.milliseconds(1))), percentile: 50)))
        expect(.made(.connecting, .requiring(.readCommands, .atMost(.count(5)))), says: "no tag is read", line: 80)
        expect(.made(.tapping, .requiring(.readCommands, .atMost(.count(0)))), says: "limits nothing", line: 80)
        expect(
            .made(.tapping, .requiring(.readCommands, .atMost(.span(limit)))), says: "is measured as a number", line: 80
        )
        expect(
            .made(.tapping, .requiring(.readCommands, .atMost(.count(5)), percentile: 50)),
            says: "omit the percentile", line: 80)
    }

    @Test("lanes do not share the reader")
    func lanes() {
        let lanes = [
            Lane(madeSteps(.presenting(), .removing()), spot: madeLine(5)),
            Lane(madeSteps(.holding), spot: madeLine(6)),
        ]
        expect(.made(.together(lanes: lanes)), says: "two lanes tap", line: 6)
    }
}
