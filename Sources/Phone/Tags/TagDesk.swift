public import Ground
public import Links
import NDEF
public import TagRouting

/// What the tag desk wants done, or tells.
public enum TagDeskEffect: Hashable, Sendable {
    case request(ReaderRequest)
    case event(TagEvent)
    case finding(Finding)
}

/// Background tag reading: polls the field, reads what comes into it, and decides where the phone would go.
///
/// One request to the reader at a time. A tag that is torn away while it is read gets one more try from the beginning;
/// a tag that stays in the field is told once, and counts as gone when two looks in a row miss it
/// (nfc.md, sections 3.9 and 4.1; when a phone calls a tag *new* is not documented).
public struct TagDesk: Sendable {
    /// Between two looks into the field; the rig's own choice.
    static let pollPeriod = Span.milliseconds(200)
    /// For one command to the tag.
    static let exchangeLimit = Span.milliseconds(500)
    static let looksBeforeGone = 2
    static let readings = 2

    private struct Reading: Sendable {
        let identity: Links.TagIdentity
        var reader: TagReader
        var readingsLeft: Int
    }

    private enum State: Sendable {
        case closed
        case opening
        case waiting
        case polling
        case reading(Reading)
        /// A tag torn away while it was read is looked for once more.
        case reselecting(Reading)
        /// Read, and still in the field as far as known.
        case resting(misses: Int)
        case checking(misses: Int)
    }

    private let router: TagRouter
    private let conditions: PhoneConditions
    private var state = State.closed
    private var next: Instant?

    public init(router: TagRouter, conditions: PhoneConditions) {
        self.router = router
        self.conditions = conditions
    }

    public var deadline: Instant? { next }

    public mutating func open() -> [TagDeskEffect] {
        state = .opening
        return [.request(.open)]
    }

    public mutating func close() -> [TagDeskEffect] {
        if case .closed = state { return [] }
        state = .closed
        next = nil
        return [.request(.close)]
    }

    public mutating func advance(to now: Instant) -> [TagDeskEffect] {
        guard let due = next, due <= now else { return [] }
        next = nil
        switch state {
        case .waiting:
            state = .polling
            return [.request(.poll)]
        case .resting(let misses):
            state = .checking(misses: misses)
            return [.request(.checkPresence)]
        case .reselecting:
            return [.request(.poll)]
        case .closed, .opening, .polling, .reading, .checking:
            return []
        }
    }

    public mutating func receive(_ event: ReaderEvent, at now: Instant) -> [TagDeskEffect] {
        switch (state, event) {
        case (.opening, .opened(let name)):
            wait(at: now, in: .waiting)
            return [.event(.readerReady(name))]
        case (.polling, .noTag):
            wait(at: now, in: .waiting)
            return []
        case (.polling, .tagFound(let identity)):
            return [.event(.detected(identity))] + read(identity, readingsLeft: Self.readings, at: now)
        case (.reading(var reading), .response(let bytes)):
            let step = reading.reader.receive(bytes)
            return proceed(reading, step, at: now)
        case (.reading(var reading), .exchangeFailed):
            let step = reading.reader.receiveNoAnswer()
            return proceed(reading, step, at: now)
        case (.reselecting(let reading), .tagFound(let identity)) where identity == reading.identity:
            return read(identity, readingsLeft: reading.readingsLeft, at: now)
        case (.reselecting, .noTag), (.reselecting, .tagFound):
            wait(at: now, in: .waiting)
            return [.event(.unreadable("the tag was moved away while it was read")), .event(.gone)]
        case (.checking, .tagPresent):
            wait(at: now, in: .resting(misses: 0))
            return []
        case (.checking(let misses), .tagAbsent):
            return missed(misses + 1, at: now)
        case (.closed, _):
            return []
        case (.opening, _), (.waiting, _), (.polling, _), (.reading, _), (.reselecting, _), (.resting, _),
            (.checking, _):
            return [.finding(Finding(.warning, "the reader answered what it was not asked: \(event)"))]
        }
    }

    private mutating func wait(at now: Instant, in state: State) {
        self.state = state
        next = now + Self.pollPeriod
    }

    private mutating func missed(_ misses: Int, at now: Instant) -> [TagDeskEffect] {
        guard misses >= Self.looksBeforeGone else {
            wait(at: now, in: .resting(misses: misses))
            return []
        }
        wait(at: now, in: .waiting)
        return [.event(.gone)]
    }

    private mutating func read(_ identity: Links.TagIdentity, readingsLeft: Int, at now: Instant) -> [TagDeskEffect] {
        let platform = TagPlatform(sak: identity.sak)
        guard var reader = TagReader(for: platform) else {
            return end([.event(.unreadable("a phone does not read \(platform) tags in the background"))], at: now)
        }
        let step = reader.begin()
        let reading = Reading(identity: identity, reader: reader, readingsLeft: readingsLeft - 1)
        return proceed(reading, step, at: now)
    }

    private mutating func proceed(_ reading: Reading, _ step: TagReadStep, at now: Instant) -> [TagDeskEffect] {
        switch step {
        case .command(let bytes):
            state = .reading(reading)
            return [.request(.exchange(bytes, within: Self.exchangeLimit))]
        case .finished(let contents):
            let findings = contents.findings.map { TagDeskEffect.event(.finding($0)) }
            return end([.event(.read(contents))] + findings + route(contents), at: now)
        case .failed(.noAnswer) where reading.readingsLeft > 0:
            state = .reselecting(reading)
            return [.request(.poll)]
        case .failed(let failure):
            return end([.event(.unreadable("\(failure)"))], at: now)
        }
    }

    private mutating func end(_ effects: [TagDeskEffect], at now: Instant) -> [TagDeskEffect] {
        wait(at: now, in: .resting(misses: 0))
        return effects
    }

    private func route(_ contents: TagContents) -> [TagDeskEffect] {
        guard let bytes = contents.message else { return decide(withoutURI: "the tag is blank") }
        let message: NDEFMessage
        do {
            message = try NDEFMessage(decoding: bytes)
        } catch {
            let finding = Finding(error, in: "NDEF message")
            return [.event(.finding(finding))] + decide(withoutURI: "the NDEF message is malformed: \(error)")
        }
        let first = message.firstURI()
        let findings = (message.findings + first.findings).map { TagDeskEffect.event(.finding($0)) }
        switch first.outcome {
        case .uri(let uri): return findings + decide(router.route(uri: uri, conditions: conditions))
        case .none: return findings + decide(withoutURI: "the message has no URI record")
        case .unusable(let reason): return findings + decide(withoutURI: "the first URI record is unusable: \(reason)")
        }
    }

    private func decide(_ decision: RouteDecision) -> [TagDeskEffect] { [.event(.routed(decision))] }

    private func decide(withoutURI reason: String) -> [TagDeskEffect] {
        decide(router.routeWithoutURI(reason: reason, conditions: conditions))
    }
}
