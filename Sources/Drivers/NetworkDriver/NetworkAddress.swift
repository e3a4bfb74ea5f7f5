import Glibc
internal import NIOCore

/// A numeric address and a port, for example `192.0.2.1:7000` or `[fe80::1%eth0]:7000`.
public struct NetworkAddress: Hashable, Codable, Sendable {
    /// A numeric IPv4 or IPv6 address; a link-local one specifies its interface, by name or index, after a `%`.
    public let host: String
    public let port: UInt16

    public init(_ host: String, _ port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Whether it refers to every interface of the host.
    var isWildcard: Bool { ["0.0.0.0", "::"].contains(socketAddress.flatMap { $0.ipAddress }) }

    /// Whether it is a numeric address on an existing interface.
    public var isNumeric: Bool { socketAddress != nil }

    /// The socket address; nil unless the text is a numeric address on an existing interface.
    var socketAddress: SocketAddress? {
        // C strings end at a zero byte, so anything after it would be ignored.
        guard !host.utf8.contains(0) else { return nil }
        let parts = host.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let plain = try? SocketAddress(ipAddress: String(parts[0]), port: Int(port)) else { return nil }
        guard parts.count == 2 else { return plain }
        guard case .v6(let address) = plain, let interface = Self.interface(String(parts[1])) else { return nil }
        var scoped = address.address
        // The scope is the last field (RFC 3493, section 3.3), which Swift does not expose here.
        unsafe withUnsafeMutableBytes(of: &scoped) {
            unsafe $0.storeBytes(of: interface, toByteOffset: 24, as: UInt32.self)
        }
        return SocketAddress(scoped)
    }

    /// Returns the kernel's index of an existing interface, given by index or name. The C library would not find it
    /// while no interface has an IPv6 address.
    private static func interface(_ text: String) -> UInt32? {
        // Not by name first: for an unknown name the kernel searches for a module, by starting another program.
        if let number = UInt32(text), number > 0 {
            var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
            if unsafe if_indextoname(number, &name) != nil { return number }
        }
        let number = unsafe if_nametoindex(text)
        return number > 0 ? number : nil
    }

    /// Creates the address in the C library's format, with the interface of a link-local address.
    init?(_ address: SocketAddress?) {
        guard let address, let port = address.port.flatMap({ UInt16(exactly: $0) }) else { return nil }
        var text = [UInt8](repeating: 0, count: Int(NI_MAXHOST))
        let failed = unsafe address.withSockAddr { place, size in
            unsafe text.withUnsafeMutableBytes { bytes in
                unsafe getnameinfo(
                    place, socklen_t(size), bytes.bindMemory(to: CChar.self).baseAddress, socklen_t(bytes.count), nil,
                    0,
                    NI_NUMERICHOST)
            }
        }
        guard failed == 0 else { return nil }
        self.init(String(decoding: text.prefix { $0 != 0 }, as: UTF8.self), port)
    }
}

extension NetworkAddress: CustomStringConvertible {
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
