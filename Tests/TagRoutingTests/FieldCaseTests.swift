import Ground
import TagRouting
import TestSupport
import Testing

/// Association files modelled on public reports, with the answers that their authors need.
@Suite struct FieldCaseTests {
    private struct Case {
        let file: String
        let app: String
        let links: [(link: String, opens: Bool, cause: RoutingRule)]
        var evidence: Evidence?
        var domains = ["applinks:example.com"]
        /// Words that appear in the file's findings; empty if there are no findings.
        var findings: [String] = []
    }

    private func route(_ example: Case, _ link: String) -> RouteDecision {
        let parts = example.app.split(separator: ".", maxSplits: 1).map(String.init)
        let app = App(identifier: parts[1], associatedDomains: example.domains, teamIdentifier: parts[0])
        let site = AssociatedSite(host: "example.com", bytes: Array(example.file.utf8))
        return TagRouter(apps: [app], sites: [site]).route(uri: link, conditions: PhoneConditions())
    }

    private func judge(_ example: Case) {
        for (link, opens, cause) in example.links {
            let decision = route(example, link)
            let isApp = if case .app = decision.destination { true } else { false }
            #expect(isApp == opens && decision.cause == cause, "\(link): \(decision.rules) \(decision.findings)")
            if let evidence = example.evidence {
                #expect(decision.evidence == evidence, "\(link): \(decision.findings)")
            }
        }
        let found = (try? AssociationFile(Array(example.file.utf8)))?.findings.map(\.description) ?? []
        for words in example.findings {
            #expect(found.contains { $0.contains(words) }, "\(words) is not among \(found)")
        }
        if example.findings.isEmpty { #expect(found.isEmpty, "\(found)") }
    }

    private static let calls = "ABCDE12345.com.example.calls"

    @Test("* as an item's pattern keeps every link from the app, ?* only links that have the item")
    func starInQuery() {
        func file(_ pattern: String) -> String {
            #"{"applinks":{"details":[{"appIDs":["\#(Self.calls)"],"components":["#
                + #"{"?":{"no_universal_link":"\#(pattern)"},"exclude":true},{"/":"*"}]}]}}"#
        }
        judge(
            Case(
                file: file("*"), app: Self.calls,
                links: [
                    ("https://example.com/call", false, .u4), ("https://example.com/?no_universal_link=1", false, .u4),
                ], findings: ["components[1]: no link reaches it"]))
        judge(
            Case(
                file: file("?*"), app: Self.calls,
                links: [
                    ("https://example.com/call", true, .u3), ("https://example.com/?no_universal_link=1", false, .u4),
                ]))
    }

    @Test("appID is ignored where appIDs is present, even where that is empty, and that is not called documented")
    func appIDBesideAppIDs() throws {
        let app = "ABCDE12345.com.example.app"
        func file(_ ids: String) -> String {
            #"{"applinks": {"details": [{"appID": "\#(app)", "appIDs": \#(ids), "components": [{"/": "/search/"}]}]}}"#
        }
        for ids in ["[]", #"["ABCDE12345.com.example.other"]"#] {
            judge(
                Case(
                    file: file(ids), app: app,
                    links: [("https://example.com/search/", false, ids == "[]" ? .u7 : .u2)], evidence: .inferred,
                    findings: ["details[0].appID: it is ignored, because appIDs is present"]))
        }
        judge(
            Case(
                file: file("null"), app: app, links: [("https://example.com/search/", false, .u7)],
                evidence: .unverified, findings: ["appIDs: it must be an array"]))
        // Naming the same app twice changes nothing.
        judge(
            Case(
                file: file(#"["\#(app)"]"#), app: app, links: [("https://example.com/search/", true, .u3)],
                evidence: .documented))
    }

    @Test(
        "a file that names no usable app decides by U7, whichever apps are installed",
        arguments: [
            #"{"applinks":{"details":[]}}"#, #"{"webcredentials":{"apps":["ABCDE12345.com.example.app"]}}"#,
            #"{"applinks":{"details":[{"appIDs":[],"components":[{}]}]}}"#,
            #"{"applinks":{"details":[{"appIDs":["app"],"components":[{}]}]}}"#,
            #"{"applinks":{"details":[{"components":[{}]}]}}"#, #"{"applinks":{"details":[{"appIDs":["A.b",]}]}}"#,
            "not JSON",
        ])
    func noUsableApp(file: String) {
        let site = AssociatedSite(host: "example.com", bytes: Array(file.utf8))
        let app = App(identifier: "com.example.app", associatedDomains: ["applinks:example.com"])
        for apps in [[app], []] {
            let router = TagRouter(apps: apps, sites: [site])
            let decision = router.route(uri: "https://example.com/x", conditions: PhoneConditions())
            #expect(decision.rule == .b12 && decision.cause == .u7, "\(decision.rules): \(decision.findings)")
            let lines = router.explain(uri: "https://example.com/x", conditions: PhoneConditions()).lines
            #expect(
                lines.contains { $0.contains("(U7)") || $0.contains("U7 (") } && !lines.contains { $0.contains("U2") })
        }
    }

    @Test("an excluded path stays the browser's, and the paths beside components are in doubt")
    func exactPath() {
        let app = "ABCDE12345.com.example.mag"
        judge(
            Case(
                file: #"{"applinks":{"apps":[],"details":[{"appIDs":["\#(app)"],"appID":"\#(app)","paths":["NOT /konto"#
                    + #"","*"],"components":[{"/":"/konto","exclude":true},{"/":"*"}]}]}}"#, app: app,
                links: [
                    ("https://example.com/konto", false, .u4), ("https://example.com/konto/newsletter", true, .u3),
                ], evidence: .unverified, findings: ["components and paths stand side by side"]))
    }

    @Test("the file of the bare domain counts for a wildcard entry")
    func subdomain() {
        let app = "ABCDE12345.com.example.flut"
        judge(
            Case(
                file: #"{"applinks":{"details":[{"appIDs":["\#(app)"],"components":[{"/":"*"}]}]}}"#, app: app,
                links: [("https://www.example.com/a", true, .u3), ("https://example.com/a", false, .u1)],
                domains: ["applinks:*.example.com"]))
    }

    @Test("hints name common mistakes and change no decision")
    func hints() {
        let app = "ABCDE12345.com.example.pub"
        func paths(_ texts: String..., as name: String = app) -> String {
            let list = texts.map { "\"\($0)\"" }.joined(separator: ",\n")
            return "{\"applinks\":{\"apps\":[],\"details\":[{\"appID\":\"\(name)\",\"paths\":[\(list)]}]}}"
        }
        judge(
            Case(
                file: paths("/*", "NOT /graphql/*", "NOT /.well-known/*"), app: app,
                links: [("https://example.com/graphql/x", true, .u3)],
                findings: ["line 2", "paths[1]: no link reaches it", "line 3", "it excludes nothing"]))
        judge(
            Case(
                file: paths("NOT/graphql/*", "/*"), app: app, links: [("https://example.com/graphql/x", true, .u3)],
                findings: ["paths[0]: NOT excludes only with a space behind it"]))
        judge(
            Case(
                file: paths("/link?url=/MyPortal/*", "/MyPortal/*"), app: app,
                links: [("https://example.com/link?url=/MyPortal/x", false, .u5)],
                findings: ["paths[0]: a path never sees the query"]))
        judge(
            Case(
                file: paths("*", as: "ABCD1234.com.example.wwdc"), app: "ABCD1234.com.example.wwdc",
                links: [("https://example.com/a", true, .u3)],
                findings: ["the prefix of ABCD1234.com.example.wwdc has 8 characters"]))
        judge(
            Case(
                file: paths("/id/????", "/a/?*", "/nothing/*", "/NOTE/*"), app: app,
                links: [("https://example.com/id/1234", true, .u3)]))
    }

    @Test("hints name unreachable entries and misspelt names")
    func unreachable() {
        let app = "ABCDE12345.com.example.a"
        func file(_ components: String, _ more: String = "", beside: String = "") -> String {
            "{\"applinks\":{\"details\":[{\"appIDs\":[\"\(app)\"],\"components\":[\(components)]}\(more)]}\(beside)}"
        }
        let second = ",{\"appIDs\":[\"\(app)\"],\"components\":[{\"/\":\"/x\"}]}"
        judge(
            Case(
                file: file(##"{"/":"/*"},{"/":"/private/*","exclude":true}"##, second), app: app,
                links: [("https://example.com/private/1", true, .u3)],
                findings: [
                    "details[0].components[1]: no link reaches it", "details[1].components[0]: no link reaches it",
                ]))
        let misspelt = ##"{"path":"/a/*"},{"/":"/b/*","exclude":"true"},{"/":"/c/*","?":{"q":true}},"##
        judge(
            Case(
                file: file(misspelt + ##"{"#":"no","comment":5}"##, beside: ",\"applink\":{}"), app: app,
                links: [("https://example.com/z", true, .u3)],
                findings: [
                    "components[0].path: it is no known name: did you mean \"/\"?", "exclude: it must be true or false",
                    "\"?\".q: it must be a string", "comment: it must be a string", "did you mean applinks?",
                    "components[1]: no link reaches it", "components[3]: no link reaches it",
                ]))
        // None of these covers everything that the next one does.
        let apart = [
            ##"{"/":"/b/*"}"##, ##"{"/":"/bx/*"}"##, ##"{"/":"/b"}"##, ##"{"/":"/c/*","?":{"q":"1"}}"##,
            ##"{"/":"/c/d"}"##, ##"{"/":"/C/*","caseSensitive":false}"##, ##"{"/":"/c/*"}"##,
            ##"{"/":"/d/*","#":"f"}"##, ##"{"/":"/d/*","#":"g"}"##, ##"{"/":"/?*"}"##, ##"{"/":"/*"}"##,
        ]
        judge(
            Case(
                file: file(apart.joined(separator: ",")), app: app,
                links: [("https://example.com/b/1", true, .u3)]))
    }

    @Test("an entry for another app does not make a later one unreachable")
    func otherApps() throws {
        let file =
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.b"],"components":[{"/":"*"}]},"#
            + #"{"appIDs":["ABCDE12345.a","ABCDE12345.b"],"components":[{"/":"/x"}]}]}}"#
        #expect(try AssociationFile(Array(file.utf8)).findings.isEmpty)
    }

    @Test("the search for unreachable components stops at its limit and says so")
    func manyComponents() throws {
        let list = (0..<4_000).map { "{\"/\":\"/a\($0 % 2)*\",\"#\":\"\($0)\"}" }.joined(separator: ",")
        let file = "{\"applinks\":{\"details\":[{\"appIDs\":[\"ABCDE12345.a\"],\"components\":[\(list)]}]}}"
        let findings = try AssociationFile(Array(file.utf8)).findings
        #expect(findings.contains { $0.meaning.contains("too many components") && $0.weight == .note })
    }
}
