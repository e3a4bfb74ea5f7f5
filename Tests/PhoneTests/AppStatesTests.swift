import Ground
import Simulators
import TagRouting
import Testing

@testable import Phone

@Suite("Running and foreground apps") struct AppStatesTests {
    @Test func oneAppAtMostIsInTheForeground() {
        var apps = AppStates(["door", "car"])
        #expect(apps.owner == .foreground)
        apps.show("car")
        #expect(apps.owner == .background)
        apps.show("door")
        #expect(apps.owner == .foreground)
        apps.show(nil)
        #expect(apps.owner == .background)
        apps.quitOwner()
        #expect(apps.owner == .notRunning)
        apps.show("car")
        #expect(apps.owner == .notRunning)
        apps.show("door")
        #expect(apps.owner == .foreground)
        apps.quitAll()
        #expect(apps.owner == .notRunning)
    }

    @Test func aPhoneWithoutNamedAppsHasOneThatNoLinkOpens() {
        var apps = AppStates([])
        apps.show("door")
        #expect(apps.owner == .background)
        apps.showOwner()
        #expect(apps.owner == .foreground)
    }

    @Test func anAppThatDoesNotRunRunsNoSessions() {
        var bench = PhoneBench()
        #expect(bench.range() == true)
        bench.carryOut(bench.phone.quitApp(at: bench.links.now))
        bench.play(.seconds(1))
        bench.events = []
        bench.start()
        #expect(bench.nearby().isEmpty)
        let codes = bench.events.compactMap { if case .finding(_, let finding) = $0 { finding.code } else { nil } }
        #expect(codes == ["session.notRun"])
        bench.events = []
        bench.carryOut(bench.phone.launchApp(at: bench.links.now))
        #expect(bench.range() == true && bench.accusations.isEmpty && bench.faults.isEmpty)
    }

    @Test func whatOpensInFrontOfTheAppSuspendsItsSessionsAndItsOwnLinkBringsItBack() throws {
        let door = App(identifier: "com.example.door", links: [App.Link(host: "example.com")])
        var bench = PhoneBench(as: .quick(apps: [door]))
        #expect(bench.range() == true)
        bench.carryOut(bench.phone.followLink("https://other.example/", at: bench.links.now))
        #expect(bench.nearby().contains(.sessionWasSuspended) && !bench.nearby().contains(.sessionSuspensionEnded))
        bench.play(.seconds(1))
        bench.carryOut(bench.phone.followLink("https://example.com/door", at: bench.links.now))
        #expect(bench.nearby().contains(.sessionSuspensionEnded))
    }

    private func phone(handles: Bool = true) -> PhoneSetup {
        let (link, other) = (App.Link(host: "example.com", pathPrefix: "/door"), App.Link(host: "other.example"))
        return .quick(apps: [
            App(
                identifier: "com.example.door", links: [link], handlesLinks: handles,
                sessions: [.init(link, starts: "door"), .init(other, starts: "door")]),
            App(identifier: "com.example.other", links: [other]),
        ])
    }

    private func inputs(_ bench: PhoneBench) -> [DeliveryForm] {
        bench.events.compactMap { if case .tag(.delivered(let input, _, _)) = $0 { input.form } else { nil } }
    }

    @Test func aLinkConnectsToTheAccessoryThatItNamesAndRanges() {
        var bench = PhoneBench(as: phone())
        bench.carryOut(bench.phone.followLink("https://example.com/door/7", at: bench.links.now))
        bench.play(.seconds(4))
        #expect(inputs(bench) == [.browsingWeb])
        #expect(
            bench.nearby().contains { if case .didUpdate(let object) = $0 { object.distance != nil } else { false } })
        // A second link does not affect a running session.
        bench.events = []
        bench.carryOut(bench.phone.followLink("https://example.com/door/7", at: bench.links.now))
        bench.play(.seconds(1))
        #expect(!bench.nearby().contains(.received(message: .configuration)))
    }

    @Test(arguments: ["https://example.com/other", "https://other.example/door", "tel:1"])
    func anyOtherLinkStartsNothing(link: String) {
        var bench = PhoneBench(as: phone())
        bench.carryOut(bench.phone.followLink(link, at: bench.links.now))
        bench.play(.seconds(4))
        #expect(bench.nearby().isEmpty)
    }

    @Test func anAppWithoutAHandlerIsOpenedAndGetsNothing() {
        var bench = PhoneBench(as: phone(handles: false))
        bench.carryOut(bench.phone.followLink("https://example.com/door", at: bench.links.now))
        bench.play(.seconds(4))
        #expect(inputs(bench) == [.nothing] && bench.nearby().isEmpty)
        bench.carryOut(bench.phone.followLink("https://other.example/", at: bench.links.now))
        #expect(inputs(bench) == [.nothing, .browsingWeb])
    }
}
