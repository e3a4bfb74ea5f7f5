import Ground
import ScenarioKit
import Testing

@Suite struct ConditionCheckTests {
    private let tapping = Action.tap(tag: "t", within: .seconds(5), checks: [.expecting(.opened(.browser))])
    private let holding = Action.hold(tag: "t", span: .seconds(1), checks: [.expecting(.tagDetected, 0)])

    private let hindering: [(begin: SystemAct, end: SystemAct, clause: String)] = [
        (.display(on: false), .display(on: true), "the display has been off since line 1"),
        (.airplane(on: true), .airplane(on: false), "airplane mode has been on since line 1"),
        (.camera(on: true), .camera(on: false), "the camera has been in use since line 1"),
        (.wallet(on: true), .wallet(on: false), "Wallet has been in use since line 1"),
        (.readerSession(on: true), .readerSession(on: false), "an app has had a reader session since line 1"),
        (.restart, .unlock, "the phone has not been unlocked since line 1"),
    ]

    @Test("a tap while the phone reads no tags has no effect, and the problem gives the reason")
    func tapsInVain() {
        for (begin, end, clause) in hindering {
            expect(.made(.system(act: begin), tapping), says: clause + ", so a tap has no effect", line: 2)
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

    @Test("a condition that already holds cannot be made to hold")
    func withoutEffect() {
        for (begin, end, _) in hindering where begin != .restart {
            expect(
                .made(.system(act: begin), .system(act: begin), holding), says: "this already holds since line 1",
                line: 2)
            expect(.made(.system(act: end), tapping), says: "this already holds: there is nothing to", line: 1)
            expect(.made(.system(act: begin), .connecting), says: "nothing else depends on this", line: 1)
        }
    }

    @Test("a phone that starts dark, locked or never unlocked is so from the first line")
    func start() {
        let dark = PhoneSetup(tags: TagSetup(startsWithDisplayOff: true))
        expect(.made(phone: dark, tapping), says: "the display has been off since line 0", line: 1)
        expectSound(.made(phone: dark, .system(act: .display(on: true)), tapping))
        let new = PhoneSetup(tags: TagSetup(neverUnlocked: true))
        expect(.made(phone: new, tapping), says: "the phone has not been unlocked since line 0", line: 1)
        expectSound(.made(phone: new, .system(act: .unlock), tapping))
        expect(.made(phone: new, .system(act: .lock), holding), says: "the phone has been locked", line: 1)
        let locked = PhoneSetup(tags: TagSetup(startsLocked: true))
        expectSound(.made(phone: locked, tapping))
        expect(.made(phone: locked, .system(act: .lock), tapping), says: "the phone has been locked", line: 1)
    }

    @Test("a phone whose display is off cannot be unlocked")
    func unlockInTheDark() {
        expect(
            .made(.system(act: .lock), .system(act: .display(on: false)), .system(act: .unlock), holding),
            says: "write TurnOn(.display) before Unlock()", line: 3)
    }

    @Test("a restart ends every use and turns the display on, and leaves airplane mode as it is")
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

    @Test("models without background reading are distinguished", arguments: PhoneModel.allCases)
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
