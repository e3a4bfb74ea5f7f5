public import Ground

/// Another phone on the bench, and its port.
///
/// On a virtual rig its Bluetooth is a real adapter of the kernel. Only the rig can play it: the contents of a real
/// phone's discovery token are not published, so that no kit of a rig can range with one.
public struct PeerEntry: Codable, Hashable, Sendable {
    /// The phone's name in scenarios.
    public let name: AccessoryName
    /// The port that plays the phone.
    public let port: PeerPort

    /// Creates an entry, by default for a phone with iOS 17 and without defects.
    public init(_ name: AccessoryName, _ port: PeerPort = .simulated(.standard)) {
        self.name = name
        self.port = port
    }
}

/// The player of another phone.
public enum PeerPort: Hashable, Sendable {
    case simulated(PeerModel)

    /// The phone that the rig plays.
    public var model: PeerModel {
        switch self {
        case .simulated(let model): model
        }
    }
}

/// The other phone: its system, its capabilities, and the defects of its app.
public struct PeerModel: Codable, Hashable, Sendable {
    /// The version of iOS that it runs.
    public let system: SystemVersion
    /// Whether its user lets the app range.
    public let permission: PermissionSetting
    /// The generation of its tokens; phones of two generations do not range with each other.
    public let generation: UInt8
    /// The name that it advertises; nil for its own.
    public let advertisedName: String?
    /// Names of defects of its app.
    public let defects: [String]

    /// Creates a phone; the default values are those of `standard`.
    ///
    /// A name that cannot be advertised is reported by `problems`.
    public init(
        system: SystemVersion = .iOS17, permission: PermissionSetting = .allowed,
        generation: UInt8 = DiscoveryToken.generation, advertisedName: String? = nil, defects: [String] = []
    ) {
        self.system = system
        self.permission = permission
        self.generation = generation
        self.advertisedName = advertisedName
        self.defects = defects
    }

    /// iOS 17, permission given, without defects.
    public static let standard = PeerModel()

    /// Everything wrong in it, each as the end of a sentence that begins with the phone's name.
    public var problems: [String] {
        guard let advertisedName, !(1...29).contains(advertisedName.utf8.count) else { return [] }
        return ["must advertise a name of 1 to 29 bytes, not \(advertisedName.utf8.count)"]
    }
}

extension PeerPort: PortText {
    /// Reads `simulated`, or `simulated:ios=14,permission=denied,generation=2,defect=cutToken,name=Peer`. All of
    /// these fields are optional, `defect` may be repeated, and the name comes last.
    public init(_ text: String) throws(PortError) {
        if text == "simulated" {
            self = .simulated(.standard)
        } else if text.hasPrefix("simulated:") {
            self = .simulated(try PeerModel(fields: text.dropFirst("simulated:".count), in: text))
        } else {
            throw PortError(
                text,
                "write the other phone as simulated, or simulated:ios=14,permission=denied: a real one cannot stand "
                    + "there, for its tokens are opaque to the rig")
        }
    }

    /// The port as text: `simulated`, or `simulated:` with the fields that differ from `PeerModel.standard`.
    public var description: String {
        switch self {
        case .simulated(.standard): "simulated"
        case .simulated(let model): "simulated:\(model.fields)"
        }
    }
}

extension PeerModel {
    private static let keys = ["ios", "permission", "generation", "defect", "name"]

    fileprivate init(fields: Substring, in text: String) throws(PortError) {
        var (system, permission) = (Self.standard.system, Self.standard.permission)
        var (generation, name, defects) = (Self.standard.generation, String?.none, [String]())
        var rest = fields
        while let (key, value) = try rest.takeField(in: text) {
            switch key {
            case "ios":
                guard let version = SystemVersion.allCases.first(where: { "\($0.major)" == value }) else {
                    let known = SystemVersion.allCases.map { "\($0.major)" }.joined(separator: ", ")
                    throw PortError(text, "ios is one of \(known), not \"\(value)\"")
                }
                system = version
            case "permission":
                guard let setting = PermissionSetting.allCases.first(where: { "\($0)" == value }) else {
                    throw PortError(text, "permission is allowed or denied, not \"\(value)\"")
                }
                permission = setting
            case "generation":
                guard let number = UInt8(value) else {
                    throw PortError(text, "a generation is a number from 0 to 255, not \"\(value)\"")
                }
                generation = number
            case "defect": defects.append(try value.defect(like: "cutToken", in: text))
            case "name": name = String(value)
            default:
                let hint = suggestion(for: String(key), in: Self.keys)
                throw PortError(
                    text, "a phone has no \"\(key)\"\(hint): write \(Self.keys.joined(separator: ", "))")
            }
        }
        self.init(
            system: system, permission: permission, generation: generation, advertisedName: name, defects: defects)
        if let problem = problems.first { throw PortError(text, "the phone \(problem)") }
    }

    fileprivate var fields: String {
        var fields: [String] = []
        if system != Self.standard.system { fields.append("ios=\(system.major)") }
        if permission != Self.standard.permission { fields.append("permission=\(permission)") }
        if generation != Self.standard.generation { fields.append("generation=\(generation)") }
        fields += defects.map { "defect=\($0)" }
        if let advertisedName { fields.append("name=\(advertisedName)") }
        return fields.joined(separator: ",")
    }
}
