import Ground
import ScenarioKit
import Testing

@Suite struct ConditionCheckTests {
    private let tapping = Action.tap("t", within: .seconds(5), checks: [.expecting(.opened(.browser))])
    private let holding = Action.hold("t", for: .seconds(1), checks: [.expecting(.tagDetected, 0)])

    private let hindering: [(begin: SystemAct, end: SystemAct, clause: String)] = [
        (.display(false), .display(true), "the display is off since line 1"),
        (.airplane(true), .airplane(false), "airplane mode is on since line 1"),
        (.camera(true), .camera(false), "the camera is in use since line 1"),
        (.wallet(true), .wallet(false), "Wallet is in use since line 1"),
        (.readerSession(true), .readerSession(false), "an app has a reader session since line 1"),
        (.restart, .unlock, "the phone was not unlocked since line 1"),
    ]

    @Test("while a phone reads no tags nothing comes of a tap, and that is said with the reason")
    func tapsInVain() {
        for (begin, end, clause) in hindering {
            expect(.made(.system(begin), tapping), says: clause + ", so nothing comes of a tap", line: 2)
            expect(.made(.system(begin), .tearAway("t", after: 1, within: .seconds(1))), says: clause, line: 2)
            expectSound(.made(.system(begin), holding, .system(end), tapping))
        }
        expect(
            .made(
                .present("t", within: .seconds(1)), .system(.display(false)),
                .swap("t", for: "u", within: .seconds(1))),
            says: "the phone never detects u", line: 3)
    }

    @Test("what is so already cannot be made so")
    func withoutEffect() {
        for (begin, end, _) in hindering where begin != .restart {
            expect(.made(.system(begin), .system(begin), holding), says: "that is so already, since line 1", line: 2)
            expect(.made(.system(end), tapping), says: "that is so already: there is nothing here to", line: 1)
            expect(.made(.system(begin), .connecting), says: "nothing else depends on this", line: 1)
        }
    }

    @Test("a phone that starts dark, locked or never unlocked is so from the first line")
    func start() {
        let dark = PhoneSetup(tags: TagSetup(startsWithDisplayOff: true))
        expect(.made(phone: dark, tapping), says: "the display is off since line 0", line: 1)
        expectSound(.made(phone: dark, .system(.display(true)), tapping))
        let new = PhoneSetup(tags: TagSetup(neverUnlocked: true))
        expect(.made(phone: new, tapping), says: "the phone was not unlocked since line 0", line: 1)
        expectSound(.made(phone: new, .system(.unlock), tapping))
        expect(.made(phone: new, .system(.lock), holding), says: "the phone is locked already", line: 1)
        let locked = PhoneSetup(tags: TagSetup(startsLocked: true))
        expectSound(.made(phone: locked, tapping))
        expect(.made(phone: locked, .system(.lock), tapping), says: "the phone is locked already", line: 1)
    }

    @Test("nobody unlocks a phone whose display is off")
    func unlockInTheDark() {
        expect(
            .made(.system(.lock), .system(.display(false)), .system(.unlock), holding),
            says: "write TurnOn(.display) before Unlock()", line: 3)
    }

    @Test("a restart ends what was in use, the display's darkness too, and leaves airplane mode as it is")
    func restart() {
        expectSound(
            .made(
                .system(.camera(true)), .system(.display(false)), holding, .system(.restart), .system(.unlock), tapping)
        )
        expect(
            .made(.system(.airplane(true)), .system(.restart), .system(.unlock), tapping), says: "airplane mode",
            line: 4)
        expect(.made(.connecting, .exchanging, .system(.restart), .stopping), says: "is not ranging here", line: 4)
    }

    @Test("models without background reading are told apart", arguments: PhoneModel.allCases)
    func models(model: PhoneModel) {
        let phone = PhoneSetup(tags: TagSetup(model: model))
        if model.tagReading == .background {
            expectSound(.made(phone: phone, tapping))
        } else {
            expect(.made(phone: phone, tapping), says: "rule B1", line: 1)
            expectSound(.made(phone: phone, holding))
        }
    }
}
