import ScenarioKit

// The conditions under which a phone reads tags.

extension ScenarioGroup {
    static let conditions = ScenarioGroup(suite: .tags, tags: [.quick], phone: .withDoorApp) {
        Scenario(
            "displayOff", "A phone whose display is off reads no tag until it is on again",
            covers: [.tagRule(.b2)]
        ) {
            TurnOff(.display)
            Hold(.doorTag, for: .seconds(2)) {
                Expect(.tagDetected, count: 0)
                Expect(.notified(), count: 0)
            }
            TurnOn(.display)
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
        }

        Scenario(
            "tagWaitsForDisplay", "A tag that is already there when the display turns on is a new tag",
            covers: [.tagRule(.b2), .tagRule(.b17)]
        ) {
            TurnOff(.display)
            Present(.doorTag, within: .seconds(5))
            Stay(.seconds(1)) { Expect(.tagDetected, count: 0) }
            TurnOn(.display)
            Expect(.opened(.doorApp), count: 1, within: .seconds(5))
            Expect(.tagDetected, count: 1)
            Remove(.doorTag, within: .seconds(5))
        }

        for (name, what, summary) in [
            ("airplaneMode", PhoneSwitch.airplaneMode, "In airplane mode no tag is read"),
            ("cameraInUse", .camera, "While the camera is used no tag is read"),
            ("walletInUse", .wallet, "While Wallet is used no tag is read"),
        ] {
            Scenario(name, summary, covers: [.tagRule(.b8)]) {
                TurnOn(what)
                Hold(.doorTag, for: .seconds(2)) { Expect(.tagDetected, count: 0) }
                TurnOff(what)
                Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            }
        }

        Scenario(
            "appReadsItself", "While an app has its own reader session the system reads no tag",
            covers: [.tagRule(.b8)]
        ) {
            TurnOn(.readerSession)
            Hold(.doorTag, for: .seconds(2)) { Expect(.notified(), count: 0) }
            TurnOff(.readerSession)
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
        }

        Scenario(
            "neverUnlocked", "A phone that has not been unlocked since it started reads no tag until it is",
            covers: [.tagRule(.b8)], phone: .tapping(TagSetup(neverUnlocked: true))
        ) {
            Hold(.doorTag, for: .seconds(2)) { Expect(.tagDetected, count: 0) }
            Unlock()
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
        }

        Scenario(
            "restartedPhone", "After a restart no tag is read until the phone has been unlocked once",
            covers: [.tagRule(.b8)]
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            RestartPhone()
            Hold(.doorTag, for: .seconds(2)) { Expect(.tagDetected, count: 0) }
            Unlock()
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
        }

        Scenario(
            "olderPhone", "An iPhone X does nothing about a tag by itself", covers: [.tagRule(.b1)],
            phone: .tapping(TagSetup(model: .iPhoneX))
        ) {
            Hold(.doorTag, for: .seconds(2)) {
                Expect(.tagDetected, count: 0)
                Expect(.notified(), count: 0)
            }
        }

        Scenario(
            "appInForeground", "The notification comes with the app in the foreground, and in the background too",
            covers: [.tagRule(.b7)]
        ) {
            Tap(.doorTag) {
                Expect(.notified(.doorApp), count: 1)
                Expect(.opened(.doorApp), count: 1)
            }
            EnterBackground()
            Tap(.doorTag) {
                Expect(.notified(.doorApp), count: 1)
                Expect(.opened(.doorApp), count: 1)
            }
        }
    }
}
