import Ground
import Links

@testable import Simulators

/// A PN533: a reader chip with its own USB interface, as libnfc 1.8 expects it.
///
/// The chip's frames go over the bulk endpoints as they are, one in each transfer, acknowledgements included. Compared
/// with the PN532 it has another version, answers accesses to registers with a status, and needs no waking. Only
/// libnfc's source was at hand for these differences, no real chip.
struct SimulatedPN533: USBFunction {
    /// The chip, without these differences, and the tags that are held to it.
    var chip: SimulatedReader
    private var outgoing: [[UInt8]] = []
    private var command: PN532Command?

    private static let bulkOut: UInt8 = 4
    private static let bulkIn: UInt8 = 4

    init(_ chip: SimulatedReader) { self.chip = chip }

    var device: [UInt8] {
        [18, 0x01, 0x00, 0x02, 0, 0, 0, 64, 0xCC, 0x04, 0x33, 0x25, 0x00, 0x01, 1, 2, 0, 1]
    }

    var configuration: [UInt8] {
        let interface: [UInt8] = [9, 0x04, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0]
        let endpoints: [UInt8] = [7, 0x05, Self.bulkOut, 2, 64, 0, 4, 7, 0x05, 0x80 | Self.bulkIn, 2, 64, 0, 4]
        let length = UInt8(9 + interface.count + endpoints.count)
        return [9, 0x02, length, 0, 1, 1, 0, 0x80, 50] + interface + endpoints
    }

    var strings: [String] { ["NXP", "PN533"] }

    var deadline: Instant? { chip.deadline }

    mutating func configure() { (outgoing, command) = ([], nil) }

    mutating func answer(_ request: USBControlRequest, _ bytes: [UInt8], at now: Instant) -> [UInt8]? { nil }

    mutating func receive(_ bytes: [UInt8], on endpoint: UInt8, at now: Instant) {
        guard endpoint == Self.bulkOut else { return }
        // 00 00 FF, length and its sum, D4, the command.
        if bytes.count > 6, bytes[5] == PN532Frame.hostToChip { command = PN532Command(rawValue: bytes[6]) }
        take(chip.receive([0x55, 0x55] + bytes, at: now))
    }

    mutating func next(on endpoint: UInt8) -> [UInt8]? {
        endpoint == Self.bulkIn && !outgoing.isEmpty ? outgoing.removeFirst() : nil
    }

    mutating func advance(to now: Instant) { take(chip.advance(to: now)) }

    private mutating func take(_ effects: [SimulatedReader.Effect]) {
        for case .send(let frame) in effects { outgoing.append(Self.own(frame, to: command)) }
    }

    /// Returns a frame as this chip sends it: its length, D5, the command's number + 1, the data, the sum and a zero.
    private static func own(_ frame: [UInt8], to command: PN532Command?) -> [UInt8] {
        guard frame.count >= 9, frame[5] == PN532Frame.chipToHost else { return frame }
        let data = Array(frame[7..<frame.count - 2])
        switch command {
        case .getFirmwareVersion: return PN532Frame.encode(frame[5], [frame[6], 0x33, 0x02, 0x07, 0x07])
        case .readRegister, .writeRegister: return PN532Frame.encode(frame[5], [frame[6], 0x00] + data)
        default: return frame
        }
    }
}
