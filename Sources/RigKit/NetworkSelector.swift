import Ground

/// The way to find an accessory on the network: its endpoint, or the service that it announces.
public enum NetworkSelector: Hashable, Sendable {
    /// A host's name or address, and a TCP port.
    case endpoint(host: String, port: UInt16)
    /// A DNS-SD service by its type, `_door._tcp`, and by its instance's name if there are several.
    case service(type: String, name: String?)
}

extension NetworkSelector: CustomStringConvertible {
    /// Reads `192.0.2.7:4711`, `door.local:4711`, `[::1]:4711`, `service=_door._tcp` or
    /// `service=_door._tcp,name=Front Door`; the name comes last and may contain anything.
    init(_ rest: String, in text: String) throws(PortError) {
        guard let fields = RigKit.rest(of: rest, behind: "service=") else {
            self = try Self.endpoint(rest, in: text)
            return
        }
        let type = String(fields.prefix { $0 != "," })
        guard Self.isType(type) else {
            throw PortError(
                text, "\"\(type.shown())\" is no \(Self.typeForm): lan:service=_door._tcp,name=Door")
        }
        guard type.count < fields.count else {
            self = .service(type: type, name: nil)
            return
        }
        let further = String(fields.dropFirst(type.count + 1))
        guard let name = RigKit.rest(of: further, behind: "name=") else {
            throw PortError(text, "behind the service stands its name alone: lan:service=_door._tcp,name=Door")
        }
        guard !name.isEmpty else { throw PortError(text, "the name is empty: write lan:service=_door._tcp,name=Door") }
        // An instance's name is one label (RFC 6763, section 4.1.1).
        guard name.utf8.count <= 63 else { throw PortError(text, "a service's name has 63 bytes at most") }
        self = .service(type: type, name: name)
    }

    private static func endpoint(_ rest: String, in text: String) throws(PortError) -> NetworkSelector {
        let (host, port) = try hostAndPort(rest, in: text, example: "lan:door.local:4711")
        return .endpoint(host: host, port: port)
    }

    /// The form of a type, to follow "is no".
    static let typeForm =
        "type of DNS-SD that is played: that is an underscore, 1 to 15 letters and digits with a letter among them, "
        + "single hyphens only between them, and ._tcp in small letters, for only TCP is played"

    /// Whether the type is a service name of at most 15 characters with its protocol (RFC 6335, section 5.1).
    ///
    /// Hyphens must not be at an end of the name or adjacent.
    static func isType(_ type: String) -> Bool {
        guard type.hasPrefix("_"), type.hasSuffix("._tcp") else { return false }
        let label = type.dropFirst().dropLast("._tcp".count)
        let hasLooseHyphen = label.hasPrefix("-") || label.hasSuffix("-") || label.contains("--")
        return (1...15).contains(label.count) && label.contains(where: \.isLetter) && !hasLooseHyphen
            && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// The selector as it follows `lan:` in a port: `door.local:4711`, `service=_door._tcp,name=Front Door`.
    public var description: String {
        switch self {
        case .endpoint(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .service(let type, let name): "service=\(type)" + (name.map { ",name=\($0)" } ?? "")
        }
    }

    /// Whether both find the same accessory.
    func overlaps(_ other: NetworkSelector) -> Bool {
        switch (self, other) {
        case (.endpoint, .endpoint): self == other
        case (.service(let type, let name), .service(let otherType, let otherName)):
            type == otherType && (name == nil || otherName == nil || name == otherName)
        case (.endpoint, .service), (.service, .endpoint): false
        }
    }
}

/// Reads `labpi:4001`, `192.0.2.7:4711` or `[::1]:4711`; `example` is a port of the same kind.
func hostAndPort(
    _ rest: String, in text: String, example: String
) throws(PortError) -> (host: String, port: UInt16) {
    let kind = example.prefix { $0 != ":" }
    guard let colon = rest.lastIndex(of: ":") else {
        throw PortError(text, "write host and port: \(example), \(kind):192.0.2.7:4711 or \(kind):[::1]:4711")
    }
    let digits = rest[rest.index(after: colon)...]
    guard let port = UInt16(digits), port > 0, "\(port)" == digits else {
        throw PortError(text, "the port behind the last colon is a number from 1 to 65535, not \"\(digits)\"")
    }
    var host = rest[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]"), host.count > 2 {
        host = host.dropFirst().dropLast()
        guard host.contains(":") else { throw PortError(text, "only an IPv6 address goes in brackets") }
    } else if host.contains(":") {
        throw PortError(text, "an IPv6 address goes in brackets: \(kind):[\(host)]:\(port)")
    }
    let isSound = host.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || ".-_:%".contains($0))
    }
    guard !host.isEmpty, isSound else {
        throw PortError(text, "the host is a name or an address, as in \(example)")
    }
    return (String(host), port)
}
