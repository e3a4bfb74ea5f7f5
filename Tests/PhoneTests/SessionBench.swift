import Ground
import NearbyInteraction
import Phone
import UWB

/// An app and its session with one accessory, brought to a stage, with its effects as short words.
struct SessionBench {
    enum Place: CaseIterable {
        case idle, awaitingConfiguration, prompted, running, ranging, paused, suspended, awaitingStop, startingAgain
        case backingOff, invalidated, linkless
    }

    static let name: AccessoryName = "door"
    static let configuration = AccessoryConfigurationData(role: .initiator, address: ShortAddress(rawValue: 0x1122))
    static let answer = AccessoryMessage.accessoryConfigurationData(configuration.encoded).encoded()
    static let didStart = AccessoryMessage.uwbDidStart.encoded()
    static let didStop = AccessoryMessage.uwbDidStop.encoded()
    /// The accessory's address as used by the kit.
    static let peer = ShortMACAddress(rawValue: 0x1122)

    var desk: NearbyController
    var now = Instant.start + .seconds(5)
    var effects: [NearbyEffect] = []
    /// The kinds of messages that are withheld.
    var withheld: [MessageKind] = []
    /// All messages sent since the start.
    var sent: [PhoneMessage] = []

    init(
        settings: NearbySettings, identifiers: MessageIdentifiers = .appleSample,
        system: SystemSettings = SystemSettings(), seed: UInt64 = 1
    ) {
        desk = NearbyController(
            settings: settings, system: system, accessories: [Self.name],
            identifiers: [Self.name: identifiers], generator: SeededGenerator(seed: seed))
        desk.channelOpened(to: Self.name)
    }

    init(
        retry: RetryPolicy = RetryPolicy(attempts: 2, cycle: .full), system: SystemSettings = SystemSettings(),
        seed: UInt64 = 1
    ) {
        self.init(settings: NearbySettings(retry: retry), system: system, seed: seed)
    }

    init(in place: Place) {
        let asks = NearbyPermission.asks(.allowWhileInUse, after: .seconds(60))
        self.init(
            retry: RetryPolicy(attempts: 2, cycle: .full, backOff: place == .backingOff ? .seconds(1) : .zero),
            system: SystemSettings(permission: place == .prompted ? asks : .allowed))
        guard place != .idle else { return }
        start()
        if place == .invalidated { fail(.sessionFailed) }
        guard place != .awaitingConfiguration else {
            effects = []
            return
        }
        receive(Self.answer)
        switch place {
        case .idle, .awaitingConfiguration, .prompted, .running, .invalidated: break
        case .ranging: receive(Self.didStart)
        case .paused: act { $0.pause(Self.name, at: $1) }
        case .suspended:
            receive(Self.didStart)
            suspend()
            receive(Self.didStop)
        case .awaitingStop: stop()
        case .startingAgain, .backingOff: pass(.seconds(3))
        case .linkless: act { $0.channelLost(to: Self.name, at: $1) }
        }
        effects = []
    }

    /// Performs an act on the controller; returns its effects.
    @discardableResult
    mutating func act(_ body: (inout NearbyController, Instant) -> [PeerSessionEffect]) -> String {
        effects = body(&desk, now).map(\.effect)
        for case .write(let message) in effects where !withheld.contains(message.kind) {
            sent.append(message)
            desk.wrote(message.encoded(), to: Self.name, byApp: true, at: now)
        }
        return words
    }

    @discardableResult mutating func start() -> String { act { $0.start(Self.name, at: $1) } }
    @discardableResult mutating func stop() -> String { act { $0.stop(Self.name, at: $1) } }
    @discardableResult mutating func runAgain() -> String { act { $0.run(Self.name, at: $1) } }
    @discardableResult mutating func suspend() -> String { act { $0.setSuspended(Self.name, true, at: $1) } }
    @discardableResult mutating func endSuspension() -> String { act { $0.setSuspended(Self.name, false, at: $1) } }
    @discardableResult mutating func windDown() -> String { act { $0.windDown(at: $1) } }
    @discardableResult mutating func loseChannel() -> String { act { $0.channelLost(to: Self.name, at: $1) } }
    @discardableResult mutating func peerEnded() -> String { act { $0.peerEnded(Self.name, at: $1) } }
    @discardableResult mutating func fail(_ code: NIErrorCode) -> String { act { $0.fail(Self.name, code, at: $1) } }

    @discardableResult
    mutating func receive(_ message: [UInt8]) -> String { act { $0.receive(message, from: Self.name, at: $1) } }

    /// Reports a round of the kit; nil means one without a distance.
    @discardableResult
    mutating func measure(_ distance: Distance?, from peer: ShortMACAddress = Self.peer) -> String {
        act { $0.measured([RangingMeasurement(peer: peer, distance: distance)], with: Self.name, at: $1) }
    }

    /// Writes raw bytes of the scenario past the app.
    mutating func send(_ bytes: [UInt8]) { desk.wrote(bytes, to: Self.name, byApp: false, at: now) }

    @discardableResult
    mutating func pass(_ span: Lapse) -> String {
        now = now + span
        return act { $0.advance(to: $1) }
    }

    mutating func startAndRun() {
        start()
        receive(Self.answer)
    }

    var isRunning: Bool { desk.isRunning(Self.name) }
    var isBusy: Bool { desk.isBusy(Self.name) }

    var words: String { effects.map(Self.word).joined(separator: ", ") }

    /// The shareable configuration data in the last effects.
    var shareable: ShareableConfigurationData? {
        for case .write(.configureAndStart(let bytes)) in effects {
            return try? ShareableConfigurationData(decoding: bytes)
        }
        return nil
    }

    var findings: [Finding] {
        effects.compactMap { if case .event(.finding(let finding)) = $0 { finding } else { nil } }
    }

    /// The findings against the kit.
    var doubts: [Finding] {
        effects.compactMap { if case .doubt(let finding) = $0 { finding } else { nil } }
    }

    /// The last object that the session reported.
    var object: NearbyObject? {
        effects.compactMap { if case .event(.didUpdate(let object)) = $0 { object } else { nil } }.last
    }

    static func word(_ effect: NearbyEffect) -> String {
        switch effect {
        case .write(.initialize): "write initialize"
        case .write(.configureAndStart): "write configureAndStart"
        case .write(.stop): "write stop"
        case .write: "write other"
        case .tell(let message): "tell \(message.kind.rawValue)"
        case .startRanging: "range"
        case .stopRanging(.zero): "stop ranging"
        case .stopRanging(let span): "stop ranging after \(span)"
        case .event(let event): word(event)
        case .doubt(let finding): "doubt: \(finding.weight.rawValue)"
        }
    }

    private static func word(_ event: NearbyEvent) -> String {
        switch event {
        case .received(let kind): "received \(kind.rawValue)"
        case .told(let bytes): "told \(bytes.hex)"
        case .prompted: "prompted"
        case .answered(let answer): "answered \(answer.rawValue)"
        case .sessionDidStartRunning: "runs"
        case .didGenerateShareableConfigurationData: "generated"
        case .accessoryDidStart: "started"
        case .accessoryDidStop: "stopped"
        case .didUpdate(let object): "update \(object.distance?.description ?? "none")"
        case .peerStillRanges(let distance): "still ranges \(distance)"
        case .didRemove(let reason): "removed \(reason.rawValue)"
        case .sessionWasSuspended: "suspended"
        case .sessionSuspensionEnded: "suspension ended"
        case .paused: "paused"
        case .invalidatedByApp: "invalidated"
        case .retry(let attempt): "retry \(attempt)"
        case .gaveUp(let attempts, let reason): "gave up \(attempts) \(reason.rawValue)"
        case .configurationThrew(let code): "threw \(code.code)"
        case .didInvalidate(let code): "invalid \(code.code)"
        case .addressClash(let other): "address clash with \(other)"
        case .ranWithPeer: "with a phone"
        case .peerMeasured(let distance): "peer measured \(distance)"
        case .finding(let finding): finding.weight.rawValue
        }
    }
}
