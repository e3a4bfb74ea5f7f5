public import Ground

// The text form of a profile: a published profile's identifier, or the fields of a vendor's own.

extension DataChannelProfile {
    /// The keys of a vendor's own profile in its text form, in order.
    public static let textKeys = ["service", "write", "notify", "writeType", "security", "messages"]

    /// Parses `nordicUART`, or `service=…,write=…,notify=…` with optional `writeType=withoutResponse`,
    /// `security=encrypted` and `messages=initialize:A0+stop:A2` after it. Throws with the offset of the field's
    /// first byte.
    public init(_ text: String) throws(Malformed) {
        if let preset = (Self.presets + [Self.betweenPhones]).first(where: { $0.preset == text }) {
            self = preset
            return
        }
        var values: [Substring: (value: Substring, offset: Int)] = [:]
        var offset = 0
        for field in text.split(separator: ",", omittingEmptySubsequences: false) {
            let key = field.prefix { $0 != "=" }
            guard key.endIndex < field.endIndex else {
                throw Malformed(at: offset, "\"\(key)\" has no value: write key=value with commas between")
            }
            guard Self.textKeys.contains(String(key)) else {
                let hint = suggestion(for: String(key), in: Self.textKeys)
                throw Malformed(
                    at: offset,
                    "a data channel has no \"\(key)\"\(hint): write \(Self.textKeys.joined(separator: ", "))")
            }
            guard values[key] == nil else { throw Malformed(at: offset, "\(key) is given twice") }
            values[key] = (field[field.index(after: key.endIndex)...], offset)
            offset += field.utf8.count + 1
        }
        func required(_ key: Substring) throws(Malformed) -> String {
            guard let value = values[key]?.value else {
                throw Malformed(at: 0, "a data channel needs service, write and notify: \(key) is missing")
            }
            return String(value)
        }
        let (service, rx, tx) = (try required("service"), try required("write"), try required("notify"))
        let writeType = try values["writeType"].map { value, offset throws(Malformed) in
            guard let type = WriteType(rawValue: String(value)) else {
                throw Malformed(at: offset, "writeType is withResponse or withoutResponse, not \"\(value)\"")
            }
            return type
        }
        let security = try values["security"].map { value, offset throws(Malformed) in
            guard value == "encrypted" || value == "none" else {
                throw Malformed(at: offset, "security is encrypted or none, not \"\(value)\"")
            }
            return value
        }
        let identifiers = try values["messages"].map { value, offset throws(Malformed) in
            do throws(Malformed) { return try MessageIdentifiers(value) } catch {
                throw error.shifted(by: offset + "messages=".utf8.count)
            }
        }
        try self.init(
            uuidsOf: service, rx: rx, tx: tx, writeType: writeType, needsEncryption: security == "encrypted",
            identifiers: identifiers ?? .appleSample)
    }

    /// The profile in the form that `init(_:)` parses, without fields that have default values.
    public var text: String {
        if let preset { return preset }
        var fields = ["service=\(service)", "write=\(rx)", "notify=\(tx)"]
        if let writeType { fields.append("writeType=\(writeType.rawValue)") }
        if needsEncryption { fields.append("security=encrypted") }
        if identifiers != .appleSample { fields.append("messages=\(identifiers.text)") }
        return fields.joined(separator: ",")
    }
}

extension DataChannelProfile: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(Malformed) { try self.init(text) } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.meaning)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension MessageIdentifiers {
    private enum Place {
        case needed(WritableKeyPath<MessageIdentifiers, UInt8>)
        case optional(WritableKeyPath<MessageIdentifiers, UInt8?>)
    }

    private static var places: [(name: String, place: Place)] {
        [
            ("initialize", .needed(\.initialize)), ("configureAndStart", .needed(\.configureAndStart)),
            ("stop", .needed(\.stop)), ("accessoryConfigurationData", .needed(\.accessoryConfigurationData)),
            ("uwbDidStart", .needed(\.uwbDidStart)), ("uwbDidStop", .needed(\.uwbDidStop)),
            ("accessoryPaired", .optional(\.accessoryPaired)), ("deviceStructure", .optional(\.deviceStructure)),
            ("setDeviceStructure", .optional(\.setDeviceStructure)),
            ("deviceStructureWritten", .optional(\.deviceStructureWritten)), ("iOSNotify", .optional(\.iOSNotify)),
        ]
    }

    /// Parses `initialize:A0+stop:A2`: two hexadecimal digits per message, or `none` for a Qorvo message that is not
    /// supported. Omitted messages keep the ids of Apple's sample app. Throws with the offset of the entry.
    public init(_ text: some StringProtocol) throws(Malformed) {
        self = .appleSample
        var (offset, named) = (0, [Substring]())
        for entry in String(text).split(separator: "+", omittingEmptySubsequences: false) {
            let name = entry.prefix { $0 != ":" }
            let names = Self.places.map(\.name)
            guard let (_, place) = Self.places.first(where: { $0.name == name }) else {
                let hint = suggestion(for: String(name), in: names)
                throw Malformed(
                    at: offset, "there is no message \"\(name)\"\(hint): write \(names.joined(separator: ", "))")
            }
            guard !named.contains(name) else { throw Malformed(at: offset, "\(name) is given twice") }
            named.append(name)
            let digits = entry.dropFirst(name.count + 1)
            let id =
                digits.count == 2 && digits.allSatisfy { $0.isASCII && $0.isHexDigit } ? UInt8(digits, radix: 16) : nil
            switch (place, id) {
            case (.needed(let path), let id?): self[keyPath: path] = id
            case (.optional(let path), let id?): self[keyPath: path] = id
            case (.optional(let path), nil) where digits == "none": self[keyPath: path] = nil
            case (.needed, nil), (.optional, nil):
                throw Malformed(at: offset, "the id of \(name) is two hexadecimal digits, as in \(name):A0")
            }
            offset += entry.utf8.count + 1
        }
        if let clash = clashes.first {
            throw Malformed(at: 0, "the message id \(clash.hexadecimal) is used for two messages")
        }
    }

    /// The differences from Apple's sample app, in the form that `init(_:)` parses.
    public var text: String {
        Self.places.compactMap { name, place in
            switch place {
            case .needed(let path) where self[keyPath: path] != Self.appleSample[keyPath: path]:
                "\(name):\(Self.digits(self[keyPath: path]))"
            case .optional(let path) where self[keyPath: path] != Self.appleSample[keyPath: path]:
                "\(name):\(self[keyPath: path].map(Self.digits) ?? "none")"
            case .needed, .optional: nil
            }
        }.joined(separator: "+")
    }

    private static func digits(_ id: UInt8) -> String {
        let digits = String(id, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
