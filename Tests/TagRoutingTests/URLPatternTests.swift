import Ground
import TagRouting
import TestSupport
import Testing

@Suite struct URLPatternTests {
    @Test(
        "wildcards and variables match what they describe and nothing else",
        arguments: [
            ("", "", true), ("", "a", false), ("*", "", true), ("*", "abc", true), ("?", "", false), ("?", "a", true),
            ("?", "ab", false), ("?*", "", false), ("?*", "ab", true), ("a*c", "ac", true), ("a*c", "abcbc", true),
            ("a*c", "abcb", false), ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false), ("??", "é", false),
            ("?", "é", true), ("?", "\u{1F600}", true), ("*??", "\u{1F600}", false), ("é", "é", true),
            ("**", "a", true),
            ("$(digit)$(digit)", "42", true), ("$(digit)", "4x", false), ("$(lang)", "en", true),
            ("$(lang)", "EN", false),
            ("$(lang)", "e", false), ("$(lang)*", "english", true), ("$(region)", "US", true),
            ("$(region)", "UK", false),
            ("$(nope)", "x", false), ("*$(nope)*", "$(nope)", false), ("$(", "$(", true), ("$()", "$()", true),
            ("$(a$b)", "$(a$b)", true), ("$(Lang)", "en", false), ("$$(digit)", "$7", true),
            ("$(alpha", "$(alpha", true),
            ("$(food)!", "pie!", true), ("$(food)!", "pizza!", true), ("$(food)!", "pi!", false),
            ("$(food)$(food)", "piepizza", true),
            ("$(any)", "aXXz", true), ("$(any)$(any)", "a--za--z", true), ("$(any)x", "a-zy", false),
            ("$(empty)b", "b", true),
            ("$(empty)", "", true), ("*$(food)", "pizzapie", true), ("$(none)", "", false),
        ])
    func covers(pattern: String, text: String, expected: Bool) {
        let variables = SubstitutionVariables([
            (name: "food", values: ["pie", "pizza", "p"]), (name: "any", values: ["a*z", "q?"]),
            (name: "empty", values: ["", "aa"]), (name: "none", values: []),
        ])
        #expect(URLPattern(pattern, variables: variables).matches(Array(text.utf8)) == expected, "\(pattern) \(text)")
    }

    @Test("if case is ignored, patterns, values and character classes fold")
    func folded() {
        let variables = SubstitutionVariables([(name: "Food", values: ["PIE", "Ä?"])])
        let cases = [
            ("/ABC*", "/abcd", true), ("$(upper)", "q", true), ("$(Food)", "pie", true), ("$(food)", "pie", false),
            ("$(Food)", "äx", true), ("ÄÖ", "äö", true), ("$(region)", "us", true), ("%C3", "%c3", true),
        ]
        for (pattern, text, expected) in cases {
            let compiled = URLPattern(pattern, variables: variables, folds: true)
            #expect(compiled.matches(Array(text.utf8)) == expected, "\(pattern) \(text)")
        }
    }

    @Test("there are 183 languages of two letters and 249 regions")
    func codes() {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { $0 }
        let lower = letters.flatMap { first in letters.map { [first, $0] } }
        let upper = lower.map { $0.map { $0 - 0x20 } }
        #expect(lower.count { URLPattern("$(lang)").matches($0) } == 183)
        #expect(upper.count { URLPattern("$(region)").matches($0) } == 249)
        #expect(!(lower + upper).contains { URLPattern("$(lang)").matches($0) && URLPattern("$(region)").matches($0) })
    }

    /// The simplest matcher, which tries everything: for a pattern without variables.
    private func plainly(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        switch first {
        case UInt8(ascii: "*"):
            return plainly(pattern.dropFirst(), text) || (!text.isEmpty && plainly(pattern, text.dropFirst()))
        case UInt8(ascii: "?"): return !text.isEmpty && plainly(pattern.dropFirst(), text.dropFirst())
        default: return text.first == first && plainly(pattern.dropFirst(), text.dropFirst())
        }
    }

    @Test("random patterns match as exhaustive search does, even when written with variables")
    func agreesWithTryingEverything() {
        var generator = SeededGenerator(seed: 3)
        let variables = SubstitutionVariables([
            (name: "star", values: ["*"]), (name: "one", values: ["?"]), (name: "a", values: ["a"]),
        ])
        var matches = 0
        for _ in 0..<20_000 {
            let pattern = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
                Array("ab*?".utf8).randomElement(using: &generator)!
            }
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                Array("ab".utf8).randomElement(using: &generator)!
            }
            let expected = plainly(pattern[...], text[...])
            matches += expected ? 1 : 0
            let plain = String(decoding: pattern, as: UTF8.self)
            var spelt = ""
            for byte in pattern {
                let names = [UInt8(ascii: "*"): "$(star)", UInt8(ascii: "?"): "$(one)", UInt8(ascii: "a"): "$(a)"]
                let letter = String(decoding: [byte], as: UTF8.self)
                spelt += generator.chance(0.5) ? names[byte] ?? letter : letter
            }
            #expect(URLPattern(plain).matches(text) == expected, "\(plain)")
            #expect(URLPattern(spelt, variables: variables).matches(text) == expected, "\(spelt)")
        }
        #expect(matches > 3_000)
    }

    @Test(
        "the nastiest patterns take no more steps than their size allows for every byte",
        arguments: [
            "*a*a*a*a*a*a*a*a*a*a*b", "?*?*?*?*?*?*?*?*b", "$(lang)$(lang)$(lang)*$(lang)b",
            "*$(lang)*$(lang)*$(lang)*b",
            "$(w)$(w)$(w)$(w)$(w)$(w)b", "*$(w)*$(w)*$(w)*b", "$(v)$(v)$(v)$(v)$(v)$(v)$(v)$(v)b",
            "$(e)$(e)$(e)$(e)$(e)b",
            "*$(alpha)*$(alpha)*$(alpha)*$(digit)", "**********b",
        ])
    func nasty(pattern: String) {
        let variables = SubstitutionVariables([
            (name: "w", values: ["*a*", "a*a", "*", "?*", "*a*a*a*b"]),
            (name: "v", values: ["a", "aa", "aaa", "aaaa"]),
            (name: "e", values: ["", "a", "*"]),
        ])
        let compiled = URLPattern(pattern, variables: variables)
        for length in [1, 10, 100, 1_000] {
            let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            var steps = 0
            #expect(!compiled.matches(text, steps: &steps))
            #expect(
                steps <= compiled.size * (length + 1), "\(steps) steps for \(length) bytes and size \(compiled.size)")
            #expect(steps > 0)
            var found = 0
            _ = compiled.matches(text + [UInt8(ascii: "b")], steps: &found)
            #expect(found <= compiled.size * (length + 2))
        }
    }

    @Test("a pattern of the largest file takes no more steps than its size allows")
    func largest() throws {
        let repeated = String(repeating: "*a", count: 60_000) + "b"
        let file = try AssociationFile(file(components: "[{\"/\": \"\(repeated)\"}]"))
        let pattern = file.entries[0].components[0].path.whole
        let path = Array(("/" + String(repeating: "a", count: 300)).utf8)
        var steps = 0
        #expect(!pattern.matches(path, steps: &steps))
        #expect(steps <= pattern.size * (path.count + 1), "\(steps)")
    }

    @Test("a file whose variables make its patterns too costly loses the components beyond the budget")
    func budget() throws {
        let values = Array(repeating: "\"*a*b*c*d*e*f*g*h*i*j*k\"", count: 2_000).joined(separator: ",")
        let pattern = "{\"/\": \"/" + String(repeating: "$(v)", count: 100) + "\"}"
        let components = Array(repeating: pattern, count: 50).joined(separator: ",")
        let file = try AssociationFile(
            file(
                links: "{\"substitutionVariables\": {\"v\": [\(values)]}, \"details\": [{\"appID\": "
                    + "\"\(applicationIdentifier)\", \"components\": [\(components), {\"/\": \"/plain\"}]}]}"))
        #expect(file.findings.filter { $0.meaning.contains("too costly") }.count == 50)
        let url = try LinkURL("https://example.com/plain")
        #expect(file.decide(url, for: applicationIdentifier) == .match(ComponentPlace(entry: 0, component: 50)))
    }
}
