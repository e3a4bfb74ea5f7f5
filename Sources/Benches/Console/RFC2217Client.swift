/// The client's side of RFC 2217: a serial line behind a telnet server, such as ser2net.
///
/// The client offers COM-PORT and asks for binary data both ways. Once the server has agreed, the client sets rate and
/// frame and asserts DTR and RTS. The line is open when the server confirms the rate; answers about DTR and RTS are not
/// awaited, because a server whose device is a pseudo-terminal gives none (sheet bench.md, section 3.2).
struct RFC2217Client: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case greeted
        /// The server has agreed; the rate is not confirmed.
        case agreed
        case open
        /// The server refuses COM-PORT.
        case refused
        /// The server set another rate.
        case otherRate(UInt32)
    }

    private enum Option {
        static let binary: UInt8 = 0
        static let echo: UInt8 = 1
        static let suppressGoAhead: UInt8 = 3
        static let comPort: UInt8 = 44
    }

    private enum Command {
        static let setRate: UInt8 = 1
        static let setSize: UInt8 = 2
        static let setParity: UInt8 = 3
        static let setStop: UInt8 = 4
        static let setControl: UInt8 = 5
        /// The server's answers are numbered from here.
        static let answer: UInt8 = 100
    }

    /// The client's first bytes: DO and WILL BINARY, DO SUPPRESS-GO-AHEAD, WILL COM-PORT.
    static let greeting: [UInt8] = [0xFF, 0xFD, 0x00, 0xFF, 0xFB, 0x00, 0xFF, 0xFD, 0x03, 0xFF, 0xFB, 0x2C]

    /// The end of the preface that is kept.
    private static let longestPreface = 4_096

    private let rate: UInt32
    private(set) var state = State.greeted
    /// The text that the server sent before the line was open, such as a banner or the reason why it hangs up. It is
    /// not the accessory's.
    private(set) var preface: [UInt8] = []
    private var reader = TelnetReader()
    /// The requests that were answered; a server that repeats one gets no second answer.
    private var answered: Set<[UInt8]> = []

    init(rate: Int) { self.rate = UInt32(clamping: rate) }

    /// Takes bytes of the server, and returns the open line's data among them and the bytes to answer.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> (data: [UInt8], answer: [UInt8]) {
        var (data, answer): ([UInt8], [UInt8]) = ([], [])
        for event in reader.receive(bytes) {
            switch event {
            case .data(let bytes) where state == .open: data += bytes
            case .data(let bytes): preface = (preface + bytes).suffix(Self.longestPreface)
            case .request(let request, let option): answer += self.answer(request, option)
            case .parameters(Option.comPort, let bytes): confirm(bytes)
            case .parameters: break
            }
        }
        return (data, answer)
    }

    /// Returns data as it goes over the wire.
    static func encode(_ data: some Sequence<UInt8>) -> [UInt8] {
        data.flatMap { $0 == TelnetReader.iac ? [$0, $0] : [$0] }
    }

    private mutating func answer(_ request: TelnetReader.Request, _ option: UInt8) -> [UInt8] {
        switch (request, option) {
        case (.do, Option.comPort):
            guard state == .greeted else { return [] }
            state = .agreed
            return settings
        case (.dont, Option.comPort):
            if state == .greeted { state = .refused }
            return []
        case (.will, Option.binary), (.do, Option.binary), (.will, Option.suppressGoAhead): return []
        case (.do, Option.suppressGoAhead): return once(.will, option)
        case (.will, _): return once(.dont, option)
        case (.do, _): return once(.wont, option)
        case (.wont, _), (.dont, _): return []
        }
    }

    private mutating func once(_ request: TelnetReader.Request, _ option: UInt8) -> [UInt8] {
        let words = [TelnetReader.iac, request.rawValue, option]
        return answered.insert(words).inserted ? words : []
    }

    /// The line's rate, 8 data bits, no parity, one stop bit, no flow control, DTR and RTS on.
    private var settings: [UInt8] {
        let rateBytes = (0..<4).map { UInt8(truncatingIfNeeded: rate >> (24 - 8 * UInt32($0))) }
        let commands: [[UInt8]] = [
            [Command.setRate] + rateBytes, [Command.setSize, 8], [Command.setParity, 1], [Command.setStop, 1],
            [Command.setControl, 1], [Command.setControl, 8], [Command.setControl, 11],
        ]
        return commands.flatMap { command in
            [TelnetReader.iac, TelnetReader.begin, Option.comPort] + Self.encode(command) + [
                TelnetReader.iac, TelnetReader.end,
            ]
        }
    }

    private mutating func confirm(_ bytes: [UInt8]) {
        guard state == .agreed, bytes.count == 5, bytes[0] == Command.answer + Command.setRate else { return }
        let set = bytes.dropFirst().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        state = set == rate ? .open : .otherRate(set)
    }
}
