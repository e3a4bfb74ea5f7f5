public import Ground
import Journal
public import Links

extension LinkKind {
    static let discovery = LinkKind(
        event: DiscoveryEvent.self, request: DiscoveryRequest.self, filterKinds: [discoveryFilter])

    /// The single filter kind of all discovery frames.
    fileprivate static let discoveryFilter = "discovery"
}

extension DiscoveryRequest: LinkRequest {
    public var parts: FrameParts {
        switch self {
        case .publish(let name, let shown, let strings):
            FrameParts(
                "publish", 1, ("companion", name.rawValue), ("name", shown),
                ("strings", RecordStrings(strings: strings)))
        case .withdraw(let name): FrameParts("withdraw", 2, ("companion", name.rawValue))
        case .impersonate(let name, let begins):
            FrameParts("impersonate", 3, ("companion", name.rawValue), ("begins", begins))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a request of discovery")
        switch code {
        case 1:
            let name = try reader.companion()
            let shown = try reader.text("the name that pickers show")
            let count = try reader.number("a count of strings")
            var strings: [String] = []
            for _ in 0..<count { strings.append(try reader.text("a string of a record")) }
            self = .publish(name, shownAs: shown, strings: strings)
        case 2: self = .withdraw(try reader.companion())
        case 3:
            let name = try reader.companion()
            self = .impersonate(name, try reader.flag("whether a foreign certificate is shown"))
        default: throw reader.unknown(code, "a request of discovery")
        }
    }

    public func outbound(on link: LinkID) -> Outbound { .discovery(self) }

    public var filterKind: String { LinkKind.discoveryFilter }

    public func words(_ style: inout MeaningStyle) -> String {
        let text =
            switch self {
            case .publish(let name, let shown, let strings):
                "publish \(name) as \(shown): \(strings.joined(separator: ", "))"
            case .withdraw(let name): "withdraw \(name)"
            case .impersonate(let name, true): "show screens a foreign certificate for \(name)"
            case .impersonate(let name, false): "show screens the certificate of \(name) again"
            }
        return text.escapedForDisplay
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .publish(let name, let shown, let strings):
            .publish(
                CompanionName(redaction.text(name.rawValue)), shownAs: redaction.text(shown),
                strings: strings.map { redaction.text($0) })
        case .withdraw(let name): .withdraw(CompanionName(redaction.text(name.rawValue)))
        case .impersonate(let name, let begins):
            .impersonate(CompanionName(redaction.text(name.rawValue)), begins)
        }
    }
}

extension DiscoveryEvent: LinkEvent {
    public var parts: FrameParts {
        switch self {
        case .published(let name, let shown, let pin):
            FrameParts("published", 1, ("companion", name.rawValue), ("name", shown), ("pin", pin))
        case .withdrawn(let name): FrameParts("withdrawn", 2, ("companion", name.rawValue))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("an event of discovery")
        switch code {
        case 1:
            let name = try reader.companion()
            let shown = try reader.text("a service's name")
            self = .published(name, as: shown, pin: try reader.text("a pin"))
        case 2: self = .withdrawn(try reader.companion())
        default: throw reader.unknown(code, "an event of discovery")
        }
    }

    public func inbound(on link: LinkID) -> Inbound { .discovery(self) }

    public var filterKind: String { LinkKind.discoveryFilter }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .published(let name, let shown, let pin):
            "\(name) is known as \(shown), \(style.pin(pin))".escapedForDisplay
        case .withdrawn(let name): "\(name) is no longer known".escapedForDisplay
        }
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .published(let name, let shown, let pin):
            .published(
                CompanionName(redaction.text(name.rawValue)), as: redaction.text(shown), pin: redaction.text(pin))
        case .withdrawn(let name): .withdrawn(CompanionName(redaction.text(name.rawValue)))
        }
    }
}

extension ByteReader {
    /// Reads the number of fields that follow. Each takes at least one byte, so the count cannot exceed the bytes
    /// left.
    mutating func number(_ what: StaticString) throws(Malformed) -> Int {
        let offset = offset
        let count = try count(what)
        guard (0...remaining).contains(count) else { throw Malformed(at: offset, "\(what) is \(count)") }
        return count
    }

    fileprivate mutating func companion() throws(Malformed) -> CompanionName {
        CompanionName(try text("a companion's name"))
    }
}

/// The strings of a TXT record: a count and each string; the journal joins them with commas.
struct RecordStrings: FrameField {
    let strings: [String]

    func append(to bytes: inout [UInt8]) {
        bytes.append(count: strings.count)
        for string in strings { bytes.append(text: string) }
    }

    func tell(as name: String, in values: inout [String: FrameValue]) {
        values[name] = .text(strings.joined(separator: ", "))
    }
}
