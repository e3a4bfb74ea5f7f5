import Ground
import TagRouting
import TestSupport
import Testing

@Suite struct AssociationFileTests {
    /// Every field of a file: its path, a text with `@` where the value goes, and the JSON types that it may have.
    private static let fields: [(path: String, text: String, allowed: String)] = [
        ("applinks", "{\"applinks\":\n@}", "object"),
        ("applinks.apps", links("\"apps\":\n@, \"details\": []"), "array"),
        ("applinks.details", links("\"details\":\n@"), "array object"),
        ("applinks.details[0]", links("\"details\": [\n@]"), "object"),
        ("applinks.details[0].appIDs", entry("\"appIDs\":\n@"), "array"),
        ("applinks.details[0].appIDs[1]", entry("\"appIDs\": [\"A.b\",\n@]"), "string"),
        ("applinks.details[0].appID", entry("\"appID\":\n@"), "string"),
        ("applinks.details[0].components", entry("\"appID\": \"A.b\", \"components\":\n@"), "array"),
        ("applinks.details[0].components[0]", entry("\"components\": [\n@]"), "object"),
        ("applinks.details[0].components[1].\"/\"", component("\"/\":\n@"), "string"),
        ("applinks.details[0].components[1].\"?\"", component("\"?\":\n@"), "string object"),
        ("applinks.details[0].components[1].\"?\".id", component("\"?\": {\"id\":\n@}"), "string"),
        ("applinks.details[0].components[1].\"#\"", component("\"#\":\n@"), "string"),
        ("applinks.details[0].components[1].exclude", component("\"exclude\":\n@"), "bool"),
        ("applinks.details[0].components[1].caseSensitive", component("\"caseSensitive\":\n@"), "bool"),
        ("applinks.details[0].components[1].percentEncoded", component("\"percentEncoded\":\n@"), "bool"),
        ("applinks.details[0].components[1].comment", component("\"comment\":\n@"), "string"),
        ("applinks.details[0].paths", entry("\"appID\": \"A.b\", \"paths\":\n@"), "array"),
        ("applinks.details[0].paths[0]", entry("\"paths\": [\n@]"), "string"),
        ("applinks.details[0].defaults", entry("\"defaults\":\n@"), "object"),
        ("applinks.details[0].defaults.\"/\"", entry("\"defaults\": {\"/\":\n@}"), "string"),
        ("applinks.details[0].defaults.\"?\"", entry("\"defaults\": {\"?\":\n@}"), "string object"),
        ("applinks.details[0].defaults.\"#\"", entry("\"defaults\": {\"#\":\n@}"), "string"),
        ("applinks.details[0].defaults.exclude", entry("\"defaults\": {\"exclude\":\n@}"), "bool"),
        ("applinks.defaults", links("\"defaults\":\n@"), "object"),
        ("applinks.defaults.\"/\"", links("\"defaults\": {\"/\":\n@}"), "string"),
        ("applinks.defaults.\"#\"", links("\"defaults\": {\"#\":\n@}"), "string"),
        ("applinks.defaults.caseSensitive", links("\"defaults\": {\"caseSensitive\":\n@}"), "bool"),
        ("applinks.defaults.percentEncoded", links("\"defaults\": {\"percentEncoded\":\n@}"), "bool"),
        ("applinks.substitutionVariables", links("\"substitutionVariables\":\n@"), "object"),
        ("applinks.substitutionVariables.food", links("\"substitutionVariables\": {\"food\":\n@}"), "array"),
        ("applinks.substitutionVariables.food[0]", links("\"substitutionVariables\": {\"food\": [\n@]}"), "string"),
        ("webcredentials", "{\"webcredentials\":\n@}", "object"),
        ("webcredentials.apps", "{\"webcredentials\": {\"apps\":\n@}}", "array"),
        ("webcredentials.apps[0]", "{\"webcredentials\": {\"apps\": [\n@]}}", "string"),
        ("appclips.apps", "{\"appclips\": {\"apps\":\n@}}", "array"),
    ]

    private static func links(_ text: String) -> String { "{\"applinks\": {\(text)}}" }
    private static func entry(_ text: String) -> String { links("\"details\": [{\(text)}]") }
    private static func component(_ text: String) -> String { entry("\"components\": [{}, {\(text)}]") }

    private static let values: [(kind: String, text: String)] = [
        ("null", "null"), ("bool", "true"), ("number", "-5.5e3"), ("string", "\"x\""), ("array", "[]"),
        ("object", "{}"),
    ]

    @Test("a value of the wrong type, in any field, is a fault that names its path, its line and its byte")
    func wrongTypes() throws {
        for field in Self.fields {
            let offset = try #require(Array(field.text.utf8).firstIndex(of: UInt8(ascii: "@")))
            for value in Self.values {
                let text = field.text.split(separator: "@", omittingEmptySubsequences: false)
                    .joined(separator: value.text)
                let file = try AssociationFile(Array(text.utf8))
                let found = file.findings.filter {
                    $0.weight == .fault && $0.path == field.path && $0.meaning.hasPrefix("it must")
                }
                let isAllowed = field.allowed.split(separator: " ").contains { $0 == value.kind }
                if isAllowed {
                    #expect(!found.contains { $0.position.offset == offset }, "\(text): \(found)")
                } else {
                    let place = TextPosition(offset: offset, line: 2, column: 1)
                    #expect(found.contains { $0.position == place }, "\(text): \(file.findings)")
                }
            }
        }
    }

    @Test(
        "a fault that invalidates the whole file is an error with its line and byte",
        arguments: [
            ("", AssociationError.Kind.notJSON, 0), (" \n ", .notJSON, 3), ("[]", .notAnObject, 0),
            ("5", .notAnObject, 0),
            (" \"applinks\"", .notAnObject, 1), ("{", .notJSON, 1), ("{\"a\"", .notJSON, 4), ("{\"a\":", .notJSON, 5),
            ("{\"a\":1", .notJSON, 6), ("{\"a\":1,}", .notJSON, 7), ("{\"a\":1}x", .notJSON, 7), ("{a:1}", .notJSON, 1),
            ("{\"a\" 1}", .notJSON, 5), ("{\"a\":[1,]}", .notJSON, 8), ("{\"a\":[1 2]}", .notJSON, 8),
            ("{\"a\":01}", .notJSON, 5), ("{\"a\":-}", .notJSON, 6), ("{\"a\":1.}", .notJSON, 7),
            ("{\"a\":1e}", .notJSON, 7), ("{\"a\":.5}", .notJSON, 5), ("{\"a\":+5}", .notJSON, 5),
            ("{\"a\":nul}", .notJSON, 5), ("{\"a\":True}", .notJSON, 5), ("{\"a\":NaN}", .notJSON, 5),
            ("{\"a\":'b'}", .notJSON, 5), ("{\"a\":\"b}", .notJSON, 5), ("{\"a\":\"\n\"}", .notJSON, 6),
            ("{\"a\":\"\\x\"}", .notJSON, 6), ("{\"a\":\"\\u12g4\"}", .notJSON, 10),
            ("{\"a\":\"\\ud800\"}", .notJSON, 6),
            ("{\"a\":\"\\ude00\"}", .notJSON, 6), ("{\"a\":\"\\ud83d\\u0041\"}", .notJSON, 6),
            ("{\"a\":\"\\", .notJSON, 7),
            ("{// x\n}", .notJSON, 1), ("<html></html>", .notJSON, 0), ("\u{FEFF}", .notJSON, 3),
        ])
    func errors(text: String, kind: AssociationError.Kind, offset: Int) {
        let bytes = Array(text.utf8)
        do throws(AssociationError) {
            _ = try AssociationFile(bytes)
            Issue.record("\(text) was read")
        } catch {
            #expect(
                error.kind == kind && error.position == TextPosition(offset: offset, in: bytes), "\(text): \(error)")
            #expect(error.description.hasPrefix("line \(error.position.line), column"))
        }
    }

    @Test(
        "bytes that are no UTF-8 are refused at the first of them",
        arguments: [
            "80", "c3", "c3 28", "c0 af", "e0 80 80", "ed a0 80", "f4 90 80 80", "f8 88 80 80 80", "ff", "e2 82",
        ])
    func invalidUTF8(hex: String) {
        let text = Array("{\"a\":\n\"é".utf8) + bytes(hex) + Array("\"}".utf8)
        do throws(AssociationError) {
            _ = try AssociationFile(text)
            Issue.record("\(hex) was read")
        } catch {
            #expect(error.kind == .notUTF8 && error.position == TextPosition(offset: 9, line: 2, column: 3), "\(error)")
        }
    }

    @Test("a file of 128 KB is read and one byte more is too large")
    func size() throws {
        let empty = "{\"applinks\": {\"details\": []}}"
        let full = Array(empty.utf8) + [UInt8](repeating: 0x20, count: AssociationFile.sizeLimit - empty.utf8.count)
        #expect(try AssociationFile(full).entries.isEmpty)
        #expect(throws: AssociationError.self) { try AssociationFile(full + [0x20]) }
        let site = AssociatedSite(host: "example.com", bytes: full + [0x20])
        let app = App(identifier: "a", associatedDomains: ["applinks:example.com"], teamIdentifier: "P")
        let decision = TagRouter(apps: [app], sites: [site]).route(
            uri: "https://example.com/", conditions: PhoneConditions())
        #expect(decision.rule == .b12 && decision.cause == .u7)
        #expect(decision.findings.contains { $0.meaning.contains("131072") })
    }

    @Test("nesting is accepted up to its limit")
    func depth() throws {
        let limit = AssociationFile.depthLimit
        func nested(_ depth: Int) -> [UInt8] {
            Array(("{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}").utf8)
        }
        #expect(try AssociationFile(nested(limit - 1)).entries.isEmpty)
        for depth in [limit, 60_000] {
            do throws(AssociationError) {
                _ = try AssociationFile(nested(depth))
                Issue.record("\(depth) levels were read")
            } catch {
                #expect(error.kind == .tooDeep && error.position.offset == 5 + limit - 1)
            }
        }
        let open = Array("{\"a\":".utf8) + [UInt8](repeating: UInt8(ascii: "{"), count: 100_000)
        #expect(throws: AssociationError.self) { try AssociationFile(open) }
    }

    @Test("a byte order mark, repeated names and unknown names are findings, with a suggestion if one is close")
    func findings() throws {
        let entry = "{\"appID\": \"A.b\",\n\"component\": [], \"appID\": \"A.c\"}"
        let text = "\u{FEFF}{\"applinks\": {\"details\": [\(entry)]},\n\"applink\": 1}"
        let file = try AssociationFile(Array(text.utf8))
        let words = file.findings.map { "\($0.position.line) \($0.path) \($0.meaning)" }
        #expect(words[0].contains("byte order mark"))
        #expect(words.contains { $0.hasPrefix("3 applink") && $0.hasSuffix("did you mean applinks?") })
        #expect(words.contains { $0.hasPrefix("2 applinks.details[0].component ") && $0.contains("components") })
        #expect(words.contains { $0.hasPrefix("1 applinks.details[0].appID the name stands more than once") })
        #expect(file.entries.first?.applications == ["A.c"])
    }

    @Test("names that Swift considers equal but that differ in their bytes are two names")
    func namesByBytes() throws {
        let file = try AssociationFile(
            file(links: "{\"details\": [], \"substitutionVariables\": {\"\u{E9}\": [\"a\"], \"e\u{301}\": [\"b\"]}}"))
        #expect(file.findings.isEmpty, "\(file.findings)")
    }

    @Test("escapes and surrogate pairs decode to their characters")
    func escapes() throws {
        let components = #"[{"\u002f": "\/a\u0062\ud83d\ude00\t"}]"#
        let file = try AssociationFile(file(components: components))
        #expect(file.entries[0].components[0].path.whole.text == "/ab\u{1F600}\t")
    }

    @Test("names from a file are escaped and cut in findings")
    func hostileNames() throws {
        let long = String(repeating: "a", count: 5_000)
        let text = "{\"\\u001b[31m\\u202e\": 1, \"\(long)\": 2, \"applinks\": {\"details\": []}}"
        let file = try AssociationFile(Array(text.utf8))
        #expect(file.findings.count == 2)
        for finding in file.findings {
            #expect(finding.description.utf8.count < 300)
            #expect(finding.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        }
    }

    @Test("findings end at their limit and say so")
    func manyFindings() throws {
        let items = Array(repeating: "1", count: 5_000).joined(separator: ",")
        let file = try AssociationFile(file(links: "{\"details\": [\(items)]}"))
        #expect(file.findings.count == AssociationFile.findingLimit + 1)
        #expect(file.findings.last?.weight == .note)
    }

    @Test("other services are noted, and a file without applinks has no links")
    func services() throws {
        let file = try AssociationFile(vectorFile("webcredentials-only"))
        #expect(file.otherServices == ["webcredentials"] && file.entries.isEmpty)
        #expect(file.findings.map(\.weight) == [.note])
    }

    @Test("the fact sheet's own files are read without a fault")
    func vectorFiles() throws {
        for name in try vectorFileNames() where name != "both-forms" {
            let file = try AssociationFile(vectorFile(name))
            #expect(file.findings.allSatisfy { $0.weight == .note }, "\(name): \(file.findings)")
        }
        #expect(try AssociationFile(vectorFile("both-forms")).findings.map(\.weight) == [.warning])
    }

    @Test("every prefix of a file is refused, unless it is the whole file")
    func prefixes() throws {
        for name in ["overview", "food", "legacy-dictionary"] {
            let whole = try vectorFile(name)
            let text = whole.lastIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? 0
            for length in 0..<text {
                #expect(throws: AssociationError.self) { try AssociationFile(Array(whole[..<length])) }
            }
            #expect(try !AssociationFile(Array(whole[..<text])).entries.isEmpty)
        }
    }
}
