import ApplicationServices
import Ground

/// The style in which meanings are worded: for a reader, or for comparing two runs.
///
/// For a comparison, values that every run draws at random (session ids, short addresses, vectors, device addresses,
/// tags' random ids, the tokens of companions' agents, the pins of their certificates) are named after the stream on
/// which they first appear and numbered in order of appearance there. Measured values are replaced by a mark, unless
/// measurements are compared too. So two runs with the same meaning give the same text.
public struct MeaningStyle: Sendable {
    public enum Purpose: Hashable, Sendable {
        /// Everything as in the trace.
        case reading
        /// Random fields numbered, measured values left out.
        case comparing
        /// Random fields numbered, measured values kept.
        case comparingMeasurements
    }

    /// The greatest number of values numbered per kind; all later ones share one name.
    public static let maximumNumbers = 10_000

    public let purpose: Purpose
    /// The link whose entries are being worded.
    public var stream = ""
    private var sessions = Numbering()
    private var addresses = Numbering()
    private var devices = Numbering()
    private var texts = Numbering()
    private var tokens = Numbering()
    private var pins = Numbering()

    public init(_ purpose: Purpose) { self.purpose = purpose }

    /// A session's id, or the handle assigned by a device.
    public mutating func session(_ value: UInt32) -> String {
        purpose == .reading ? value.hexadecimal : "session " + sessions.number(String(value), on: stream)
    }

    /// A short or extended MAC address of ranging.
    mutating func address(_ value: UInt64, text: @autoclosure () -> String) -> String {
        purpose == .reading ? text() : "address " + addresses.number(String(value), on: stream)
    }

    /// A Bluetooth device's address.
    mutating func device(_ value: BluetoothAddress) -> String {
        purpose == .reading ? "\(value)" : "device " + devices.number("\(value)", on: stream)
    }

    /// Random bytes: a vector, a key, a tag's id.
    mutating func random(_ bytes: [UInt8], separator: String = " ") -> String {
        purpose == .reading
            ? bytes.hex(separator: separator) : "random " + texts.number(bytes.hex(separator: ""), on: stream)
    }

    /// An agent's token for an invitation, which connections present.
    mutating func token(_ value: ServiceToken) -> String {
        purpose == .reading ? "\(value)" : "token " + tokens.number("\(value)", on: stream)
    }

    /// The pin of the certificate that a bench made for an agent.
    mutating func pin(_ value: String) -> String {
        purpose == .reading ? "pin \(value)" : "pin " + pins.number(value, on: stream)
    }

    /// The peer of a connection, whose port differs each time.
    func peer(_ text: String) -> String { purpose == .reading ? " to \(text.escapedForDisplay)" : "" }

    /// A measured value, which differs between any two runs.
    func measured(_ text: @autoclosure () -> String) -> String { purpose == .comparing ? "(measured)" : text() }

    /// A handle of an attribute that has a name; two firmwares may place it differently.
    func handle(_ text: @autoclosure () -> String, hasName: Bool) -> String {
        purpose == .reading || !hasName ? text() : ""
    }
}

/// Numbers values in order of first appearance.
private struct Numbering: Sendable {
    private var names: [String: String] = [:]
    private var counts: [String: Int] = [:]

    mutating func number(_ value: String, on stream: String) -> String {
        if let name = names[value] { return name }
        guard names.count < MeaningStyle.maximumNumbers else { return "#more" }
        counts[stream, default: 0] += 1
        let name = "#\(counts[stream, default: 0]) of \(stream)"
        names[value] = name
        return name
    }
}

extension [UInt8] {
    /// Returns the bytes for one line: all of them, or the first ones and their count.
    public func shown(limit: Int = 48) -> String {
        isEmpty ? "no bytes" : hex(atMost: limit)
    }

    /// The bytes, followed by their text if they are printable text.
    var shownWithText: String {
        guard count >= 2, let text = String(strictUTF8: self), !text.contains("\0"),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
        else { return shown() }
        return "\(shown()) \"\(text.escapedForDisplay)\""
    }
}
