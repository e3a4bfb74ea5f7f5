import Ground
import Links

/// The frames of the search for an accessory's service, on its connection's link.
extension ServiceNotice {
    private static let kind = "service"

    var parts: FrameParts {
        switch self {
        // A name has at least one byte; an empty one means any.
        case .searched(let type, let name): FrameParts(Self.kind, 5, ("type", type), ("name", name ?? ""))
        case .found(let name): FrameParts(Self.kind, 6, ("found", name))
        case .vanished(let name): FrameParts(Self.kind, 7, ("vanished", name))
        case .resolved(let name, let addresses):
            FrameParts(Self.kind, 8, ("resolved", name), ("addresses", RecordStrings(strings: addresses)))
        case .unresolved(let name): FrameParts(Self.kind, 9, ("unresolved", name))
        }
    }

    init(_ reader: inout ByteReader, code: UInt8) throws(Malformed) {
        switch code {
        case 5:
            let type = try reader.text("a service's type")
            let name = try reader.text("a service's name")
            self = .searched(type: type, name: name.isEmpty ? nil : name)
        case 6: self = .found(name: try reader.text("a service's name"))
        case 7: self = .vanished(name: try reader.text("a service's name"))
        case 8:
            let name = try reader.text("a service's name")
            let count = try reader.number("a count of addresses")
            var addresses: [String] = []
            for _ in 0..<count { addresses.append(try reader.text("an address")) }
            self = .resolved(name: name, addresses: addresses)
        case 9: self = .unresolved(name: try reader.text("a service's name"))
        default: throw reader.unknown(code, "a word of service discovery")
        }
    }

    var words: String {
        let text =
            switch self {
            case .searched(let type, nil): "look for a service of type \(type)"
            case .searched(let type, let name?): "look for the service \"\(name)\" of type \(type)"
            case .found(let name): "service \"\(name)\" found"
            case .vanished(let name): "service \"\(name)\" gone"
            case .resolved(let name, let addresses): "service \"\(name)\" is at \(addresses.joined(separator: ", "))"
            case .unresolved(let name): "no answer locates the service \"\(name)\" is"
            }
        return text.escapedForDisplay
    }

    func redacted(_ redaction: inout Redaction) -> ServiceNotice {
        switch self {
        case .searched(let type, let name): .searched(type: type, name: name.map { redaction.text($0) })
        case .found(let name): .found(name: redaction.text(name))
        case .vanished(let name): .vanished(name: redaction.text(name))
        case .resolved(let name, let addresses):
            .resolved(name: redaction.text(name), addresses: addresses.map { redaction.text($0) })
        case .unresolved(let name): .unresolved(name: redaction.text(name))
        }
    }
}
