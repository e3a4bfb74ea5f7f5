import Ground

// The phone's handling of tags, and the websites behind its apps.
extension ScenarioCheck {
    mutating func tagSetup(_ spot: SourceSpot) {
        let setup = phone.tags
        if case .opens(let span) = setup.answer, span < .zero {
            report("a user cannot tap a notification \(span) after it came", at: spot)
        }
        if case .succeeds(let span) = setup.unlock, span < .zero {
            report("a user cannot unlock a phone \(span) after it asked", at: spot)
        }
        if setup.neverUnlocked, !setup.startsLocked {
            report("a phone that was never unlocked is locked: write startsLocked: true", at: spot)
        }
        for (index, domain) in setup.browserChosenFor.enumerated() {
            if let fault = faultOfHost(domain) { report("browserChosenFor: \(fault)", at: spot) }
            if setup.browserChosenFor[..<index].contains(domain) {
                report("the browser is chosen for \(domain.escapedForDisplay) twice", at: spot)
            }
        }
        if setup != .standard, !outline.usesTags {
            report(
                "the phone's settings for tags change nothing here: no step uses a tag", weight: .warning, at: spot)
        }
        sites(spot)
    }

    private mutating func sites(_ spot: SourceSpot) {
        var hosts: [String] = []
        for site in phone.sites {
            let host = site.host.escapedForDisplay
            if let fault = faultOfHost(site.host) { report("a site: \(fault)", at: spot) }
            if hosts.contains(site.host.lowercased()) { report("the site \(host) is in the list twice", at: spot) }
            hosts.append(site.host.lowercased())
            if let fault = site.association.fault { report("the site \(host) \(fault)", at: spot) }
            if let app = phone.apps.first(where: { $0.links.contains { $0.host == site.host } }) {
                report(
                    "\(app.identifier.escapedForDisplay) has links of \(host), which has its "
                        + "own association file: write associatedDomains: [\"applinks:\(host)\"] instead",
                    at: spot)
            }
        }
    }

    mutating func domains(of app: App, _ spot: SourceSpot) {
        let name = app.identifier.escapedForDisplay
        for (index, domain) in app.associatedDomains.enumerated() {
            if app.associatedDomains[..<index].contains(domain) {
                report("\(name) is associated with \(domain.escapedForDisplay) twice", at: spot)
            }
            let service = String(domain.prefix { $0 != ":" })
            if !Self.services.contains(service) {
                let hint = suggestion(for: service, in: Self.services)
                let remedy = hint.isEmpty ? ": write applinks:example.com" : hint
                report("\"\(domain.escapedForDisplay)\" of \(name) names no service\(remedy)", at: spot)
            }
        }
        let team = app.teamIdentifier
        if team.isEmpty || !team.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            report("\"\(team.escapedForDisplay)\" is no team identifier: write ten letters and digits", at: spot)
        }
    }

    /// The services an associated domain can name (nfc.md 5.2).
    private static let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]
}

extension AssociationSource {
    fileprivate var fault: String? {
        switch self {
        case .file(let path):
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            let isBelow = !path.isEmpty && !parts.contains { $0.isEmpty || $0 == ".." || $0 == "." }
            return isBelow ? nil : "needs a path below the folder of scenarios, as Associations/example.com.json"
        case .text(let text): return text.isEmpty ? "has an empty association file: write .none(reason)" : nil
        case .none(let reason):
            return reason.allSatisfy(\.isWhitespace) ? "does not say why it has no association file" : nil
        }
    }
}
