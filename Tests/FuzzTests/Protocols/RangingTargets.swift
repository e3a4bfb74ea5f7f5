import Ground
import UWB

/// UCI: the byte stream, its messages, and both sides of the line.
enum RangingTargets {
    static let all = [
        FuzzTarget("uci", seeds: { packets + Seeds.hex(in: "uci-malformed.txt") }, take: messages),
        FuzzTarget("uci-configuration", seeds: { Seeds.hex(in: "uci-configurations.txt") }, take: configuration),
        FuzzTarget("uci-host", seeds: { dialogue(from: "<") }, take: host),
        FuzzTarget("uci-device", seeds: { dialogue(from: ">") }, take: device),
        FuzzTarget("cli-host", seeds: { printed }, take: { input in drive(CLIHost(), input) { _ in } }),
        FuzzTarget("cli-device", seeds: { [Array("respf -ID=7 -HOP\rSTAT\rSTOP\r".utf8)] }, take: command),
    ]

    /// Packets from a real kit's line.
    private static var packets: [[UInt8]] {
        Seeds.lines("uci-dwm3001cdk.txt").compactMap { [UInt8](hex: $0.dropFirst(2)) }
    }

    private static func dialogue(from side: Character) -> [[UInt8]] {
        let packets = Seeds.lines("uci-dwm3001cdk.txt").filter { $0.first == side }.compactMap {
            [UInt8](hex: $0.dropFirst(2))
        }
        return [Choices.input(packets, between: [0x31]), Choices.input(packets, between: [0x10])]
    }

    private static func framed(_ pieces: [ArraySlice<UInt8>], _ side: UCIFramer.Side) -> [UCIPacket] {
        var framer = UCIFramer(side: side)
        var output: [UCIFramer.Output] = []
        for piece in pieces { output += framer.receive(Array(piece), at: .start) }
        output += framer.advance(to: .never)
        return output.compactMap { if case .packet(let packet) = $0 { packet } else { nil } }
    }

    private static func messages(_ input: [UInt8]) {
        let side: UCIFramer.Side = input.count.isMultiple(of: 3) ? .device : .host
        let packets = framed([input[...]], side)
        must(framed(pieces(of: input), side) == packets, "pieces of the stream give other packets")
        for packet in packets { must(survives(packet), "\(packet) does not survive a round trip") }
    }

    /// Returns whether a packet's meaning survives a round trip, or it is malformed.
    private static func survives(_ packet: UCIPacket) -> Bool {
        switch packet.type {
        case .command:
            guard let command = try? UCICommand(decoding: packet) else { return true }
            return (try? UCICommand(decoding: command.packet)) == command
        case .response:
            guard let response = try? UCIResponse(decoding: packet) else { return true }
            let again = try? UCIResponse(decoding: response.packet)
            return again?.kind == response.kind && again?.status == response.status
        default:
            guard let notification = try? UCINotification(decoding: packet) else { return true }
            return (try? UCINotification(decoding: notification.packet)) == notification
        }
    }

    private static func configuration(_ input: [UInt8]) {
        let payload = [1, 0, 0, 0] + input
        let packet = UCIPacket(type: .command, group: .sessionConfig, opcode: 0x03, payload: payload)
        guard let command = try? UCICommand(decoding: packet), case .setAppConfig(_, let configuration) = command
        else { return }
        must((try? UCICommand(decoding: command.packet)) == command, "a configuration changes when it is written")
        guard let parameters = RangingParameters(sessionID: 1, configuration: configuration) else { return }
        let again = RangingParameters(sessionID: 1, configuration: parameters.configuration)
        must(again == parameters, "parameters change when they are written")
    }

    private static func parameters(_ id: UInt32) -> RangingParameters {
        RangingParameters(
            sessionID: id, deviceType: .controller, role: .initiator, address: ShortMACAddress(rawValue: 0x7570),
            peers: [ShortMACAddress(rawValue: 0xD711)], staticSTSIV: StaticSTSIV([1, 2, 3, 4, 5, 6]))
    }

    private static func host(_ input: [UInt8]) {
        drive(UCIHost(), input) { bytes in
            must(framed([bytes[...]], .device).allSatisfy { (try? UCICommand(decoding: $0)) != nil }, "no command")
        }
    }

    /// The output of a real board with CLI firmware, in one piece and line by line.
    private static var printed: [[UInt8]] {
        let lines = Seeds.lines("qorvo-initf.txt").map { Array("\($0)\r\n".utf8) }
        let ready = Array("JS0000{\"Info\":{\"Device\":\"D\"}}\r\nok\r\nok\r\n".utf8)
        return [
            Choices.input([ready] + lines, between: [0x31]),
            Choices.input([ready, lines.flatMap { $0 }], between: [0x17]),
        ]
    }

    private static func command(_ input: [UInt8]) {
        var device = CLIDevice()
        func run(_ pieces: [ArraySlice<UInt8>]) -> [CLIDeviceEffect] {
            var device = CLIDevice()
            return pieces.flatMap { device.receive(Array($0), at: .start) }
        }
        must(run([input[...]]) == run(pieces(of: input)), "pieces of the lines give other answers")
        for effect in device.receive(input, at: .start) {
            guard case .sessionActive(let parameters) = effect else { continue }
            var other = CLIDevice()
            let again = other.receive(CLICommand.range(parameters).encoded, at: .start)
            must(again.contains(effect), "parameters change when they are written")
        }
    }

    private static func drive(_ host: some UWBHost, _ input: [UInt8], _ check: ([UInt8]) -> Void) {
        var choices = Choices(input)
        var host = host
        var now = Instant.start
        var effects = host.begin(at: now)
        while !choices.isAtEnd {
            let choice = choices.byte()
            let id = UInt32(choice & 0x07)
            switch choice >> 4 {
            case 0: effects += host.begin(at: now)
            case 1: effects += host.startSession(parameters(id), at: now)
            case 2: effects += host.stopSession(id, at: now)
            default:
                now = now + .milliseconds(Int(choice >> 4) * 40 - 120)
                effects += host.advance(to: now)
            }
            effects += host.receive(choices.piece(), at: now)
            must(host.deadline.map { $0 > now } ?? true, "a deadline has passed")
            for case .send(let bytes) in effects { check(bytes) }
            effects = []
        }
    }

    private static func device(_ input: [UInt8]) {
        var choices = Choices(input)
        var device = UCIDevice(generation: input.count.isMultiple(of: 2) ? .fira1 : .fira2)
        var now = Instant.start
        _ = device.powerUp(at: now)
        while !choices.isAtEnd {
            let choice = choices.byte()
            switch choice >> 4 {
            case 0:
                let peer = ShortMACAddress(rawValue: 0xD711)
                _ = device.report(
                    session: UInt32(choice), measurements: [TWRMeasurement(peer: peer, distance: .zero)], at: now)
            case 1: _ = device.stopInBand(session: UInt32(choice & 0x0F), at: now)
            case 2:
                now = now + .milliseconds(Int(choice) * 4)
                _ = device.advance(to: now)
            default: _ = device.receive(choices.piece(), at: now)
            }
        }
    }
}
