import Ground
import TagRouting
import TestSupport
import Testing

/// What is unknown about a phone is never called documented, whether or not the app has the link.
@Suite struct UnknownRuleTests {
    private func evidence(_ bytes: [UInt8], _ path: String = "/a/x", user: String = "") -> Evidence {
        let app = App(identifier: "b", associatedDomains: ["applinks:example.com"], teamIdentifier: "A")
        let router = TagRouter(apps: [app], sites: [AssociatedSite(host: "example.com", bytes: bytes)])
        let decision = router.route(uri: "https://\(user)example.com\(path)", conditions: PhoneConditions())
        #expect(
            decision.evidence == .documented || !decision.findings.isEmpty, "missing a finding: \(decision)")
        return decision.evidence
    }

    private func evidence(links: String, _ path: String = "/a/x") -> Evidence { evidence(file(links: links), path) }

    private func evidence(component: String, _ path: String = "/a/x") -> Evidence {
        evidence(links: "{\"details\": [{\"appIDs\": [\"A.b\"], \"components\": [\(component)]}]}", path)
    }

    private static let entry = "{\"appIDs\": [\"A.b\"], \"components\": [{\"/\": \"/a/*\"}]}"

    @Test("without any of these the decision is documented, for the app and for the browser")
    func plain() {
        for path in ["/a/x", "/b", "/"] {
            #expect(evidence(links: "{\"details\": [\(Self.entry)]}", path) == .documented)
        }
    }

    @Test(
        "a duplicate name is unverified, wherever it is",
        arguments: [
            "{\"applinks\": {}, \"applinks\": {\"details\": [@]}}",
            "{\"applinks\": {\"details\": [], \"details\": [@]}}",
            "{\"applinks\": {\"defaults\": {}, \"defaults\": {}, \"details\": [@]}}",
            "{\"applinks\": {\"defaults\": {\"exclude\": true, \"exclude\": false}, \"details\": [@]}}",
            "{\"applinks\": {\"details\": [{\"appID\": \"A.c\", \"appID\": \"A.b\", \"components\": [{}]}]}}",
            "{\"applinks\": {\"details\": [{\"appID\": \"A.b\", \"components\": [], \"components\": [{}]}]}}",
            "{\"applinks\": {\"details\": [{\"appID\": \"A.b\", \"components\": [{\"/\": \"*\", \"/\": \"/a/*\"}]}]}}",
            "{\"applinks\": {\"details\": [{\"appID\": \"A.b\", \"components\":"
                + " [{\"exclude\": true, \"exclude\": false}]}]}}",
            "{\"applinks\": {\"details\": [{\"appID\": \"A.b\", \"components\":"
                + " [{\"?\": {\"i\": \"*\", \"i\": \"1\"}}]}]}}",
            "{\"applinks\": {\"details\": {\"A.b\": {\"paths\": []}, \"A.b\": {\"paths\": [\"*\"]}}}}",
        ])
    func repeated(text: String) {
        let whole = text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: Self.entry)
        for path in ["/a/x", "/zzz"] { #expect(evidence(Array(whole.utf8), path) == .unverified, "\(path)") }
    }

    @Test("a repeated name that has no meaning for links changes nothing")
    func harmless() {
        let text =
            "{\"webcredentials\": {}, \"webcredentials\": {}, \"x\": 1, \"x\": 2, \"applinks\": {\"details\": ["
            + "{\"comment\": 1, \"comment\": 2, \"appID\": \"A.b\", \"components\":"
            + " [{\"comment\": \"a\", \"comment\": \"b\", \"/\": \"/a/*\"}]}]}}"
        #expect(evidence(Array(text.utf8)) == .documented)
    }

    @Test("a byte order mark is unverified")
    func byteOrderMark() {
        let plain = file(links: "{\"details\": [\(Self.entry)]}")
        #expect(evidence([0xEF, 0xBB, 0xBF] + plain) == .unverified && evidence(plain) == .documented)
        let unlisted = [0xEF, 0xBB, 0xBF] + file(links: "{\"details\": []}")
        #expect(evidence(unlisted) == .unverified, "a file that lists no app is in doubt too")
    }

    @Test("an uncertain variable is unverified if a pattern uses it, and nowhere else")
    func variables() {
        func told(_ variables: String, _ pattern: String) -> Evidence {
            evidence(
                links: "{\"substitutionVariables\": {\(variables)}, \"details\": [{\"appID\": \"A.b\", \"components\":"
                    + " [{\"/\": \"\(pattern)\"}, {\"/\": \"/a/*\"}]}]}")
        }
        #expect(told("\"lang\": [\"a\"]", "/$(lang)/*") == .unverified)
        #expect(told("\"lang\": [\"a\"]", "/$(region)/*") == .documented)
        #expect(told("\"v\": [\"a\"], \"v\": [\"b\"]", "/$(v)/*") == .unverified)
        #expect(told("\"v\": [\"a\", 5]", "/$(v)/*") == .unverified)
        #expect(told("\"v\": \"a\"", "/$(v)/*") == .unverified)
        #expect(told("\"v\": [\"$(w)\"]", "/$(v)/*") == .unverified)
        #expect(told("\"v\": [\"a\"]", "/$(v)/*") == .documented)
    }

    @Test(
        "elements of a wrong type are unverified: what a phone makes of the rest is not known",
        arguments: [
            "{\"details\": [5, @]}", "{\"details\": [{\"appIDs\": [\"A.b\", 5], \"components\": [{}]}]}",
            "{\"details\": [{\"appIDs\": [5], \"appID\": \"A.b\", \"components\": [{}]}]}",
            "{\"details\": [{\"appIDs\": 5}, @]}", "{\"details\": [{\"appID\": [\"A.b\"]}]}",
            "{\"details\": [{\"appID\": \"A.b\", \"components\": [null, {}]}]}",
            "{\"details\": [{\"appID\": \"A.b\", \"components\": {}}, @]}",
            "{\"details\": [{\"appID\": \"A.b\", \"paths\": [\"/a/*\", 1]}]}",
            "{\"details\": [{\"appID\": \"A.b\", \"paths\": \"*\"}]}", "{\"details\": \"A.b\"}",
            "{\"details\": [{\"appID\": \"A.b\", \"defaults\": [], \"components\": [{}]}]}",
            "{\"defaults\": 1, \"details\": [@]}", "{\"substitutionVariables\": [], \"details\": [@]}",
            "{\"details\": [{\"appID\": \"A.b\"}]}",
        ])
    func wrongTypes(links: String) {
        let whole = links.split(separator: "@", omittingEmptySubsequences: false).joined(separator: Self.entry)
        #expect(evidence(links: whole) == .unverified)
    }

    @Test("a query item's name that matches only by ignoring case is unverified")
    func foldedNames() {
        let component = "{\"/\": \"/a/*\", \"?\": {\"Id\": \"7\"}, \"caseSensitive\": false}"
        #expect(evidence(component: component, "/a/x?Id=7") == .documented)
        #expect(evidence(component: component, "/a/x?id=7") == .unverified)
        #expect(evidence(component: component, "/a/x?ID=8") == .unverified, "it decides against the app as well")
        #expect(evidence(component: component, "/b?id=7") == .documented)
        #expect(evidence(component: component, "/a/x?Id=7&id=7") == .unverified)
    }

    @Test("a component whose names are all unknown is no better than inferred")
    func unknownNames() {
        #expect(evidence(component: "{\"path\": \"/b\"}") == .inferred)
        #expect(evidence(component: "{\"path\": \"/b\", \"/\": \"/a/*\"}") == .documented)
    }

    @Test("a link that names a user is unverified if an app claims its host")
    func userInfo() {
        let plain = file(links: "{\"details\": [\(Self.entry)]}")
        for user in ["u@", "u:p@", "@"] { #expect(evidence(plain, user: user) == .unverified) }
        let free = TagRouter(apps: []).route(uri: "https://u@example.com/", conditions: PhoneConditions())
        #expect(free.evidence == .documented, "without an app there is nothing to be doubted")
    }

    @Test(
        "patterns that end in /*/ and //* are unverified where the end decides",
        arguments: [
            ("/buy/*/", "/buy/x/", Evidence.documented), ("/buy/*/", "/buy/x", .inferred),
            ("/buy/*/", "/buy", .unverified), ("/buy/*/", "/buy/", .unverified), ("/buy/*//", "/buy", .unverified),
            ("/buy/*/", "/other", .documented), ("/buy//*", "/buy", .unverified), ("/buy//*", "/buy/", .unverified),
            ("/buy//*", "/buy//", .unverified), ("/buy//*", "/buy//x", .documented), ("/buy//*", "/buy/x", .documented),
            ("/buy///*", "/buy", .unverified), ("/buy//*/", "/buy", .unverified), ("/buy?", "/buy/", .unverified),
            ("/buy?", "/buyx", .documented), ("//buy", "//buy", .unverified), ("//buy", "/x", .documented),
            ("/*/*/*", "/a//", .unverified), ("/a/*/*", "/a", .documented), ("/buy/*", "/buy", .inferred),
        ])
    func slashes(pattern: String, path: String, expected: Evidence) {
        #expect(evidence(component: "{\"/\": \"\(pattern)\"}", path) == expected)
        let hidden = "{\"/\": \"\(pattern)\", \"exclude\": true}, {\"/\": \"*\"}"
        let behind = evidence(component: hidden, path)
        #expect(behind == expected, "an exclusion in front is as doubtful: \(behind)")
    }

    @Test("of any number of doubts the weakest counts, and only a few are reported")
    func manyDoubts() {
        let inferred = Array(repeating: "{\"?\": {\"x\": 5}, \"#\": \"y\"}", count: 40)
        let components = (inferred + ["{\"/\": 5, \"#\": \"z\"}", "{\"/\": \"/a/*\"}"]).joined(separator: ",")
        #expect(evidence(component: components) == .unverified)
        let app = App(identifier: "b", associatedDomains: ["applinks:example.com"], teamIdentifier: "A")
        let bytes = file(links: "{\"details\": [{\"appIDs\": [\"A.b\"], \"components\": [\(components)]}]}")
        let decision = TagRouter(apps: [app], sites: [AssociatedSite(host: "example.com", bytes: bytes)])
            .route(uri: "https://example.com/a/x", conditions: PhoneConditions())
        #expect(decision.findings.count < 12)
    }
}
