import Journal
import ScenarioKit

// The evidence in a journal about tags, notifications and the reader.

extension Outcome {
    /// Returns whether the phone's reports show the outcome; nil for outcomes that are not about tags.
    func isToldOfTags(by entry: JournalEntry) -> Bool? {
        switch self {
        case .opened(let destination, let path):
            guard let report = entry.report(on: .reader) else { return false }
            if destination == .nothing, report.kind == "ignored" { return true }
            guard report.kind == (destination == .nothing ? "routed" : "delivered") else { return false }
            return destination.isNamed(by: report.text) && (path.map { report.text.contains($0) } ?? true)
        case .notified(let destination):
            guard let report = entry.report(on: .reader), report.kind == "notified" else { return false }
            return destination.map { report.text.dropFirst("a notification that leads to ".count).hasPrefix("\($0)") }
                ?? true
        case .delivered(let destination, let url, let records, let form):
            guard let report = entry.report(on: .reader), report.kind == "delivered" else { return false }
            let message =
                switch records {
                case nil: ""
                case .empty?: "the empty message"
                case .ofTag(1)?: " of 1 record in "
                case .ofTag(let count)?: " of \(count) records in "
                case .records(let patterns)?: " of \(counted(patterns.count, "record")) in "
                }
            let isUnhandled = report.text.contains("nothing: the app has no handler")
            if isUnhandled != (form == .nothing) { return false }
            return destination.isNamed(by: report.text) && report.text.contains(url.map { " with \($0), " } ?? "")
                && (message.isEmpty || report.text.contains(message))
        case .decided(let rule):
            guard let report = entry.report(on: .reader) else { return false }
            switch report.kind {
            case "routed", "followed", "ignored":
                return report.text.contains(" by \(rule.rawValue): ")
                    || report.text.contains(", because \(rule.rawValue): ")
            case "unlock": return rule == .b5
            case "left alone": return rule == .b6
            default: return false
            }
        case .tagDetected: return entry.report(on: .reader)?.kind == "detected"
        case .tagGone: return entry.report(on: .reader)?.kind == "gone"
        case .tagUnreadable: return entry.report(on: .reader)?.kind == "unreadable"
        case .severalTags: return entry.report(on: .reader)?.kind == "several tags"
        case .readerLost: return entry.report(on: .reader)?.kind == "reader lost"
        case .readerBack: return entry.report(on: .reader)?.kind == "reader back"
        default: return nil
        }
    }
}

extension Destination {
    fileprivate func isNamed(by text: String) -> Bool {
        switch self {
        case .app(let identifier): text.hasPrefix("app \(identifier) ")
        case .browser: text.hasPrefix("browser ")
        case .handler(let scheme): text.hasPrefix("handler of \(scheme) ")
        case .nothing: ["ignored", "unsupported scheme", "no usable data"].contains { text.hasPrefix($0) }
        }
    }
}
