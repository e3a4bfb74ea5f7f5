import ScenarioKit

// Where a tag's link leads, and what counts as its link.

extension Scenario {
    public static let linkOpensItsApp = Scenario(
        "linkOpensItsApp", "A link that an app claims brings one notification, and after a tap the app has the link",
        suite: .tags, tags: [.quick], covers: [.tagRule(.b3), .tagRule(.b4), .tagRule(.b11), .tagSection(.delivery)],
        phone: .withDoorApp
    ) {
        Tap(.doorTag) {
            Expect(.notified(.doorApp), count: 1)
            Expect(.decided(by: "B11"), count: 1)
            Expect(.delivered(to: .doorApp, url: "https://example.com/door/open?door=1", records: 1), count: 1)
            Expect(.opened(.doorApp, path: "/door/open"), count: 1)
            Expect(.opened(.browser), count: 0)
        }
        Require(.detectedToRouted, atMost: .seconds(1)).otherwise("people take the phone away before the tag is read")
    }

    public static let linkOpensTheBrowser = Scenario(
        "linkOpensTheBrowser", "A link that no app claims opens in the browser", suite: .tags, tags: [.quick],
        covers: [.tagRule(.b12)], phone: .withDoorApp
    ) {
        Tap(.posterTag) {
            Expect(.notified(.browser), count: 1)
            Expect(.decided(by: "B12"), count: 1)
            Expect(.opened(.browser), count: 1)
        }
    }

    public static let firstLinkWins = Scenario(
        "firstLinkWins", "Of two links on one tag the first counts, and the second opens nothing", suite: .tags,
        tags: [.quick], covers: [.tagRule(.b9)], phone: .withDoorApp
    ) {
        Tap(.twoLinksTag) {
            Expect(.opened(.doorApp, path: "/door/first"), count: 1)
            Expect(.opened(.browser), count: 0)
            Expect(.notified(), count: 1)
        }
    }

    public static let textBeforeLink = Scenario(
        "textBeforeLink", "A text in front of the link is passed over, and the app gets it with the rest",
        suite: .tags, tags: [.quick], covers: [.tagRule(.b9), .tagSection(.delivery)], phone: .withDoorApp
    ) {
        Tap(.textFirstTag) {
            Expect(.delivered(to: .doorApp, url: "https://example.com/door/open", records: 2), count: 1)
                .otherwise("the app does not get the whole message of the tag")
            Expect(.opened(.doorApp, path: "/door/open"), count: 1)
        }
    }

    public static let androidRecordBehindLink = Scenario(
        "androidRecordBehindLink", "The name of an Android app behind the link changes nothing", suite: .tags,
        tags: [.quick], covers: [.tagRule(.b9), .tagSection(.otherRecords)], phone: .withDoorApp
    ) {
        Tap(.androidTag) {
            Expect(.opened(.doorApp, path: "/door/open"), count: 1)
            Expect(.delivered(to: .doorApp, records: 2), count: 1)
        }
    }

    public static let plainHTTP = Scenario(
        "plainHTTP", "A link with http instead of https opens the same app", suite: .tags, tags: [.quick],
        covers: [.tagRule(.u10), .tagRule(.b11)], phone: .associated()
    ) {
        Tap(.httpTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
    }

    public static let capitalsInTheHost = Scenario(
        "capitalsInTheHost", "Scheme and host of a link may be written in capitals", suite: .tags, tags: [.quick],
        covers: [.tagSection(.linkMatching)], phone: .associated()
    ) {
        Tap(.upperTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
    }

    public static let portInTheLink = Scenario(
        "portInTheLink", "A link with a port is taken for one that no app claims", suite: .tags, tags: [.quick],
        covers: [.tagRule(.u9)], phone: .associated()
    ) {
        Tap(.portTag) { Expect(.opened(.browser), count: 1) }
    }
}
