import ScenarioKit

// Tags that enter and leave the field in unusual ways.

extension ScenarioGroup {
    static let field = ScenarioGroup(suite: .tags, tags: [.quick], phone: .withDoorApp) {
        Scenario(
            "tornAwayAndPutBack",
            "A tag that is removed during a read opens nothing, and works once it is back",
            tags: [.quick, .robustness], covers: [.tagComplaint(.n16), .tagSection(.readerLoop)]
        ) {
            Repeat(1) {
                TearAway(.bigTag, after: 12, within: .seconds(10))
                Expect(.tagUnreadable, count: .atLeast(1), within: .seconds(5))
                Expect(.notified(), count: 0).otherwise(
                    "half a message was taken for a whole one", code: "tag.halfRead", when: .tooManyCame)
            }
            Tap(.bigTag) {
                Expect(.opened(.doorApp, path: "/door/open"), count: 1)
                Expect(.delivered(to: .doorApp, records: 2), count: 1)
            }
        }

        Scenario(
            "tornAwayForGood", "A tag that is removed early opens nothing, and the next one is read as usual",
            tags: [.quick, .robustness], covers: [.tagComplaint(.n16)]
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

        Scenario(
            "tornAwayAnywhere",
            "A Type 4 tag is removed after every single answer, and each time read when it is back",
            tags: [.long, .robustness], covers: [.tagComplaint(.n16), .tagSection(.type4)]
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
            Expect(.notified(), count: 6).otherwise(
                "a partly read tag gave a notification", code: "tag.tornAway", when: .tooManyCame)
        }

        Scenario(
            "swapped",
            "One tag is swapped for another at once: the second is a new tag, and the first is gone",
            covers: [.tagRule(.b17), .tagRule(.b3)]
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

        Scenario(
            "twoTagsAtOnce", "Two tags are there at once: a warning says so, one is read, and the phone continues",
            tags: [.quick, .robustness], covers: [.tagRule(.b17), .tagComplaint(.n10)]
        ) {
            TurnOff(.display)
            Present(.doorTag, within: .seconds(5))
            Present(.lockedTag, within: .seconds(5))
            TurnOn(.display)
            Expect(.severalTags, within: .seconds(5))
            Expect(.opened(.doorApp), within: .seconds(5))
            TurnOff(.display)
            Remove(.doorTag, within: .seconds(5))
            Remove(.lockedTag, within: .seconds(5))
            TurnOn(.display)
            Tap(.posterTag) { Expect(.opened(.browser), count: 1) }
        }
    }
}
