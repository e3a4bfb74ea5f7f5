/// The strings of a service's TXT record (RFC 6763 section 6), as sent or received.
///
/// The daemon returns them in a different order than they were sent, so records are equal if their strings are the
/// same in any order.
public struct TXTRecord: Codable, Sendable {
    /// The maximum length of a string in octets.
    public static let longest = 255
    /// The maximum size of a record in octets, including the strings' lengths: what fits into one packet.
    public static let limit = 1_300

    public let strings: [[UInt8]]

    public init(_ strings: [[UInt8]]) { self.strings = strings }

    /// Creates strings of the form `key=value`, in this order.
    public init(values: KeyValuePairs<String, String>) {
        strings = values.map { Array("\($0.key)=\($0.value)".utf8) }
    }

    /// Returns the value of a key, ignoring case (RFC 6763 section 6.4); nil if the key is missing, has no value, or
    /// occurs twice, because the original order is unknown.
    public func value(of key: String) -> String? {
        let wanted = Self.folded(key.utf8)
        let values = strings.compactMap { string -> [UInt8]? in
            guard let place = string.firstIndex(of: UInt8(ascii: "=")),
                Self.folded(string[..<place]) == wanted
            else { return nil }
            return Array(string[(place + 1)...])
        }
        return values.count == 1 ? String(validating: values[0], as: UTF8.self) : nil
    }

    /// Returns the key with lower-case ASCII letters; a key has no others.
    private static func folded(_ key: some Sequence<UInt8>) -> [UInt8] {
        key.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    /// The reason why it cannot be published; nil if there is none.
    var trouble: String? {
        if let long = strings.first(where: { $0.count > Self.longest }) {
            return "a string of its TXT record has \(long.count) octets, and at most \(Self.longest) may be"
        }
        if strings.contains(where: { $0.isEmpty || $0.first == UInt8(ascii: "=") }) {
            return "a string of its TXT record has no key"
        }
        for (number, string) in strings.enumerated() {
            let key = string.prefix { $0 != UInt8(ascii: "=") }
            guard let place = key.firstIndex(where: { !(0x20...0x7E).contains($0) }) else { continue }
            return "byte \(place) of string \(number + 1) of its TXT record is in its key and no printable ASCII"
        }
        let size = strings.reduce(0) { $0 + 1 + $1.count }
        return size > Self.limit ? "its TXT record has \(size) octets, and at most \(Self.limit) may be" : nil
    }
}

extension TXTRecord: Hashable {
    private var ordered: [[UInt8]] { strings.sorted { $0.lexicographicallyPrecedes($1) } }

    public static func == (one: TXTRecord, other: TXTRecord) -> Bool { one.ordered == other.ordered }
    public func hash(into hasher: inout Hasher) { hasher.combine(ordered) }
}
