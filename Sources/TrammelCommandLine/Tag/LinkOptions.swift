import ArgumentParser
import Evidence
import Ground
import TagRouting

/// The options for the apps on the phone and the association files of their sites.
struct LinkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            An association file, JSON as the site serves it, for the link's own host or as HOST=FILE. An entry \
            applinks:*.example.com uses the file of example.com. May be repeated.
            """,
            valueName: "[host=]file"))
    var association: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            An app on the phone, as files list it: ABCDE12345.com.example.door; by default all that the files list. \
            May be repeated in any order, because the file's order decides.
            """,
            valueName: "id"))
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            An associated domain in every app's entitlement: applinks:example.com, applinks:*.example.com. By default \
            the hosts of the association files. May be repeated.
            """,
            valueName: "entry"))
    var domain: [String] = []

    @Flag(help: "Let custom schemes through to a handler, contrary to Apple's documentation (unverified).")
    var customSchemes = false

    func validate() throws {
        for name in app where !Self.isApplication(name) {
            throw ValidationError("--app takes a prefix and a bundle identifier, ABCDE12345.com.example.door.")
        }
        for entry in domain {
            do throws(Malformed) { _ = try AssociatedDomain(entry) } catch {
                throw ValidationError("--domain \(entry.escapedForDisplay): \(error.meaning).")
            }
        }
    }

    /// Returns the router of a phone with these apps and sites.
    ///
    /// A file without a host belongs to `host`; if that is nil, such a file is a usage error unless it may be left
    /// out.
    func router(forHost host: String?, leavingNamelessOut leavesOut: Bool = false) throws -> TagRouter {
        let used = leavesOut ? association.filter { Self.parts($0).host != nil } : association
        let sites = try used.map { try site($0, ofLink: host) }
        let entries = domain.isEmpty ? sites.map { "applinks:\($0.host)" } : domain
        var names = app
        if names.isEmpty {
            var seen: Set<String> = []
            names = sites.flatMap { $0.file?.applications ?? [] }.filter { seen.insert($0).inserted }
        }
        let apps = names.filter(Self.isApplication).map { name in
            let dot = name.firstIndex(of: ".") ?? name.startIndex
            return App(
                identifier: String(name[dot...].dropFirst()), associatedDomains: entries,
                teamIdentifier: String(name[..<dot]))
        }
        return TagRouter(apps: apps, sites: sites, allowsCustomSchemes: customSchemes)
    }

    /// The same options for this program in its own virtual machine, which sees the host's files but not its current
    /// folder.
    var words: [String] {
        var words: [String] = []
        for text in association {
            let (host, path) = Self.parts(text)
            let place = Files.absolute(path) ?? path
            words += ["--association", host.map { "\($0)=\(place)" } ?? place]
        }
        words += app.flatMap { ["--app", $0] } + domain.flatMap { ["--domain", $0] }
        return words + (customSchemes ? ["--custom-schemes"] : [])
    }

    private static func isApplication(_ name: String) -> Bool {
        guard let dot = name.firstIndex(of: "."), dot > name.startIndex else { return false }
        return !name[dot...].dropFirst().isEmpty
    }

    private func site(_ text: String, ofLink host: String?) throws -> AssociatedSite {
        let (named, path) = Self.parts(text)
        guard let name = named ?? host, !name.isEmpty else {
            throw ValidationError("--association \(text.escapedForDisplay): name the host, as HOST=FILE.")
        }
        // One byte more than a phone accepts: a file that is too long is not read completely, even if it reports no
        // size.
        guard let bytes = try? Files.bytes(of: path, atMost: AssociationFile.sizeLimit + 1) else {
            throw ValidationError("--association \(path.escapedForDisplay): there is no such file.")
        }
        return AssociatedSite(host: name, bytes: bytes, size: Files.size(of: path).map { max($0, bytes.count) })
    }

    /// A host contains no slash, so a file in a folder whose name contains an equals sign can still be named.
    private static func parts(_ text: String) -> (host: String?, path: String) {
        guard let equals = text.firstIndex(of: "="), !text[..<equals].contains("/") else { return (nil, text) }
        return (String(text[..<equals]), String(text[equals...].dropFirst()))
    }
}
