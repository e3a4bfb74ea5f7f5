public import Ground

/// A screen on the bench, and its port.
public struct ScreenEntry: Codable, Hashable, Sendable {
    /// The screen's name in scenarios.
    public let name: ScreenName
    /// The simulated screen, or the network of a real one.
    public let port: ScreenPort
    // Nil if there is none, as in files written before screens had consoles.
    private let line: ConsolePort?
    /// An optional part that a real screen has; a simulated one has it anyway.
    public let has: ScreenPart?

    /// Creates an entry, by default for a simulated screen without defects or a console.
    public init(
        _ name: ScreenName, _ port: ScreenPort = .simulated(.standard), console: ConsolePort = .none,
        has: ScreenPart? = nil
    ) {
        self.name = name
        self.port = port
        line = console == .none ? nil : console
        self.has = has
    }

    /// Whether scenarios may count the moves that its app acknowledges.
    public var playsGame: Bool { has == .game || port.model != nil }

    /// The console on which it prints.
    public var console: ConsolePort { line ?? .none }

    private enum CodingKeys: String, CodingKey {
        case name, port, has
        case line = "console"
    }
}

/// An optional feature of a screen; scenarios that need it are skipped unless the rig names it.
public enum ScreenPart: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its app plays this project's own game (Scenarios/Companions/README.md, "The game").
    case game
}

/// The location of a screen under test.
public enum ScreenPort: Hashable, Sendable {
    case simulated(ScreenModel)
    /// A real one, in the network of this interface, such as `eth0`, with its user at the bench.
    case network(interface: String)

    /// The simulated screen; nil for a real one.
    public var model: ScreenModel? { if case .simulated(let model) = self { model } else { nil } }
}

/// A simulated screen and the defects of its app.
public struct ScreenModel: Codable, Hashable, Sendable {
    /// Names of defects, as `trammel zoo --screens --list` prints them.
    public let defects: [String]

    /// Creates a screen with the named defects, by default none.
    public init(defects: [String] = []) { self.defects = defects }

    /// A screen without defects.
    public static let standard = ScreenModel()
}

extension ScreenPort: PortText {
    /// Reads `simulated`, `simulated:defect=connectsTwice` with one or more defects, or `network:eth0`.
    public init(_ text: String) throws(PortError) {
        if text == "simulated" {
            self = .simulated(.standard)
        } else if text.hasPrefix("simulated:"), text != "simulated:" {
            self = .simulated(try ScreenModel(fields: text.dropFirst("simulated:".count), in: text))
        } else if let interface = rest(of: text, behind: "network:"), !interface.isEmpty {
            guard Self.isInterface(interface) else {
                throw PortError(text, "an interface has 1 to 15 characters without blanks, / and : as in network:eth0")
            }
            self = .network(interface: interface)
        } else {
            throw PortError(text, "write a screen as simulated, simulated:defect=connectsTwice, or network:eth0")
        }
    }

    /// Whether the kernel accepts the name (IFNAMSIZ, dev_valid_name).
    private static func isInterface(_ name: String) -> Bool {
        name.utf8.count <= 15 && name != "." && name != ".."
            && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
    }

    /// The port as text: `simulated`, `simulated:defect=connectsTwice` or `network:eth0`.
    public var description: String {
        switch self {
        case .simulated(.standard): "simulated"
        case .simulated(let model): "simulated:\(model.defects.map { "defect=\($0)" }.joined(separator: ","))"
        case .network(let interface): "network:\(interface)"
        }
    }
}

extension ScreenModel {
    fileprivate init(fields: Substring, in text: String) throws(PortError) {
        var defects: [String] = []
        var rest = fields
        while let (key, value) = try rest.takeField(in: text) {
            guard key == "defect" else {
                throw PortError(text, "a screen has no \"\(key)\"\(suggestion(for: String(key), in: ["defect"]))")
            }
            defects.append(try value.defect(like: "connectsTwice", in: text))
        }
        self.init(defects: defects)
    }
}
