import ScenarioKit

// Actions of the phone's system and user on an app, as an accessory sees them on the wire.

extension ScenarioGroup {
    static let system = ScenarioGroup(suite: .conformance, tags: [.quick], phone: .strict, closing: .parting(.door)) {
        Scenario(
            "appInBackground", "The app leaves the foreground: an unexpected stop, and later everything starts over",
            tags: [.quick, .background], covers: [.rule(.suspension), .complaint(.f15)], opening: .ranging(.door)
        ) {
            EnterBackground()
            Expect(.suspended(.door), count: 1)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
                .otherwise(
                    "it does not answer the stop of an app that goes to the background", code: "session.stopUnanswered",
                    when: .nothingCame)
            Stay(.seconds(1))
            EnterForeground()
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(8))
                .otherwise(
                    "it does not range when the app is in the foreground again", code: "session.noStartAfterSuspension",
                    when: .nothingMeasured)
        }

        Scenario(
            "phoneLocked", "The phone is locked and unlocked five times while it ranges: nothing may pile up",
            tags: [.quick, .background], covers: [.rule(.suspension), .complaint(.f15)], opening: .ranging(.door)
        ) {
            Repeat(5) {
                Lock()
                Expect(.received(.didStop, from: .door), within: .seconds(10))
                    .otherwise(
                        "it does not answer the stop of a phone that is locked", code: "session.stopUnanswered",
                        when: .nothingCame)
                Unlock()
                Await(.ranging(.door), within: .seconds(8))
                    .otherwise(
                        "it no longer ranges after the phone was locked for a moment",
                        code: "session.noStartAfterSuspension", when: .nothingMeasured)
            }
            Stay(.seconds(1))
        }

        Scenario(
            "permissionAsked",
            "The user is asked first and takes four seconds: the accessory must wait for its configuration",
            covers: [.rule(.permission)],
            phone: .strict(permission: .asks(.allowWhileInUse, after: .seconds(4))), opening: .connected(.door)
        ) {
            Exchange(.configuration, with: .door, within: .seconds(10))
            Expect(.prompted, count: 1)
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "permissionRefused",
            "The user refuses: no shareable data comes until the answer is changed in Settings",
            covers: [.complaint(.f26), .rule(.permission)],
            phone: .strict(permission: .asks(.deny, after: .seconds(2))), opening: .connected(.door)
        ) {
            Begin(.configuration, with: .door)
            Expect(.prompted, count: 1, within: .seconds(6))
            Expect(.invalidated(.door, code: .userDidNotAllow), count: 1, within: .seconds(4))
            Stay(.seconds(2)) {
                Expect(.sent(.shareableConfiguration, to: .door), count: 0)
                Expect(.disconnected(.door), count: 0).otherwise(
                    "it hangs up or resets when a phone does not continue", code: "session.hangsUpOnWaiting",
                    when: .tooManyCame)
            }
            ChangePermission(to: .allowed)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after a phone that did not continue it no longer starts",
                    code: "session.noStartAfterBrokenExchange", when: .notStarted)
            Expect(.prompted, count: 1)
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "purposeStringMissing",
            "An app without a purpose string is refused without a prompt: the accessory waits",
            covers: [.complaint(.f26), .rule(.permission)],
            phone: .strict(permission: .asks(.allowWhileInUse, after: .seconds(1)), hasPurposeString: false),
            opening: .connected(.door), closing: .disconnecting(.door)
        ) {
            Begin(.configuration, with: .door)
            Expect(.invalidated(.door, code: .userDidNotAllow), count: 1, within: .seconds(6))
            Expect(.prompted, count: 0)
            Stay(.seconds(2)) {
                Expect(.sent(.shareableConfiguration, to: .door), count: 0)
                Expect(.disconnected(.door), count: 0).otherwise(
                    "it hangs up or resets when a phone does not continue", code: "session.hangsUpOnWaiting",
                    when: .tooManyCame)
            }
        }

        Scenario(
            "permissionWithdrawn",
            "The answer is changed in Settings while it ranges: the session ends without a message to the accessory",
            covers: [.rule(.permission)], opening: .ranging(.door)
        ) {
            ChangePermission(to: .denied)
            Expect(.invalidated(.door, code: .userDidNotAllow), count: 1, within: .seconds(3))
            Stay(.seconds(2)) {
                Expect(.disconnected(.door), count: 0).otherwise(
                    "it hangs up or resets when a phone does not continue", code: "session.hangsUpOnWaiting",
                    when: .tooManyCame)
            }
            ChangePermission(to: .allowed)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "a start without a stop before it fails",
                    code: "session.noStartWithoutStop", when: .notStarted)
            Await(.ranging(.door), within: .seconds(5))
        }

        Scenario(
            "backgroundSession", "With a paired accessory a session continues in the background: no stop is sent",
            tags: [.quick, .background, .pairing], covers: [.rule(.suspension), .rule(.backgroundService)],
            phone: .strict(backgroundModes: true), opening: .connected(.door)
        ) {
            Pair(.door, within: .seconds(10)).otherwise(
                "it cannot be paired", code: "pairing.impossible", when: .notPaired)
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
            EnterBackground()
            Stay(.seconds(3)) {
                Expect(.sent(.stop, to: .door), count: 0)
                Expect(.received(.didStop, from: .door), count: 0)
                    .otherwise(
                        "it stops by itself while the app is in the background", code: "background.stopsByItself",
                        when: .tooManyCame)
            }
            EnterForeground()
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(3))
                .otherwise(
                    "it did not continue ranging while the app was in the background", code: "background.rangesNot",
                    when: .nothingMeasured)
        }

        Scenario(
            "appRelaunched",
            "The app is quit in the middle of ranging and started again: the old session must not be in the way",
            covers: [.complaint(.f17), .rule(.phoneSide)], opening: .ranging(.door)
        ) {
            Relaunch()
            Expect(.disconnected(.door), within: .seconds(2))
            Connect(.door, within: .seconds(5)).otherwise(
                "it cannot be connected to after an app was quit", code: "link.notAgainAfterRanging",
                when: .notConnected)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "it does not start again after an app was quit while ranging",
                    code: "session.noStartAfterDisconnect", when: .notStarted)
            Await(.ranging(.door), within: .seconds(3))
        }
    }
}
