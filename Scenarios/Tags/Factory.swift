import ScenarioKit

// Checks of every piece on a line that makes tags, or builds them into products.

extension ScenarioGroup {
    static let factory = ScenarioGroup(suite: .tags, tags: [.quick, .robustness], phone: .associated()) {
        Scenario(
            "factoryLineCheck", "A finished tag: chip, size, lock, one link that fits, and where a phone would take it",
            covers: [.tagSection(.type2), .tagRule(.b9), .tagRule(.b11), .tagComplaint(.n19)]
        ) {
            Inspect(.lockedTag) {
                Is(.type2)
                HasChip("NTAG213").otherwise("the delivered chip is not the ordered one", when: "tag.otherChip")
                Holds(atLeast: 100)
                Fits()
                Is(.locked).otherwise("any passer-by can write another link", when: "tag.writable")
                HasRecords(1)
                StartsWithLink()
                LinksTo(host: "example.com")
                LinksTo("https://example.com/door/open?door=2").otherwise(
                    "its link is that of another door", when: "tag.otherTag")
                Opens(.doorApp, path: "/door/open").otherwise(
                    "the site excludes this address from the app", when: "route.siteExcludes")
                IsClean().otherwise("some phones cannot handle its contents", when: "tag.doubtfulContents")
            }
            Expect(.notified(), count: 0)
        }

        Scenario(
            "factoryLineBlank", "A tag before it is written: the ordered chip, empty, with room for the link",
            covers: [.tagSection(.type2), .tagComplaint(.n21)]
        ) {
            Inspect(.blankTag) {
                Is(.type2)
                HasChip("NTAG213")
                Is(.writable)
                HasRecords(0)
                HasFree(atLeast: 100).otherwise("the link will not fit", when: "tag.tooSmall")
                Opens(.nothing)
            }
        }

        Scenario(
            "factoryLineType4", "A finished Type 4 tag: its type, one link that fits, and where a phone would take it",
            covers: [.tagSection(.type4), .tagRule(.b12)]
        ) {
            Inspect(.posterTag) {
                Is(.type4)
                Is(.writable)
                Fits()
                StartsWithLink()
                LinksTo("https://www.example.org/poster")
                Opens(.browser)
                IsClean()
            }
        }

        Scenario(
            "doubtfulLength", "A tag whose length exceeds its message is distinguished from a sound one",
            tags: [.quick, .robustness], covers: [.tagComplaint(.n19), .tagSection(.malformedMessages)]
        ) {
            Inspect(.overlongTag) {
                StartsWithLink()
                IsClean(upTo: .warning)
            }
            Inspect(.doorTag) { IsClean() }
        }
    }
}
