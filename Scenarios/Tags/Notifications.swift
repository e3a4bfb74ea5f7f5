import ScenarioKit

// From the notification to the app: taps, locks and patience.

extension ScenarioGroup {
    static let notifications = ScenarioGroup(suite: .tags, tags: [.quick], phone: .withDoorApp) {
        Scenario(
            "lockedPhone",
            "On a locked phone the tap on the notification asks to unlock, and then the app gets the link",
            covers: [.tagRule(.b5), .tagRule(.b2)],
            phone: .tapping(TagSetup(unlock: .succeeds(after: .seconds(2)), startsLocked: true))
        ) {
            Tap(.doorTag) {
                Expect(.notified(.doorApp), count: 1)
                Expect(.delivered(to: .doorApp, records: 1), count: 1, within: .seconds(5))
            }
        }

        Scenario(
            "unlockFails", "If the phone is not unlocked, nothing opens, and the notification stays",
            covers: [.tagRule(.b5), .tagRule(.b6)],
            phone: .tapping(TagSetup(answer: .ignores, unlock: .fails, startsLocked: true))
        ) {
            Hold(.doorTag, for: .seconds(2)) { Expect(.notified(.doorApp), count: 1) }
            OpenNotification(within: .seconds(5))
            Stay(.seconds(2)) { Expect(.delivered(to: .doorApp), count: 0) }
            Unlock()
            OpenNotification(within: .seconds(5))
            Expect(.delivered(to: .doorApp, records: 1), count: 1)
        }

        Scenario(
            "leftAlone", "A notification that is left alone opens nothing, and still works when it is tapped later",
            covers: [.tagRule(.b4), .tagRule(.b6)], phone: .tapping(TagSetup(answer: .ignores))
        ) {
            Hold(.doorTag, for: .seconds(1)) { Expect(.notified(.doorApp), count: 1) }
            Stay(.seconds(5)) {
                Expect(.opened(.doorApp), count: 0)
                Expect(.delivered(to: .doorApp), count: 0)
            }
            OpenNotification(within: .seconds(5))
            Expect(.delivered(to: .doorApp, url: "https://example.com/door/open?door=1", records: 1), count: 1)
        }

        Scenario(
            "newestFirst", "The newer of two notifications opens first, and the older one is still there",
            covers: [.tagRule(.b6), .tagRule(.b3)], phone: .tapping(TagSetup(answer: .ignores))
        ) {
            Hold(.doorTag, for: .seconds(1)) { Expect(.notified(.doorApp), count: 1) }
            Hold(.posterTag, for: .seconds(1)) { Expect(.notified(.browser), count: 1) }
            Repeat(1) {
                OpenNotification(within: .seconds(5))
                Expect(.opened(.browser), count: 1)
                Expect(.opened(.doorApp), count: 0)
            }
            Repeat(1) {
                OpenNotification(within: .seconds(5))
                Expect(.opened(.doorApp), count: 1)
            }
        }

        Scenario(
            "slowUser",
            "The user taps three seconds after the notification, when the tag is long gone: the app gets everything",
            covers: [.tagRule(.b4), .tagSection(.delivery)],
            phone: .tapping(TagSetup(answer: .opens(after: .seconds(3))))
        ) {
            Present(.textFirstTag, within: .seconds(5))
            Expect(.notified(.doorApp), count: 1)
            Remove(.textFirstTag, within: .seconds(5))
            Expect(.delivered(to: .doorApp, records: 2), count: .atLeast(1), within: .seconds(5))
        }

        Scenario(
            "heldTag", "A tag that stays in place gives one notification, however long it stays",
            covers: [.tagRule(.b17), .tagRule(.b3)]
        ) {
            Hold(.doorTag, for: .seconds(5)) {
                Expect(.tagDetected, count: 1)
                Expect(.notified(), count: 1)
                Expect(.opened(.doorApp), count: 1)
            }
        }

        Scenario(
            "tappedTwice", "A tag that is taken away and put back is a new tag, with its own notification",
            covers: [.tagRule(.b3), .tagRule(.b17)]
        ) {
            Repeat(2) {
                Present(.doorTag, within: .seconds(5))
                Expect(.opened(.doorApp), count: 1)
                Remove(.doorTag, within: .seconds(5))
            }
            Expect(.notified(), count: 2)
            Expect(.tagGone, count: 2)
        }

        Scenario(
            "hundredTaps", "A hundred taps bring a hundred notifications: none is lost, none is repeated",
            tags: [.long, .robustness], covers: [.tagRule(.b3), .tagRule(.b17), .tagComplaint(.n4)]
        ) {
            Repeat(100) {
                Tap(.doorTag) {
                    Expect(.notified(.doorApp), count: 1)
                    Expect(.delivered(to: .doorApp, records: 1), count: 1)
                }
            }
            Expect(.tagDetected, count: 100)
            Expect(.notified(), count: 100)
            Expect(.tagGone, count: 100)
        }
    }
}
