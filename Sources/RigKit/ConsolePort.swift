/// The line on which an accessory prints what it does. On a virtual rig `simulated` is a real line of the kernel's.
public enum ConsolePort: Hashable, Sendable {
    case simulated
    /// A serial device: `/dev/ttyUSB1`, with its baud rate.
    case serial(path: String, baud: Int)
    /// Nobody reads along: scenarios that expect to are skipped.
    case none

    /// The rates that every serial driver knows.
    public static let rates = [9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 500_000, 921_600, 1_000_000]
    static let usualRate = 115_200
}

extension ConsolePort: PortText {
    /// `serial:/dev/ttyUSB1`, with `@9600` behind it where the rate is not 115200; `simulated` or `none`.
    public init(_ text: String) throws(PortError) {
        switch text {
        case "simulated": self = .simulated
        case "none": self = .none
        default:
            guard let line = rest(of: text, behind: "serial:") else {
                throw PortError(text, "write a console as serial:/dev/ttyUSB1, or simulated, or none")
            }
            let at = line.lastIndex(of: "@")
            let path = at.map { String(line[..<$0]) } ?? line
            guard path.hasPrefix("/"), path.count > 1 else {
                throw PortError(text, "write the whole path of the device: serial:/dev/ttyUSB1")
            }
            let digits = at.map { String(line[line.index(after: $0)...]) } ?? "\(Self.usualRate)"
            guard let baud = Self.rates.first(where: { "\($0)" == digits }) else {
                let known = Self.rates.map(\.description).joined(separator: ", ")
                throw PortError(text, "the rate behind the @ is one of \(known)")
            }
            self = .serial(path: path, baud: baud)
        }
    }

    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .serial(let path, Self.usualRate) where !path.contains("@"): "serial:\(path)"
        case .serial(let path, let baud): "serial:\(path)@\(baud)"
        case .none: "none"
        }
    }
}
