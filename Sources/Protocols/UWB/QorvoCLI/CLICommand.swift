/// A command to Qorvo's CLI firmware, as one line of text (uwb.md 4.5).
///
/// Lines end with CR. A line end is also sent first, which makes the firmware discard the contents of its line
/// buffer. The options' names and limits are those of firmware 1.1. It is unverified that decimal numbers are
/// accepted everywhere and that `HOP` takes no value.
public enum CLICommand: Hashable, Sendable {
    /// STAT: reports the firmware's identity and activity.
    case status
    /// STOP: ends the running application.
    case stop
    /// INITF or RESPF: ranges until STOP.
    case range(RangingParameters)

    /// The line without its line end.
    public var line: String {
        switch self {
        case .status: "STAT"
        case .stop: "STOP"
        case .range(let parameters): parameters.application + " " + parameters.options.joined(separator: " ")
        }
    }

    /// Parses a line; returns nil for other lines and for commands that are refused.
    public init?(text: String) {
        guard let command = try? CLICommand(line: Substring(text)) else { return nil }
        self = command
    }

    /// The first word of the line.
    var name: String {
        switch self {
        case .status, .stop: line
        case .range(let parameters): parameters.application
        }
    }

    /// The bytes for the kit.
    public var encoded: [UInt8] { Array("\r\n\(line)\r\n".utf8) }
}

extension CLICommand {
    /// The reason for refusing a line, in the firmware's wording.
    struct Refusal: Error {
        let text: String
    }

    /// Parses a line as the firmware does: ignoring case, and with its defaults for omitted options.
    init(line text: Substring) throws(Refusal) {
        let words = text.split(whereSeparator: \.isWhitespace).map { $0.uppercased() }
        switch words.first {
        case "STAT" where words.count == 1: self = .status
        case "STOP" where words.count == 1: self = .stop
        case "INITF", "RESPF":
            self = .range(try RangingParameters(isInitiator: words[0] == "INITF", options: words.dropFirst()))
        default: throw Refusal(text: "KO")
        }
    }
}

extension RangingParameters {
    /// The reason why CLI firmware does not support these parameters, as part of a sentence; nil if it does.
    var obstacle: String? {
        switch true {
        case !(1...0xFFFF).contains(sessionID):
            "CLI firmware takes session ids from 1 to 65535, not \(sessionID)"
        case peers.count != 1 || isOneToMany: "only one peer can be ranged with in one session"
        case (deviceType == .controller) != (role == .initiator):
            "CLI firmware ranges as controller and initiator, or as controlee and responder"
        case channel != 5 && channel != 9: "CLI firmware has the channels 5 and 9, not \(channel)"
        case !(9...12).contains(preambleCode): "CLI firmware has the preamble codes 9 to 12, not \(preambleCode)"
        case slotDurationRSTU < 2400: "CLI firmware takes slots of 2400 RSTU or more, not \(slotDurationRSTU)"
        case !(1...0xFFFF).contains(rangingIntervalMilliseconds):
            "CLI firmware takes blocks of 1 to 65535 ms, not \(rangingIntervalMilliseconds)"
        case slotsPerRound == 0: "a round needs slots"
        case Self.usages[roundUsage] == nil: "CLI firmware does not know the ranging round usage \(roundUsage)"
        case prfSet == nil || stsLength != 1 || roundControl.map({ $0 != 0x03 }) == true:
            "CLI firmware has fixed frames and rounds"
        default: nil
        }
    }

    static let usages: [UInt8: String] = [1: "SSTWR", 2: "DSTWR", 3: "SSTWRNDEF", 4: "DSTWRNDEF"]

    var application: String { role == .initiator ? "INITF" : "RESPF" }

    /// The combination of frame and SFD, BPRF3 to BPRF6.
    fileprivate var prfSet: String? {
        switch (rframe, sfd) {
        case (1, 2): "BPRF3"
        case (3, 2): "BPRF4"
        case (1, 0): "BPRF5"
        case (3, 0): "BPRF6"
        default: nil
        }
    }

    /// The vector, followed by the high and low byte of the vendor id.
    private var upper: [UInt8] { staticSTSIV.bytes + [UInt8(vendorID >> 8), UInt8(vendorID & 0xFF)] }

    fileprivate var options: [String] {
        var options = [
            "CHAN=\(channel)", "PRFSET=\(prfSet ?? "")", "PCODE=\(preambleCode)", "SLOT=\(slotDurationRSTU)",
            "BLOCK=\(rangingIntervalMilliseconds)", "ROUND=\(slotsPerRound)",
            "RRU=\(Self.usages[roundUsage] ?? "")", "ID=\(sessionID)", "VUPPER=\(upper.colonHexadecimal)",
            "ADDR=\(address.rawValue)", "PADDR=\(peers.first?.rawValue ?? 0)",
        ]
        if isHopping { options.append("HOP") }
        return options.map { "-\($0)" }
    }
}

extension RangingParameters {
    /// Creates the firmware's default parameters.
    private init(isInitiator: Bool) {
        self.init(
            sessionID: 42, deviceType: isInitiator ? .controller : .controlee,
            role: isInitiator ? .initiator : .responder, address: ShortMACAddress(rawValue: isInitiator ? 0 : 1),
            peers: [ShortMACAddress(rawValue: isInitiator ? 1 : 0)], staticSTSIV: StaticSTSIV([1, 2, 3, 4, 5, 6]))
        vendorID = 0x0708
        preambleCode = 10
        slotDurationRSTU = 2400
        rangingIntervalMilliseconds = 200
        slotsPerRound = 25
    }

    fileprivate init(isInitiator: Bool, options: ArraySlice<String>) throws(CLICommand.Refusal) {
        self.init(isInitiator: isInitiator)
        for option in options {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0].first == "-", try take(parts[0].dropFirst(), parts.count > 1 ? parts[1] : "") else {
                throw CLICommand.Refusal(text: "error: function \(option)")
            }
        }
        if obstacle != nil || !fitsInterval { throw CLICommand.Refusal(text: "error: parameters") }
    }

    /// Sets an option; returns false if the option is unknown or its value is invalid.
    private mutating func take(_ name: Substring, _ value: Substring) throws(CLICommand.Refusal) -> Bool {
        func number<Number: FixedWidthInteger>(_ place: inout Number) -> Bool {
            guard let read = Number(value) else { return false }
            place = read
            return true
        }
        switch name {
        case "CHAN": return number(&channel)
        case "PCODE": return number(&preambleCode)
        case "SLOT": return number(&slotDurationRSTU)
        case "BLOCK": return number(&rangingIntervalMilliseconds)
        case "ROUND": return number(&slotsPerRound)
        case "ID": return number(&sessionID)
        case "PRFSET":
            guard ["BPRF3", "BPRF4", "BPRF5", "BPRF6"].contains(value) else { return false }
            rframe = value == "BPRF3" || value == "BPRF5" ? 1 : 3
            sfd = value == "BPRF3" || value == "BPRF4" ? 2 : 0
            return true
        case "RRU":
            guard let usage = Self.usages.first(where: { $0.value == value })?.key else { return false }
            roundUsage = usage
            return true
        case "VUPPER":
            let bytes = value.split(separator: ":").compactMap { UInt8($0, radix: 16) }
            guard bytes.count == 8, value.utf8.count == 23 else { return false }
            staticSTSIV = StaticSTSIV(Array(bytes.prefix(6)))
            vendorID = UInt16(bytes[6]) << 8 | UInt16(bytes[7])
            return true
        case "HOP":
            isHopping = true
            return value.isEmpty
        case "ADDR":
            var raw: UInt16 = 0
            defer { address = ShortMACAddress(rawValue: raw) }
            return number(&raw)
        case "PADDR":
            var raw: UInt16 = 0
            defer { peers = [ShortMACAddress(rawValue: raw)] }
            return number(&raw)
        default: return false
        }
    }
}

extension [UInt8] {
    /// The bytes in the form `01:02:0A`.
    var colonHexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
