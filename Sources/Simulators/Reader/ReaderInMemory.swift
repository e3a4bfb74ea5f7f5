import Ground
import Links
import NDEF

/// A reader without chip and library between it and its tags, which behaves like libnfc and a PN532 together.
///
/// The effect and duration of each fault were observed with Debian's libnfc and the simulated chip (nfc.md
/// 3.7, and the driver's own tests of the same rows).
struct ReaderInMemory: Sendable {
    private enum Line: Sendable {
        case closed
        case open
        /// It was open before.
        case lost
        /// A fault was reported; nothing is answered until it is closed.
        case failed
    }

    /// The time of one command to a tag and its answer, or of a look into the field.
    static let exchangeTime = Lapse.milliseconds(4)
    static let openingTime = Lapse.milliseconds(60)
    /// The time a PN532 waits for a silent tag (nfc.md 2.5).
    static let silenceTime = Lapse.milliseconds(52)
    static let mostTags = 3
    private static let heat = "the reader failed: Device's Internal Chip Error"

    private var field: Field
    private var line = Line.closed
    private var troubles: [ReaderFailure] = []

    init(tags: [(name: TagName, tag: SimulatedTag)]) { field = Field(aside: tags) }

    /// Applies a stage's request to tags and reader.
    mutating func stage(_ request: StageRequest) -> [StageEvent] {
        if case .readerTrouble(let trouble, let begins) = request {
            troubles.removeAll { $0 == trouble }
            if begins { troubles.append(trouble) }
        }
        return field.stage(request)
    }

    mutating func takeTorn() -> [TagName] { field.takeTorn() }

    /// Returns the answer to a request and its duration; nil if there is none.
    mutating func receive(_ request: ReaderRequest) -> (Inbound, after: Lapse)? {
        switch (line, request) {
        case (_, .close):
            line = .closed
            field.turn(on: false)
            return nil
        case (.closed, .open), (.lost, .open): return open()
        case (.open, .poll): return answer(to: request) { $0.poll() }
        case (.open, .exchange(let command, _)): return answer(to: request) { $0.exchange(command) }
        case (.open, .checkPresence):
            return answer(to: request) { reader in
                let isThere = reader.answersPresence() || reader.field.lookAgain()
                return (isThere ? .tagPresent : .tagAbsent, Self.exchangeTime)
            }
        case (.closed, _), (.lost, _), (.failed, _), (.open, .open): return nil
        }
    }

    private mutating func open() -> (Inbound, after: Lapse) {
        let isFirst = if case .closed = line { true } else { false }
        guard let (why, delay) = obstacle(isFirst: isFirst) else {
            let wasForgetful = isFirst && take(.forgetsItself)
            line = .open
            return (.reader(.opened("a simulated reader")), Self.openingTime * (wasForgetful ? 9 : 1))
        }
        line = isFirst ? .failed : .lost
        guard isFirst else { return (.reader(.lost(why)), delay) }
        let fault = RigFault(
            "the simulated NFC reader did not open: \(why)", remedy: "End its simulated fault before it is opened")
        return (.fault(.reader, fault), delay)
    }

    /// The reason the reader does not open, or nil. A first opening is tried three times; retries of a later one are
    /// up to the caller.
    private mutating func obstacle(isFirst: Bool) -> (why: String, after: Lapse)? {
        if troubles.contains(.unplugged) { return ("there is no NFC reader", .milliseconds(1)) }
        if troubles.contains(.silent) { return ("no NFC reader answers", .milliseconds(isFirst ? 3000 : 1410)) }
        if isGarbled { return ("no NFC reader answers", .milliseconds(isFirst ? 960 : 170)) }
        if !isFirst, take(.forgetsItself) { return ("the NFC reader did not tell what it is", .milliseconds(410)) }
        return nil
    }

    private var isGarbled: Bool { troubles.contains(.garbles) || troubles.contains(.refuses) }

    /// Returns the result of a request, unless a fault of the reader ends it.
    private mutating func answer(
        to request: ReaderRequest, _ work: (inout Self) -> (ReaderEvent, after: Lapse)
    ) -> (Inbound, after: Lapse) {
        if let (why, delay) = loss(at: request) {
            line = .lost
            field.turn(on: false)
            return (.reader(.lost(why)), delay)
        }
        let (event, delay) = work(&self)
        return (.reader(event), delay)
    }

    private mutating func loss(at request: ReaderRequest) -> (why: String, after: Lapse)? {
        guard request == .poll || field.platform(of: 1) != nil else { return nil }
        if request != .poll, take(.aborts) { return ("libnfc aborted", .milliseconds(2)) }
        let (silent, garbled): (Lapse, Lapse) =
            switch request {
            case .exchange(_, let limit): (max(limit, .milliseconds(120)) + .milliseconds(700), .milliseconds(155))
            case .checkPresence: (.milliseconds(1410), .milliseconds(355))
            case .poll, .open, .close: (.milliseconds(1050), .milliseconds(205))
            }
        let failure = "the NFC reader does not answer"
        if troubles.contains(.unplugged) { return ("\(failure): Input / Output Error", .milliseconds(2)) }
        if troubles.contains(.silent) { return ("\(failure): Timeout", silent) }
        return isGarbled ? ("\(failure): Input / Output Error", garbled) : nil
    }

    private mutating func take(_ trouble: ReaderFailure) -> Bool {
        guard let index = troubles.firstIndex(of: trouble) else { return false }
        troubles.remove(at: index)
        return true
    }

    private mutating func poll() -> (ReaderEvent, after: Lapse) {
        let found = field.look(atMost: Self.mostTags)
        guard let first = found.first else { return (.noTag, Self.exchangeTime) }
        return (found.count == 1 ? .tagFound(first) : .tagsFound(found), Self.exchangeTime)
    }

    private mutating func exchange(_ command: [UInt8]) -> (ReaderEvent, after: Lapse) {
        guard let platform = field.platform(of: 1) else { return (.exchangeFailed("no tag is selected"), .zero) }
        let answer = field.exchange(command, with: 1)
        // The chip first asks its tag, and then replaces the tag's answer with its own status.
        if troubles.contains(.overheats) { return (.readerFailed(Self.heat), Self.exchangeTime) }
        if let answer, platform != .type2 || answer.count != 1 { return (.response(answer), Self.exchangeTime) }
        if let answer, answer == SimulatedType2.ack {
            // The chip recognizes WRITE and reports its completion; answers to unknown commands are passed on
            // unchanged.
            let isKnown = command.first == 0xA2 || command.first == 0xA0
            return (.response(isKnown ? [] : answer), Self.exchangeTime)
        }
        let delay = answer == nil ? Self.silenceTime : Self.exchangeTime
        // A type 4 tag that is reselected has forgotten its file, so it counts as lost.
        let isThere = answersPresence() || (field.lookAgain() && platform == .type2)
        guard isThere else {
            field.turn(on: false)
            return (.exchangeFailed("the tag left the field"), delay)
        }
        return (.exchangeFailed("the transmission failed: RF Transmission Error"), delay)
    }

    /// Checks presence as libnfc does: by reading a type 2 tag's first page.
    private mutating func answersPresence() -> Bool {
        switch field.platform(of: 1) {
        case .none: false
        case .type2: field.exchange([0x30, 0x00], with: 1) != nil
        case .some: field.isAnswering(1)
        }
    }
}
