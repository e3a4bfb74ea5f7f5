import Ground
import TestSupport
import Testing

@testable import TagRouting

@Suite struct HomeKitPayloadTests {
    @Test("a HomeKit address is decoded and encoded again to the same text")
    func vectors() throws {
        for row in try vectorRows("homekit.tsv", columns: 6) {
            let uri = row[0]
            do throws(Malformed) {
                let payload = try HomeKitPayload(address: uri)
                #expect(payload.address == "X-HM" + uri.dropFirst(4))
                switch payload {
                case .undecoded: #expect(row[1] == "undecoded", "\(uri)")
                case .setup(let setup):
                    #expect(row[1] == "setup", "\(uri)")
                    #expect([setup.setupCodeText ?? "-", setup.setupID, "\(setup.category)"] == Array(row[2...4]))
                    let flags = [(setup.supportsIP, "IP"), (setup.supportsBLE, "BLE"), (setup.isPaired, "paired")]
                    #expect(flags.filter(\.0).map(\.1).joined(separator: "+") == row[5])
                    #expect(setup.findings.isEmpty)
                    let again = HomeKitSetup(
                        setupCode: setup.setupCode, setupID: setup.setupID, category: setup.category,
                        supportsIP: setup.supportsIP, supportsBLE: setup.supportsBLE, isPaired: setup.isPaired)
                    #expect(again == setup)
                }
            } catch {
                #expect("\(error.offset)" == row[1], "\(uri): \(error)")
            }
        }
    }

    @Test("every possible setup decodes from its address")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let setup = try #require(
                HomeKitSetup(
                    setupCode: UInt32.random(in: 1...99_999_999, using: &generator), setupID: "A0Z9",
                    category: UInt8.random(in: 0...255, using: &generator), supportsIP: generator.chance(0.5),
                    supportsBLE: generator.chance(0.5), isPaired: generator.chance(0.5)))
            let payload = HomeKitPayload.setup(setup: setup)
            #expect(try HomeKitPayload(address: payload.address) == payload)
            #expect(payload.address.utf8.count == 20)
        }
        for bad in ["ABC", "ABCDE", "abcd", "AB-D"] {
            let setup = HomeKitSetup(
                setupCode: 1, setupID: bad, category: 7, supportsIP: true, supportsBLE: false, isPaired: false)
            #expect(setup == nil)
        }
        let large = HomeKitSetup(
            setupCode: 100_000_000, setupID: "AAAA", category: 7, supportsIP: true, supportsBLE: false, isPaired: false)
        #expect(large == nil)
    }

    @Test("set reserved bits, an unknown version and a code of nine digits are findings")
    func findings() throws {
        // The largest 46-bit number, in base 36.
        let digits = String((1 as UInt64) << 46 - 1, radix: 36, uppercase: true)
        guard case .setup(let setup) = try HomeKitPayload(address: "X-HM://\(digits)AAAA") else {
            Issue.record("not decoded")
            return
        }
        #expect(setup.version == 7 && setup.reserved == 15 && setup.category == 255 && setup.setupCode == 134_217_727)
        #expect(setup.findings.count == 3)
    }

    @Test("a malformed payload still goes to Home, with its fault and in doubt")
    func routed() {
        let router = TagRouter(apps: [])
        let good = router.route(uri: "X-HM://0071WK4SM7OSX", conditions: PhoneConditions())
        #expect(good.cause == .s2 && good.homeKit != nil && good.evidence == .documented && good.findings.isEmpty)
        let bad = router.route(uri: "X-HM://0071WK4-M7OSX", conditions: PhoneConditions())
        #expect(bad.rule == .b13 && bad.homeKit == nil && bad.evidence == .unverified)
        #expect(bad.findings.map(\.weight) == [.fault] && bad.findings.first?.offset == 14)
        let long = router.route(uri: "X-HM://0LGPH8HKW76WCKHQ7VMDVQSG95Y5ERK", conditions: PhoneConditions())
        #expect(long.findings.map(\.weight) == [.note] && long.evidence == .documented)
    }
}

@Suite struct AssociatedDomainTests {
    @Test("an entry covers the hosts that it names, and a wrong one says where it is wrong")
    func vectors() throws {
        for row in try vectorRows("associated-domains.tsv", columns: 4) {
            do throws(Malformed) {
                let domain = try AssociatedDomain(row[0])
                #expect(row[1] == "valid", "\(row[0]) was taken")
                for host in row[2].split(separator: ",") where host != "-" {
                    #expect(domain.covers(String(host)), "\(row[0]) covers \(host)")
                }
                for host in row[3].split(separator: ",") where host != "-" {
                    #expect(!domain.covers(String(host)), "\(row[0]) does not cover \(host)")
                }
            } catch {
                #expect("\(error.offset)" == row[1], "\(row[0]): \(error)")
                #expect(!error.meaning.isEmpty)
            }
        }
    }

    @Test("the longest of several entries counts, and services other than applinks give no links")
    func longest() {
        let app = App(
            identifier: "com.example.app",
            associatedDomains: [
                "applinks:*.example.com", "applinks:*.shop.example.com?mode=developer", "webcredentials:example.com",
                "applinks:www.example.com",
            ])
        let entitlement = Entitlement(of: app)
        #expect(entitlement.domain(covering: HostName("a.shop.example.com"))?.mode == .developer)
        #expect(entitlement.domain(covering: HostName("a.example.com"))?.text == "applinks:*.example.com")
        #expect(entitlement.domain(covering: HostName("WWW.example.com"))?.text == "applinks:www.example.com")
        #expect(entitlement.domain(covering: HostName("example.com")) == nil)
    }

    @Test("unreadable and too many entries are findings, and count for nothing")
    func findings() {
        let many = (0...30).map { "applinks:a\($0).example.com" }
        let app = App(
            identifier: "a", associatedDomains: many + ["applinks:example.com/x\u{1B}[31m"], teamIdentifier: "P")
        #expect(Entitlement(of: app).domains.count == 31)
        #expect(app.findings.map(\.weight) == [.fault, .warning])
        #expect(!app.findings.contains { $0.meaning.contains("\u{1B}") })
        #expect(App(identifier: "a", associatedDomains: Array(many.dropLast()), teamIdentifier: "P").findings.isEmpty)
    }
}

@Suite struct PhoneSideTests {
    @Test("models and systems without background reading read nothing, before anything else is asked")
    func models() {
        for model in PhoneModel.allCases {
            var conditions = PhoneConditions()
            conditions.model = model
            conditions.display = model.tagReading == .background ? .on : .off
            #expect((conditions.reasonNotToRead == nil) == (model.tagReading == .background), "\(model)")
            if model.tagReading != .background { #expect(conditions.reasonNotToRead == .model) }
        }
        #expect(PhoneModel.iPhoneX.tagReading == .sessionsOnly && PhoneModel.iPhoneXR.tagReading == .background)
        var old = PhoneConditions()
        old.systemVersion = 11
        #expect(old.reasonNotToRead == .systemVersion && IgnoredReason.systemVersion.rule == .b1)
        old.systemVersion = 12
        #expect(old.reasonNotToRead == nil)
    }

    @Test("on a model of which it is not known whether it reads, nothing is called documented")
    func doubtfulModel() {
        var conditions = PhoneConditions()
        conditions.model = .iPhoneSE3
        let router = TagRouter(apps: [App(identifier: "a", links: [App.Link(host: "example.com")])])
        for uri in ["https://example.com", "https://other.example", "tel:1", "http://maps.apple.com/"] {
            #expect(router.route(uri: uri, conditions: conditions).evidence == .unverified, "\(uri)")
        }
    }

    @Test("a use that Apple does not name keeps the phone from reading, and is called unverified")
    func otherUse() {
        var conditions = PhoneConditions()
        conditions.otherUse = true
        let decision = TagRouter(apps: []).route(uri: "https://example.com", conditions: conditions)
        #expect(decision.destination == .ignored(reason: .otherUse))
        #expect(decision.rule == .b8 && decision.evidence == .unverified)
    }

    @Test("every rule has a statement")
    func rules() {
        #expect(Set(RoutingRule.allCases.map(\.statement)).count == RoutingRule.allCases.count)
    }

    @Test("the app of a link gets the whole message, others get only the URL")
    func appInput() throws {
        let app = App(identifier: "com.example.app", links: [App.Link(host: "example.com")])
        let router = TagRouter(apps: [app])
        let message = bytes("91 01 0a 55 04 65 78 61 6d 70 6c 65 2e 63 51 01 01 54 00")
        func input(_ uri: String, _ message: [UInt8]?) -> AppInput? {
            AppInput(delivering: router.route(uri: uri, conditions: PhoneConditions()), message: message)
        }
        guard case .activity(let activity) = input("https://example.com/a", message) else {
            Issue.record("no activity")
            return
        }
        #expect(activity.ndefMessagePayload == message && activity.cameFromTag)
        #expect(activity.webpageURL.path == "/a")
        #expect(BrowsingActivity.activityType == "NSUserActivityTypeBrowsingWeb")
        let without = BrowsingActivity(webpageURL: try LinkURL("https://example.com/a"), message: nil)
        #expect(without.ndefMessagePayload == bytes("d0 00 00") && !without.cameFromTag)
        #expect(input("tel:1", message) == .url(url: try LinkURL("tel:1")))
        #expect(input("https://other.example/", message) == .url(url: try LinkURL("https://other.example/")))
        #expect(input("http://maps.apple.com/?q=x", message) == .url(url: try LinkURL("http://maps.apple.com/?q=x")))
        #expect(input("myapp://x", message) == nil)
    }
}
