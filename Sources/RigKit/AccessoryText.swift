import Ground

// The text forms of accessories.

extension AccessoryPort: PortText {
    /// `le:AA:BB:CC:DD:EE:FF` with `/public` or `/random` behind it or neither for both, `le:name=Door`,
    /// `le:service=fff0`, `simulated`, or
    /// `simulated:variant=nxp,profile=nordicUART,role=initiator,uwb=1.1,tells=indications,lacks=background,name=Door`
    /// with any of these left away, several of `lacks` and `defect`, and the name last.
    public init(_ text: String) throws(PortError) {
        if text == "simulated" {
            self = .simulated(.standard)
        } else if let fields = rest(of: text, behind: "simulated:") {
            self = .simulated(try AccessoryModel(fields: fields, in: text))
        } else if let selector = rest(of: text, behind: "le:") {
            self = .le(try Self.selector(selector, in: text))
        } else {
            throw PortError(text, "write an accessory as le:AA:BB:CC:DD:EE:FF or le:name=Door, or simulated")
        }
    }

    private static func selector(_ selector: String, in text: String) throws(PortError) -> AccessorySelector {
        if let name = rest(of: selector, behind: "name=") {
            guard !name.isEmpty else { throw PortError(text, "the name is empty: write le:name=Door") }
            return .name(name)
        }
        if let uuid = rest(of: selector, behind: "service=") {
            let digits = uuid.filter { $0 != "-" }
            guard digits.count == 4 || digits.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
            else {
                throw PortError(text, "a service is 4 or 32 hexadecimal digits: le:service=fff0")
            }
            return .service(uuid)
        }
        guard let address = BluetoothAddress(selector) else {
            throw PortError(
                text,
                "write le:AA:BB:CC:DD:EE:FF (with /public or /random behind it where both are in the air), "
                    + "le:name=Door or le:service=fff0")
        }
        return selector.contains("/") ? .address(address) : .octets(address.value)
    }

    public var description: String {
        switch self {
        case .simulated(.standard): "simulated"
        case .simulated(let model): "simulated:\(model.fields)"
        case .le(let selector): "le:\(selector)"
        }
    }
}

extension AccessoryModel {
    /// Reads `key=value` pairs with commas between them; the name comes last and may hold anything.
    fileprivate init(fields: String, in text: String) throws(PortError) {
        var (variant, telling) = (Self.standard.variant, Self.standard.telling)
        var (profile, role, version, name) = (DataChannelProfile?.none, Role?.none, UWBVersion?.none, String?.none)
        var (lacks, defects) = (Set<AccessoryPart>(), [String]())
        var rest = fields[...]
        while !rest.isEmpty {
            let key = rest.prefix { $0 != "=" }
            guard key.endIndex < rest.endIndex else {
                throw PortError(text, "\"\(key)\" has no value: write key=value with commas between")
            }
            rest = rest[rest.index(after: key.endIndex)...]
            if key == "name" {
                name = String(rest)
                break
            }
            let value = rest.prefix { $0 != "," }
            rest = rest[value.endIndex...].dropFirst()
            switch key {
            case "variant": variant = try Self.value(value, of: key, in: text)
            case "profile": profile = try Self.value(value, of: key, in: text) as DataChannelProfile
            case "role": role = try Self.value(value, of: key, in: text) as Role
            case "uwb": version = try Self.value(value, of: key, in: text) as UWBVersion
            case "tells": telling = try Self.value(value, of: key, in: text)
            case "lacks": lacks.insert(try Self.value(value, of: key, in: text))
            case "defect": defects.append(try Self.defect(value, in: text))
            default:
                let known = ["variant", "profile", "role", "uwb", "tells", "lacks", "defect", "name"]
                throw PortError(
                    text,
                    "an accessory has no \"\(key)\"\(suggestion(for: String(key), in: known)): "
                        + "write \(known.dropLast().joined(separator: ", ")) or name")
            }
        }
        self.init(
            variant: variant, profile: profile, role: role, uwbVersion: version, advertisedName: name,
            telling: telling, lacks: lacks, defects: defects)
        if let problem = problems.first { throw PortError(text, "the accessory \(problem)") }
    }

    private static func value<Value: RawRepresentable<String> & CaseIterable>(
        _ value: Substring, of key: Substring, in text: String
    ) throws(PortError) -> Value {
        if let value = Value(rawValue: String(value)) { return value }
        let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw PortError(text, "\(key) is one of \(known), not \"\(value)\"")
    }

    /// Which names there are only the simulators know; here it is enough that one can be read back.
    private static func defect(_ value: Substring, in text: String) throws(PortError) -> String {
        guard !value.isEmpty, value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw PortError(text, "a defect is one word, as in defect=answersTwice, not \"\(value)\"")
        }
        return String(value)
    }

    fileprivate var fields: String {
        var fields: [String] = []
        if variant != Self.standard.variant { fields.append("variant=\(variant.rawValue)") }
        if let profile { fields.append("profile=\(profile.rawValue)") }
        if let role { fields.append("role=\(role.rawValue)") }
        if let uwbVersion { fields.append("uwb=\(uwbVersion.rawValue)") }
        if telling != Self.standard.telling { fields.append("tells=\(telling.rawValue)") }
        fields += AccessoryPart.allCases.filter(lacks.contains).map { "lacks=\($0.rawValue)" }
        fields += defects.map { "defect=\($0)" }
        if let advertisedName { fields.append("name=\(advertisedName)") }
        return fields.joined(separator: ",")
    }
}
