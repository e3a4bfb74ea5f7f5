import Ground

// The text forms of accessories.

extension AccessoryPort: PortText {
    /// Reads `le:AA:BB:CC:DD:EE:FF`, optionally followed by `/public` or `/random`, `le:name=Door`,
    /// `le:service=fff0`, `lan:door.local:4711` or `lan:service=_door._tcp,name=Door`, `simulated`, or
    /// `simulated:variant=nxp,link=le,profile=nordicUART,role=initiator,uwb=1.1,tells=indications,lacks=pairing,name=A`
    /// or `simulated:link=lan,announces=_door._tcp`. All of these fields are optional, `lacks`, `habit` and `defect`
    /// may be repeated, and the name comes last. The firmware's identity is `firmware=1.2.3`, followed by
    /// `imageHash=` (64 digits), `olderFirmware=1.0.0`, `firmwareTrouble=swaps` and `swapAfter=2`.
    ///
    /// A vendor-specific data channel follows a comma, instead of `profile`, also for a real accessory:
    /// `service=…,write=…,notify=…,writeType=withoutResponse,security=encrypted,messages=initialize:A0+stop:A2`.
    /// After `le:service=…`, whose service it has, it begins with `write`.
    public init(_ text: String) throws(PortError) {
        if text == "simulated" {
            self = .simulated(.standard)
        } else if let fields = rest(of: text, behind: "simulated:") {
            self = .simulated(try AccessoryModel(fields: fields, in: text))
        } else if let selector = rest(of: text, behind: "le:") {
            self = try Self.le(selector, in: text)
        } else if let selector = rest(of: text, behind: "lan:") {
            self = .lan(try NetworkSelector(selector, in: text))
        } else {
            throw PortError(
                text, "write an accessory as le:AA:BB:CC:DD:EE:FF or le:name=Door, lan:door.local:4711, or simulated")
        }
    }

    /// Reads a real accessory: its selector, and after a comma its own data channel.
    private static func le(_ rest: String, in text: String) throws(PortError) -> AccessoryPort {
        let channelKeys = (DataChannelProfile.textKeys + ["profile"]).map { ",\($0)=" }
        let cut = rest.indices.first { place in channelKeys.contains { rest[place...].hasPrefix($0) } }
        guard let cut else { return .le(try selector(rest, in: text)) }
        let selector = try selector(String(rest[..<cut]), in: text)
        var fields = String(rest[rest.index(after: cut)...])
        if fields.hasPrefix("profile=") {
            return .le(selector, channel: try AccessoryModel.profile(fields.dropFirst("profile=".count), in: text))
        }
        if case .service(let uuid) = selector, !fields.hasPrefix("service=") { fields = "service=\(uuid),\(fields)" }
        return .le(selector, channel: try channel(fields, in: text))
    }

    fileprivate static func channel(_ fields: String, in text: String) throws(PortError) -> DataChannelProfile {
        do throws(Malformed) { return try DataChannelProfile(fields) } catch { throw PortError(text, error.meaning) }
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

    /// The port as text: `le:name=Door`, or `simulated:` with the fields that differ from the defaults.
    public var description: String {
        switch self {
        case .simulated(.standard): "simulated"
        case .simulated(let model): "simulated:\(model.fields)"
        case .le(let selector, nil): "le:\(selector)"
        case .le(.service(let uuid), let channel?) where channel.preset == nil && channel.serves(uuid):
            "le:service=\(uuid)\(channel.text.dropFirst("service=\(channel.service)".count))"
        case .le(let selector, let channel?):
            "le:\(selector),\(channel.preset.map { "profile=\($0)" } ?? channel.text)"
        case .lan(let selector): "lan:\(selector)"
        }
    }
}

extension DataChannelProfile {
    /// Whether its service has this UUID in any notation.
    fileprivate func serves(_ uuid: String) -> Bool {
        service.filter { $0 != "-" } == uuid.filter { $0 != "-" }.uppercased()
    }
}

extension AccessoryModel {
    /// Reads `key=value` pairs with commas between them; the name comes last and may contain anything.
    fileprivate init(fields: String, in text: String) throws(PortError) {
        var (variant, telling, link) = (Self.standard.variant, Self.standard.telling, Self.standard.link)
        var (profile, role, version, name) = (DataChannelProfile?.none, Role?.none, UWBVersion?.none, String?.none)
        var (lacks, habits, defects) = (Set<AccessoryPart>(), Set<AccessoryHabit>(), [String]())
        var announces: String?
        var seen: Set<Substring> = []
        var channel: [Substring] = []
        var firmware = FirmwareFields()
        var rest = fields[...]
        while let (key, value) = try rest.takeField(in: text) {
            if DataChannelProfile.textKeys.contains(String(key)) {
                channel.append("\(key)=\(value)")
                continue
            }
            let isFirst = seen.insert(key).inserted
            guard isFirst || ["lacks", "habit", "defect"].contains(key) else {
                throw PortError(text, "\"\(key)\" is given twice")
            }
            switch key {
            case "variant": variant = try Self.value(value, of: key, in: text)
            case "link": link = try Self.value(value, of: key, in: text)
            case "announces": announces = String(value)
            case "profile": profile = try Self.profile(value, in: text)
            case "role": role = try Self.value(value, of: key, in: text) as Role
            case "uwb": version = try Self.value(value, of: key, in: text) as UWBVersion
            case "tells": telling = try Self.value(value, of: key, in: text)
            case "lacks": lacks.insert(try Self.value(value, of: key, in: text))
            case "habit": habits.insert(try Self.value(value, of: key, in: text))
            case "defect": defects.append(try value.defect(like: "answersTwice", in: text))
            case "name": name = String(value)
            case _ where FirmwareFields.keys.contains(String(key)): try firmware.take(key, value, in: text)
            default:
                let known =
                    ["variant", "link", "announces", "profile", "role", "uwb", "tells", "lacks"]
                    + ["habit", "defect"] + FirmwareFields.keys + DataChannelProfile.textKeys + ["name"]
                throw PortError(
                    text,
                    "an accessory has no \"\(key)\"\(suggestion(for: String(key), in: known)): "
                        + "write \(known.dropLast().joined(separator: ", ")) or name")
            }
        }
        if !channel.isEmpty {
            guard profile == nil else { throw PortError(text, "write profile or service, write and notify, not both") }
            profile = try AccessoryPort.channel(channel.joined(separator: ","), in: text)
        }
        self.init(
            variant: variant, link: link, profile: profile, role: role, uwbVersion: version, advertisedName: name,
            announces: announces, telling: telling, lacks: lacks, habits: habits, defects: defects,
            firmware: try firmware.model(in: text))
        if let problem = problems.first { throw PortError(text, "the accessory \(problem)") }
    }

    static func value<Value: RawRepresentable<String> & CaseIterable>(
        _ value: Substring, of key: Substring, in text: String
    ) throws(PortError) -> Value {
        if let value = Value(rawValue: String(value)) { return value }
        let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw PortError(text, "\(key) is one of \(known), not \"\(value)\"")
    }

    fileprivate static func profile(_ value: Substring, in text: String) throws(PortError) -> DataChannelProfile {
        if let preset = DataChannelProfile.presets.first(where: { $0.preset == String(value) }) { return preset }
        let known = DataChannelProfile.presets.compactMap(\.preset).joined(separator: ", ")
        throw PortError(
            text, "profile is one of \(known), not \"\(value)\"; another one is service, write and notify")
    }

    fileprivate var fields: String {
        var fields: [String] = []
        if variant != Self.standard.variant { fields.append("variant=\(variant.rawValue)") }
        if link != Self.standard.link { fields.append("link=\(link.rawValue)") }
        if let announces { fields.append("announces=\(announces)") }
        if let profile { fields.append(profile.preset.map { "profile=\($0)" } ?? profile.text) }
        if let role { fields.append("role=\(role.rawValue)") }
        if let uwbVersion { fields.append("uwb=\(uwbVersion.rawValue)") }
        if telling != Self.standard.telling { fields.append("tells=\(telling.rawValue)") }
        fields += AccessoryPart.allCases.filter(lacks.contains).map { "lacks=\($0.rawValue)" }
        fields += AccessoryHabit.allCases.filter(habits.contains).map { "habit=\($0.rawValue)" }
        fields += defects.map { "defect=\($0)" }
        fields += firmware.map(FirmwareFields.fields(of:)) ?? []
        if let advertisedName { fields.append("name=\(advertisedName)") }
        return fields.joined(separator: ",")
    }
}
