import Ground
import Links
import UWB

/// The state of a faulty UWB kit.
struct FaultyKit {
    var isOpen = false
    /// Packets received since the fault began.
    var packets = 0
    /// Rounds received since the fault began.
    var rounds = 0
}

/// The UWB kit: bytes that are missing, late, doubled or wrong, and the driver's reports.
extension FaultyLinks {
    private static let lateness = Lapse.seconds(4)
    private static let otherSession: UInt8 = 0x80
    /// The rounds before a kit stops transmitting.
    private static let goodRounds = 5
    /// The error of a kit's distances in centimetres.
    private static let excess = 150

    private var isDead: Bool {
        switch fault {
        case .kitUnplugged, .kitHangs, .kitLineFails, .kitReportsError: true
        default: false
        }
    }

    func strikeKit() {
        guard kit.isOpen else { return }
        switch fault {
        case .kitUnplugged: post(.fault(.kit, .kitUnplugged))
        case .kitLineFails: post(.fault(.kit, .kitLineFails))
        case .kitReportsError: post(.kit(.bytes(UCINotification.deviceStatus(.error).packet.encoded)))
        case .kitReboots:
            // A simulated kit has no power: it is reset by command, and its answer to that is kept from the phone.
            happen()
            _ = links.send(.kit(.bytes(UCICommand.deviceReset(configuration: 0).packet.encoded)))
        default: break
        }
    }

    func passKit(_ request: KitRequest) -> [KitRequest] {
        switch (fault, request) {
        case (.kitNeverOpens, .open):
            happen()
            return []
        case (.kitUnplugged, .open), (.kitLineFails, .open):
            post(.fault(.kit, fault == .kitUnplugged ? .kitUnplugged : .kitLineFails))
            return []
        case (.kitStopsReading, .bytes):
            if !isTold { post(.fault(.kit, .kitTakesNothing), after: .seconds(2)) }
            isTold = true
            return []
        case (.kitRefuses, .bytes(let bytes)) where bytes.count >= 4:
            // The header of the response is the command's, with another type.
            let response = [bytes[0] & 0x1F | 0x40, bytes[1], 0, 1, UCIStatus.rejected.rawValue]
            post(.kit(.bytes(response)), after: .milliseconds(2))
            return []
        // Application configuration parameters (uwb.md 3): the channel and the preamble code index.
        case (.kitOnOtherChannel, .bytes(let bytes)): return [.bytes(setting(0x04, in: bytes) { $0 == 9 ? 5 : 9 })]
        case (.kitWithOtherPreamble, .bytes(let bytes)): return [.bytes(setting(0x14, in: bytes) { $0 == 9 ? 10 : 9 })]
        default: break
        }
        guard isDead, request != .open || fault != .kitReportsError else { return [request] }
        happen()
        return []
    }

    func passKit(_ event: KitEvent) -> Inbound? {
        guard case .bytes(let bytes) = event else {
            if fault == .kitReportsError { strikeKit() } else if isDead { return lose() }
            return .kit(event)
        }
        if isDead { return lose() }
        kit.packets += 1
        let isRound = bytes.starts(with: [0x62, 0x00])
        let isResponse = bytes.first.map { $0 & 0xE0 == 0x40 } ?? false
        switch fault {
        case .kitReboots: return bytes.starts(with: [0x40, 0x00]) ? lose() : .kit(event)
        case .kitSwallowsRounds: return isRound ? lose() : .kit(event)
        case .kitOtherSession where isRound && bytes.count > 11:
            var other = bytes
            other[11] ^= Self.otherSession
            return changed(other)
        case .kitRepeatsRounds where isRound, .kitAnswersTwice where isResponse:
            post(.kit(event))
            return .kit(event)
        case .kitAnswersLate where isResponse:
            post(.kit(event), after: Self.lateness)
            return nil
        case .kitEndsSession where isRound && bytes.count > 11:
            let token = SessionToken(
                rawValue: bytes[8..<12].reversed().reduce(0) { $0 << 8 | UInt32($1) })
            return changed(UCINotification.sessionStatus(token, .idle, .maximumRetries).packet.encoded)
        case .cliKitEndsSession where Self.untransmitted(bytes) != nil:
            return changed(
                Array(CLIMessage.state("IDLE", reason: "Max ranging round retry count reached").text.utf8))
        case .kitTransmitsNothing, .cliKitTransmitsNothing:
            return Self.untransmitted(bytes).map(changed) ?? .kit(event)
        case .kitTransmitsHalf, .cliKitTransmitsHalf:
            guard let lost = Self.untransmitted(bytes) else { return .kit(event) }
            kit.rounds += 1
            return kit.rounds % 2 == 1 ? changed(lost) : .kit(event)
        case .kitStopsTransmitting, .cliKitStopsTransmitting:
            guard let lost = Self.untransmitted(bytes) else { return .kit(event) }
            kit.rounds += 1
            return kit.rounds > Self.goodRounds ? changed(lost) : .kit(event)
        case .kitDeaf:
            return Self.failed(bytes, with: .rangingRxTimeout).map(changed) ?? .kit(event)
        case .kitMismeasures:
            guard Self.isMeasurement(bytes), bytes[31] == UCIStatus.ok.rawValue else { return .kit(event) }
            var longer = bytes
            let distance = UInt16(bytes[33]) | UInt16(bytes[34]) << 8
            let wrong = UInt16(clamping: Int(distance) + Self.excess)
            (longer[33], longer[34]) = (UInt8(truncatingIfNeeded: wrong), UInt8(truncatingIfNeeded: wrong >> 8))
            return changed(longer)
        case .kitGarbles:
            var garbled = bytes
            garbled[min(kit.packets % 4, bytes.count - 1)] ^= 0x10
            return changed(garbled)
        case .kitCutsPackets: return changed(Array(bytes.dropLast()))
        default: return .kit(event)
        }
    }

    /// Returns a round with one measurement as reported by a kit that failed to transmit; nil for anything else.
    private static func untransmitted(_ bytes: [UInt8]) -> [UInt8]? {
        if let failed = failed(bytes, with: .rangingTxFailed) { return failed }
        // As CLI firmware prints it.
        guard bytes.starts(with: "SESSION_INFO_NTF".utf8), let status = bytes.firstRange(of: "status=\"".utf8),
            let end = bytes.lastIndex(of: UInt8(ascii: "]"))
        else { return nil }
        return bytes[..<status.upperBound] + Array("TX_FAILED\"".utf8) + bytes[end...]
    }

    /// Whether it is a round of UCI firmware with one measurement.
    private static func isMeasurement(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x62, 0x00]) && bytes.count >= 60 && bytes[28] == 1
    }

    /// Returns a round of UCI firmware with one measurement as a failed one; nil for anything else.
    private static func failed(_ bytes: [UInt8], with status: UCIStatus) -> [UInt8]? {
        guard isMeasurement(bytes) else { return nil }
        var failed = bytes
        failed[31] = status.rawValue
        (failed[33], failed[34]) = (0xFF, 0xFF)
        return failed
    }

    /// Returns a command in which a one-byte parameter of the session's configuration has another value; any other
    /// command as it is.
    private func setting(_ tag: UInt8, in bytes: [UInt8], to change: (UInt8) -> UInt8) -> [UInt8] {
        // SESSION_SET_APP_CONFIG_CMD: the header, the session's handle, and the number of parameters.
        guard bytes.starts(with: [0x21, 0x03]), bytes.count > 9 else { return bytes }
        var (bytes, place) = (bytes, 9)
        while place + 1 < bytes.count {
            let length = Int(bytes[place + 1])
            if bytes[place] == tag, length == 1, place + 2 < bytes.count {
                happen()
                bytes[place + 2] = change(bytes[place + 2])
            }
            place += 2 + length
        }
        return bytes
    }

    private func changed(_ bytes: [UInt8]) -> Inbound {
        happen()
        return .kit(.bytes(bytes))
    }
}

// As the drivers word it.
extension RigFault {
    fileprivate static let kitUnplugged = RigFault(
        "the USB device 1915:520f was unplugged or has reset itself",
        remedy: "Check its cable and its power supply, and start the run again")

    fileprivate static let kitLineFails = RigFault(
        "the USB device 1915:520f was unplugged, or could not be read from: 8 transmissions in a row failed",
        remedy: "Check its cable and its power supply, plug it in again, on another port where there is one, and "
            + "start the run again")

    fileprivate static let kitTakesNothing = RigFault(
        "the USB device 1915:520f accepts no more bytes",
        remedy: "Press the kit's reset button or plug it in again; check that its firmware speaks UCI over USB")
}
