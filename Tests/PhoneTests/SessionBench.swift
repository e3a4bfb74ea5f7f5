import Ground
import NearbyInteraction
import Phone

/// A session that was brought to a place in its course, and what comes out of it as short words.
struct SessionBench {
    enum Place: CaseIterable {
        case idle, awaitingConfiguration, running, awaitingStop, startingAgain, backingOff, invalidated
    }

    static let configuration = AccessoryConfigurationData(role: .initiator, address: ShortAddress(rawValue: 0x1122))
    static let answer = AccessoryMessage.accessoryConfigurationData(configuration.encoded).encoded()
    static let didStart = AccessoryMessage.uwbDidStart.encoded()
    static let didStop = AccessoryMessage.uwbDidStop.encoded()

    var session: NearbySession
    var now = Instant.start + .seconds(5)
    var effects: [NearbyEffect] = []

    init(retry: RetryRule = RetryRule(attempts: 2), seed: UInt64 = 1) {
        session = NearbySession(
            settings: NearbySettings(retry: retry), generator: SeededGenerator(seed: seed))
    }

    init(in place: Place) {
        self.init(retry: RetryRule(attempts: 2, backOff: place == .backingOff ? .seconds(1) : .zero))
        guard place != .idle else { return }
        act { $0.start(at: $1) }
        guard place != .awaitingConfiguration else { return }
        receive(place == .invalidated ? Self.answer.dropLast() : Self.answer)
        if place == .awaitingStop { act { $0.stop(at: $1) } }
        if place == .startingAgain || place == .backingOff { pass(.seconds(3)) }
        effects = []
    }

    /// Does something with the session; gives what it led to.
    @discardableResult
    mutating func act(_ body: (inout NearbySession, Instant) -> [NearbyEffect]) -> String {
        effects = body(&session, now)
        return words
    }

    @discardableResult
    mutating func receive(_ message: [UInt8]) -> String { act { $0.receive(message, at: $1) } }

    @discardableResult
    mutating func pass(_ span: Span) -> String {
        now = now + span
        return act { $0.advance(to: $1) }
    }

    mutating func startAndRun() {
        act { $0.start(at: $1) }
        receive(Self.answer)
    }

    var words: String { effects.map(Self.word).joined(separator: ", ") }

    /// The shareable configuration data of the last effects.
    var shareable: ShareableConfigurationData? {
        for case .write(.configureAndStart(let bytes)) in effects {
            return try? ShareableConfigurationData(decoding: bytes)
        }
        return nil
    }

    var findings: [Finding] {
        effects.compactMap { if case .event(.finding(let finding)) = $0 { finding } else { nil } }
    }

    static func word(_ effect: NearbyEffect) -> String {
        switch effect {
        case .write(.initialize): "write initialize"
        case .write(.configureAndStart): "write configureAndStart"
        case .write(.stop): "write stop"
        case .write: "write other"
        case .startRanging: "range"
        case .stopRanging: "stop ranging"
        case .event(let event): word(event)
        }
    }

    private static func word(_ event: NearbyEvent) -> String {
        switch event {
        case .received(let kind): "received \(kind.rawValue)"
        case .sessionDidStartRunning: "runs"
        case .didGenerateShareableConfigurationData: "generated"
        case .accessoryDidStart: "started"
        case .accessoryDidStop: "stopped"
        case .didUpdate(let distance): "update \(distance?.description ?? "none")"
        case .didRemove(let reason): "removed \(reason.rawValue)"
        case .retry(let attempt): "retry \(attempt)"
        case .gaveUp(let attempts): "gave up \(attempts)"
        case .didInvalidate(let code): "invalid \(code.rawValue)"
        case .finding(let finding): finding.weight.rawValue
        }
    }
}
