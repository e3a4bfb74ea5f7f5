public import UWB

/// What is asked of Qorvo's CLI firmware, as one line of text (ultra-wideband fact sheet 4.5).
///
/// Lines end with CR; one is sent in front too, which makes the firmware throw away what stood in its line buffer. The
/// options' names and limits are those of firmware 1.1; that numbers may be written in decimal everywhere, and that
/// `HOP` stands without a value, is unverified.
public enum CLICommand: Hashable, Sendable {
    /// STAT: what the firmware is and does.
    case status
    /// STOP: end whatever application runs.
    case stop
    /// INITF or RESPF: range until STOP.
    case range(RangingParameters)

    /// The line without its end.
    public var line: String {
        switch self {
        case .status: "STAT"
        case .stop: "STOP"
        case .range(let parameters): parameters.application + " " + parameters.options.joined(separator: " ")
        }
    }

    /// The command that a line is; nil for every other line, and for one that is refused.
    public init?(text: String) {
        guard let command = try? CLICommand(line: Substring(text)) else { return nil }
        self = command
    }

    /// The word that begins the line.
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
    /// Why a line is refused, as the firmware says it.
    struct Refusal: Error {
        let text: String
    }

    /// Reads a line as the firmware does: without regard to case, and with its defaults for what is not said.
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
    /// Why CLI firmware cannot be told these, as a part of a sentence; nil when it can.
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
            "CLI firmware has its own frames and rounds, and cannot be told others"
        default: nil
        }
    }

    static let usages: [UInt8: String] = [1: "SSTWR", 2: "DSTWR", 3: "SSTWRNDEF", 4: "DSTWRNDEF"]

    var application: String { role == .initiator ? "INITF" : "RESPF" }

    /// Which frame and which SFD: BPRF3 to BPRF6.
    fileprivate var prfSet: String? {
        switch (rframe, sfd) {
        case (1, 2): "BPRF3"
        case (3, 2): "BPRF4"
        case (1, 0): "BPRF5"
        case (3, 0): "BPRF6"
        default: nil
        }
    }

    /// The vector, then the vendor id's high and low byte.
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
    /// What the firmware ranges with when nothing is said.
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

    /// False for an option that there is not, or a value that it cannot have.
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
    /// `01:02:0A`.
    var colonHexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
