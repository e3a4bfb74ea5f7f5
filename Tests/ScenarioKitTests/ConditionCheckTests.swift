import Ground
import ScenarioKit
import Testing

@Suite struct ConditionCheckTests {
    private let tapping = Action.tap(tag: "t", within: .seconds(5), checks: [.expecting(.opened(.browser))])
    private let holding = Action.hold(tag: "t", span: .seconds(1), checks: [.expecting(.tagDetected, 0)])

    private let hindering: [(begin: SystemAct, end: SystemAct, clause: String)] = [
        (.display(on: false), .display(on: true), "the display is off since line 1"),
        (.airplane(on: true), .airplane(on: false), "airplane mode is on since line 1"),
        (.camera(on: true), .camera(on: false), "the camera is in use since line 1"),
        (.wallet(on: true), .wallet(on: false), "Wallet is in use since line 1"),
        (.readerSession(on: true), .readerSession(on: false), "an app has a reader session since line 1"),
        (.restart, .unlock, "the phone was not unlocked since line 1"),
    ]

    @Test("while a phone reads no tags nothing comes of a tap, and that is said with the reason")
    func tapsInVain() {
        for (begin, end, clause) in hindering {
            expect(.made(.system(act: begin), tapping), says: clause + ", so nothing comes of a tap", line: 2)
            expect(
                .made(.system(act: begin), .tearAway(tag: "t", answers: 1, within: .seconds(1))), says: clause, line: 2)
            expectSound(.made(.system(act: begin), holding, .system(act: end), tapping))
        }
        expect(
            .made(
                .present(tag: "t", within: .seconds(1)), .system(act: .display(on: false)),
                .swap(tag: "t", other: "u", within: .seconds(1))),
            says: "the phone never detects u", line: 3)
    }

    @Test("what is so already cannot be made so")
    func withoutEffect() {
        for (begin, end, _) in hindering where begin != .restart {
            expect(
                .made(.system(act: begin), .system(act: begin), holding), says: "that is so already, since line 1",
                line: 2)
            expect(.made(.system(act: end), tapping), says: "that is so already: there is nothing here to", line: 1)
            expect(.made(.system(act: begin), .connecting), says: "nothing else depends on this", line: 1)
        }
    }

    @Test("a phone that starts dark, locked or never unlocked is so from the first line")
    func start() {
        let dark = PhoneSetup(tags: TagSetup(startsWithDisplayOff: true))
        expect(.made(phone: dark, tapping), says: "the display is off since line 0", line: 1)
        expectSound(.made(phone: dark, .system(act: .display(on: true)), tapping))
        let new = PhoneSetup(tags: TagSetup(neverUnlocked: true))
        expect(.made(phone: new, tapping), says: "the phone was not unlocked since line 0", line: 1)
        expectSound(.made(phone: new, .system(act: .unlock), tapping))
        expect(.made(phone: new, .system(act: .lock), holding), says: "the phone is locked already", line: 1)
        let locked = PhoneSetup(tags: TagSetup(startsLocked: true))
        expectSound(.made(phone: locked, tapping))
        expect(.made(phone: locked, .system(act: .lock), tapping), says: "the phone is locked already", line: 1)
    }

    @Test("nobody unlocks a phone whose display is off")
    func unlockInTheDark() {
        expect(
            .made(.system(act: .lock), .system(act: .display(on: false)), .system(act: .unlock), holding),
            says: "write TurnOn(.display) before Unlock()", line: 3)
    }

    @Test("a restart ends what was in use, the display's darkness too, and leaves airplane mode as it is")
    func restart() {
        expectSound(
            .made(
                .system(act: .camera(on: true)), .system(act: .display(on: false)), holding, .system(act: .restart),
                .system(act: .unlock), tapping))
        expect(
            .made(.system(act: .airplane(on: true)), .system(act: .restart), .system(act: .unlock), tapping),
            says: "airplane mode", line: 4)
        expect(.made(.connecting, .exchanging, .system(act: .restart), .stopping), says: "is not ranging here", line: 4)
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
