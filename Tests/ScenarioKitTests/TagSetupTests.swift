import Ground
import ScenarioKit
import Testing

@Suite struct TagSetupTests {
    private let tapping = Action.tap(tag: "t", within: .seconds(1), checks: [.expecting(.opened(.nothing))])
    private let holding = Action.hold(tag: "t", span: .seconds(1), checks: [.expecting(.tagDetected)])

    private func made(_ tags: TagSetup) -> Scenario { .made(phone: PhoneSetup(tags: tags), holding) }
    private func made(apps: [App] = [], sites: [Site]) -> Scenario {
        .made(phone: PhoneSetup(apps: apps, sites: sites), holding)
    }

    @Test("impossible settings are refused")
    func settings() {
        expectSound(made(TagSetup(browserChosenFor: ["example.com", "example.org"])))
        expect(made(TagSetup(answer: .opens(after: .seconds(-1)))), says: "a user cannot tap a notification", line: 0)
        expect(made(TagSetup(unlock: .succeeds(after: .seconds(-1)))), says: "a user cannot unlock a phone", line: 0)
        expect(made(TagSetup(browserChosenFor: ["https://a"])), says: "is no bare host", line: 0)
        expect(made(TagSetup(browserChosenFor: ["a", "a"])), says: "chosen for a twice", line: 0)
        let useless = Scenario.made(phone: PhoneSetup(tags: TagSetup(startsWithDisplayOff: true)), .connecting)
        expect(useless, says: "no step uses a tag", line: 0)
    }

    @Test("a site has a host and one file or reason, and appears once")
    func sites() {
        expectSound(
            made(sites: [
                Site(host: "a", association: .text("{}")), Site(host: "b", association: .file("c/d.json")),
                Site(host: "c", association: .none("it is down")),
            ]))
        expect(made(sites: [Site(host: "a/b", association: .text("{}"))]), says: "is no bare host", line: 0)
        let twice = [Site(host: "a", association: .text("{}")), Site(host: "A", association: .text("{}"))]
        expect(made(sites: twice), says: "is in the list twice", line: 0)
        for path in ["", "/etc/passwd", "../a.json", "a/../b", "a//b", "./a"] {
            expect(made(sites: [Site(host: "a", association: .file(path))]), says: "needs a path below", line: 0)
        }
        expect(made(sites: [Site(host: "a", association: .text(""))]), says: "write .none(reason)", line: 0)
        expect(made(sites: [Site(host: "a", association: .none(" "))]), says: "does not say why", line: 0)
    }

    @Test("an app declares its links once, and its domains with a service")
    func apps() {
        let door = App(identifier: "d", links: [.init(host: "a", pathPrefix: "/")])
        expect(
            made(apps: [door], sites: [Site(host: "a", association: .text("{}"))]),
            says: "write associatedDomains: [\"applinks:a\"] instead", line: 0)
        func domains(_ domains: String..., team: String = "T") -> Scenario {
            made(apps: [App(identifier: "d", associatedDomains: domains, teamIdentifier: team)], sites: [])
        }
        expectSound(domains("applinks:a", "applinks:*.a", "webcredentials:a", "applinks:a?mode=developer"))
        expect(domains("applink:a"), says: "did you mean applinks?", line: 0)
        expect(domains("a"), says: "names no service: write applinks:example.com", line: 0)
        expect(domains("applinks:a", "applinks:a"), says: "associated with applinks:a twice", line: 0)
        for team in ["", "A.B", "A B"] { expect(domains(team: team), says: "is no team identifier", line: 0) }
        let wild = App(identifier: "d", links: [.init(host: "*.a", pathPrefix: "/")])
        expect(made(apps: [wild], sites: []), says: "for wildcards write associatedDomains and a site", line: 0)
    }

    @Test("links that start a session belong to the app that runs sessions and handles links")
    func sessions() {
        let link = App.Link(host: "a", pathPrefix: "/door")
        let start = App.SessionLink(link, starts: "door")
        func app(_ sessions: App.SessionLink..., handles: Bool = true, name: String = "d") -> App {
            App(identifier: name, links: [.init(host: "a", pathPrefix: "/")], handlesLinks: handles, sessions: sessions)
        }
        expectSound(made(apps: [app(start)], sites: []))
        expect(made(apps: [App(identifier: "c"), app(start)], sites: []), says: "the phone's first app", line: 0)
        expect(made(apps: [app(start, handles: false)], sites: []), says: "has no handler for links", line: 0)
        let other = App.SessionLink(.init(host: "b", pathPrefix: "/"), starts: "door")
        expect(made(apps: [app(other)], sites: []), says: "does not claim b", line: 0)
        let below = App.SessionLink(.init(host: "A", pathPrefix: "/door/7"), starts: "trunk")
        expect(made(apps: [app(start, below)], sites: []), says: "write the longer path first", line: 0)
        expectSound(made(apps: [app(below, start)], sites: []))
        let beside = App.SessionLink(.init(host: "a", pathPrefix: "/doors"), starts: "trunk")
        expectSound(made(apps: [app(start, beside)], sites: []))
        let wild = App(
            identifier: "d", associatedDomains: ["applinks:*.a"],
            sessions: [
                .init(.init(host: "x.a", pathPrefix: "/"), starts: "door")
            ])
        expectSound(made(apps: [wild], sites: []))
    }

    @Test("a step that opens a link may have started the session that the link names")
    func startedSessions() {
        let app = App(
            identifier: "d", links: [.init(host: "a", pathPrefix: "/")],
            sessions: [.init(.init(host: "a", pathPrefix: "/"), starts: "door")])
        let phone = PhoneSetup(apps: [app])
        expectSound(.made(phone: phone, tapping, .expecting(.connected("door")), .stopping))
        expectSound(.made(phone: phone, .followLink(url: "https://a/"), .expecting(.ranging("door"))))
        let silent = PhoneSetup(apps: [App(identifier: "d", links: [.init(host: "a", pathPrefix: "/")])])
        expect(
            .made(phone: silent, tapping, .expecting(.connected("door"))), says: "was never connected before", line: 90
        )
    }

    private struct Missing: Error {}

    @Test("files of sites are read once, by their paths, and nothing else of the scenario changes")
    func resolving() throws {
        let scenario = Scenario(
            name: "made", summary: "Made", suite: .tags, tags: [.quick], covers: [.tagRule(.b1)],
            phone: PhoneSetup(
                apps: [App(identifier: "d")],
                sites: [
                    Site(host: "a", association: .file("x/a.json")), Site(host: "b", association: .text("{}")),
                    Site(host: "c", association: .none("down")),
                ], tags: TagSetup(startsLocked: true)),
            always: [.expecting(.prompted, 0)], steps: madeSteps(holding), spot: madeLine(0))
        var asked: [String] = []
        let resolved = try scenario.resolvingFiles { path throws(Missing) in
            asked.append(path)
            return "[1]"
        }
        #expect(asked == ["x/a.json"])
        #expect(resolved.phone.sites.map(\.association) == [.text("[1]"), .text("{}"), .none("down")])
        #expect(resolved.phone.sites.map(\.host) == ["a", "b", "c"])
        #expect(resolved.phone.tags == scenario.phone.tags && resolved.phone.apps == scenario.phone.apps)
        #expect(resolved.steps == scenario.steps && resolved.always == scenario.always && resolved.suite == .tags)
        #expect(throws: Missing.self) { try scenario.resolvingFiles { _ throws(Missing) in throw Missing() } }
        let plain = Scenario.made(holding)
        #expect(plain.resolvingFiles { _ in "never" } == plain)
    }

    @Test("a scenario from before tag settings is read as one without them")
    func olderFiles() throws {
        let text = ScenarioFile.text(of: .made(phone: PhoneSetup(apps: [App(identifier: "a")]), .connecting))
        #expect(!text.contains("\"tags\" : {") && !text.contains("\"sites\"") && !text.contains("teamIdentifier"))
        let read = try ScenarioFile.scenario(from: text)
        #expect(read.phone.tags == .standard && read.phone.sites.isEmpty)
        #expect(read.phone.apps.first?.teamIdentifier == "ABCDE12345")
    }
}
