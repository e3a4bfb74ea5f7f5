import Ground
import TagRouting
import TestSupport
import Testing

@Suite struct LinkMatcherTests {
    /// Parts of patterns and of URLs that often match.
    private static let pieces = [
        "a", "b", "chair", "table", "A", "%C3%A9", "é", "%20", "en", "US", "7", "", "x", "chairs", "%2F",
    ]
    private static let wild = ["*", "?", "?*", "$(lang)", "$(digit)", "$(w)", "$(f)", "*", "*", "$(nope)"]

    private func piece(_ generator: inout SeededGenerator, wildness: Double) -> String {
        let list = generator.chance(wildness) ? Self.wild : Self.pieces
        return list.randomElement(using: &generator) ?? ""
    }

    private func path(_ generator: inout SeededGenerator, wildness: Double) -> String {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            "/" + piece(&generator, wildness: wildness)
                + (generator.chance(0.3) ? piece(&generator, wildness: wildness) : "")
        }.joined()
    }

    private func component(_ generator: inout SeededGenerator) -> String {
        var fields: [String] = []
        if generator.chance(0.97) { fields.append("\"/\": \"\(path(&generator, wildness: 0.25))\"") }
        if generator.chance(0.15) { fields.append("\"?\": {\"a\": \"\(piece(&generator, wildness: 0.5))\"}") }
        if generator.chance(0.1) { fields.append("\"#\": \"\(piece(&generator, wildness: 0.5))\"") }
        if generator.chance(0.2) { fields.append("\"caseSensitive\": false") }
        if generator.chance(0.2) { fields.append("\"percentEncoded\": false") }
        if generator.chance(0.2) { fields.append("\"exclude\": true") }
        return "{\(fields.joined(separator: ", "))}"
    }

    @Test("the matcher finds the component that an explanation finds")
    func agreesWithExplanation() throws {
        var generator = SeededGenerator(seed: 11)
        var verdicts: [String: Int] = [:]
        for _ in 0..<300 {
            let count = Int.random(in: 1...12, using: &generator)
            let components = (0..<count).map { _ in component(&generator) }.joined(separator: ",")
            let association = try AssociationFile(
                file(
                    links: """
                        {"substitutionVariables": {"w": ["a*", "*b", "chair"], "f": ["chair", "table", "x"]},
                        "details": [
                        {"appID": "\(applicationIdentifier)", "components": [\(components)]},
                        {"appID": "A.other", "components": [{}]},
                        {"appID": "\(applicationIdentifier)", "components": [{"/": "*/chair/*"}, {"/": "/table/*/x"}]}]}
                        """))
            for _ in 0..<30 {
                var text = "https://example.com" + path(&generator, wildness: 0)
                if generator.chance(0.3) { text += "?a=" + piece(&generator, wildness: 0) }
                if generator.chance(0.3) { text += "#" + piece(&generator, wildness: 0) }
                let url = try LinkURL(text)
                let slow = association.explain(url, for: applicationIdentifier).verdict
                #expect(association.decide(url, for: applicationIdentifier) == slow, "\(text) in \(components)")
                let word = slow == .noMatch ? "none" : slow.entry == 0 ? "first" : "later"
                verdicts[word, default: 0] += 1
            }
        }
        #expect(["none", "first", "later"].allSatisfy { verdicts[$0, default: 0] > 300 }, "\(verdicts)")
    }

    @Test("an explanation says of every component which part kept it from matching")
    func explanation() throws {
        let association = try AssociationFile(vectorFile("overview"))
        let url = try LinkURL("https://example.com/help/123?articleNumber=48159")
        let lines = association.explain(url, for: applicationIdentifier).lines
        #expect(
            lines == [
                "details[0] (line 4): for this app, 4 components",
                "  components[0] (line 10): does not match",
                "    path: \"*\" (nothing written) covers \"/help/123\"",
                "    query: \"*\" (nothing written) covers \"articleNumber=48159\"",
                "    fragment: \"no_universal_links\" does not cover nothing",
                "  components[1] (line 15): does not match",
                "    path: \"/buy/*\" does not cover \"/help/123\"",
                "    query: \"*\" (nothing written) covers \"articleNumber=48159\"",
                "    fragment: \"*\" (nothing written) covers nothing",
                "  components[2] (line 19): does not match",
                "    path: \"/help/website/*\" does not cover \"/help/123\"",
                "    query: \"*\" (nothing written) covers \"articleNumber=48159\"",
                "    fragment: \"*\" (nothing written) covers nothing",
                "  components[3] (line 24): does not match",
                "    path: \"/help/*\" covers \"/help/123\"",
                "    query: item articleNumber: \"????\" does not cover \"48159\"",
                "    fragment: \"*\" (nothing written) covers nothing",
            ])
    }

    @Test("an explanation lists what is not tried, what the defaults say, and which setting would make a path match")
    func explanationHints() throws {
        func lines(_ components: String, _ uri: String) throws -> [String] {
            try AssociationFile(file(components: components)).explain(LinkURL(uri), for: applicationIdentifier).lines
        }
        let found = try lines("[{\"/\": \"/a/*\"}, {\"/\": \"/b\"}]", "https://example.com/a")
        #expect(found[1].hasSuffix("matches: the app opens the link"))
        #expect(found[2].contains("ends before the last segment (U11, inferred)"))
        #expect(found.last == "  components[1] (line 1): not tried")
        #expect(try lines("[{\"/\": \"/A\"}]", "https://e.example/a")[2].hasSuffix("it would with caseSensitive false"))
        #expect(try lines("[{\"/\": \"/a b\"}]", "https://e.example/a%20b")[2].hasSuffix("with percentEncoded false"))
        #expect(try lines("[{\"?\": {\"b\": \"1\"}}]", "https://e.example/x")[3].hasSuffix("(absent, so empty)"))
        #expect(try lines("[{\"?\": {\"b\": 1}}]", "https://e.example/x").contains { $0.contains("is void") })
        #expect(try lines("[{\"/\": \"/$(nope)\"}]", "https://e.example/x").last?.contains("U12, unverified") == true)
        let defaults = try AssociationFile(vectorFile("file-default-path"))
        let words = try defaults.explain(LinkURL("https://example.com/bar"), for: applicationIdentifier).lines
        #expect(words[2].contains("(from the file's defaults)"))
        let other = defaults.explain(try LinkURL("https://example.com/bar"), for: "X.y").lines
        #expect(other == ["details[0] (line 7): not for this app"])
        let hostile = try lines("[{\"/\": \"\\u001b[31m\"}]", "https://e.example/%1b\u{202E}")
        #expect(hostile.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } })
    }

    @Test("entries are looked through in order, an exclusion ends the search, and the older form minds its NOT")
    func entries() throws {
        let association = try AssociationFile(
            file(
                links: """
                    {"apps": [], "details": [
                    {"appID": "ABCDE12345.b", "paths": ["NOT /no/*", "/old/*", "NOT/x"]},
                    {"appIDs": ["ABCDE12345.b", "ABCDE12345.c"], "components": [{"/": "/no/*"}, {"/": "/new/*"}]},
                    {"appID": "ABCDE12345.d"}]}
                    """))
        func verdict(_ path: String, _ app: String) throws -> LinkVerdict {
            association.decide(try LinkURL("https://example.com" + path), for: app)
        }
        #expect(try verdict("/no/1", "ABCDE12345.b") == .exclude(ComponentPlace(entry: 0, component: 0)))
        #expect(try verdict("/no/1", "ABCDE12345.c") == .match(ComponentPlace(entry: 1, component: 0)))
        #expect(try verdict("/old/1", "ABCDE12345.b") == .match(ComponentPlace(entry: 0, component: 1)))
        #expect(try verdict("/new/1", "ABCDE12345.b") == .match(ComponentPlace(entry: 1, component: 1)))
        #expect(try verdict("/NOT/x", "ABCDE12345.b") == .match(ComponentPlace(entry: 0, component: 2)))
        #expect(try verdict("/old/1", "abcde12345.b") == .noMatch)
        #expect(try verdict("/old/1", "ABCDE12345.d") == .noMatch)
        #expect(association.entries.map(\.form) == [.paths, .components, .none])
        #expect(association.findings.map(\.path) == ["applinks.details[0].paths[2]", "applinks.details[2]"])
    }
}
