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
            Require(.detectedToRouted, atMost: .seconds(1)).otherwise(
                "reading the tag takes longer than people hold the phone to it", code: "route.takenAwayEarly")
        }

        Scenario("linkOpensTheBrowser", "A link that no app claims opens in the browser", covers: [.tagRule(.b12)]) {
            Tap(.posterTag) {
                Expect(.notified(.browser), count: 1)
                Expect(.decided(by: .b12), count: 1)
                Expect(.opened(.browser), count: 1)
            }
        }

        Scenario(
            "firstLinkWins", "Of two links on one tag the first counts, and the second opens nothing",
            covers: [.tagRule(.b9)]
        ) {
            Tap(.twoLinksTag) {
                Expect(.opened(.doorApp, path: "/door/first"), count: 1)
                Expect(.opened(.browser), count: 0)
                Expect(.notified(), count: 1)
            }
        }

        Scenario(
            "textBeforeLink", "A text in front of the link is passed over, and the app gets it with the rest",
            covers: [.tagRule(.b9), .tagSection(.delivery)]
        ) {
            Tap(.textFirstTag) {
                Expect(.delivered(to: .doorApp, url: "https://example.com/door/open", records: 2), count: 1)
                    .otherwise("the app does not get the whole message of the tag", code: "route.messageIncomplete")
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
                ).otherwise("the app does not get what its maker wrote on the tag", code: "route.messageIncomplete")
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
            "browserGetsTheURL", "The browser, and what handles a scheme, get the URL alone and no message",
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
            "appWithoutHandler", "An app that takes up no activity is opened by its link, and gets nothing",
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
            "androidRecordBehindLink", "The name of an Android app behind the link changes nothing",
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
            "portInTheLink", "A link with a port is taken for one that no app claims", covers: [.tagRule(.u9)],
            phone: .associated()
        ) {
            Tap(.portTag) { Expect(.opened(.browser), count: 1) }
        }
    }
}
