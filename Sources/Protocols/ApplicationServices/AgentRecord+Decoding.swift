public import Ground

extension AgentRecord {
    /// A decoded record and the findings about it.
    public struct Reading: Hashable, Sendable {
        public let record: AgentRecord
        public let findings: [Finding]
    }

    /// Decodes the data of a TXT record; errors give the byte offset in it.
    public static func read(_ bytes: [UInt8]) throws(Malformed) -> Reading {
        var reader = ByteReader(bytes)
        var strings: [(offset: Int, bytes: [UInt8])] = []
        while !reader.isAtEnd {
            let length = Int(try reader.u8("the length of a string"))
            strings.append((reader.offset, try reader.take(length, "a string of the record")))
        }
        return try read(strings, size: bytes.count)
    }

    /// Decodes a record's strings as a resolver returns them; errors give the byte offset in the record's data.
    public static func read(strings: [[UInt8]]) throws(Malformed) -> Reading {
        var placed: [(offset: Int, bytes: [UInt8])] = []
        var offset = 0
        for string in strings {
            guard string.count <= stringLimit else {
                throw Malformed(
                    at: offset, "a string of \(string.count) bytes; \(stringLimit) are the most")
            }
            placed.append((offset + 1, string))
            offset += 1 + string.count
        }
        return try read(placed, size: offset)
    }

    private struct Value {
        let offset: Int
        let bytes: [UInt8]?
    }

    private static func read(_ strings: [(offset: Int, bytes: [UInt8])], size: Int) throws(Malformed) -> Reading {
        var values: [String: Value] = [:]
        var others: [Other] = []
        var seen: Set<String> = []
        var findings: [Finding] = []
        if size > recommendedSize {
            let meaning = "the record has \(size) bytes; more than \(recommendedSize) do not fit well into a packet"
            findings.append(Finding("services.record", .note, meaning, offset: recommendedSize))
        }
        for string in strings {
            let name = string.bytes.prefix { $0 != 0x3D }
            // Strings without a key are silently ignored (RFC 6763, section 6.4).
            guard !name.isEmpty else { continue }
            guard name.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw Malformed(at: string.offset, "a key of the record has bytes that are no printable ASCII")
            }
            let written = String(decoding: name, as: UTF8.self)
            let key = written.lowercased()
            let hasValue = name.count < string.bytes.count
            let value = hasValue ? Array(string.bytes.dropFirst(name.count + 1)) : nil
            guard seen.insert(key).inserted else {
                let meaning = "\(written.shown()) is in the record twice, and the first one counts"
                findings.append(Finding("services.record", .warning, meaning, offset: string.offset))
                continue
            }
            if ["v", "plat", "svc", "id"].contains(key) {
                values[key] = Value(offset: string.offset + name.count + (hasValue ? 1 : 0), bytes: value)
            } else {
                others.append(Other(key: written, value: value))
            }
        }
        return Reading(record: try record(values, others, size: size), findings: findings)
    }

    private static func record(_ values: [String: Value], _ others: [Other], size: Int) throws(Malformed) -> AgentRecord
    {
        let version = try text("v", values, size)
        guard version.text == Self.version else {
            throw Malformed(at: version.offset, "version \(version.text.shown()); \(Self.version) is known")
        }
        let word = try text("plat", values, size)
        guard let platform = CompanionPlatform(rawValue: word.text) else {
            throw Malformed(at: word.offset, "\(word.text.shown()) is no platform")
        }
        let pin = try text("id", values, size)
        guard isPin(Array(pin.text.utf8)) else {
            throw Malformed(at: pin.offset, "id must be \(pinLength) hexadecimal digits in small letters")
        }
        var services: [ServiceIdentifier] = []
        // Without an advertising app there may be no services.
        if values["svc"]?.bytes != nil {
            let names = try text("svc", values, size)
            for name in names.text.split(separator: ",") { services.append(ServiceIdentifier(String(name))) }
        }
        return AgentRecord(platform: platform, services: services, pin: pin.text, others: others)
    }

    private static func text(
        _ key: String, _ values: [String: Value], _ size: Int
    ) throws(Malformed) -> (text: String, offset: Int) {
        guard let value = values[key] else { throw Malformed(at: size, "the record has no \(key)") }
        guard let bytes = value.bytes else { throw Malformed(at: value.offset, "\(key) has no value") }
        guard let text = String(strictUTF8: bytes) else {
            throw Malformed(at: value.offset, "the value of \(key) is no UTF-8")
        }
        return (text, value.offset)
    }
}
