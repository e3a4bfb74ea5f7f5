import Ground

/// A port that can be written as text, on the command line and in files. Reading its description restores it.
public protocol PortText: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Throws an error that says what to write instead.
    init(_ text: String) throws(PortError)
}

extension PortText {
    /// Decodes the text form.
    ///
    /// Throws `DecodingError.dataCorrupted`, with the description of the `PortError`, if the text cannot be read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(try container.decode(String.self))
        } catch let error as PortError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Encodes the text form as one string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Returns the text after a prefix such as `usb:`; nil if the text does not begin with it.
func rest(of text: String, behind prefix: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
}

/// Returns the absolute path of `program:/path`; nil if the text is not such a port.
func programPath(in text: String) -> String? {
    guard let path = rest(of: text, behind: "program:"), path.hasPrefix("/"), path.count > 1 else { return nil }
    return path
}

extension BluetoothPort: PortText {
    /// Reads an adapter from `hci0` to `hci65535`, `simulated` or `none`.
    public init(_ text: String) throws(PortError) {
        switch text {
        case "simulated": self = .simulated
        case "none": self = .none
        default:
            guard let digits = rest(of: text, behind: "hci"), let index = UInt16(digits), "\(index)" == digits else {
                throw PortError(text, "write an adapter as hci0, or simulated, or none")
            }
            self = .adapter(Int(index))
        }
    }

    /// The port as text: `hci0`, `simulated` or `none`.
    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .adapter(let index): "hci\(index)"
        case .none: "none"
        }
    }
}

extension UWBPort: PortText {
    /// Reads `usb:1915:520f`, optionally followed by a colon and a serial number, `serial:/dev/ttyACM0`,
    /// `cli:/dev/ttyACM0`, `simulated`, `simulated-cli` or `none`.
    ///
    /// USB ids have four hexadecimal digits each, and paths are absolute.
    public init(_ text: String) throws(PortError) {
        if text == "simulated" {
            self = .simulated
        } else if text == "simulated-cli" {
            self = .simulatedCLI
        } else if text == "none" {
            self = .none
        } else if let ids = rest(of: text, behind: "usb:") {
            self = try Self.usb(ids, in: text)
        } else if let path = rest(of: text, behind: "serial:") {
            self = .serial(path: try Self.whole(path, in: text))
        } else if let path = rest(of: text, behind: "cli:") {
            self = .cli(path: try Self.whole(path, in: text))
        } else {
            throw PortError(
                text,
                "write a kit as usb:1915:520f or serial:/dev/ttyACM0, one with CLI firmware as cli:/dev/ttyACM0, or "
                    + "simulated, or simulated-cli, or none")
        }
    }

    private static func whole(_ path: String, in text: String) throws(PortError) -> String {
        guard path.hasPrefix("/"), path.count > 1 else {
            throw PortError(text, "write the whole path of the device: /dev/ttyACM0")
        }
        return path
    }

    private static func usb(_ ids: String, in text: String) throws(PortError) -> UWBPort {
        let parts = ids.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let vendor = id(parts[0]), let product = id(parts[1]) else {
            throw PortError(text, "USB ids are two times four hexadecimal digits: usb:1915:520f")
        }
        guard parts.count == 3 else { return .usb(vendor: vendor, product: product, serial: nil) }
        guard !parts[2].isEmpty else {
            throw PortError(text, "the serial number is empty: write one, or omit the last colon")
        }
        return .usb(vendor: vendor, product: product, serial: String(parts[2]))
    }

    private static func id(_ digits: Substring) -> UInt16? {
        guard digits.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt16(digits, radix: 16)
    }

    /// The port as text: `usb:1915:520f`, `serial:/dev/ttyACM0`, `simulated-cli`.
    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .simulatedCLI: "simulated-cli"
        case .usb(let vendor, let product, let serial):
            "usb:\(vendor.hexadecimal.dropFirst(2)):\(product.hexadecimal.dropFirst(2))"
                + (serial.map { ":\($0)" } ?? "")
        case .serial(let path): "serial:\(path)"
        case .cli(let path): "cli:\(path)"
        case .none: "none"
        }
    }
}

extension NFCPort: PortText {
    /// Reads `simulated`, `none`, or else a connection string of libnfc: see `ReaderConnection`.
    public init(_ text: String) throws(PortError) {
        switch text {
        case "simulated": self = .simulated
        case "none": self = .none
        default:
            try ReaderConnection.check(text)
            self = .libnfc(text)
        }
    }

    /// The port as text: a reader's connection string, `simulated` or `none`.
    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .libnfc(let connection): connection
        case .none: "none"
        }
    }
}

extension MotionPort: PortText {
    /// Reads `program:/usr/local/bin/rail`, `hand`, `simulated` or `none`. `hand+-0.05` is a person who stops within
    /// 5 cm of each place.
    public init(_ text: String) throws(PortError) {
        switch text {
        case "simulated": self = .simulated
        case "hand": self = .hand
        case "none": self = .none
        default:
            if let digits = rest(of: text, behind: "hand+-") {
                guard let error = Distance(decimal: digits), error > .zero,
                    error <= Self.largestError
                else {
                    throw PortError(
                        text, "write the largest error of a place in metres, above 0 and up to 1: hand+-0.05")
                }
                self = .person(within: error)
                return
            }
            guard let path = programPath(in: text) else {
                throw PortError(
                    text,
                    "write what moves the phone: hand, hand+-0.05, program:/path/of/a/program, simulated or none")
            }
            self = .program(path: path)
        }
    }

    /// The port as text: `program:/usr/local/bin/rail`, `hand`, `hand+-0.05`, `simulated` or `none`.
    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .hand: "hand"
        case .person(let error): "hand+-\(error.inMetres)"
        case .program(let path): "program:\(path)"
        case .none: "none"
        }
    }
}

extension CablePort: PortText {
    /// Reads `usb:1-1.3+2-1.3` or `none`.
    public init(_ text: String) throws(PortError) {
        if text == "none" {
            self = .none
        } else {
            let ports = try USBLocation.ports(in: text)
            self = .usb(ports.first, and: ports.others)
        }
    }

    /// The port as text: `usb:1-1.3+2-1.3` or `none`.
    public var description: String {
        switch self {
        case .usb(let first, let others): USBLocation.text(of: [first] + others)
        case .none: "none"
        }
    }
}

extension USBLocation {
    private static let mostPorts = 4

    /// Reads the ports of one device, such as `usb:1-1.4+2-1.4` for both halves of a USB 3 socket.
    static func ports(in text: String) throws(PortError) -> (first: USBLocation, others: [USBLocation]) {
        let parts = (rest(of: text, behind: "usb:") ?? "").split(separator: "+", omittingEmptySubsequences: false)
        let locations = parts.compactMap { USBLocation($0) }
        guard let first = locations.first, locations.count == parts.count, locations.count <= mostPorts else {
            throw PortError(
                text, "write the locations of up to \(mostPorts) USB devices as lsusb -t shows them: usb:1-1.4+2-1.4")
        }
        guard Set(locations).count == locations.count else { throw PortError(text, "write each location once") }
        return (first, Array(locations.dropFirst()))
    }

    /// Returns the ports as text: `usb:1-1.4+2-1.4`.
    static func text(of ports: [USBLocation]) -> String { "usb:" + ports.map(\.description).joined(separator: "+") }
}

extension AirPort: PortText {
    /// Reads `program:/usr/local/bin/attenuator` or `none`.
    public init(_ text: String) throws(PortError) {
        if text == "none" {
            self = .none
        } else if let path = programPath(in: text) {
            self = .program(path: path)
        } else {
            throw PortError(
                text, "write what blocks the radio: program:/path/of/a/program, with its whole path, or none")
        }
    }

    /// The port as text: `program:/usr/local/bin/attenuator` or `none`.
    public var description: String {
        switch self {
        case .program(let path): "program:\(path)"
        case .none: "none"
        }
    }
}

/// A port's text that cannot be read: the text, the reason, and what to write instead.
public struct PortError: Error, Hashable, Sendable {
    /// The text as written.
    public let text: String
    /// The problem and its remedy, without a full stop.
    public let meaning: String

    /// Creates an error about a text, with the problem and its remedy.
    public init(_ text: String, _ meaning: String) {
        self.text = text
        self.meaning = meaning
    }
}

extension PortError: CustomStringConvertible {
    /// The text in quotation marks, and the meaning.
    ///
    /// A text of more than 160 characters is shortened to its two ends.
    public var description: String { "\"\(shown.escapedForDisplay)\": \(meaning)" }

    /// The text, or only its two ends if it is very long.
    private var shown: String { text.count > 160 ? "\(text.prefix(100))…\(text.suffix(40))" : text }
}
