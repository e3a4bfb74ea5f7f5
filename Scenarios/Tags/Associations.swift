import ScenarioKit

// The assignment of links to apps: entitlements, and association files as used by sites.

extension ScenarioGroup {
    static let associations = ScenarioGroup(suite: .tags, tags: [.quick], phone: .associated()) {
        Scenario(
            "excludedPath",
            "A path that the site excludes opens in the browser, although a later line would allow it",
            covers: [.tagRule(.u4), .tagRule(.u3)]
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
            Tap(.helpTag) {
                Expect(.opened(.browser), count: 1)
                Expect(.opened(.doorApp), count: 0)
            }
        }

        Scenario(
            "queryDecides", "Two links differ in their query: one belongs to the app, the other does not",
            covers: [.tagSection(.linkMatching), .tagRule(.u3), .tagRule(.u5)]
        ) {
            Tap(.guestTag) { Expect(.opened(.doorApp, path: "/visit"), count: 1) }
            Tap(.visitTag) { Expect(.opened(.browser), count: 1) }
        }

        Scenario(
            "capitalsInThePath", "A path in capitals is the app's too, if the site says that case does not matter",
            covers: [.tagSection(.associationForm), .tagRule(.u3)]
        ) {
            Tap(.capitalTag) { Expect(.opened(.doorApp, path: "/Gate/7"), count: 1) }
        }

        Scenario(
            "wildcardSubdomain",
            "With a wildcard the bare domain's file gives the app the links of a subdomain",
            covers: [.tagSection(.entitlement), .tagRule(.u2)],
            phone: .associated(domains: ["applinks:*.example.com"], sites: [.example])
        ) {
            Tap(.shopTag) { Expect(.opened(.doorApp, path: "/door/1"), count: 1) }
        }

        Scenario(
            "wildcardLeavesBareDomain", "A wildcard does not cover the bare domain: its links open in the browser",
            covers: [.tagRule(.u1), .tagSection(.entitlement)],
            phone: .associated(domains: ["applinks:*.example.com"], sites: [.example, .shop])
        ) {
            Tap(.doorTag) { Expect(.opened(.browser), count: 1) }
        }

        Scenario(
            "missingAssociation", "Without an association file on the site every link opens in the browser",
            covers: [.tagRule(.u7), .tagRule(.b12), .tagComplaint(.n18)],
            phone: .associated(sites: [Site(host: "example.com", association: .none("the site redirects"))])
        ) {
            Tap(.doorTag) {
                Expect(.opened(.browser), count: 1)
                Expect(.opened(.doorApp), count: 0)
            }
        }

        Scenario(
            "forgottenEntitlement", "An app that does not claim the domain gets no links, whatever the site says",
            covers: [.tagRule(.u1)], phone: .associated(domains: [])
        ) {
            Tap(.doorTag) { Expect(.opened(.browser), count: 1) }
        }

        Scenario(
            "foreignTeam", "An app of a team that the site does not name gets no links", covers: [.tagRule(.u2)],
            phone: .associated(team: "ZZZZZ98765")
        ) {
            Tap(.doorTag) { Expect(.opened(.browser), count: 1) }
        }

        Scenario(
            "orderOfApps",
            "If two apps claim a link, the site's first entry decides, not the order of installation",
            covers: [.tagRule(.u6)], phone: .associated(others: [.shop])
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
            Tap(.visitTag) { Expect(.opened(.shopApp, path: "/visit"), count: 1) }
        }

        Scenario(
            "browserChosen", "Choosing the browser for a domain opens the browser, although the app is installed",
            covers: [.tagRule(.u8)], phone: .associated(tags: TagSetup(browserChosenFor: ["example.com"]))
        ) {
            Tap(.doorTag) { Expect(.opened(.browser), count: 1) }
        }

        Scenario(
            "linkWithoutTag", "The same link from elsewhere reaches the app with the empty message",
            covers: [.tagSection(.delivery)]
        ) {
            FollowLink("https://example.com/door/open?door=1")
            Expect(.delivered(to: .doorApp, url: "https://example.com/door/open?door=1", records: .empty), count: 1)
            Repeat(1) {
                Tap(.doorTag) {
                    Expect(.delivered(to: .doorApp, url: "https://example.com/door/open?door=1", records: 1), count: 1)
                    Expect(.delivered(to: .doorApp, records: .empty), count: 0)
                }
            }
        }
    }
}
