import ScenarioKit

// Other memories, and other ways to read them.

extension ScenarioGroup {
    static let memories = ScenarioGroup(suite: .tags, tags: [.quick], phone: .withDoorApp) {
        Scenario(
            "fullMemory", "An NTAG216 that is full to the last byte is read with as few commands as its size allows",
            tags: [.quick, .robustness], covers: [.tagRule(.b16), .tagSection(.type2)]
        ) {
            Tap(.bigTag) {
                Expect(.opened(.doorApp, path: "/door/open"), count: 1)
                Expect(.delivered(to: .doorApp, records: 2), count: 1)
            }
            Require(.readCommands, atMost: 55).otherwise(
                "reading takes more commands than 876 bytes by 16 at a time", code: "tag.manyCommands",
                when: .limitMissed)
        }

        Scenario(
            "severalSectors", "A link after the first 1024 bytes of a Type 2 tag is found",
            covers: [.tagSection(.type2)]
        ) {
            Tap(.sectorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
        }

        Scenario(
            "smallAnswers", "A Type 4 tag that returns 15 bytes at a time is read piece by piece",
            tags: [.quick, .robustness], covers: [.tagSection(.type4)]
        ) {
            Tap(.smallAnswersTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
            Require(.readCommands, atMost: 9).otherwise(
                "reading takes more commands than answers of 15 bytes need", code: "tag.manyCommands",
                when: .limitMissed)
        }

        Scenario(
            "oldestMapping", "A Type 4 tag of mapping version 1 is found by its older application",
            covers: [.tagSection(.type4)]
        ) {
            Tap(.oldType4Tag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
        }

        Scenario(
            "extendedFile", "A Type 4 tag of mapping version 3 with an extended file is read",
            covers: [.tagSection(.type4)]
        ) {
            Tap(.extendedTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
        }
    }
}
