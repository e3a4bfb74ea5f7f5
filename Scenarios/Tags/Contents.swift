import ScenarioKit

// Tags with content other than a link, or with invalid content.

extension ScenarioGroup {
    static let contents = ScenarioGroup(suite: .tags, tags: [.quick], phone: .withDoorApp) {
        Scenario(
            "textAlone", "A tag with only text brings no notification", tags: [.quick, .robustness],
            covers: [.tagRule(.b15), .tagRule(.b10)]
        ) {
            Tap(.textOnlyTag) {
                Expect(.opened(.nothing), count: 1)
                Expect(.notified(), count: 0)
            }
        }

        Scenario(
            "blankTagOpensNothing", "A blank tag from the factory brings no notification",
            tags: [.quick, .robustness], covers: [.tagRule(.b15), .tagComplaint(.n21)]
        ) {
            Tap(.blankTag) {
                Expect(.opened(.nothing), count: 1)
                Expect(.notified(), count: 0)
            }
        }

        Scenario(
            "malformedMessage", "A message whose first record is not marked as the first opens nothing",
            tags: [.quick, .robustness], covers: [.tagSection(.malformedMessages)]
        ) {
            Tap(.malformedTag) {
                Expect(.opened(.nothing), count: 1)
                Expect(.notified(), count: 0)
            }
        }

        Scenario(
            "forgottenPrefix", "A link whose encoder forgot the code of the prefix opens nothing",
            tags: [.quick, .robustness], covers: [.tagSection(.uriRecords), .tagComplaint(.n22)]
        ) {
            Tap(.prefixlessTag) {
                Expect(.opened(.nothing), count: 1)
                Expect(.notified(), count: 0)
            }
        }

        Scenario(
            "posterAlone", "A link inside a Smart Poster opens nothing: a title on the tag costs the link",
            tags: [.quick, .robustness], covers: [.tagSection(.smartPosters)]
        ) {
            Tap(.smartPosterTag) {
                Expect(.opened(.nothing), count: 1)
                Expect(.notified(), count: 0)
            }
        }

        Scenario(
            "posterBySetting", "On a phone that reads Smart Posters the link inside opens the app",
            tags: [.quick, .robustness], covers: [.tagSection(.smartPosters)],
            phone: .tapping(TagSetup(looksInsideSmartPosters: true))
        ) {
            Tap(.smartPosterTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
        }

        Scenario(
            "chunkedLink", "A link in three chunks is reassembled", tags: [.quick, .robustness],
            covers: [.tagSection(.chunkedRecords)]
        ) {
            Tap(.chunkedTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
        }
    }
}
