import Ground
import TagRouting
import TestSupport
import Testing

@Suite struct SiteRoutingTests {
    private func app(_ name: String, _ domains: String...) -> App {
        App(identifier: "com.example.\(name)", associatedDomains: domains)
    }

    private func site(_ host: String, _ links: String) -> AssociatedSite {
        AssociatedSite(host: host, bytes: file(links: links))
    }

    private func listing(_ names: String..., components: String = "[{}]") -> String {
        let ids = names.map { "\"ABCDE12345.com.example.\($0)\"" }.joined(separator: ",")
        return "{\"appIDs\": [\(ids)], \"components\": \(components)}"
    }

    private func details(_ entries: String...) -> String { "{\"details\": [\(entries.joined(separator: ","))]}" }

    private func route(
        _ uri: String, _ apps: [App], _ sites: [AssociatedSite],
        _ conditions: PhoneConditions = PhoneConditions()
    ) -> RouteDecision {
        TagRouter(apps: apps, sites: sites).route(uri: uri, conditions: conditions)
    }

    /// Returns the destination and the rules, as in `door by B11, U3`.
    private func words(_ decision: RouteDecision) -> String {
        switch decision.destination {
        case .app(let identifier, _): "\(identifier.split(separator: ".").last ?? "") by \(decision.rules)"
        case .browser: "browser by \(decision.rules)"
        case let other: "\(other)"
        }
    }

    @Test("a link opens an app only when its entitlement covers the host and that host's file gives it the link")
    func bothSides() {
        let door = app("door", "applinks:example.com")
        let good = site("example.com", details(listing("door", components: "[{\"/\": \"/door/*\"}]")))
        let link = "https://example.com/door/7"
        let cases: [(RouteDecision, String)] = [
            (route(link, [door], [good]), "door by B11, U3"),
            (route("https://EXAMPLE.com/door/7", [door], [good]), "door by B11, U3"),
            (route("https://example.com/shop", [door], [good]), "browser by B12, U5"),
            (route(link, [app("door", "applinks:other.example")], [good]), "browser by B12, U1"),
            (route(link, [app("door", "webcredentials:example.com")], [good]), "browser by B12, U1"),
            (route(link, [app("door", "applinks:example.com/door")], [good]), "browser by B12, U1"),
            (route(link, [], [good]), "browser by B12, U1"),
            (route(link, [app("gate", "applinks:example.com")], [good]), "browser by B12, U2"),
            (route(link, [door], []), "browser by B12, U7"),
            (route(link, [door], [AssociatedSite(host: "example.com", missing: "not found")]), "browser by B12, U7"),
            (
                route(link, [door], [AssociatedSite(host: "example.com", bytes: Array("<html>".utf8))]),
                "browser by B12, U7"
            ),
            (
                route(
                    link, [door], [site("example.com", details(listing("door", components: "[{\"exclude\": true}]")))]),
                "browser by B12, U4"
            ),
        ]
        for (decision, expected) in cases {
            #expect(words(decision) == expected, "\(decision.findings)")
            #expect(decision.evidence == .documented, "\(decision.findings)")
        }
        let invalid = route(link, [app("door", "applinks:example.com/door")], [good])
        #expect(invalid.findings.contains { $0.meaning.contains("no path and no slash") })
        let page = route(link, [door], [AssociatedSite(host: "example.com", bytes: Array("<html>".utf8))])
        #expect(page.findings.contains { $0.meaning.contains("web page") })
    }

    @Test("a file counts for the host that served it, and for no other")
    func ownHost() {
        let door = app("door", "applinks:www.example.com", "applinks:example.com")
        let bare = site("example.com", details(listing("door")))
        let sub = site("www.example.com", details(listing("door")))
        #expect(words(route("https://www.example.com/", [door], [bare])) == "browser by B12, U7")
        #expect(words(route("https://www.example.com/", [door], [bare, sub])) == "door by B11, U3")
        #expect(words(route("https://evil.test/", [door], [bare, sub])) == "browser by B12, U1")
        #expect(words(route("https://xexample.com/", [door], [bare, sub])) == "browser by B12, U1")
    }

    @Test("the app of the first matching entry opens the link, in whatever order the apps are installed")
    func order() {
        let door = app("door", "applinks:example.com")
        let gate = app("gate", "applinks:example.com")
        let sites = [site("example.com", details(listing("gate", components: "[{\"/\": \"/g*\"}]"), listing("door")))]
        for apps in [[door, gate], [gate, door]] {
            let both = route("https://example.com/g", apps, sites)
            #expect(words(both) == "gate by B11, U6" && both.evidence == .documented)
            #expect(words(route("https://example.com/d", apps, sites)) == "door by B11, U3")
        }
        #expect(words(route("https://example.com/g", [door], sites)) == "door by B11, U3")
        for apps in [[door, gate], [gate, door]] {
            let same = route("https://example.com/", apps, [site("example.com", details(listing("gate", "door")))])
            #expect(words(same) == "gate by B11, U6" && same.evidence == .unverified)
        }
        let excluded = details(listing("gate", components: "[{\"exclude\": true}]"), listing("door"))
        #expect(
            words(route("https://example.com/", [door, gate], [site("example.com", excluded)])) == "door by B11, U3")
    }

    @Test("choosing the browser for a domain sends its links to the browser, and no other domain's")
    func chosenBrowser() {
        let door = app("door", "applinks:example.com", "applinks:www.example.com")
        let sites = ["example.com", "www.example.com"].map { site($0, details(listing("door"))) }
        var conditions = PhoneConditions()
        conditions.browserDomains = ["Example.com"]
        #expect(words(route("https://example.com/", [door], sites, conditions)) == "browser by B12, U8")
        #expect(words(route("https://www.example.com/", [door], sites, conditions)) == "door by B11, U3")
    }

    @Test("ports, http, modes and App Clips are reported, and weaken the evidence")
    func doubts() {
        let door = app("door", "applinks:example.com?mode=developer")
        let sites = [site("example.com", details(listing("door")))]
        let mode = route("https://example.com/", [door], sites)
        #expect(mode.evidence == .documented && mode.findings.map(\.weight) == [.note])
        #expect(words(route("https://example.com:8443/", [door], sites)) == "browser by B12, U9")
        #expect(route("https://example.com:8443/", [door], sites).evidence == .unverified)
        #expect(route("http://example.com/", [door], sites).evidence == .inferred)
        let clips = Array(
            "{\"applinks\": \(details(listing("door", components: "[{\"/\": \"/a\"}]"))), \"appclips\": {\"apps\": []}}"
                .utf8)
        let clipped = [AssociatedSite(host: "example.com", bytes: clips)]
        #expect(route("https://example.com/a", [door], clipped).evidence == .inferred)
        #expect(route("https://example.com/b", [door], clipped).evidence == .unverified)
    }

    @Test("a doubtful component before the deciding one makes the outcome doubtful")
    func earlierDoubt() {
        let door = app("door", "applinks:example.com")
        func evidence(_ components: String) -> Evidence {
            route(
                "https://example.com/a", [door], [site("example.com", details(listing("door", components: components)))]
            )
            .evidence
        }
        #expect(evidence("[{\"/\": \"/a\"}, {\"/\": \"/$(nope)\"}]") == .documented)
        #expect(evidence("[{\"/\": \"/$(nope)\"}, {\"/\": \"/a\"}]") == .unverified)
        #expect(evidence("[{\"/\": \"/$(nope)\"}]") == .unverified)
        #expect(evidence("[{\"/\": 5}]") == .unverified)
        #expect(evidence("[{\"?\": {\"x\": 5}}]") == .inferred)
    }

    @Test("a file names the apps that it lists by their full identifiers")
    func identifiers() throws {
        #expect(app("door").fullIdentifier == "ABCDE12345.com.example.door")
        let association = try AssociationFile(file(links: details(listing("door", "gate"), listing("gate", "lock"))))
        #expect(association.applications == ["door", "gate", "lock"].map { "ABCDE12345.com.example.\($0)" })
    }

    @Test("short-form links need no site, and do not replace the file of a given site")
    func shortForm() {
        let short = App(identifier: "com.example.short", links: [App.Link(host: "example.com", pathPrefix: "/s")])
        #expect(words(route("https://example.com/s/x", [short], [])) == "short by B11, U3")
        #expect(words(route("https://example.com/x", [short], [])) == "browser by B12, U5")
        let door = app("door", "applinks:example.com")
        let sites = [site("example.com", details(listing("door", components: "[{\"/\": \"/s/d\"}]")))]
        #expect(words(route("https://example.com/s/x", [short, door], sites)) == "browser by B12, U5")
        #expect(words(route("https://example.com/s/d", [short, door], sites)) == "door by B11, U3")
        #expect(words(route("https://example.com/x", [short, door], sites)) == "browser by B12, U5")
    }

    @Test("an explanation names the decision, its rules and why each app did not get the link")
    func explanation() {
        let door = app("door", "applinks:example.com")
        let gate = app("gate", "applinks:gate.example")
        let lock = app("lock", "applinks:example.com")
        let sites = [site("example.com", details(listing("door", components: "[{\"/\": \"/d\"}]")))]
        let router = TagRouter(apps: [door, gate, lock], sites: sites)
        let lines = router.explain(uri: "https://example.com/d", conditions: PhoneConditions()).lines
        #expect(
            lines == [
                "app com.example.door with https://example.com/d",
                "  B11 (documented): a universal link opens the installed app that it belongs to",
                "  U3 (documented): the first component whose every part matches lets the app open the link",
                "  overall documented",
                "app ABCDE12345.com.example.door",
                "  the associated domain applinks:example.com covers the host",
                "  details[0] (line 1): for this app, 1 component",
                "    components[0] (line 1): matches: the app opens the link",
                "      path: \"/d\" covers \"/d\"",
                "      query: \"*\" (nothing written) covers nothing",
                "      fragment: \"*\" (nothing written) covers nothing",
                "app ABCDE12345.com.example.gate",
                "  no associated domain covers the host (U1)",
                "app ABCDE12345.com.example.lock",
                "  the associated domain applinks:example.com covers the host",
                "  the association file does not list the app (U2)",
                "  details[0] (line 1): not for this app",
            ])
        let home = router.explain(uri: "X-HM://0071WK4SM7OSX", conditions: PhoneConditions()).lines
        #expect(home.last == "  HomeKit: category 7, setup id 7OSX, setup code 518-08-582, IP")
        let missing = TagRouter(apps: [door], sites: [AssociatedSite(host: "example.com", missing: "not found")])
        #expect(
            missing.explain(uri: "https://example.com", conditions: PhoneConditions()).lines.last == "  not found (U7)")
        let none = TagRouter(apps: [door]).explain(uri: "https://example.com", conditions: PhoneConditions())
        #expect(none.lines.last == "  no association file of this host is known (U7)")
    }
}
