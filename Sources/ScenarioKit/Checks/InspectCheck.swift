import Ground

// The checks on an inspected tag.
extension ScenarioCheck {
    mutating func tagChecks(_ checks: [TagExpectation]) {
        for (index, check) in checks.enumerated() {
            if let cause = check.cause { meaning(cause, of: check.what.failureCodes, check.spot) }
            if let fault = fault(of: check.what) { report(fault, at: check.spot) }
            for earlier in checks[..<index] {
                if earlier.what == check.what {
                    report("line \(earlier.spot.line) checks the same: omit one of them", at: check.spot)
                } else if earlier.what.contradicts(check.what) {
                    report(
                        "no tag has \(check.what) and \(earlier.what) at once, as line \(earlier.spot.line) requires",
                        at: check.spot)
                }
            }
        }
    }

    /// The reason the check never holds or always holds, without a full stop; nil if it is meaningful.
    private func fault(of check: TagCheck) -> String? {
        switch check {
        case .platform, .state, .firstRecordIsLink, .noFindings: return nil
        case .chip(let name):
            return name.allSatisfy(\.isWhitespace) ? "a chip has a name: write HasChip(\"NTAG215\")" : nil
        case .capacity(let bytes):
            return bytes < 1 ? "every tag holds \(bytes) bytes: write the length of your message" : nil
        case .free(let bytes):
            return bytes < 0 ? "no tag has \(bytes) bytes free: write HasFree(atLeast: 0) or more" : nil
        case .link(let url):
            let isLink = url.contains(":") && !url.contains(where: \.isWhitespace)
            return isLink
                ? nil : "\"\(url.escapedForDisplay)\" is no link: write it in full, as https://example.com/door"
        case .linkHost(let host): return faultOfHost(host)
        case .records(let count): return count < 0 ? "no message has \(count) records" : nil
        case .opens(let destination, let path):
            if let path, !path.hasPrefix("/") {
                return "a path begins with a slash: write /\(path.escapedForDisplay)"
            }
            return missingApp(destination)
        }
    }

    /// The reason the text is not a bare host; nil if it is one.
    func faultOfHost(_ host: String) -> String? {
        let isBare = !host.isEmpty && !host.contains { $0 == "/" || $0 == ":" || $0 == "?" || $0.isWhitespace }
        return isBare ? nil : "\"\(host.escapedForDisplay)\" is no bare host: write it as example.com"
    }

    /// The reason an app cannot be opened; nil for an installed app, for the system's own apps and for everything
    /// else.
    func missingApp(_ destination: Destination) -> String? {
        guard case .app(let identifier) = destination, !identifier.hasPrefix("com.apple."),
            !phone.apps.contains(where: { $0.identifier == identifier })
        else { return nil }
        let hint = suggestion(for: identifier, in: phone.apps.map(\.identifier))
        return "the app \(identifier.escapedForDisplay) is not on this phone\(hint)"
    }
}

extension TagCheck {
    /// Whether no tag can satisfy both checks.
    fileprivate func contradicts(_ other: TagCheck) -> Bool {
        switch (self, other) {
        case (.platform, .platform), (.chip, .chip), (.state, .state), (.link, .link), (.linkHost, .linkHost),
            (.records, .records):
            true
        case (.records(0), .link), (.records(0), .linkHost), (.records(0), .firstRecordIsLink): true
        case (.link, .records(0)), (.linkHost, .records(0)), (.firstRecordIsLink, .records(0)): true
        case (.platform(.type4), .chip(let name)), (.chip(let name), .platform(.type4)): name.hasPrefix("NTAG21")
        default: false
        }
    }
}
