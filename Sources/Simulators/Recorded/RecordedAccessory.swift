import GATT
public import Ground
public import Links
import NearbyInteraction
import UWB

/// A recorded accessory in bytes and instants: it repeats its recorded acts when a phone repeats the recorded phone's
/// acts.
///
/// A request gets the recorded answer to the same request, with the recorded delay; one that the recording does not
/// contain is answered by a GATT server with the attributes known from the recording. Acts of the accessory itself
/// follow the same act of the phone as in the recording: a connection, an encrypted link, or a write. Its interface
/// is that of `SimulatedAccessory`.
public struct RecordedAccessory: Sendable {
    private enum Due: Sendable {
        /// A response, on this link only.
        case response([UInt8])
        case act(CueTable.Following)
        case advertise
    }

    private enum Radio: Hashable, Sendable {
        case silent
        case advertising
        case connected
    }

    /// The time from power to the first advertisement, if the recording does not show it.
    private static let bootTime = Lapse.milliseconds(400)
    /// The most indications waiting for the phone's confirmation of the previous one; further ones are lost.
    private static let waitingLimit = 64

    private let script: AccessoryScript
    private var answers: ResponseTable
    private var cues: CueTable
    private var server: GATTServer
    private var agenda = Agenda<Due>()
    private var radio = Radio.silent
    private var connections = 0
    /// The cause of the last silence, and the number of each cause: boot, the end of a link, the end of power.
    private var silenced: Cue?
    private var silences: [Cue: Int] = [:]
    private var hasKey = false
    private var assembly = WriteAssembly()
    private var written: [UInt8] = []
    private var isConfirmed = true
    private var indications: [[UInt8]] = []
    private var ranging: RecordedSession
    private var succession = ActionScheduler()
    /// The bytes received of an incomplete message on a network connection.
    private var pieces = MessagePieces()

    public init(_ recording: AccessoryRecording) {
        script = recording.script
        ranging = RecordedSession(ids: script.identifiers)
        answers = script.answers
        cues = script.cues
        server = GATTServer(ownMTU: script.ownMTU, services: script.services)
        follow(.boot, at: .start)
        beginSilence(.boot, at: .start)
        _ = advance(to: .start)
    }

    public var deadline: Instant? { agenda.next }

    /// The number of its planned acts in memory.
    var planned: Int { agenda.count + succession.inMemory }

    // MARK: Radio

    /// The advertised content; nil while it does not advertise.
    public var advertisement: AdvertisedContent? { radio == .advertising ? content : nil }

    /// Whether its firmware is running: not from a power cut until it listens again.
    public var isOn: Bool {
        guard radio == .silent else { return true }
        if case .power? = silenced { return false }
        return !script.isUnheard
    }

    /// Whether it has a key of the phone and would use it.
    public var keepsBond: Bool { RecordedKeys.outcome(of: script.keys.uses, at: connection) ?? hasKey }

    /// Whether it would pair with the phone now.
    public var acceptsPairing: Bool { RecordedKeys.outcome(of: script.keys.pairings, at: connection) ?? true }

    public mutating func connected(at now: Instant) -> [SimulatedAccessoryEffect] {
        leaveLink()
        agenda.removeAll { if case .advertise = $0 { true } else { false } }
        server.responder.isBonded = keepsBond
        radio = .connected
        connections += 1
        follow(.connected, at: now)
        return advance(to: now)
    }

    /// Records the end of the link, from either side.
    public mutating func disconnected(at now: Instant) -> [SimulatedAccessoryEffect] {
        guard radio == .connected else { return [] }
        leaveLink()
        follow(.disconnected, at: now)
        beginSilence(.disconnected, at: now)
        return [.range(ranging.end())] + advance(to: now)
    }

    /// Records that the link was encrypted, or no longer is; `isBonded` is whether a key of an earlier connection was
    /// used.
    public mutating func encryptionChanged(
        isEncrypted: Bool, isBonded: Bool, at now: Instant
    ) -> [SimulatedAccessoryEffect] {
        server.isEncrypted = isEncrypted
        guard isEncrypted else { return [] }
        hasKey = true
        server.responder.isBonded = true
        follow(.encrypted, at: now)
        return advance(to: now)
    }

    /// Cuts its power, or resets it to factory settings.
    public mutating func power(_ act: PowerAct, at now: Instant) -> [SimulatedAccessoryEffect] {
        cutPower(act, at: now) + advance(to: now)
    }

    private mutating func cutPower(_ act: PowerAct, at now: Instant) -> [SimulatedAccessoryEffect] {
        let effects: [SimulatedAccessoryEffect] =
            switch radio {
            case .silent: []
            case .advertising: [.stopAdvertising]
            case .connected: [.loseLink]
            }
        leaveLink()
        agenda = Agenda()
        succession = ActionScheduler()
        if act == .factoryReset { hasKey = false }
        follow(.power(act), at: now)
        beginSilence(.power(act), at: now)
        return effects + [.range(ranging.end())]
    }

    // MARK: Link

    /// Receives an ATT PDU of the phone, or bytes of its network connection, cut anywhere.
    public mutating func receive(_ frame: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        guard radio == .connected else { return [] }
        guard !script.isOnNetwork else {
            for message in pieces.messages(in: frame) { hear(message, at: now) }
            return advance(to: now)
        }
        let state = ResponseTable.State(
            connection: connections, isEncrypted: server.isEncrypted, mtu: server.mtu)
        var effects: [SimulatedAccessoryEffect] = []
        let own = server.receive(frame, at: now)
        let pdu = try? ATTPDU(decoding: frame)
        let kind = ATTOpcode(rawValue: frame.first ?? 0).kind
        if kind == .confirmation { effects += confirmed() }
        if kind == .request {
            let answer = answers.answer(to: RequestKey(frame, ids: script.identifiers), in: state)
            if let answer { plan(answer, to: frame, at: now) } else { effects += responses(own) }
        }
        if let (handle, value) = pdu.flatMap({ assembly.take($0) }) {
            written = value
            ranging.written(value)
            follow(.written(handle, WrittenValue(value, ids: script.identifiers)), at: now)
        }
        return effects + advance(to: now)
    }

    /// Receives a message on a network connection, or bytes that are not a message.
    private mutating func hear(_ message: MessagePieces.Message, at now: Instant) {
        written = message.content
        ranging.written(message.content)
        follow(.written(MessagePieces.handle, WrittenValue(message.content, ids: script.identifiers)), at: now)
    }

    /// Performs everything that is due.
    public mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect] {
        var effects: [SimulatedAccessoryEffect] = []
        while true {
            readAhead(at: now)
            guard let (instant, due) = agenda.popDue(at: now) else { break }
            switch due {
            case .response(let bytes): effects.append(.frame(bytes))
            case .act(let following): effects += act(following, at: max(instant, now))
            case .advertise:
                guard radio == .silent else { continue }
                radio = .advertising
                effects.append(.advertise(content))
            }
        }
        return effects
    }

    /// Whether the phone asked it to range in this session.
    func wasTold(_ session: UInt32) -> Bool { ranging.wasTold(session) }

    // MARK: Parts

    /// The connection that is up, or the one that comes next, counted from 1.
    private var connection: Int { radio == .connected ? connections : connections + 1 }

    private var content: AdvertisedContent {
        let heard = silenced.flatMap { script.epochs.epoch($0, silences[$0] ?? 0)?.content }
        return heard ?? script.content
    }

    private mutating func beginSilence(_ cue: Cue, at now: Instant) {
        radio = .silent
        silenced = cue
        silences[cue, default: 0] += 1
        var least = Lapse.zero
        if case .power = cue { least = Self.bootTime }
        switch script.epochs.epoch(cue, silences[cue] ?? 0)?.silence ?? .unknown {
        case .forever: break
        case .unknown: agenda.add(.advertise, at: now + least)
        case .lasts(let span): agenda.add(.advertise, at: now + max(span, least))
        }
    }

    private mutating func leaveLink() {
        server.linkLost()
        assembly = WriteAssembly()
        pieces = MessagePieces()
        (isConfirmed, indications, written) = (true, [], [])
        succession.leaveLink()
        agenda.removeAll { due in
            switch due {
            case .response: true
            case .act(let following): following.act.isOfTheLink
            case .advertise: false
            }
        }
    }

    /// Plans the acts that followed the same cue in the recording.
    private mutating func follow(_ cue: Cue, at now: Instant) {
        guard let cursor = cues.take(cue, connection: connections) else { return }
        let delay = script.delay(of:after:_:)
        for (following, due) in succession.begin(cursor, after: cue, at: now, in: cues, delay) {
            agenda.add(.act(following), at: due)
        }
    }

    /// Plans acts that may be due before all planned ones.
    private mutating func readAhead(at now: Instant) {
        let delay = script.delay(of:after:_:)
        while let (following, due) = succession.next(before: agenda.next, at: now, in: cues, delay) {
            agenda.add(.act(following), at: due)
        }
    }

    private mutating func plan(_ answer: ResponseTable.Answer, to request: [UInt8], at now: Instant) {
        func due(_ delay: Lapse) -> Instant { now + max(delay - script.transport, .zero) }
        switch answer {
        case .reply(let bytes, let delay): agenda.add(.response(bytes), at: due(delay))
        case .echo(let delay):
            let bytes = [ATTOpcode.prepareWriteResponse.rawValue] + request.dropFirst()
            agenda.add(.response(bytes), at: due(delay))
        case .hangUp(let delay):
            agenda.add(
                .act(CueTable.Following(act: .hangUp, delay: delay, order: 0, subscription: nil)), at: due(delay))
        case .silence: break
        }
    }

    /// The server's own responses.
    private func responses(_ effects: [GATTServerEffect]) -> [SimulatedAccessoryEffect] {
        effects.compactMap { effect in
            guard case .send(let bytes) = effect, ATTOpcode(rawValue: bytes.first ?? 0).kind == .response else {
                return nil
            }
            return .frame(bytes)
        }
    }

    private mutating func act(_ following: CueTable.Following, at now: Instant) -> [SimulatedAccessoryEffect] {
        switch following.act {
        case .frame(let bytes, let echo, let isLong): return tell(bytes, echo, isLong, following.subscription, at: now)
        case .hangUp: return radio == .connected ? [.hangUp] : []
        case .loseLink: return radio == .connected ? [.loseLink] : []
        // Acts due immediately after it are performed by the enclosing loop.
        case .losePower(let act): return cutPower(act, at: now)
        case .requestSecurity: return radio == .connected ? [.requestSecurity] : []
        case .requestParameters(let wanted):
            return radio == .connected ? [.requestParameters(RequestedParameters(wanted))] : []
        case .console(let line): return [.console(line)]
        }
    }

    private mutating func tell(
        _ bytes: [UInt8], _ echo: RecordedAct.Echo?, _ isLong: Bool, _ subscription: AttributeHandle?, at now: Instant
    ) -> [SimulatedAccessoryEffect] {
        guard radio == .connected else { return [] }
        guard !script.isOnNetwork else {
            let frame = echo.map { $0.applied(to: bytes, written: written) } ?? bytes
            let told = MessagePieces.content(ofFrame: frame).flatMap { ranging.told($0) }
            return (told.map { [.range($0)] } ?? []) + [.frame(frame)]
        }
        if let subscription, server.responder.subscription(to: subscription)?.isEmpty == true { return [] }
        let opcode = ATTOpcode(rawValue: bytes.first ?? 0)
        if case .exchangeMTURequest? = try? ATTPDU(decoding: bytes),
            let effects = try? server.exchangeMTU(at: now)
        {
            return effects.compactMap { if case .send(let bytes) = $0 { .frame(bytes) } else { nil } }
        }
        var frame = echo.map { $0.applied(to: bytes, written: written) } ?? bytes
        let isTelling = opcode.kind == .notification || opcode.kind == .indication
        // A value that fitted in the recording and does not fit now is truncated, as specified.
        if isTelling, !isLong { frame = Array(frame.prefix(Int(server.mtu))) }
        let range = isTelling ? ranging.told(Array(frame.dropFirst(3))) : nil
        let change: [SimulatedAccessoryEffect] = range.map { [.range($0)] } ?? []
        guard opcode.kind == .indication else { return change + [.frame(frame)] }
        guard isConfirmed else {
            if indications.count < Self.waitingLimit { indications.append(frame) }
            return change
        }
        isConfirmed = false
        return change + [.frame(frame)]
    }

    private mutating func confirmed() -> [SimulatedAccessoryEffect] {
        guard !indications.isEmpty else {
            isConfirmed = true
            return []
        }
        return [.frame(indications.removeFirst())]
    }
}

extension RecordedAct {
    /// Whether it belongs to the link that is up, and is void once that has ended.
    var isOfTheLink: Bool {
        switch self {
        case .frame, .hangUp, .loseLink, .requestSecurity, .requestParameters: true
        case .losePower, .console: false
        }
    }
}

extension RecordedAct.Echo {
    /// Returns the frame with the phone's current data in place of the recorded data.
    fileprivate func applied(to frame: [UInt8], written: [UInt8]) -> [UInt8] {
        let live = written.dropFirst(skipped)
        guard start >= 0, count >= 0, start + count <= frame.count, !live.isEmpty else { return frame }
        return Array(frame[..<start] + live + frame[(start + count)...])
    }
}

extension RequestedParameters {
    /// Creates an accessory's requested parameters from those in the specification's units.
    init(_ recorded: ConnectionParameters) {
        self.init(
            minimumInterval: recorded.leastInterval, maximumInterval: recorded.greatestInterval,
            latency: recorded.latency, supervisionTimeout: recorded.timeout)
    }
}
