import ScenarioKit

// Tags that come and go as no tag should.

extension Scenario {
    public static let tornAwayAndPutBack = Scenario(
        "tornAwayAndPutBack", "A tag that is torn away while it is read opens nothing, and everything once it is back",
        suite: .tags, tags: [.quick, .robustness], covers: [.tagComplaint(.n16), .tagSection(.readerLoop)],
        phone: .withDoorApp
    ) {
        Repeat(1) {
            TearAway(.bigTag, after: 12, within: .seconds(10))
            Expect(.tagUnreadable, count: 1, within: .seconds(5))
            Expect(.notified(), count: 0).otherwise("half a message was taken for a whole one")
        }
        Tap(.bigTag) {
            Expect(.opened(.doorApp, path: "/door/open"), count: 1)
            Expect(.delivered(to: .doorApp, records: 2), count: 1)
        }
    }

    public static let tornAwayForGood = Scenario(
        "tornAwayForGood", "A tag that is torn away early opens nothing, and another one after it is read as ever",
        suite: .tags, tags: [.quick, .robustness], covers: [.tagComplaint(.n16)], phone: .withDoorApp
    ) {
        Repeat(1) {
            TearAway(.doorTag, after: 1, within: .seconds(10))
            Stay(.seconds(2)) {
                Expect(.notified(), count: 0)
                Expect(.opened(.doorApp), count: 0)
            }
        }
        Tap(.posterTag) { Expect(.opened(.browser), count: 1) }
    }

    public static let tornAwayAnywhere = Scenario(
        "tornAwayAnywhere", "A Type 4 tag is torn away after every single answer, and each time read when it is back",
        suite: .tags, tags: [.long, .robustness], covers: [.tagComplaint(.n16), .tagSection(.type4)],
        phone: .withDoorApp
    ) {
        TearAway(.smallAnswersTag, after: 1, within: .seconds(10))
        Tap(.smallAnswersTag) { Expect(.opened(.doorApp), count: 1) }
        TearAway(.smallAnswersTag, after: 2, within: .seconds(10))
        Tap(.smallAnswersTag) { Expect(.opened(.doorApp), count: 1) }
        TearAway(.smallAnswersTag, after: 3, within: .seconds(10))
        Tap(.smallAnswersTag) { Expect(.opened(.doorApp), count: 1) }
        TearAway(.smallAnswersTag, after: 4, within: .seconds(10))
        Tap(.smallAnswersTag) { Expect(.opened(.doorApp), count: 1) }
        TearAway(.smallAnswersTag, after: 5, within: .seconds(10))
        Tap(.smallAnswersTag) { Expect(.opened(.doorApp), count: 1) }
        TearAway(.smallAnswersTag, after: 6, within: .seconds(10))
        Tap(.smallAnswersTag) { Expect(.opened(.doorApp), count: 1) }
        Expect(.notified(), count: 6).otherwise("a torn tag brought a notification, or a whole one brought none")
    }

    public static let swapped = Scenario(
        "swapped", "One tag is swapped for another in one go: the second is a new tag, and the first does not linger",
        suite: .tags, tags: [.quick], covers: [.tagRule(.b17), .tagRule(.b3)], phone: .withDoorApp
    ) {
        Present(.doorTag, within: .seconds(5))
        Expect(.opened(.doorApp), count: 1)
        Repeat(1) {
            Swap(.doorTag, for: .posterTag, within: .seconds(5))
            Expect(.opened(.browser), count: 1)
            Expect(.opened(.doorApp), count: 0)
        }
        Remove(.posterTag, within: .seconds(5))
        Expect(.notified(), count: 2)
    }

    public static let twoTagsAtOnce = Scenario(
        "twoTagsAtOnce", "Two tags lie there at once: that is said, one of them is read, and the phone goes on",
        suite: .tags, tags: [.quick, .robustness], covers: [.tagRule(.b17), .tagComplaint(.n10)], phone: .withDoorApp
    ) {
        Display(.off)
        Present(.doorTag, within: .seconds(5))
        Present(.lockedTag, within: .seconds(5))
        Display(.on)
        Expect(.severalTags, within: .seconds(5))
        Expect(.opened(.doorApp), within: .seconds(5))
        Display(.off)
        Remove(.doorTag, within: .seconds(5))
        Remove(.lockedTag, within: .seconds(5))
        Display(.on)
        Tap(.posterTag) { Expect(.opened(.browser), count: 1) }
    }
}
