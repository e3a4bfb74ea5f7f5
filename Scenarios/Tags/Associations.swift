import ScenarioKit

// The assignment of links to apps: entitlements, and association files as used by sites.

extension ScenarioGroup {
    static let associations = ScenarioGroup(suite: .tags, tags: [.quick], phone: .associated()) {
        Scenario(
            "excludedPath",
            "A path that the site excludes opens in the browser, though a later line would let it through",
            covers: [.tagRule(.u4), .tagRule(.u3)]
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
            Tap(.helpTag) {
                Expect(.opened(.browser), count: 1)
                Expect(.opened(.doorApp), count: 0)
            }
        }

        Scenario(
            "queryDecides", "Of two links that differ in their query one belongs to the app, and the other does not",
            covers: [.tagSection(.linkMatching), .tagRule(.u3), .tagRule(.u5)]
        ) {
            Tap(.guestTag) { Expect(.opened(.doorApp, path: "/visit"), count: 1) }
            Tap(.visitTag) { Expect(.opened(.browser), count: 1) }
        }

        Scenario(
            "capitalsInThePath", "A path is the app's in capitals too, where the site says that case does not matter",
            covers: [.tagSection(.associationForm), .tagRule(.u3)]
        ) {
            Tap(.capitalTag) { Expect(.opened(.doorApp, path: "/Gate/7"), count: 1) }
        }

        Scenario(
            "wildcardSubdomain",
            "With a wildcard the links of a subdomain are the app's, by the bare domain's own file",
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
            "foreignTeam", "An app under another team than the site names gets no links", covers: [.tagRule(.u2)],
            phone: .associated(team: "ZZZZZ98765")
        ) {
            Tap(.doorTag) { Expect(.opened(.browser), count: 1) }
        }

        Scenario(
            "orderOfApps",
            "Of two apps that claim a link the site's first entry decides, and not who was installed first",
            covers: [.tagRule(.u6)], phone: .associated(others: [.shop])
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
            Tap(.visitTag) { Expect(.opened(.shopApp, path: "/visit"), count: 1) }
        }

        Scenario(
            "browserChosen", "Who chose the browser for a domain gets the browser, though the app is there",
            covers: [.tagRule(.u8)], phone: .associated(tags: TagSetup(browserChosenFor: ["example.com"]))
        ) {
            Tap(.doorTag) { Expect(.opened(.browser), count: 1) }
        }

        Scenario(
            "linkWithoutTag", "The same link from elsewhere reaches the app with the empty message, as it was no tag",
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
