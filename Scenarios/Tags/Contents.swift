import ScenarioKit

// Tags that hold something else than a link, or hold it wrongly.

extension Scenario {
    public static let textAlone = Scenario(
        "textAlone", "A tag with nothing but text brings no notification", suite: .tags, tags: [.quick],
        covers: [.tagRule(.b15), .tagRule(.b10)], phone: .withDoorApp
    ) {
        Tap(.textOnlyTag) {
            Expect(.opened(.nothing), count: 1)
            Expect(.notified(), count: 0)
        }
    }

    public static let blankTagOpensNothing = Scenario(
        "blankTagOpensNothing", "A tag as it comes from the maker brings no notification", suite: .tags,
        tags: [.quick], covers: [.tagRule(.b15), .tagComplaint(.n21)], phone: .withDoorApp
    ) {
        Tap(.blankTag) {
            Expect(.opened(.nothing), count: 1)
            Expect(.notified(), count: 0)
        }
    }

    public static let malformedMessage = Scenario(
        "malformedMessage", "A message whose first record does not say that it is the first opens nothing",
        suite: .tags, tags: [.quick, .robustness], covers: [.tagSection(.malformedMessages)], phone: .withDoorApp
    ) {
        Tap(.malformedTag) {
            Expect(.opened(.nothing), count: 1)
            Expect(.notified(), count: 0)
        }
    }

    public static let forgottenPrefix = Scenario(
        "forgottenPrefix", "A link whose encoder forgot the code of the prefix opens nothing", suite: .tags,
        tags: [.quick, .robustness], covers: [.tagSection(.uriRecords), .tagComplaint(.n22)], phone: .withDoorApp
    ) {
        Tap(.prefixlessTag) {
            Expect(.opened(.nothing), count: 1)
            Expect(.notified(), count: 0)
        }
    }

    public static let posterAlone = Scenario(
        "posterAlone", "A link inside of a Smart Poster opens nothing: a title on the tag costs the link",
        suite: .tags, tags: [.quick], covers: [.tagSection(.smartPosters)], phone: .withDoorApp
    ) {
        Tap(.smartPosterTag) {
            Expect(.opened(.nothing), count: 1)
            Expect(.notified(), count: 0)
        }
    }

    public static let posterBySetting = Scenario(
        "posterBySetting", "On a phone that looks inside of Smart Posters the link in it opens the app", suite: .tags,
        tags: [.quick], covers: [.tagSection(.smartPosters)], phone: .tapping(TagSetup(looksInsideSmartPosters: true))
    ) {
        Tap(.smartPosterTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
    }

    public static let chunkedLink = Scenario(
        "chunkedLink", "A link in three chunks is put together again", suite: .tags, tags: [.quick, .robustness],
        covers: [.tagSection(.chunkedRecords)], phone: .withDoorApp
    ) {
        Tap(.chunkedTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
    }
}
