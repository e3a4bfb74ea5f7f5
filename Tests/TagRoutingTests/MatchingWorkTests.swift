import Ground
import TestSupport
import Testing

@testable import TagRouting

/// Files designed to be slow: their cost is counted, and it is limited.
@Suite struct MatchingWorkTests {
    /// Returns a file with a variable of `count` values, and patterns that name it repeatedly.
    static func nested(
        values count: Int, _ value: (Int) -> String, _ separator: String, names: Int, patterns: Int
    ) -> [UInt8] {
        let values = (0..<count).map { "\"\(value($0))\"" }.joined(separator: ",")
        let pattern = "{\"/\":\"/\(Array(repeating: "$(v)", count: names).joined(separator: separator))b\"}"
        let components = Array(repeating: pattern, count: patterns).joined(separator: ",")
        return file(
            links: "{\"substitutionVariables\": {\"v\": [\(values)]}, \"details\": [{\"appID\": "
                + "\"\(applicationIdentifier)\", \"components\": [\(components)]}]}")
    }

    /// Returns a file of a shape that is slow to match, with `count` of whatever makes it slow.
    static func made(_ shape: String, _ count: Int) -> [UInt8] {
        func repeated(_ text: String) -> String { Array(repeating: text, count: count).joined(separator: ",") }
        switch shape {
        case "wildcards": return nested(values: count, { _ in "*a*a*a" }, "", names: 50, patterns: 2)
        case "stars": return nested(values: count, { _ in "*" }, "*", names: 20, patterns: 9)
        case "characters": return nested(values: count, { _ in "?*é?" }, "?", names: 9, patterns: 9)
        case "literals":
            return nested(
                values: min(count, 300), { String(repeating: "a", count: $0 + 1) }, "", names: 30, patterns: 3)
        case "runs": return file(components: "[{\"/\": \"\(String(repeating: "*a", count: count))b\"}]")
        case "short": return file(components: "[\(repeated("{\"/\":\"*a*?*b\"}"))]")
        case "items":
            let items = (0..<count).map { "\"\($0)\":\"*a*\"" }.joined(separator: ",")
            return file(components: "[{\"?\": {\(items)}}]")
        default:
            let names = (0..<count).map { "\"A.\($0)\"" }.joined(separator: ",")
            return file(
                links: "{\"details\": [{\"appIDs\": [\"\(applicationIdentifier)\",\(names)], \"components\":"
                    + " [\(repeated("{\"/\":\"*ab\"}"))]}]}")
        }
    }

    static let shapes = ["wildcards", "stars", "characters", "literals", "runs", "short", "items", "apps"]

    static func link(_ length: Int, query: Bool) -> LinkURL {
        let a = String(repeating: "a", count: length / (query ? 2 : 1))
        let items = query ? "?" + (0..<length / 20).map { "\($0)=a" }.joined(separator: "&") : ""
        return try! LinkURL("https://example.com/\(a)\(items)")
    }

    @Test("the cost of a slow file grows no faster than the link, and the limit ends it", arguments: shapes)
    func grows(shape: String) throws {
        let file = try AssociationFile(Self.made(shape, 100))
        let site = SiteMatcher(file, apps: [(0, applicationIdentifier)])
        var before = 0
        for length in [250, 500, 1_000] {
            let link = Self.link(length, query: true)
            var work = MatchingWork()
            #expect(site.verdict(link, &work) == .noMatch)
            let steps = work.steps
            #expect(steps <= file.matchingSize * (link.text.utf8.count + 1))
            // Twice the link, and twice the items and values: four times the work, and a little for beginnings.
            if before > 0 { #expect(steps <= 4 * before + 100_000, "\(before), then \(steps)") }
            before = steps
        }
    }

    @Test("at the limit every shape of slow file is given up with its own verdict", arguments: shapes)
    func givenUp(shape: String) throws {
        let limit = 200_000
        let file = try AssociationFile(Self.made(shape, 1_000))
        let site = SiteMatcher(file, apps: [(0, applicationIdentifier)])
        for length in [2_000, 40_000] {
            var work = MatchingWork(limit: limit)
            let link = Self.link(length, query: true)
            let decision = site.decide(link, for: [0], &work)
            #expect(decision.winner == nil)
            // Work in progress when the limit is passed is completed: the text is read, or its masks are made.
            #expect(work.steps <= limit + 6 * (link.text.utf8.count + 64) + file.entries[0].components.count)
            if decision.isUndecided { #expect(work.isExhausted) }
        }
    }

    @Test("a link that is given up goes to no app, unverified and with a fault")
    func told() throws {
        let app = App(identifier: "com.example.app", associatedDomains: ["applinks:example.com"])
        let site = AssociatedSite(host: "example.com", bytes: Self.made("wildcards", 1_000))
        var router = TagRouter(apps: [app], sites: [site])
        router.registry.workLimit = 1_000_000
        let decision = router.route(uri: Self.link(4_000, query: false).text, conditions: PhoneConditions())
        #expect(decision.cause == .u12 && decision.evidence == .unverified && decision.rule == .b12)
        #expect(decision.findings.map(\.weight) == [.fault])
    }

    @Test("a link of 1,000 letters is decided even for the slowest nested variables that are followed in full")
    func decided() throws {
        let bytes = Self.made("wildcards", 1_100)
        let file = try AssociationFile(bytes)
        #expect(!file.findings.contains { $0.meaning.contains("too costly") })
        let slower = try AssociationFile(Self.made("wildcards", 1_400))
        #expect(slower.findings.contains { $0.meaning.contains("too costly") })
        var work = MatchingWork()
        let site = SiteMatcher(file, apps: [(0, applicationIdentifier)])
        #expect(site.verdict(Self.link(1_000, query: false), &work) == .noMatch)
        #expect(work.steps > 10_000_000 && work.steps < MatchingWork.limit / 2, "\(work.steps)")
    }

    @Test("a file that lists thousands of apps is matched once for all of them")
    func manyApps() throws {
        let file = try AssociationFile(Self.made("apps", 3_000))
        let names = file.applications
        #expect(names.count > 2_000)
        let site = SiteMatcher(file, apps: names.enumerated().map { ($0, $1) })
        let (miss, hit) = (try LinkURL("https://example.com/aaa"), try LinkURL("https://example.com/ab"))
        var (alone, together) = (MatchingWork(), MatchingWork())
        #expect(site.decide(miss, for: [0], &alone).winner == nil)
        #expect(site.decide(miss, for: Array(names.indices), &together).winner == nil)
        #expect(together.steps == alone.steps)
        var work = MatchingWork()
        let decision = site.decide(hit, for: Array(names.indices), &work)
        #expect(decision.winner?.app == 0 && decision.matches == names.count && decision.winner?.isShared == true)
    }

    @Test("an explanation stops at the limit too, and says what it left out")
    func explanation() throws {
        let file = try AssociationFile(Self.made("short", 4_000))
        var work = MatchingWork(limit: 100_000)
        let explained = file.explain(Self.link(1_000, query: false), for: applicationIdentifier, &work)
        let outcomes = explained.entries.flatMap(\.components).map(\.outcome)
        #expect(outcomes.first == .doesNotMatch && outcomes.last == .tooCostly)
        #expect(explained.verdict == .undecided)
    }
}
