/// Who switches an accessory off and on again.
public enum PowerPort: Hashable, Sendable {
    case simulated
    /// A person, when the program asks for it.
    case hand
    /// A program on this machine, called with one word: `cycle` or `factory-reset`; its end is the accessory's.
    case program(path: String)
    /// Nobody: scenarios that need it are skipped.
    case none
}

extension PowerPort: PortText {
    /// `program:/usr/local/bin/door-power`, `hand`, `simulated` or `none`.
    public init(_ text: String) throws(PortError) {
        switch text {
        case "simulated": self = .simulated
        case "hand": self = .hand
        case "none": self = .none
        default:
            guard let path = rest(of: text, behind: "program:"), path.hasPrefix("/"), path.count > 1 else {
                throw PortError(
                    text, "write who switches the power: hand, program:/path/of/a/program, simulated or none")
            }
            self = .program(path: path)
        }
    }

    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .hand: "hand"
        case .program(let path): "program:\(path)"
        case .none: "none"
        }
    }
}
