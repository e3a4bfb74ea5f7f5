import Ground
import Links
import OperatingSystem
import RigKit
import USBDriver

/// The firmware of a UWB kit, by what it answers (uwb.md 4.4).
enum KitFirmware: Hashable, Sendable {
    case uci
    case cli
    /// It answers neither, as a kit without firmware, or with QANI firmware, whose USB carries logs or nothing.
    case other(printsText: Bool)

    private static let openingLimit = Lapse.seconds(1)
    private static let uciLimit = Lapse.milliseconds(250)
    private static let cliLimit = Lapse.milliseconds(500)
    /// CORE_GET_DEVICE_INFO_CMD, and the beginning of its response.
    private static let deviceInfo: (command: [UInt8], response: [UInt8]) = ([0x20, 0x02, 0, 0], [0x40, 0x02])
    /// The text for CLI firmware; the first line end ends whatever the UCI command left in its line.
    private static let status = Array("\r\nSTAT\r\n".utf8)

    /// Opens a kit, asks for its firmware, and closes it again.
    ///
    /// UCI comes first: CLI firmware takes its bytes for a line, while text would stop UCI firmware for a moment.
    /// Throws a fault if the kit cannot be opened.
    static func ask(_ line: any KitLine, at mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) -> KitFirmware {
        defer { line.close() }
        _ = line.send(.open)
        var heard: [UInt8] = []
        guard try listen(to: mailbox, for: openingLimit, clock, until: \.isOpening) else {
            throw RigFault("the kit did not open within \(openingLimit)", remedy: "Plug it in again")
        }
        func answers(_ bytes: [UInt8], within limit: Lapse, _ isAnswer: ([UInt8]) -> Bool) throws(RigFault) -> Bool {
            _ = line.send(.bytes(bytes))
            return try listen(to: mailbox, for: limit, clock) { inbound in
                if case .kit(.bytes(let bytes)) = inbound { heard += bytes }
                return isAnswer(heard)
            }
        }
        // A kit that was interrupted in the middle of a command drops what comes within the next moment.
        for _ in 1...2 {
            if try answers(deviceInfo.command, within: uciLimit, { $0.firstRange(of: deviceInfo.response) != nil }) {
                return .uci
            }
        }
        if try answers(status, within: cliLimit, isStatus) { return .cli }
        let printable = heard.count { (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A }
        return .other(printsText: heard.count > 8 && printable * 10 > heard.count * 9)
    }

    /// Returns whether bytes contain STAT's answer: `JS`, four hexadecimal digits and an object.
    private static func isStatus(_ bytes: [UInt8]) -> Bool {
        for place in bytes.indices.dropLast(6) where bytes[place...].starts(with: Array("JS".utf8)) {
            let digits = bytes[place + 2..<place + 6]
            if digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }), bytes[place + 6] == UInt8(ascii: "{") {
                return true
            }
        }
        return false
    }

    /// Takes what arrives until a condition is met; returns whether it was in time.
    private static func listen(
        to mailbox: Mailbox, for limit: Lapse, _ clock: MonotonicClock, until isMet: (Inbound) -> Bool
    ) throws(RigFault) -> Bool {
        let deadline = clock.now + limit
        while case .arrival(let arrival) = mailbox.take(until: deadline, clock: clock) {
            if case .fault(_, let fault) = arrival.inbound { throw fault }
            if isMet(arrival.inbound) { return true }
        }
        return false
    }
}

extension Inbound {
    fileprivate var isOpening: Bool { if case .kit(.opened) = self { true } else { false } }
}

extension BenchDoctor {
    private static let kitItem = "uwb.firmware"

    /// Opens the kit, if it is one and nothing else has it, and asks for its firmware.
    mutating func askKit() {
        let (mailbox, clock) = (Mailbox(), MonotonicClock())
        guard RigPreflight.kitFault(of: rig) == nil, let line = rig.uwb.line(mailbox: mailbox, clock: clock) else {
            return
        }
        if let obstacle = obstacle ?? doubtAboutLine {
            return report(
                .warning, Self.kitItem, "the UWB kit was not asked for its firmware: \(obstacle)",
                so: "it may be firmware that cannot measure", remedy: .act("Look again when that is mended or over"))
        }
        do throws(RigFault) {
            add(Self.item(about: try KitFirmware.ask(line, at: mailbox, clock: clock), on: rig))
        } catch {
            report(.problem, Self.kitItem, error.what, so: "nothing can be measured", remedy: .act(error.remedy))
        }
    }

    /// The reason not to write to the kit's serial line: it may be another device's, or another program has it.
    private var doubtAboutLine: String? {
        switch rig.uwb {
        case .serial(let path), .cli(let path):
            if Self.isNumbered(path) { return "\(path) may be another device's since the last plug" }
            return holder(ofLine: path).map { "\($0.name) (process \($0.process)) has \(path) open" }
        case .usb, .simulated, .simulatedCLI, .none: return nil
        }
    }

    /// Returns the item about a kit's firmware, compared with the one that the rig names.
    static func item(about firmware: KitFirmware, on rig: Rig) -> Item {
        func wrong(_ found: String, _ consequence: String, _ remedy: String) -> Item {
            Item(kitItem, .problem, found, so: consequence, remedy: .act(remedy))
        }
        switch firmware {
        case .uci where !rig.uwb.speaksCLI: return Item(kitItem, "the UWB kit answers UCI")
        case .cli where rig.uwb.speaksCLI: return Item(kitItem, "the UWB kit answers as CLI firmware does")
        case .uci:
            return wrong(
                "the UWB kit has UCI firmware, and the rig expects CLI firmware", "it does not understand the rig",
                "Name it uwb=serial:PATH or by its USB ids")
        case .cli:
            return wrong(
                "the UWB kit has CLI firmware, and the rig expects UCI firmware", "it does not understand the rig",
                "Name it uwb=cli:PATH, or flash its UCI firmware")
        case .other(printsText: true):
            return wrong(
                "the UWB kit answers neither UCI nor the text of CLI firmware, but prints text, as QANI firmware does",
                "nothing can be measured", "Flash its UCI firmware")
        case .other(printsText: false):
            return Item(
                kitItem, .warning, "the UWB kit answers neither UCI nor the text of CLI firmware",
                so: "it hangs, has QANI firmware or none, or \(rig.uwb) is another device: nothing can be measured",
                remedy: .act("Press its reset button, and look again; if that does not help, flash its UCI firmware"))
        }
    }
}
