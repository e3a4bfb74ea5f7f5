import Ground
import TestSupport
import Testing

@testable import TagRouting

@Suite struct HostileInputTests {
    /// Small files of both forms, in which most bytes matter.
    private static let files: [[UInt8]] = [
        #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/a/*","?":{"i":"??"},"exclude":true}]}]}}"#,
        #"{"applinks":{"apps":[],"details":{"A.b":{"paths":["NOT /a","/$(f)*"]}}},"appclips":{"apps":["A.b"]}}"#,
        #"{"applinks":{"defaults":{"caseSensitive":false},"details":[{"appID":"A.b","components":[{}]}]}}"#,
        #"{"applinks":{"substitutionVariables":{"f":["a*","é"]},"details":[{"appID":"A.b","paths":[]}]}}"#,
        "{\"applinks\":\n{\"details\":[{\"appID\":\"A.b\",\"components\":[{\"#\":\"\\u00e9\\ud83d\\ude00\"}]}]}}",
    ].map { Array($0.utf8) }

    private static let links: [[UInt8]] = [
        "https://e.example/a/%20b?i=77&i=#é", "https://u@e.example:8443//a//", "http://[::1]/$(f)?a&b=c=d&&#",
        "X-HM://0071WK4SM7OSX", "mailto:a@b.example",
    ].map { Array($0.utf8) }

    @Test("100,000 mutated association files end in a file or in an error with its byte and line")
    func mutatedFiles() throws {
        var mutator = Mutator(seeds: Self.files, number: 5)
        let url = try LinkURL("https://e.example/a/%20b?i=77#x")
        var read = 0
        var refused = 0
        for number in 0..<100_000 {
            let bytes = mutator.next(limit: 160)
            do throws(AssociationError) {
                let file = try AssociationFile(bytes)
                read += 1
                for finding in file.findings where !(0...bytes.count).contains(finding.position.offset) {
                    Issue.record("\(bytes.hex): \(finding)")
                }
                _ = file.decide(url, for: "A.b")
                if number % 16 == 0 { _ = file.explain(url, for: "A.b").lines }
            } catch {
                refused += 1
                if error.position != TextPosition(offset: error.position.offset, in: bytes) || error.meaning.isEmpty {
                    Issue.record("\(bytes.hex): \(error)")
                }
            }
        }
        #expect(read > 1_000 && refused > 30_000, "\(read) read, \(refused) refused")
    }

    /// Returns a random JSON value, valid in any position, that uses the names found in association files.
    private func value(_ generator: inout SeededGenerator, depth: Int) -> String {
        let names = [
            "applinks", "details", "appID", "appIDs", "components", "/", "?", "#", "exclude", "defaults", "paths", "a",
            "caseSensitive", "percentEncoded", "substitutionVariables", "apps",
        ]
        switch Int.random(in: 0..<(depth > 4 ? 5 : 8), using: &generator) {
        case 0: return "null"
        case 1: return generator.chance(0.5) ? "true" : "false"
        case 2: return "-7e2"
        case 3: return "\"A.b\""
        case 4: return "\"/$(a)*?\""
        case 5: return "[" + value(&generator, depth: depth + 1) + "," + value(&generator, depth: depth + 1) + "]"
        default:
            let members = (0..<2).map { _ in
                "\"\(names.randomElement(using: &generator) ?? "")\":" + value(&generator, depth: depth + 1)
            }
            return "{" + members.joined(separator: ",") + "}"
        }
    }

    @Test("20,000 files of known names and values of any type are read, each doubt with its path and line")
    func shuffledFiles() throws {
        var generator = SeededGenerator(seed: 9)
        let url = try LinkURL("https://e.example/A.b?a=1#x")
        var findings = 0
        for _ in 0..<20_000 {
            let inner = value(&generator, depth: 2)
            let text: String
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: text = "{\"applinks\":\(inner)}"
            case 1: text = "{\"applinks\":{\"details\":\(inner)}}"
            case 2: text = "{\"applinks\":{\"details\":[{\"appID\":\"A.b\",\"components\":[\(inner),{}]}]}}"
            default:
                text = "{\"applinks\":{\"defaults\":\(inner),\"details\":[{\"appID\":\"A.b\",\"components\":[{}]}]}}"
            }
            let file = try AssociationFile(Array(text.utf8))
            findings += file.findings.count
            for finding in file.findings where finding.path.isEmpty || finding.position.line != 1 {
                Issue.record("\(text): \(finding)")
            }
            _ = file.decide(url, for: "A.b")
        }
        #expect(findings > 10_000)
    }

    @Test("100,000 mutated links are decided, or refused with the byte that is wrong")
    func mutatedLinks() throws {
        let association = try AssociationFile(
            file(
                links: """
                    {"substitutionVariables": {"f": ["a*", "é", "*?"]}, "details": [{"appID": "A.b", "components": [
                    {"/": "/$(f)/$(f)$(lang)*", "caseSensitive": false}, {"/": "*a*?*%20b", "?": {"i": "?*", "b": "*"}},
                    {"/": "/a*", "?": "i=??&*", "percentEncoded": false}, {"/": "/????*", "#": "?", "exclude": true}]}]}
                    """))
        let site = SiteMatcher(association, apps: [(0, "A.b")])
        let app = App(
            identifier: "b", associatedDomains: ["applinks:e.example", "applinks:*.example"], teamIdentifier: "A")
        let router = TagRouter(apps: [app], sites: [AssociatedSite(host: "e.example", file: association)])
        var mutator = Mutator(seeds: Self.links, number: 6)
        var verdicts: [Bool] = []
        var refused = 0
        for number in 0..<100_000 {
            let bytes = mutator.next(limit: 70)
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(Malformed) {
                var work = MatchingWork()
                verdicts.append(site.verdict(try LinkURL(text), &work) != .noMatch)
                #expect(work.steps <= association.matchingSize * (text.utf8.count + 1))
            } catch {
                refused += 1
                if !(0...text.utf8.count).contains(error.offset) { Issue.record("\(bytes.hex): \(error)") }
            }
            guard number % 32 == 0 else { continue }
            let explanation = router.explain(uri: text, conditions: PhoneConditions())
            let shown = explanation.lines.joined()
            #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(bytes.hex)")
            _ = AppInput(delivering: explanation.decision, message: bytes)
        }
        #expect(verdicts.count { $0 } > 500 && verdicts.count { !$0 } > 500 && refused > 500, "\(refused) refused")
    }

    @Test("hostile entitlements and HomeKit addresses never trap, and say which byte is wrong")
    func mutatedEntries() {
        let seeds = ["applinks:*.example.com?mode=developer", "X-HM://0071WK4SM7OSX", "webcredentials:a.example"]
        var mutator = Mutator(seeds: seeds.map { Array($0.utf8) }, number: 8)
        var good = 0
        for _ in 0..<20_000 {
            let text = String(decoding: mutator.next(limit: 50), as: UTF8.self)
            let count = text.utf8.count
            do throws(Malformed) {
                let domain = try AssociatedDomain(text)
                good += domain.covers("a.example.com") || !domain.host.isEmpty ? 1 : 0
            } catch { if !(0...count).contains(error.offset) { Issue.record("\(text): \(error)") } }
            do throws(Malformed) {
                let payload = try HomeKitPayload(address: text)
                good += payload.address.utf8.count == count ? 1 : 0
            } catch { if !(0...count).contains(error.offset) { Issue.record("\(text): \(error)") } }
        }
        #expect(good > 200, "\(good)")
    }
}
