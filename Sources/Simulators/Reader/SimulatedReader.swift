public import Ground
public import Links
import NDEF

/// A PN532 reader chip on its serial port, as seen by libnfc.
///
/// The host sends a frame with a command; the chip acknowledges it immediately and answers when the command is done.
/// A command without a tag stays under way, forever if the retries are endless, until a tag comes, or the host sends
/// another command or an acknowledgement, which cancels it. The chip sleeps until it receives the wake-up bytes, and
/// again after PowerDown. A deselected tag stays silent until the field goes off. Source: the exchanges seen between
/// Debian's libnfc 1.8 and such a simulator, nfc.md section 3; no real chip was used, so timing and firmware
/// faults are not simulated.
public struct SimulatedReader: Sendable {
    public enum Effect: Hashable, Sendable {
        /// Bytes for the host, in order.
        case send([UInt8])
        /// A request about the tags of the bench was completed.
        case stage(StageEvent)
    }

    /// The unit of InAutoPoll's period.
    static let autoPollUnit = Lapse.milliseconds(150)

    /// The time of one attempt to find a tag if the retries are finite; close to that of the fact sheet's simulator.
    public var passiveTry = Lapse.milliseconds(7)
    /// The time taken by every answer, apart from looking for tags.
    public var replyDelay = Lapse.zero
    /// The number of bytes of a Type 4 tag's answer in one frame before the host must request more.
    public var largestAnswer = Self.mostAnswerBytes {
        didSet { largestAnswer = min(max(largestAnswer, 1), Self.mostAnswerBytes) }
    }
    static let mostAnswerBytes = PN532Frame.longestBody - 3

    enum Pending: Sendable {
        case nothing
        case reply([UInt8], at: Instant)
        case polling(PassivePoll, until: Instant?)
        case autoPolling(AutoPoll, until: Instant?)
    }

    var field: Field
    var registers: [UInt16: UInt8] = [:]
    var parameters: UInt8 = 0x14
    /// The number of retries of InListPassiveTarget; FF is forever.
    var passiveRetries: UInt8 = 0xFF
    /// The rest of an answer that is sent in pieces.
    var chainedAnswer: [UInt8] = []
    var isAsleep = true

    private var parser = PN532FrameParser()
    private var pending = Pending.nothing
    private var lastFrame: [UInt8] = []
    private var rules: [ReaderFaultRule] = []
    /// The fault that affects the answer to the command under way.
    private var fault: ReaderFault?

    /// Creates a reader without power yet, and the tags of its bench, none of which is held to it.
    public init(tags: [(name: TagName, tag: SimulatedTag)] = []) { field = Field(aside: tags) }

    /// The time at which `advance(to:)` has something to do; nil while the chip waits for the host or for a tag.
    public var deadline: Instant? {
        switch pending {
        case .nothing: nil
        case .reply(_, let instant): instant
        case .polling(_, let end): end
        case .autoPolling(_, let end): end
        }
    }

    /// The tags in front of the antenna, with their present contents.
    public var tags: [SimulatedTag] { field.tags }

    /// Injects a fault into the next commands, or into those with certain codes.
    public mutating func inject(_ fault: ReaderFault, on command: PN532Command..., times: Int = 1) {
        inject(fault, on: command, times: times)
    }

    mutating func inject(_ fault: ReaderFault, on commands: [PN532Command], times: Int) {
        precondition(times > 0, "a fault befalls at least one command")
        rules.append(ReaderFaultRule(fault: fault, commands: commands, times: times))
    }

    public mutating func clearFaults() { rules.removeAll() }

    /// Ends one type of fault.
    public mutating func clear(_ fault: ReaderFault) { rules.removeAll { $0.fault == fault } }

    /// Cuts its power: it forgets everything except injected faults.
    public mutating func losePower() {
        field.turn(on: false)
        let fresh = SimulatedReader()
        registers = fresh.registers
        parameters = fresh.parameters
        passiveRetries = fresh.passiveRetries
        chainedAnswer = []
        isAsleep = true
        parser = PN532FrameParser()
        pending = .nothing
        lastFrame = []
        fault = nil
    }

    /// Moves the tags of the bench; other stage requests do not affect the reader.
    public mutating func stage(_ request: StageRequest, at now: Instant) -> [Effect] {
        field.stage(request).map { .stage($0) } + lookAgain(at: now)
    }

    /// Brings a tag into the field; a chip that is looking for one finds it.
    public mutating func present(_ tag: SimulatedTag, at now: Instant) -> [Effect] {
        field.add(tag)
        return lookAgain(at: now)
    }

    /// Takes all tags out of the field.
    public mutating func remove() { field.removeAll() }

    /// Receives bytes from the host, in pieces of any size.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Effect] {
        parser.receive(bytes).flatMap { receive($0, at: now) }
    }

    /// Sends what is due.
    public mutating func advance(to now: Instant) -> [Effect] {
        guard let due = deadline, due <= now else { return [] }
        let ended = pending
        pending = .nothing
        switch ended {
        case .nothing: return []
        case .reply(let frame, _): return transmit(frame)
        case .polling: return reply([PN532Command.inListPassiveTarget.rawValue + 1, 0x00], at: now)
        case .autoPolling: return reply([PN532Command.inAutoPoll.rawValue + 1, 0x00], at: now)
        }
    }

    private mutating func receive(_ input: PN532FrameParser.Input, at now: Instant) -> [Effect] {
        if input == .wakeUp {
            isAsleep = false
            return []
        }
        guard !isAsleep else { return [] }
        switch input {
        case .wakeUp: return []
        case .acknowledgement:
            pending = .nothing
            return []
        case .negativeAcknowledgement: return lastFrame.isEmpty ? [] : [.send(lastFrame)]
        case .noCommand:
            pending = .nothing
            return [.send(PN532Frame.acknowledgement), .send(PN532Frame.syntaxError)]
        case .command(let data): return carryOut(data, at: now)
        }
    }

    private mutating func carryOut(_ data: [UInt8], at now: Instant) -> [Effect] {
        pending = .nothing
        guard let code = data.first else { return [] }
        let command = PN532Command(rawValue: code)
        fault = takeFault(for: command)
        if fault == .noAcknowledgement { return [] }
        if fault == .negativeAcknowledgement { return [.send(PN532Frame.negativeAcknowledgement)] }
        let acknowledged = Effect.send(PN532Frame.acknowledgement)
        let answer = answer(command, Array(data.dropFirst()), at: now)
        let torn = field.takeTorn().map { Effect.stage(.removed($0)) }
        switch answer {
        case .data(let data): return [acknowledged] + reply([code &+ 1] + data, at: now) + torn
        case .syntaxError: return [acknowledged, .send(PN532Frame.syntaxError)] + torn
        case .later(let next):
            pending = next
            return [acknowledged] + lookAgain(at: now)
        }
    }

    private mutating func takeFault(for command: PN532Command) -> ReaderFault? {
        guard let index = rules.firstIndex(where: { $0.befalls(command) }) else { return nil }
        let fault = rules[index].fault
        rules[index].times -= 1
        if rules[index].times == 0 { rules.remove(at: index) }
        return fault
    }

    /// Ends a search for tags if there is one now.
    private mutating func lookAgain(at now: Instant) -> [Effect] {
        let found: [UInt8]?
        switch pending {
        case .nothing, .reply: return []
        case .polling(let poll, _): found = field.answer(to: poll, withATS: parameters & 0x10 != 0)
        case .autoPolling(let poll, _): found = field.answer(to: poll)
        }
        guard let found else { return [] }
        // The chip turns on its own check sums when it selects a tag.
        registers[Self.txMode] = (registers[Self.txMode] ?? 0) | 0x80
        registers[Self.rxMode] = (registers[Self.rxMode] ?? 0) | 0x80
        pending = .nothing
        return reply(found, at: now)
    }

    /// Sends an answer now or when it is due.
    private mutating func reply(_ data: [UInt8], at now: Instant) -> [Effect] {
        let frame = PN532Frame.encode(PN532Frame.chipToHost, data)
        var due = now + replyDelay
        if case .late(let span) = fault { due = due + span }
        if due > now {
            pending = .reply(frame, at: due)
            return []
        }
        return transmit(frame)
    }

    private mutating func transmit(_ frame: [UInt8]) -> [Effect] {
        lastFrame = frame
        let fault = self.fault
        self.fault = nil
        guard let sent = fault.map({ $0.befall(frame) }) ?? frame else { return [] }
        return [.send(sent)]
    }
}

extension SimulatedReader {
    /// Begins or ends a fault of the chip; a cable does not belong to the chip (nfc.md 3.7).
    public mutating func suffer(_ trouble: ReaderFailure, _ begins: Bool) {
        let endless = 1_000_000_000
        switch trouble {
        case .unplugged: if begins { losePower() }
        case .aborts: change(.status(0x80), begins, on: .inDataExchange, .inCommunicateThru, times: 1)
        case .silent: change(.noAcknowledgement, begins, times: endless)
        case .garbles: change(.wrongDataCheckSum, begins, times: endless)
        case .refuses: change(.errorFrame, begins, times: endless)
        case .overheats: change(.status(0x0D), begins, on: .inDataExchange, .inCommunicateThru, times: endless)
        case .forgetsItself: change(.noReply, begins, on: .getFirmwareVersion, times: 1)
        }
    }

    private mutating func change(_ fault: ReaderFault, _ begins: Bool, on commands: PN532Command..., times: Int) {
        clear(fault)
        if begins { inject(fault, on: commands, times: times) }
    }
}

extension SimulatedReader {
    /// Performs InDataExchange: a command for a target, with the chip handling block protocol and check sums.
    ///
    /// The host's own chaining (bit 40 of the target number) is refused: libnfc does not use it.
    mutating func exchange(_ data: [UInt8]) -> Answer {
        guard let target = data.first else { return .syntaxError }
        guard let platform = field.platform(of: target) else { return status(.wrongContext) }
        let command = Array(data.dropFirst())
        guard !command.isEmpty else { return chainedAnswer.isEmpty ? status(.wrongContext) : nextPiece() }
        chainedAnswer = []
        if platform == .type2 {
            // The chip treats these two as the authentication of a MIFARE Classic, which this tag is not.
            if command[0] == 0x60 || command[0] == 0x61 { return status(.authenticationFailed) }
            guard let answer = field.exchange(command, with: target) else { return status(.timeout) }
            if answer.count == 1 { return status(answer == SimulatedType2.ack ? .success : .wrongData) }
            guard answer.count <= Self.mostAnswerBytes else { return status(.bufferTooSmall) }
            return .data([PN532Status.success.rawValue] + answer)
        }
        guard let answer = field.exchange(command, with: target) else { return status(.timeout) }
        chainedAnswer = answer
        return nextPiece()
    }

    private mutating func nextPiece() -> Answer {
        let piece = Array(chainedAnswer.prefix(largestAnswer))
        chainedAnswer.removeFirst(piece.count)
        let status: PN532Status = chainedAnswer.isEmpty ? .success : .moreInformation
        return .data([status.rawValue] + piece)
    }

    /// Performs InCommunicateThru: raw bytes for the selected tag, with check sums only if the registers request
    /// them.
    ///
    /// From the block protocol of Type 4 tags, only R(NAK), a presence check, and DESELECT are supported here.
    mutating func communicateThru(_ data: [UInt8]) -> Answer {
        // Without a selected tag there is no answer; a real chip then times out.
        guard let target = field.targets.min(), let platform = field.platform(of: target) else {
            return status(.timeout)
        }
        var command = data
        if (registers[Self.txMode] ?? 0) & 0x80 == 0 {
            guard command.count > 2, Self.checkSumA(command.dropLast(2)) == Array(command.suffix(2)) else {
                return status(.timeout)
            }
            command.removeLast(2)
        }
        guard var answer = answer(toRaw: command, of: target, platform) else { return status(.timeout) }
        if answer.count == 1, platform == .type2 {
            guard answer == SimulatedType2.ack else { return status(.wrongData) }
        } else if (registers[Self.rxMode] ?? 0) & 0x80 == 0 {
            answer += Self.checkSumA(answer[...])
        }
        guard answer.count <= Self.mostAnswerBytes else { return status(.bufferTooSmall) }
        return .data([PN532Status.success.rawValue] + answer)
    }

    private mutating func answer(toRaw command: [UInt8], of target: UInt8, _ platform: TagPlatform) -> [UInt8]? {
        if platform == .type2 {
            let answer = field.exchange(command, with: target)
            if command == [0x50, 0x00] { _ = field.deselect(target, forgetting: false) }
            return answer
        }
        guard command.count == 1, field.isAnswering(target) else { return nil }
        switch command[0] {
        case 0xB2, 0xB3: return [command[0] & 0x0F | 0xA0]
        case 0xC2:
            _ = field.deselect(target, forgetting: false)
            return [0xC2]
        default: return nil
        }
    }

    /// CRC_A of ISO 14443-3, low byte first.
    static func checkSumA(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var value: UInt16 = 0x6363
        for byte in bytes {
            var step = byte ^ UInt8(truncatingIfNeeded: value)  // the low byte takes part
            step ^= step << 4
            value = value >> 8 ^ UInt16(step) << 8 ^ UInt16(step) << 3 ^ UInt16(step) >> 4
        }
        return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]  // its two bytes
    }
}
