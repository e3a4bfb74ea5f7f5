import ScenarioKit

// When a phone reads tags, and when it does not.

extension Scenario {
    public static let displayOff = Scenario(
        "displayOff", "A phone whose display is off reads no tag, and reads again when it is lit", suite: .tags,
        tags: [.quick], covers: [.tagRule(.b2)], phone: .withDoorApp
    ) {
        Display(.off)
        Hold(.doorTag, for: .seconds(2)) {
            Expect(.tagDetected, count: 0)
            Expect(.notified(), count: 0)
        }
        Display(.on)
        Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
    }

    public static let tagWaitsForDisplay = Scenario(
        "tagWaitsForDisplay", "A tag that lies there when the display goes on is a new tag", suite: .tags,
        tags: [.quick], covers: [.tagRule(.b2), .tagRule(.b17)], phone: .withDoorApp
    ) {
        Display(.off)
        Present(.doorTag, within: .seconds(5))
        Stay(.seconds(1)) { Expect(.tagDetected, count: 0) }
        Display(.on)
        Expect(.opened(.doorApp), count: 1, within: .seconds(5))
        Expect(.tagDetected, count: 1)
        Remove(.doorTag, within: .seconds(5))
    }

    public static let airplaneMode = Scenario(
        "airplaneMode", "In airplane mode no tag is read", suite: .tags, tags: [.quick], covers: [.tagRule(.b8)],
        phone: .withDoorApp
    ) {
        AirplaneMode(.on)
        Hold(.doorTag, for: .seconds(2)) { Expect(.tagDetected, count: 0) }
        AirplaneMode(.off)
        Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
    }

    public static let cameraInUse = Scenario(
        "cameraInUse", "While the camera is used no tag is read", suite: .tags, tags: [.quick],
        covers: [.tagRule(.b8)], phone: .withDoorApp
    ) {
        Camera(.on)
        Hold(.doorTag, for: .seconds(2)) { Expect(.tagDetected, count: 0) }
        Camera(.off)
        Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
    }

    public static let walletInUse = Scenario(
        "walletInUse", "While Wallet is used no tag is read", suite: .tags, tags: [.quick], covers: [.tagRule(.b8)],
        phone: .withDoorApp
    ) {
        Wallet(.on)
        Hold(.doorTag, for: .seconds(2)) { Expect(.tagDetected, count: 0) }
        Wallet(.off)
        Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
    }

    public static let appReadsItself = Scenario(
        "appReadsItself", "While an app has a reader session of its own the system reads no tag", suite: .tags,
        tags: [.quick], covers: [.tagRule(.b8)], phone: .withDoorApp
    ) {
        ReaderSession(.on)
        Hold(.doorTag, for: .seconds(2)) { Expect(.notified(), count: 0) }
        ReaderSession(.off)
        Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
    }

    public static let neverUnlocked = Scenario(
        "neverUnlocked", "A phone that was not unlocked since it started reads no tag, and then one like any other",
        suite: .tags, tags: [.quick], covers: [.tagRule(.b8)], phone: .tapping(TagSetup(neverUnlocked: true))
    ) {
        Hold(.doorTag, for: .seconds(2)) { Expect(.tagDetected, count: 0) }
        Unlock()
        Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
    }

    public static let restartedPhone = Scenario(
        "restartedPhone", "After a restart no tag is read until the phone was unlocked once", suite: .tags,
        tags: [.quick], covers: [.tagRule(.b8)], phone: .withDoorApp
    ) {
        Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
        RestartPhone()
        Hold(.doorTag, for: .seconds(2)) { Expect(.tagDetected, count: 0) }
        Unlock()
        Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
    }

    public static let olderPhone = Scenario(
        "olderPhone", "An iPhone X does nothing about a tag by itself", suite: .tags, tags: [.quick],
        covers: [.tagRule(.b1)], phone: .tapping(TagSetup(model: .iPhoneX))
    ) {
        Hold(.doorTag, for: .seconds(2)) {
            Expect(.tagDetected, count: 0)
            Expect(.notified(), count: 0)
        }
    }

    public static let appInForeground = Scenario(
        "appInForeground", "The notification comes though the app is in the foreground, and in the background too",
        suite: .tags, tags: [.quick], covers: [.tagRule(.b7)], phone: .withDoorApp
    ) {
        Tap(.doorTag) {
            Expect(.notified(.doorApp), count: 1)
            Expect(.opened(.doorApp), count: 1)
        }
        Background()
        Tap(.doorTag) {
            Expect(.notified(.doorApp), count: 1)
            Expect(.opened(.doorApp), count: 1)
        }
    }
}
