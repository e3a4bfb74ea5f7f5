import Ground
import TagRouting

/// Association files, links, patterns, and other contents of entitlements and tags.
enum RoutingTargets {
    static let all = [
        FuzzTarget("association", seeds: { files }, take: association),
        FuzzTarget("link", seeds: { Seeds.texts(links) }, take: link),
        FuzzTarget("pattern", seeds: { Seeds.texts(patterns) }, take: pattern),
        FuzzTarget("domain", seeds: { Seeds.texts(domains) }, take: domain),
        FuzzTarget("homekit", seeds: { Seeds.texts(["X-HM://0071WK4SM7OSX", "X-HM://00DUWTEED1DRZ"]) }, take: homeKit),
    ]

    private static var files: [[UInt8]] { Seeds.files(in: "routing", ending: ".json", atMost: 4_000) }
    private static let links = [
        "https://e.example/a/%20b?i=77&i=#é", "https://u@e.example:8443//a//", "http://[::1]/$(f)?a&b=c=d&&#",
        "X-HM://0071WK4SM7OSX", "mailto:a@b.example", "https://xn--mnchen-3ya.example/a",
    ]
    private static let patterns = [
        "/a/*", "*a*?*%20b", "/$(f)/$(f)$(lang)*", "NOT /a", "/????*", "i=??&*", "/*/", "//*",
    ]
    private static let domains = [
        "applinks:*.example.com?mode=developer", "webcredentials:a.example", "applinks:example.com:8443",
    ]

    private static func association(_ input: [UInt8]) {
        guard let url = try? LinkURL("https://e.example/a/%20b?i=77#x") else { fatalError("this is a link") }
        do throws(AssociationError) {
            let file = try AssociationFile(input)
            for finding in file.findings {
                must((0...input.count).contains(finding.position.offset), "\(finding) lies outside")
            }
            for application in file.applications.prefix(3) {
                must(file.lists(application), "\(application) is not listed")
                _ = file.explain(url, for: application).lines
            }
            checkRoute(url, file)
        } catch {
            must(error.position == TextPosition(offset: error.position.offset, in: input), "\(error)")
            must(!error.meaning.isEmpty, "an error without words")
        }
    }

    private static let association: AssociationFile = {
        let text = """
            {"applinks": {"substitutionVariables": {"f": ["a*", "é", "*?"]},
            "details": [{"appID": "A.b", "components": [{"/": "/$(f)/$(f)$(lang)*", "caseSensitive": false},
            {"/": "*a*?*%20b", "?": {"i": "?*", "b": "*"}},
            {"/": "/a*", "?": "i=??&*", "percentEncoded": false}, {"/": "/????*", "#": "?", "exclude": true}]}]}}
            """
        guard let file = try? AssociationFile(Array(text.utf8)) else { fatalError("this is an association file") }
        return file
    }()
    private static let app = App(
        identifier: "b", associatedDomains: ["applinks:e.example", "applinks:*.example"], teamIdentifier: "A")
    private static let router = TagRouter(
        apps: [app], sites: [AssociatedSite(host: "e.example", file: association)])

    /// Checks that a link goes where the explanation of the site's file says.
    private static func checkRoute(_ url: LinkURL, _ file: AssociationFile) {
        let router = TagRouter(apps: [app], sites: [AssociatedSite(host: "e.example", file: file)])
        let target = router.route(uri: url.text, conditions: PhoneConditions()).destination
        let isApps = target == .app(identifier: "b", url: url)
        switch file.explain(url, for: "A.b").verdict {
        case .match: must(isApps, "\(url) is kept from its app")
        case .exclude, .noMatch: must(!isApps, "\(url) opens an app that it does not belong to")
        case .undecided: break
        }
    }

    private static func link(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(Malformed) { _ = try LinkURL(text) } catch {
            must((0...text.utf8.count).contains(error.offset), "\(error) lies outside")
        }
        let explanation = router.explain(uri: text, conditions: PhoneConditions())
        let shown = explanation.lines.joined()
        must(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "a line has control characters")
        _ = AppInput(delivering: explanation.decision, message: input)
    }

    /// Checks one pattern as path, query and fragment of a separate file, with links that share its letters.
    private static func pattern(_ input: [UInt8]) {
        guard let text = String(strictUTF8: input) else { return }
        var quoted = ""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        let json = """
            {"applinks":{"substitutionVariables":{"f":["\(quoted)","a"]},"details":[{"appID":"A.b","components":\
            [{"/":"\(quoted)"},{"?":"\(quoted)"},{"#":"\(quoted)"},{"/":"/$(f)*"}]}]}}
            """
        guard let file = try? AssociationFile(Array(json.utf8)) else { return }
        for link in ["https://e.example/aaaa/b?i=77#xx", "https://e.example/" + String(repeating: "a", count: 40)] {
            guard let url = try? LinkURL(link) else { continue }
            checkRoute(url, file)
        }
    }

    private static func domain(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(Malformed) {
            let domain = try AssociatedDomain(text)
            _ = domain.covers("a.example.com")
            must(domain.covers(domain.isWildcard ? "a." + domain.host : domain.host), "\(text) covers not its own host")
            must(!domain.description.isEmpty, "no description")
        } catch { must((0...text.utf8.count).contains(error.offset), "\(error) lies outside") }
        _ = App(identifier: text, associatedDomains: [text]).findings
    }

    private static func homeKit(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(Malformed) {
            let payload = try HomeKitPayload(address: text)
            must(payload.address.utf8.count == text.utf8.count, "the address changes")
        } catch { must((0...text.utf8.count).contains(error.offset), "\(error) lies outside") }
    }
}
