public import Ground

/// The device's side of UCI, for simulated kits: answers like a DWM3001CDK with Qorvo's UCI firmware.
///
/// It answers one command at a time, in the order of uwb.md section 1.9, with the bytes of section 8.1. It has no
/// clock and no radio: its owner calls `report` once per ranging interval of an active session. A session becomes
/// IDLE once the parameters that Qorvo's firmware requires are set (section 2.1). Unverified on hardware: a board's
/// answers to stopping a session that is not ranging, to deleting one that is, and to starting with inconsistent
/// parameters, and whether it applies the valid parameters of a command that also has invalid ones.
public struct UCIDevice: Sendable {
    public static let maximumSessions = 5

    public let generation: FiRaGeneration
    /// Whether a start reports the device's state before the session's, as the board does; pica does the opposite.
    public let deviceFirst: Bool
    var sessions: [DeviceSession] = []
    var isLowPower = true
    private var lastHandle: UInt32 = 0
    private var framer = UCIFramer(side: .device)

    public init(generation: FiRaGeneration, deviceFirst: Bool = true) {
        self.generation = generation
        self.deviceFirst = deviceFirst
    }

    /// The instant at which `advance(to:)` discards a partial command; nil if there is none.
    public var deadline: Instant? { framer.deadline }

    /// Powers the device up: it forgets everything and reports READY.
    public mutating func powerUp(at now: Instant) -> [UCIDeviceEffect] {
        framer = UCIFramer(side: .device)
        return forgetSessions() + [Self.notify(.deviceStatus(.ready))]
    }

    /// Takes bytes from the host, split in any way.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [UCIDeviceEffect] {
        take(framer.receive(bytes, at: now), at: now)
    }

    public mutating func advance(to now: Instant) -> [UCIDeviceEffect] { take(framer.advance(to: now), at: now) }

    /// Reports the result of a ranging round to the host; does nothing for a session that is not ranging.
    public mutating func report(
        session id: UInt32, measurements: [TWRMeasurement], at now: Instant
    ) -> [UCIDeviceEffect] {
        guard let index = activeIndex(of: id) else { return [] }
        let session = sessions[index]
        sessions[index].sequenceNumber &+= 1
        if measurements.contains(where: { $0.status.isSuccess }) { sessions[index].rangingCount &+= 1 }
        guard session.isReporting else { return [] }
        let info = SessionInfo(
            sequenceNumber: session.sequenceNumber, token: session.token,
            rangingIntervalMilliseconds: session.configuration.number(.rangingDuration) ?? 0,
            measurements: measurements)
        return [Self.notify(.sessionInfo(info))]
    }

    /// Ends ranging as if by the peer over the air; does nothing for a session that is not ranging.
    public mutating func stopInBand(session id: UInt32, at now: Instant) -> [UCIDeviceEffect] {
        guard let index = activeIndex(of: id) else { return [] }
        return deactivate(index, .stoppedByPeer)
    }

    private func activeIndex(of id: UInt32) -> Int? {
        sessions.firstIndex { $0.id == id && $0.state == .active }
    }

    private mutating func take(_ outputs: [UCIFramer.Output], at now: Instant) -> [UCIDeviceEffect] {
        var effects: [UCIDeviceEffect] = []
        var hasAnswered = false
        for output in outputs {
            switch output {
            case .finding(let finding): effects.append(.finding(finding))
            case .packet(let packet):
                if hasAnswered {
                    effects.append(
                        .finding(
                            Finding("uci.command", .warning, "command came before the answer to the one before it")))
                }
                hasAnswered = true
                effects += answer(packet, at: now)
            }
        }
        return effects
    }

    private mutating func answer(_ packet: UCIPacket, at now: Instant) -> [UCIDeviceEffect] {
        let kind = UCIKind(packet.group, packet.opcode)
        guard [.core, .sessionConfig, .sessionControl].contains(packet.group) else {
            return [Self.respond(.refusal(kind, .unknownGroup))]
        }
        do throws(Malformed) {
            return carryOut(try UCICommand(decoding: packet), at: now)
        } catch {
            let finding = Finding("uci.command", error.shifted(by: 4), in: "command \(kind)")
            return [.finding(finding), Self.respond(.refusal(kind, .syntaxError))]
        }
    }

    mutating func forgetSessions() -> [UCIDeviceEffect] {
        let active = sessions.filter { $0.state == .active }
        sessions = []
        lastHandle = 0
        isLowPower = true
        return active.map { .sessionInactive($0.id) }
    }

    /// Returns the token by which the host must address a new session.
    mutating func makeToken(_ id: UInt32) -> SessionToken {
        guard generation == .fira2 else { return SessionToken(rawValue: id) }
        repeat { lastHandle &+= 1 } while sessions.contains { $0.token.rawValue == lastHandle }
        return SessionToken(rawValue: lastHandle)
    }

    /// Ends ranging and reports it; the device returns to READY after its last active session.
    mutating func deactivate(
        _ index: Int, to state: SessionState = .idle, _ reason: SessionReason
    ) -> [UCIDeviceEffect] {
        sessions[index].state = state
        let session = sessions[index]
        var effects: [UCIDeviceEffect] = [Self.notify(.sessionStatus(session.token, state, reason))]
        if !sessions.contains(where: { $0.state == .active }) { effects.append(Self.notify(.deviceStatus(.ready))) }
        return effects + [.sessionInactive(session.id)]
    }

    static func notify(_ notification: UCINotification) -> UCIDeviceEffect { .send(notification.packet.encoded) }
    static func respond(_ response: UCIResponse) -> UCIDeviceEffect { .send(response.packet.encoded) }
}

/// An output of a device; sessions are identified by their id.
public enum UCIDeviceEffect: Hashable, Sendable {
    /// Bytes for the host: one packet with all its segments.
    case send([UInt8])
    /// The host started ranging; one `report` per interval is expected.
    case sessionActive(UInt32, RangingParameters)
    /// Ranging ended, for any reason.
    case sessionInactive(UInt32)
    /// A problem in the host's bytes; offsets are relative to the first byte of the packet's header.
    case finding(Finding)
}
