import ScenarioKit

// The destination of a tag's link, and the choice of that link.

extension ScenarioGroup {
    static let routes = ScenarioGroup(suite: .tags, tags: [.quick], phone: .withDoorApp) {
        Scenario(
            "linkOpensItsApp",
            "A link that an app claims brings one notification, and after a tap the app has the link",
            covers: [.tagRule(.b3), .tagRule(.b4), .tagRule(.b11), .tagSection(.delivery)]
        ) {
            Tap(.doorTag) {
                Expect(.notified(.doorApp), count: 1)
                Expect(.decided(by: .b11), count: 1)
                Expect(.delivered(to: .doorApp, url: "https://example.com/door/open?door=1", records: 1), count: 1)
                Expect(.opened(.doorApp, path: "/door/open"), count: 1)
                Expect(.opened(.browser), count: 0)
            }
        }

        Scenario(
            "readsInTime", "A tag must be read before people take the phone away from it",
            tags: [.quick, .robustness], covers: [.tagRule(.b11)]
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
            Require(.detectedToRouted, atMost: .seconds(1)).otherwise(
                "reading the tag takes longer than people hold the phone to it", when: .limitMissed)
        }

        Scenario("linkOpensTheBrowser", "A link that no app claims opens in the browser", covers: [.tagRule(.b12)]) {
            Tap(.posterTag) {
                Expect(.notified(.browser), count: 1)
                Expect(.decided(by: .b12), count: 1)
                Expect(.opened(.browser), count: 1)
            }
        }

        Scenario(
            "firstLinkWins", "The first of two links on a tag counts, and the second opens nothing",
            covers: [.tagRule(.b9)]
        ) {
            Tap(.twoLinksTag) {
                Expect(.opened(.doorApp, path: "/door/first"), count: 1)
                Expect(.opened(.browser), count: 0)
                Expect(.notified(), count: 1)
            }
        }

        Scenario(
            "textBeforeLink", "Text before the link is skipped, and the app gets it with the rest",
            covers: [.tagRule(.b9), .tagSection(.delivery)]
        ) {
            Tap(.textFirstTag) {
                Expect(.delivered(to: .doorApp, url: "https://example.com/door/open", records: 2), count: 1)
                    .otherwise(
                        "the app does not get the tag's whole message", code: "route.messageIncomplete",
                        when: .nothingCame)
                Expect(.opened(.doorApp, path: "/door/open"), count: 1)
            }
        }

        Scenario(
            "wholeMessage", "The app gets each record of the tag as it is: type name format, type, id and payload",
            covers: [.tagSection(.delivery)]
        ) {
            Tap(.manyRecordsTag) {
                Expect(
                    .delivered(
                        to: .doorApp, url: "https://example.com/door/open?door=8",
                        records: [
                            .uri("https://example.com/door/open?door=8", id: "d"),
                            .external("example.com:door", payload: [1, 2, 3], id: ""),
                            .media("text/plain", payload: Array("unit 8".utf8)),
                        ], as: .browsingWeb),
                    count: 1
                ).otherwise(
                    "the app does not get its own record of the tag", code: "route.messageIncomplete",
                    when: .nothingCame)
            }
            Tap(.textFirstTag) {
                Expect(
                    .delivered(
                        to: .doorApp,
                        records: [
                            .text("The door", language: "en"),
                            RecordPattern(tnf: .wellKnown, type: "U", payload: .uri("https://example.com/door/open")),
                        ]), count: 1)
            }
        }

        Scenario(
            "browserGetsTheURL", "The browser and handlers of a scheme get only the URL and no message",
            covers: [.tagSection(.delivery), .tagRule(.b12)]
        ) {
            Tap(.posterTag) {
                Expect(.delivered(to: .browser, url: "https://www.example.org/poster", as: .url), count: 1)
            }
            Tap(.phoneNumberTag) {
                Expect(.delivered(to: .handler("tel"), url: "tel:+15551234567", as: .url), count: 1)
            }
        }

        Scenario(
            "appWithoutHandler", "An app without an activity handler is opened by its link, and gets nothing",
            covers: [.tagSection(.delivery), .tagRule(.b11)],
            phone: PhoneSetup(
                apps: [
                    App(
                        identifier: "com.example.door", links: [.init(host: "example.com", pathPrefix: "/door")],
                        handlesLinks: false)
                ])
        ) {
            Tap(.doorTag) {
                Expect(.notified(.doorApp), count: 1)
                Expect(.opened(.doorApp), count: 1)
                Expect(.delivered(to: .doorApp, as: .nothing), count: 1)
                Expect(.delivered(to: .doorApp), count: 0)
            }
        }

        Scenario(
            "androidRecordBehindLink", "An Android application record after the link changes nothing",
            covers: [.tagRule(.b9), .tagSection(.otherRecords)]
        ) {
            Tap(.androidTag) {
                Expect(.opened(.doorApp, path: "/door/open"), count: 1)
                Expect(.delivered(to: .doorApp, records: 2), count: 1)
            }
        }

        Scenario(
            "plainHTTP", "A link with http instead of https opens the same app",
            covers: [.tagRule(.u10), .tagRule(.b11)], phone: .associated()
        ) {
            Tap(.httpTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
        }

        Scenario(
            "capitalsInTheHost", "Scheme and host of a link may be written in capitals",
            covers: [.tagSection(.linkMatching)], phone: .associated()
        ) {
            Tap(.upperTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
        }

        Scenario(
            "portInTheLink", "A link with a port is treated as one that no app claims",
            tags: [.quick, .robustness], covers: [.tagRule(.u9)], phone: .associated()
        ) {
            Tap(.portTag) { Expect(.opened(.browser), count: 1) }
        }
    }
}
