/// The line on which an accessory prints. On a virtual rig `simulated` is a real line of the kernel.
public enum ConsolePort: Hashable, Sendable {
    case simulated
    /// A serial device: `/dev/ttyUSB1`, with its baud rate.
    case serial(path: String, baud: Int)
    /// A serial device of another computer, behind a server that speaks RFC 2217, such as ser2net.
    case rfc2217(host: String, port: UInt16, baud: Int)
    /// A program on this machine whose standard output is the console: a decoder, or a reader of RTT.
    case pipe(path: String)
    /// None: scenarios that expect console lines are skipped.
    case none

    /// The rates that every serial driver supports.
    public static let rates = [9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 500_000, 921_600, 1_000_000]
    static let usualRate = 115_200
}

extension ConsolePort: PortText {
    /// Reads `serial:/dev/ttyUSB1` or `rfc2217:labpi:4001`, each followed by `@9600` if the rate is not 115200;
    /// `pipe:/usr/local/bin/door-log`, `simulated` or `none`.
    public init(_ text: String) throws(PortError) {
        if text == "simulated" {
            self = .simulated
        } else if text == "none" {
            self = .none
        } else if let line = rest(of: text, behind: "serial:") {
            let (path, baud) = try Self.line(line, in: text)
            guard path.hasPrefix("/"), path.count > 1 else {
                throw PortError(text, "write the whole path of the device: serial:/dev/ttyUSB1")
            }
            self = .serial(path: path, baud: baud)
        } else if let line = rest(of: text, behind: "rfc2217:") {
            let (place, baud) = try Self.line(line, in: text)
            let (host, port) = try hostAndPort(place, in: text, example: "rfc2217:labpi:4001")
            self = .rfc2217(host: host, port: port, baud: baud)
        } else if let path = rest(of: text, behind: "pipe:") {
            guard path.hasPrefix("/"), path.count > 1 else {
                throw PortError(text, "write the whole path of the program: pipe:/usr/local/bin/door-log")
            }
            self = .pipe(path: path)
        } else {
            throw PortError(
                text,
                "write a console as serial:/dev/ttyUSB1, rfc2217:host:4001 or pipe:/path/of/a/program, or simulated, "
                    + "or none")
        }
    }

    /// Returns the two parts of a line and its rate.
    private static func line(_ line: String, in text: String) throws(PortError) -> (place: String, baud: Int) {
        guard let at = line.lastIndex(of: "@") else { return (line, usualRate) }
        let digits = line[line.index(after: at)...]
        guard let baud = rates.first(where: { "\($0)" == digits }) else {
            throw PortError(text, "the rate behind the @ is one of \(rates.map(\.description).joined(separator: ", "))")
        }
        return (String(line[..<at]), baud)
    }

    /// The port as text: `serial:/dev/ttyUSB1@9600`, `rfc2217:labpi:4001`, `pipe:/usr/local/bin/door-log`, `simulated`
    /// or `none`.
    ///
    /// The usual rate, 115200 baud, is omitted unless the path itself contains an `@`.
    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .serial(let path, let baud): "serial:\(path)\(Self.suffix(baud, of: path))"
        case .rfc2217(let host, let port, let baud):
            "rfc2217:\(NetworkSelector.endpoint(host: host, port: port))\(Self.suffix(baud, of: host))"
        case .pipe(let path): "pipe:\(path)"
        case .none: "none"
        }
    }

    private static func suffix(_ baud: Int, of place: String) -> String {
        baud == usualRate && !place.contains("@") ? "" : "@\(baud)"
    }
}

extension ConsolePort {
    /// The device, server or program that only one console can use, as it is named in messages; nil if there is none.
    var source: String? {
        switch self {
        case .serial(let path, _), .pipe(let path): path
        case .rfc2217(let host, let port, _): "\(NetworkSelector.endpoint(host: host, port: port))"
        case .simulated, .none: nil
        }
    }
}
