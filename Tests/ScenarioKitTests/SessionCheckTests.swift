import ScenarioKit
import Testing

@Suite struct SessionCheckTests {
    private let begun: [Action] = [.connecting, .exchanging]

    private func made(phone: PhoneSetup = .standard, _ actions: [Action], _ more: Action...) -> Scenario {
        let steps = (actions + more).enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(name: "made", summary: "Made", phone: phone, steps: steps, spot: madeLine(0))
    }

    private func act(_ act: SessionAct) -> Action { .session(act: act, accessory: "door") }

    @Test func aSoundLifeOfASessionHasNoProblems() {
        expectSound(
            made(
                begun, act(.suspend), act(.resume), act(.pause), act(.run), act(.invalidate()), .exchanging, .stopping,
                .exchanging, .stopping, act(.begin(kind: .configuration)), .stopping, .disconnecting))
    }

    @Test func suspensionsBeginAndEnd() {
        expect(made(begun, act(.resume)), says: "not suspended here: write Suspend before Resume", line: 3)
        expect(made([.connecting], act(.suspend)), says: "write Exchange before Suspend", line: 2)
        expect(made(begun, act(.suspend), act(.suspend)), says: "suspended since line 3", line: 4)
        expect(made(begun, act(.suspend), act(.resume), act(.resume)), says: "not suspended here", line: 5)
        expect(made(begun, act(.suspend), act(.run)), says: "suspended since line 3: write Resume first", line: 4)
        expect(made(begun, act(.suspend), .exchanging), says: "suspended since line 3: write Resume first", line: 4)
        expectSound(made(begun, act(.suspend), .stopping))
    }

    @Test func aSessionRunsAgainWithAConfiguration() {
        expect(made([.connecting], act(.run)), says: "has no configuration yet: write Exchange before Run", line: 2)
        expect(made([], act(.run)), says: "write Connect before Run", line: 1)
        expect(made(begun, act(.invalidate()), act(.run)), says: "only Exchange makes a new one", line: 4)
        expect(made(begun, .disconnecting, act(.run)), says: "write Connect before Run", line: 4)
        expect(
            made([.connecting, .exchanging, .system(act: .relaunch)], act(.run)), says: "no configuration yet", line: 4)
    }

    @Test func onlyARunningSessionIsPausedAndOnlyALivingOneInvalidated() {
        expect(made([.connecting], act(.pause)), says: "there is nothing to pause", line: 2)
        expect(made(begun, act(.pause), act(.pause)), says: "there is nothing to pause", line: 4)
        expect(made([.connecting], act(.invalidate())), says: "no session with door to invalidate", line: 2)
        expect(
            made(begun, act(.invalidate(error: .sessionFailed)), act(.invalidate())), says: "no session with door to",
            line: 4)
        expectSound(made(begun, act(.invalidate()), .stopping))
    }

    @Test func theAppIsInOnePlaceAtATime() {
        expect(made(begun, .system(act: .foreground)), says: "write EnterBackground() first", line: 3)
        expect(
            made(begun, .system(act: .background), .system(act: .background)), says: "in the background since line 3",
            line: 4)
        expectSound(made(begun, .system(act: .background), .system(act: .foreground), .system(act: .background)))
        expect(made(begun, .system(act: .unlock)), says: "write Lock() before Unlock()", line: 3)
        expect(made(begun, .system(act: .lock), .system(act: .lock)), says: "locked since line 3", line: 4)
        expectSound(made(begun, .system(act: .lock), .system(act: .unlock)))
        expectSound(made(begun, .system(act: .background), .system(act: .relaunch), .system(act: .background)))
    }

    @Test func nothingBeginsInTheBackgroundWithoutItsModes() {
        expect(
            made([.connecting, .system(act: .background)], .exchanging),
            says: "the app has been in the background since line 2, and this phone has no background modes", line: 3)
        expect(
            made([.connecting, .system(act: .lock)], .exchanging), says: "the phone has been locked since line 2",
            line: 3)
        let phone = PhoneSetup(backgroundModes: true)
        expectSound(made(phone: phone, [.connecting, .system(act: .background), .exchanging]))
    }

    @Test func aRefusedExchangeIsBegunNotAwaited() {
        let begin = act(.begin(kind: .configuration))
        let refused = Action.expecting(.invalidated("door", code: .userDidNotAllow))
        let denied = PhoneSetup(permission: .denied)
        expect(made(phone: denied, begun), says: "the app has no permission, so the exchange never ends", line: 2)
        expectSound(made(phone: denied, [.connecting, begin, refused]))
        let asked = PhoneSetup(permission: .asks(.deny, after: .seconds(1)))
        expect(made(phone: asked, begun), says: "the user denies permission", line: 2)
        expect(made(phone: PhoneSetup(hasPurposeString: false), begun), says: "has no purpose string", line: 2)
        let plain = PhoneSetup(capabilities: PhoneCapabilities(distance: false))
        expect(made(phone: plain, begun), says: "the phone has no UWB", line: 2)
        expectSound(made(phone: PhoneSetup(permission: .asks(.allowWhileInUse, after: .seconds(1))), begun))
    }

    @Test func aPermissionChangesOnTheWay() {
        let denied = PhoneSetup(permission: .denied)
        let allow = Action.system(act: .changePermission(to: .allowed))
        expectSound(made(phone: denied, [.connecting, allow, .exchanging]))
        let deny = Action.system(act: .changePermission(to: .denied))
        expect(made([.connecting, deny, .exchanging]), says: "the app has no permission", line: 3)
        expect(made(phone: PhoneSetup(system: .iOS14), [deny]), says: "iOS 14 keeps no permission", line: 1)
        let asks = PhoneSetup(permission: .asks(.allowWhileInUse, after: .seconds(1)))
        expect(made(phone: asks, [.connecting, allow]), says: "is not listed in Settings before it has asked", line: 2)
        expectSound(made(phone: asks, [.connecting, .exchanging, deny]))
        let backwards = NearbyPermission.asks(.deny, after: .seconds(-1))
        expect(made(phone: PhoneSetup(permission: backwards), begun), says: "a user cannot answer", line: 0)
    }

    @Test func eachSystemHasOneWayToAllow() {
        let once = PhoneSetup(permission: .asks(.allowOnce, after: .seconds(1)))
        expect(made(phone: once, begun), says: "only iOS 14 offers \"Allow Once\"", line: 0)
        let old = PhoneSetup(system: .iOS14, permission: .asks(.allowWhileInUse, after: .seconds(1)))
        expect(made(phone: old, [.connecting]), says: "iOS 14 offers \"Allow Once\"", line: 0)
        expect(made(phone: PhoneSetup(system: .iOS14), begun), says: "iOS 14 runs no sessions", line: 2)
    }

    @Test func aPhoneRunsSoManySessionsOnly() {
        let second: [Action] = [.connecting(upTo: .subscribed), .exchanging, .connecting("trunk", upTo: .subscribed)]
        let one = PhoneSetup(activeSessionsLimit: 1)
        expect(
            made(phone: one, second, .exchanging("trunk")),
            says: "runs 1 sessions at most, and has door: this exchange is refused", line: 4)
        expectSound(made(phone: PhoneSetup(activeSessionsLimit: 2), second, .exchanging("trunk")))
        expectSound(made(phone: one, second, .stopping, .exchanging("trunk")))
        // A suspended session leaves its slot to others.
        expectSound(made(phone: one, second, act(.suspend), .exchanging("trunk")))
        expectSound(made(phone: one, second, .session(act: .begin(kind: .configuration), accessory: "trunk")))
        expectSound(made(phone: one, [.connecting, .exchanging, .exchanging]))
    }

    @Test func thePhoneStandsSomewhere() {
        expect(made([], .place(accessory: "door", at: .metres(-1))), says: "cannot be at -1.00 m", line: 1)
        expect(
            made(begun, .place(accessory: "door", at: .metres(2)), .walking(from: 5, to: 1)),
            says: "the phone is at 2.00 m and would jump to 5.00 m", line: 4)
        let noZones = PhoneSetup(zones: [])
        expectSound(
            made(
                phone: noZones, begun, .walking(from: 5, to: 1), .place(accessory: "door", at: .metres(5)),
                .walking(from: 5, to: 1)))
    }

    @Test("the configuration of a session ends with its Stop")
    func runBehindStop() {
        let run = Action.session(act: .run, accessory: "door")
        expect(.made(.connecting, .exchanging, .stopping, run), says: "ended with the Stop of line 3", line: 4)
        expectSound(
            .made(.connecting, .exchanging, .stopping, .exchanging, .session(act: .pause, accessory: "door"), run))
    }
}
