import Ground
public import TagRouting

/// What is worth knowing about association files before anybody asks them.
public enum SiteText {
    /// Lines that need no escaping: what is wrong with a file, and where.
    public static func lines(_ sites: [AssociatedSite]) -> [String] {
        sites.flatMap { site -> [String] in
            let host = site.host.escapedForDisplay
            switch site.association {
            case .missing(let reason): return ["site \(host)", "  fault: \(reason.escapedForDisplay)"]
            case .file(let file):
                return file.findings.isEmpty
                    ? [] : ["site \(host)"] + file.findings.map { "  \($0.finding.weight.rawValue): \($0)" }
            }
        }
    }
}
