import Ground
import TagRouting
import TestSupport
import Testing

@Suite struct WildcardDomainTests {
    private static let details = "{\"details\": [{\"appIDs\": [\"A.b\"], \"components\": [{\"/\": \"/door/*\"}]}]}"
    private static let nothing = "{\"details\": []}"

    private func route(_ uri: String, _ domains: [String], _ sites: [String: String]) -> RouteDecision {
        let known = sites.sorted { $0.key < $1.key }.map { AssociatedSite(host: $0.key, bytes: file(links: $0.value)) }
        return TagRouter(apps: [App(identifier: "b", associatedDomains: domains, teamIdentifier: "A")], sites: known)
            .route(uri: uri, conditions: PhoneConditions())
    }

    private func isApp(_ decision: RouteDecision) -> Bool {
        if case .app = decision.destination { true } else { false }
    }

    private let link = "https://shop.example.com/door/1"

    @Test("a wildcard entry uses the file of its base domain, however deep the subdomain")
    func bareDomain() {
        for uri in [link, "https://a.b.example.com/door/1"] {
            let decision = route(uri, ["applinks:*.example.com"], ["example.com": Self.details])
            #expect(isApp(decision) && decision.rules == "B11, U3" && decision.evidence == .documented)
        }
        let other = route(
            "https://shop.example.com/other", ["applinks:*.example.com"],
            ["example.com": Self.details, "shop.example.com": Self.details])
        #expect(!isApp(other) && other.rules == "B12, U5" && other.evidence == .documented)
    }

    @Test("it is unknown whether a subdomain's own file serves a wildcard entry: the browser opens it, unverified")
    func ownFile() {
        let wildcard = ["applinks:*.example.com"]
        let alone = route(link, wildcard, ["shop.example.com": Self.details])
        #expect(!isApp(alone) && alone.rules == "B12, U7" && alone.evidence == .unverified)
        let unlisted = route(link, wildcard, ["example.com": Self.nothing, "shop.example.com": Self.details])
        #expect(!isApp(unlisted) && unlisted.rules == "B12, U7" && unlisted.evidence == .unverified)
        let without = route(link, wildcard, ["example.com": Self.details, "shop.example.com": Self.nothing])
        #expect(isApp(without) && without.evidence == .documented)
    }

    @Test("a separate entry for a subdomain is the longer one, and needs the subdomain's own file")
    func longerEntry() {
        let both = ["applinks:*.example.com", "applinks:shop.example.com"]
        #expect(!isApp(route(link, both, ["example.com": Self.details])))
        let own = route(link, both, ["example.com": Self.nothing, "shop.example.com": Self.details])
        #expect(isApp(own) && own.evidence == .documented)
        let deeper = route(
            "https://a.shop.example.com/door", ["applinks:*.example.com", "applinks:*.shop.example.com"],
            ["example.com": Self.details, "shop.example.com": Self.nothing])
        #expect(!isApp(deeper) && deeper.rules == "B12, U7")
    }

    @Test("an internationalised link, entry or site and its A-labels are one host, which is inferred")
    func internationalised() {
        let hosts = ["bücher.example", "xn--bcher-kva.example"]
        for entry in hosts {
            for site in hosts {
                for host in hosts {
                    let decision = route("https://\(host)/door/1", ["applinks:\(entry)"], [site: Self.details])
                    let isPlain = entry == hosts[1] && host == hosts[1]
                    #expect(isApp(decision) && decision.evidence == (isPlain ? .documented : .inferred), "\(decision)")
                }
            }
        }
        let wildcard = route(
            "https://www.bücher.example/door", ["applinks:*.xn--bcher-kva.example"], ["bücher.example": Self.details])
        #expect(isApp(wildcard) && wildcard.evidence == .inferred)
        let disputed = route("https://faß.example/door", ["applinks:faß.example"], ["faß.example": Self.details])
        #expect(isApp(disputed) && disputed.evidence == .unverified)
        #expect(!isApp(route("https://bucher.example/door", ["applinks:bücher.example"], [hosts[0]: Self.details])))
        var conditions = PhoneConditions()
        conditions.browserDomains = ["XN--bcher-kva.example"]
        let app = App(identifier: "b", links: [App.Link(host: hosts[1])])
        let router = TagRouter(apps: [app])
        #expect(isApp(router.route(uri: "https://Bücher.example/", conditions: PhoneConditions())))
        #expect(router.route(uri: "https://Bücher.example/", conditions: conditions).cause == .u8)
    }

    @Test("if apps' entries lead to files of several hosts, it is unknown which comes first")
    func severalFiles() {
        let apps = [
            App(identifier: "b", associatedDomains: ["applinks:*.example.com"], teamIdentifier: "A"),
            App(identifier: "b", associatedDomains: ["applinks:shop.example.com"], teamIdentifier: "A"),
        ]
        let sites = ["example.com", "shop.example.com"].map {
            AssociatedSite(host: $0, bytes: file(links: Self.details))
        }
        let decision = TagRouter(apps: apps, sites: sites).route(uri: link, conditions: PhoneConditions())
        #expect(isApp(decision) && decision.evidence == .unverified)
    }
}
