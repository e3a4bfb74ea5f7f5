import Ground

extension Outcome: CustomStringConvertible {
    /// The outcome as a noun phrase: `measurement of door`.
    public var description: String {
        switch self {
        case .found(let name): "\(name) found"
        case .connected(let name): "\(name) connected"
        case .disconnected(let name): "\(name) disconnected"
        case .encrypted(let name): "link to \(name) encrypted"
        case .paired(let name): "pairing with \(name)"
        case .pairingFailed(let name): "failed pairing with \(name)"
        case .parametersRequested(let name, let acceptable):
            "request of \(name) for \(acceptable ? "acceptable" : "unacceptable") connection parameters"
        case .writeRefused(let name): "write refused by \(name)"
        case .received(let message, let name): "\(message) from \(name)"
        case .sent(let message, let name): "\(message) sent to \(name)"
        case .ranging(let name): "measurement of \(name)"
        case .direction(let name): "direction of \(name)"
        case .removed(let name, let reason): "\(name) removed (\(reason))"
        case .retry(let name): "retry with \(name)"
        case .gaveUp(let name, nil): "app gave up on \(name)"
        case .gaveUp(let name, let reason?): "app gave up on \(name) (\(reason.rawValue))"
        case .invalidated(let name, nil): "session with \(name) invalidated"
        case .invalidated(let name, let code?): "session with \(name) invalidated (\(code.rawValue))"
        case .suspended(let name): "session with \(name) suspended"
        case .suspensionEnded(let name): "suspension of the session with \(name) ended"
        case .prompted: "prompt for permission"
        case .kitMeasured(let name): "measurement of \(name) outside of its session"
        case .addressClash(let name): "another accessory under the short address of \(name)"
        case .entered(let zone, let name): "\(zone) zone of \(name) entered"
        case .left(let zone, let name): "\(zone) zone of \(name) left"
        case .zoneChange(let name): "zone change around \(name)"
        case .feature(let feature, let isOn, let name): "\(feature) switched \(isOn ? "on" : "off") by \(name)"
        case .companion(let name, let what): "\(name) \(what)"
        case .opened(let destination, nil): "\(destination) opened"
        case .opened(let destination, let path?): "\(destination) opened at \(path.escapedForDisplay)"
        case .notified(nil): "notification"
        case .notified(let destination?): "notification that leads to \(destination)"
        case .delivered(let destination, let url, let records, let form):
            Self.delivery(destination, url, records) + (form.map { " \($0.words)" } ?? "")
        case .tagDetected: "tag detected"
        case .tagGone: "tag taken away"
        case .tagUnreadable: "tag that could not be read"
        case .decided(let rule): "decision by \(rule.rawValue)"
        case .severalTags: "more than one tag at once"
        case .readerLost: "tag reader lost"
        case .readerBack: "tag reader back"
        case .console(let name, let text): "\"\(text.escapedForDisplay)\" on the console of \(name)"
        case .screenConsole(let name, let text): "\"\(text.escapedForDisplay)\" on the console of \(name)"
        case .reported(let report, let name): "\(report) from \(name)"
        case .anyOf(let outcomes): outcomes.map(\.description).joined(separator: " or ")
        }
    }

    private static func delivery(_ destination: Destination, _ url: String?, _ records: DeliveredMessage?) -> String {
        let what = url.map { $0.escapedForDisplay } ?? "anything"
        let message =
            switch records {
            case nil: ""
            case .empty?: " with the empty message"
            case .ofTag(1)?: " with 1 record"
            case .ofTag(let count)?: " with \(count) records"
            case .records(let patterns)?: " with \(patterns.map(\.description).joined(separator: ", "))"
            }
        return "delivery of \(what) to \(destination)\(message)"
    }
}

extension DeliveryForm {
    fileprivate var words: String {
        switch self {
        case .browsingWeb: "as an activity of browsing"
        case .url: "as the URL alone"
        case .nothing: "without a handler"
        }
    }
}

extension RecordPattern: CustomStringConvertible {
    /// The pattern as a noun phrase: `record "text/vcard" without id`.
    public var description: String {
        var words = tnf.map { "\($0) record" } ?? "record"
        if let type { words += " \"\(type.escapedForDisplay)\"" }
        if let id { words += id.isEmpty ? " without id" : " with id \"\(id.escapedForDisplay)\"" }
        switch payload {
        case nil: break
        case .bytes(let bytes)?: words += " of the bytes \(bytes.hex)"
        case .uri(let uri)?: words += " of \(uri.escapedForDisplay)"
        case .text(let text, let language)?:
            words += " of \"\(text.escapedForDisplay)\"" + (language.map { " (\($0.escapedForDisplay))" } ?? "")
        }
        return words
    }
}
