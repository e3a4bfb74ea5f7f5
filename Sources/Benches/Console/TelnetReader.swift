/// Splits what a telnet server sends into data and commands, wherever the pieces begin and end (RFC 854, RFC 855).
///
/// An IAC (0xFF) begins a command; data doubles it. Parameters are bounded, and anything beyond the bound is dropped,
/// so that a server cannot fill the memory.
struct TelnetReader: Hashable, Sendable {
    /// A request about an option, or the answer to one.
    enum Request: UInt8, Hashable, Sendable {
        case will = 0xFB
        case wont = 0xFC
        case `do` = 0xFD
        case dont = 0xFE
    }

    enum Event: Hashable, Sendable {
        case data([UInt8])
        case request(Request, UInt8)
        /// The parameters of an option (a subnegotiation).
        case parameters(UInt8, [UInt8])
    }

    static let iac: UInt8 = 0xFF
    static let begin: UInt8 = 0xFA
    static let end: UInt8 = 0xF0
    /// The longest parameters that are kept. A COM-PORT answer has at most 5 bytes, a server's signature a few dozen.
    static let longest = 256

    private enum State: Hashable, Sendable {
        case data
        case command
        case request(Request)
        case option
        case parameters(UInt8)
        /// After an IAC inside parameters.
        case parametersCommand(UInt8)
    }

    private var state = State.data
    private var parameters: [UInt8] = []

    /// Takes bytes and returns the events that they complete; adjacent data is one event.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        var data: [UInt8] = []
        for byte in bytes {
            let step = next(byte)
            state = step.state
            if let plain = step.data { data.append(plain) }
            guard let event = step.event else { continue }
            if !data.isEmpty { events.append(.data(data)) }
            data = []
            events.append(event)
        }
        return data.isEmpty ? events : events + [.data(data)]
    }

    private mutating func next(_ byte: UInt8) -> (state: State, data: UInt8?, event: Event?) {
        switch (state, byte) {
        case (.data, Self.iac): return (.command, nil, nil)
        case (.data, _): return (.data, byte, nil)
        case (.command, Self.iac): return (.data, byte, nil)
        case (.command, Self.begin): return (.option, nil, nil)
        case (.command, _): return (Request(rawValue: byte).map { .request($0) } ?? .data, nil, nil)
        case (.request(let request), _): return (.data, nil, .request(request, byte))
        case (.option, _):
            parameters = []
            return (.parameters(byte), nil, nil)
        case (.parameters(let option), Self.iac): return (.parametersCommand(option), nil, nil)
        case (.parameters, _):
            if parameters.count < Self.longest { parameters.append(byte) }
            return (state, nil, nil)
        case (.parametersCommand(let option), Self.iac):
            if parameters.count < Self.longest { parameters.append(byte) }
            return (.parameters(option), nil, nil)
        case (.parametersCommand(let option), Self.end): return (.data, nil, .parameters(option, parameters))
        case (.parametersCommand(let option), _):
            // The server forgot the end.
            return (
                Request(rawValue: byte).map { .request($0) } ?? (byte == Self.begin ? .option : .data), nil,
                .parameters(option, parameters)
            )
        }
    }
}
