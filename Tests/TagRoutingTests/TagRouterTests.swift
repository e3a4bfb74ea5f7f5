import Ground
import TagRouting
import TestSupport
import Testing

@Suite struct TagRouterTests {
    private let router = TagRouter(apps: [
        App(
            identifier: "com.example.door",
            links: [
                App.Link(host: "example.com", pathPrefix: "/door"), App.Link(host: "*.doors.example"),
            ])
    ])

    private func route(_ uri: String, _ change: (inout PhoneConditions) -> Void = { _ in }) -> RouteDecision {
        var conditions = PhoneConditions()
        change(&conditions)
        return router.route(uri: uri, conditions: conditions)
    }

    /// Returns the destination of a decision, without its URL.
    private func kind(_ decision: RouteDecision) -> String {
        switch decision.destination {
        case .app(let identifier, _): identifier
        case .browser: "browser"
        case .schemeHandler(let scheme, _): "handler \(scheme)"
        case .ignored: "ignored"
        case .unsupportedScheme(let scheme): "unsupported \(scheme)"
        case .noScheme, .noUsableData: "nothing"
        }
    }

    @Test("every model of the XS line reads in the background")
    func models() {
        for model in ["iPhoneXS", "iPhoneXSMax", "iPhoneXR"] {
            let known = PhoneModel(rawValue: model)
            #expect(known?.tagReading == .background && known?.evidence == .documented)
        }
    }

    @Test(arguments: [
        ("https://example.com/door", "com.example.door"), ("https://example.com/door/", "com.example.door"),
        ("https://example.com/door/7?id=1#x", "com.example.door"), ("https://EXAMPLE.com/door", "com.example.door"),
        ("HTTPS://example.com/door", "com.example.door"),
        ("https://a.doors.example", "com.example.door"), ("https://a.b.doors.example/x", "com.example.door"),
        ("https://example.com/doors", "browser"), ("https://example.com/Door", "browser"),
        ("https://example.com/do", "browser"), ("https://example.com/x/door", "browser"),
        ("https://example.com/%64oor", "browser"), ("https://example.com", "browser"),
        ("https://doors.example/", "browser"), ("https://xdoors.example/", "browser"),
        ("https://example.com.evil.example/door", "browser"), ("https://example.com@evil.example/door", "browser"),
        ("https://evil.example/?https://example.com/door", "browser"), ("https://.doors.example/", "browser"),
    ])
    func aLinkOpensItsAppAndOtherAddressesTheBrowser(uri: String, expected: String) {
        #expect(kind(route(uri)) == expected)
        // It is only inferred that `/door/*` covers `/door` itself.
        #expect(route(uri).evidence == (expected != "browser" && uri.hasSuffix("/door") ? .inferred : .documented))
        #expect(route(uri).rule == (expected == "browser" ? .b12 : .b11))
    }

    @Test("Apple says that a link without a scheme opens nothing", arguments: ["example.com/door", "www.example.com"])
    func noScheme(uri: String) {
        let decision = route(uri)
        #expect(decision.destination == .noScheme(link: uri))
        #expect(decision.rule == .b10 && decision.evidence == .documented && !decision.notifies)
    }

    @Test(arguments: [
        ("tel:+15551234567", "handler tel"), ("mailto:a@b.example", "handler mailto"), ("sms:+1", "handler sms"),
        ("facetime://a@b.example", "handler facetime"), ("FaceTime-Audio://a", "handler facetime-audio"),
        ("X-HM://0071WK4SM7OSX", "handler x-hm"), ("http://maps.apple.com/?q=x", "com.apple.Maps"),
    ])
    func schemesThatAppleListsGoToTheirHandlers(uri: String, expected: String) {
        let decision = route(uri)
        #expect(kind(decision) == expected)
        #expect(decision.rule == .b13 && decision.evidence == .documented && decision.notifies)
    }

    @Test func aPositionOpensMapsThoughTheFormOfItsAddressIsInDoubt() {
        let decision = route("GEO:37.33,-122.03")
        #expect(kind(decision) == "com.apple.Maps" && decision.notifies)
        #expect(decision.rule == .b13 && decision.cause == .s6 && decision.evidence == .unverified)
        #expect(RoutingRule.s5.evidence == .documented && RoutingRule.s6.evidence == .unverified)
    }

    @Test func otherSchemesOpenNothingAndTheDoubtIsSaid() {
        let custom = route("myapp://open")
        #expect(custom.destination == .unsupportedScheme(scheme: "myapp"))
        #expect(custom.rule == .b14 && custom.evidence == .documented && !custom.notifies)
        for uri in ["shortcuts://run-shortcut?name=a", "MT:Y.K90", "bitcoin:1", "ftp://a/b"] {
            #expect(route(uri).evidence == .unverified, "\(uri)")
            #expect(!route(uri).notifies)
        }
        let open = TagRouter(apps: [], allowsCustomSchemes: true)
        let letThrough = open.route(uri: "MyApp://open", conditions: PhoneConditions())
        #expect(kind(letThrough) == "handler myapp" && letThrough.evidence == .unverified)
    }

    @Test(arguments: ["https://", "http:example.com", "https:///door", "example.com/door", "", "https://a b/"])
    func whatIsNoAddressGivesNoUsableData(uri: String) {
        #expect(kind(route(uri)) == "nothing")
        #expect(!route(uri).notifies)
    }

    @Test func theFirstReasonNotToReadWinsOverEverythingElse() {
        let changes: [(IgnoredReason, (inout PhoneConditions) -> Void)] = [
            (.displayOff, { $0.display = .off }), (.neverUnlocked, { $0.everUnlocked = false }),
            (.coreNFCSession, { $0.coreNFCSession = true }), (.walletInUse, { $0.wallet = true }),
            (.cameraInUse, { $0.camera = true }), (.airplaneMode, { $0.airplane = true }),
        ]
        for (reason, change) in changes {
            let decision = route("https://example.com/door", change)
            #expect(decision.destination == .ignored(reason: reason))
            #expect(decision.rule == (reason == .displayOff ? .b2 : .b8))
            #expect(decision.evidence == .documented && !decision.notifies)
        }
        let both = route("https://example.com/door") {
            $0.display = .off
            $0.camera = true
        }
        #expect(both.destination == .ignored(reason: .displayOff))
        var dark = PhoneConditions()
        dark.display = .off
        #expect(
            router.routeWithoutURI(reason: "no record", conditions: dark).destination == .ignored(reason: .displayOff))
    }

    @Test func aLockedPhoneReadsAndAsksForUnlockBeforeOpening() {
        let decision = route("https://example.com/door") { $0.lock = .locked }
        #expect(decision.needsUnlock && decision.notifies)
        #expect(!route("https://example.com/door").needsUnlock)
        #expect(!route("myapp://open") { $0.lock = .locked }.needsUnlock)
    }

    @Test func doubtfulLinksSayHowDoubtfulTheyAre() {
        let user = route("https://user@example.com/door/7")
        #expect(kind(user) == "com.example.door" && user.evidence == .unverified && user.findings.count == 1)
        let http = route("http://example.com/door/7")
        #expect(kind(http) == "com.example.door" && http.evidence == .inferred && http.findings.count == 1)
        let port = route("https://example.com:8443/door/7")
        #expect(kind(port) == "browser" && port.evidence == .unverified && port.findings.count == 1)
        #expect(route("https://other.example:8443/").evidence == .documented)
        let link = [App.Link(host: "example.com")]
        let two = TagRouter(apps: [App(identifier: "a", links: link), App(identifier: "b", links: link)])
        let decision = two.route(uri: "https://example.com", conditions: PhoneConditions())
        #expect(kind(decision) == "a" && decision.evidence == .documented, "the file's first entry")
    }

    @Test func aTagWithoutAURIGivesItsReason() {
        let decision = router.routeWithoutURI(reason: "the tag holds a text", conditions: PhoneConditions())
        #expect(decision.destination == .noUsableData(reason: "the tag holds a text"))
        #expect(decision.rule == .b15 && decision.evidence == .unverified)
    }

    @Test func hostileAddressesNeverTrapAndAreNeverChanged() {
        let seeds = [
            "https://user@example.com:8443/door//x?y=1#z", "http://[::1]:80/a", "tel:+1555", "X-HM://0071WK4SM7OSX",
            "https://*.doors.example/%2F",
        ].map { Array($0.utf8) }
        var mutator = Mutator(seeds: seeds)
        var split = 0
        for _ in 0..<100_000 {
            let text = String(decoding: mutator.next(limit: 60), as: UTF8.self)
            _ = route(text)
            guard let url = try? LinkURL(text) else { continue }
            split += 1
            var again = url.scheme + ":"
            if let host = url.host { again += "//" + (url.userInfo.map { $0 + "@" } ?? "") + host }
            // A port may be written with leading zeros or without digits, so only its place is compared.
            let tail = url.path + (url.query.map { "?" + $0 } ?? "") + (url.fragment.map { "#" + $0 } ?? "")
            let whole = Array(url.text.utf8)
            if !whole.starts(with: again.utf8) || Array(whole.suffix(tail.utf8.count)) != Array(tail.utf8) {
                Issue.record("\(text) was changed to \(again) and \(tail)")
            }
        }
        #expect(split > 5_000, "\(split) could be split")
    }
}
