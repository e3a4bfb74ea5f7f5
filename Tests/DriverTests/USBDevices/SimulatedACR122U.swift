import Ground
import Links

@testable import Simulators

/// An ACR122U: a PN532 behind a USB smart card reader (CCID), as seen by libnfc (nfc.md 2.6).
///
/// The host sends one CCID command at a time. A command for the chip is an APDU `FF 00 00 00 Lc D4 ...`; when the
/// chip has answered, the reader returns the length of the answer (`61 xx`), and the host fetches it with
/// `FF C0 00 00 xx`. This path has none of the chip's frames, acknowledgements or check sums.
struct SimulatedACR122U: USBFunction {
    /// The chip and the tags that are held to it.
    var chip: SimulatedReader
    private var incoming: [UInt8] = []
    private var outgoing: [[UInt8]] = []
    /// The sequence number of the command the chip is working on.
    private var sequence: UInt8?
    /// The chip's answer, until the host fetches it.
    private var answer: [UInt8] = []

    private static let bulkOut: UInt8 = 2
    private static let bulkIn: UInt8 = 2
    private static let headerSize = 10
    /// The longest CCID message it accepts (dwMaxCCIDMessageLength).
    static let longestMessage = 271

    init(_ chip: SimulatedReader) { self.chip = chip }

    var device: [UInt8] {
        [18, 0x01, 0x10, 0x01, 0, 0, 0, 8, 0x2F, 0x07, 0x00, 0x22, 0x14, 0x02, 1, 2, 0, 1]
    }

    var configuration: [UInt8] {
        let reader: [UInt8] =
            [54, 0x21, 0x00, 0x01, 0x00, 0x07, 3, 0, 0, 0] + [0xA0, 0x0F, 0, 0, 0xA0, 0x0F, 0, 0, 0]
            + [0x00, 0x2A, 0, 0, 0x00, 0x2A, 0, 0, 0] + [0xFE, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
            + [0x30, 0x00, 0x02, 0x00] + [0x0F, 0x01, 0, 0] + [0, 0, 0, 0, 0, 1]
        let endpoints: [UInt8] = [7, 0x05, 0x81, 3, 8, 0, 16, 7, 0x05, 0x02, 2, 64, 0, 0, 7, 0x05, 0x82, 2, 64, 0, 0]
        let interface: [UInt8] = [9, 0x04, 0, 0, 3, 0x0B, 0, 0, 0]
        let length = UInt8(9 + interface.count + reader.count + endpoints.count)
        return [9, 0x02, length, 0, 1, 1, 0, 0x80, 100] + interface + reader + endpoints
    }

    var strings: [String] { ["ACS", "ACR122U PICC Interface"] }

    var deadline: Instant? { chip.deadline }

    mutating func configure() { (incoming, outgoing, sequence, answer) = ([], [], nil, []) }

    mutating func answer(_ request: USBControlRequest, _ bytes: [UInt8], at now: Instant) -> [UInt8]? { nil }

    mutating func receive(_ bytes: [UInt8], on endpoint: UInt8, at now: Instant) {
        guard endpoint == Self.bulkOut else { return }
        incoming += bytes
        while incoming.count >= Self.headerSize {
            let length = incoming[1..<5].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= Self.longestMessage - Self.headerSize else { return incoming.removeAll() }
            guard incoming.count >= Self.headerSize + length else { return }
            let message = Array(incoming.prefix(Self.headerSize + length))
            incoming.removeFirst(message.count)
            take(message[0], message[6], Array(message.dropFirst(Self.headerSize)), at: now)
        }
    }

    mutating func next(on endpoint: UInt8) -> [UInt8]? {
        endpoint == Self.bulkIn && !outgoing.isEmpty ? outgoing.removeFirst() : nil
    }

    mutating func advance(to now: Instant) { take(chip.advance(to: now)) }

    /// Moves the tags in front of it.
    mutating func stage(_ request: StageRequest, at now: Instant) { take(chip.stage(request, at: now)) }

    private mutating func take(_ kind: UInt8, _ number: UInt8, _ data: [UInt8], at now: Instant) {
        switch kind {
        case 0x62: send(0x80, number, [0x3B, 0x00])
        case 0x63, 0x65: send(0x81, number, [])
        case 0x6F: take(command: data, number, at: now)
        default: send(0x80, number, [], status: 0x40)
        }
    }

    private mutating func take(command: [UInt8], _ number: UInt8, at now: Instant) {
        guard command.count >= 5, command[0] == 0xFF else { return send(0x80, number, [0x6E, 0x00]) }
        switch (command[1], command[2]) {
        case (0x00, 0x00) where command.count > 6 && command[5] == PN532Frame.hostToChip:
            sequence = number
            // It never sleeps: the reader wakes it before each command.
            take(chip.receive([0x55, 0x55] + PN532Frame.encode(command[5], Array(command.dropFirst(6))), at: now))
        case (0x00, 0x51): send(0x80, number, [0x90, 0x00])
        case (0xC0, _):
            send(0x80, number, answer.isEmpty ? [0x63, 0x00] : answer + [0x90, 0x00])
            answer = []
        default: send(0x80, number, [0x63, 0x00])
        }
    }

    private mutating func take(_ effects: [SimulatedReader.Effect]) {
        for case .send(let frame) in effects where frame != PN532Frame.acknowledgement {
            guard let number = sequence else { continue }
            sequence = nil
            answer = Self.body(of: frame)
            send(0x80, number, answer.isEmpty ? [0x63, 0x00] : [0x61, UInt8(clamping: answer.count + 2)])
        }
    }

    /// Returns the direction byte and everything after it; nothing for a syntax error frame.
    private static func body(of frame: [UInt8]) -> [UInt8] {
        guard frame.count > 7, frame != PN532Frame.syntaxError else { return [] }
        let start = frame[3] == 0xFF && frame[4] == 0xFF ? 8 : 5
        return Array(frame[start..<max(start, frame.count - 2)])
    }

    private mutating func send(_ kind: UInt8, _ number: UInt8, _ data: [UInt8], status: UInt8 = 0) {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
        outgoing.append([kind] + length + [0, number, status, 0, 0] + data)
    }
}
