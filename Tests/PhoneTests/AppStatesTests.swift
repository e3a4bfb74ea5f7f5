import Ground
import Simulators
import TagRouting
import Testing

@testable import Phone

@Suite("What runs and what is in the foreground") struct AppStatesTests {
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
        let router = TagRouter(apps: [RegisteredApp("com.example.door", links: [LinkPattern(host: "example.com")])])
        var bench = PhoneBench(as: PhoneConfiguration(tags: TagSettings(router: router)))
        #expect(bench.range() == true)
        bench.carryOut(bench.phone.followLink("https://other.example/", at: bench.links.now))
        #expect(bench.nearby().contains(.sessionWasSuspended) && !bench.nearby().contains(.sessionSuspensionEnded))
        bench.play(.seconds(1))
        bench.carryOut(bench.phone.followLink("https://example.com/door", at: bench.links.now))
        #expect(bench.nearby().contains(.sessionSuspensionEnded))
    }
}
