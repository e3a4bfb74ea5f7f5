import GATT
import Ground
import Journal
import Links
import NearbyInteraction
import Phone
import ScenarioKit
import Wording

/// A step that waits for the link to one accessory, or for something to be set up on it.
protocol LinkStep: StepMachine {
    var name: AccessoryName { get }
    var within: Lapse { get }
    /// The request to the phone.
    var command: PhoneCommand { get }
    /// The name of the span that a step of this kind measures.
    static var what: String { get }

    mutating func receive(
        _ event: ChannelEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    /// Returns the failure code and a description of what did not happen in time.
    func missing(after limit: Lapse) -> (code: FailureCode, seen: Sentence)
}

extension LinkStep {
    var limit: Lapse? { within }
    func bringsAbout(_ event: PhoneEvent) -> Bool { event.isOne(of: [.ready, .encrypted], about: name) }

    var asks: [DirectorEffect] { [.command(command)] }

    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        guard case .channel(name, let event) = event else { return .goesOn() }
        return try receive(event, step, &seen, at: now)
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let (code, what) = missing(after: step.elapsed(at: now))
        throw step.failure(code, seen: what.and(seen.remarks(of: name)), .bluetooth(name))
    }

    func done(
        _ step: PlayedStep, _ seen: inout Observations, at now: Instant, _ more: Measured...,
        as what: String = Self.what
    ) -> Progress {
        seen.noteCheck()
        return .done([step.measured(what, at: now)] + more)
    }

    /// Returns a failure that rests on bytes alone.
    fileprivate func ofBytes(
        _ step: PlayedStep, _ code: FailureCode, _ expected: Sentence? = nil, seen: Sentence
    ) -> StepFailure {
        var failure = step.failure(code, expected, seen: seen, .bluetooth(name))
        failure.isOfBytes = true
        return failure
    }
}

/// `Find`: lasts until the accessory advertises a service that phones look for.
struct FindStep: LinkStep {
    static let what = "find"
    let name: AccessoryName
    let within: Lapse

    var command: PhoneCommand { .find(name, within: within) }

    /// Phones scan by service alone, so an accessory found by its address or name does not count as found.
    func receive(
        _ event: ChannelEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        if case .connectFailed(let reason) = event {
            throw step.failure("link.notFound", seen: .told(reason), .bluetooth(name))
        }
        guard case .found(let advertisement) = event else { return .goesOn() }
        let (wanted, offered) = (seen.setting.channels(of: name).map(\.service), advertisement.services)
        guard offered.contains(where: { wanted.contains($0) }) else {
            throw ofBytes(
                step, offered.isEmpty ? "advertising.noService" : "advertising.otherService",
                seen: .advertisingNames(offered))
        }
        return done(step, &seen, at: now)
    }

    func missing(after limit: Lapse) -> (code: FailureCode, seen: Sentence) {
        ("link.notFound", .notAdvertised(within: limit))
    }
}

/// `Connect` and `Subscribe`: last until the data channel is open, or as much of it as requested.
struct ConnectStep: LinkStep {
    static let what = "connect"
    let name: AccessoryName
    let within: Lapse
    /// The stage up to which to connect; nil if the link is up and only the subscription is missing.
    private let stage: ChannelStage?
    private var progress: Reached

    /// The stage that the connection has reached.
    private enum Reached {
        case searching
        case found
        case connected

        var missing: Sentence {
            switch self {
            case .searching: .accessoryNotFound
            case .found: .connectionNotAccepted
            case .connected: .channelUnanswered
            }
        }

        var code: FailureCode {
            switch self {
            case .searching: "link.notFound"
            case .found: "link.notAccepted"
            case .connected: "link.unanswered"
            }
        }
    }

    init(_ name: AccessoryName, upTo stage: ChannelStage?, within: Lapse) {
        (self.name, self.stage, self.within) = (name, stage, within)
        progress = stage == nil ? .connected : .searching
    }

    var command: PhoneCommand { stage.map { .connect(name, within: within, upTo: $0) } ?? .subscribe(name) }
    func longest(_ patience: Lapse) -> Lapse { stage == nil ? within : within + Patience.securing }
    func waits(for name: AccessoryName) -> Bool { name == self.name }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        if stage != nil { seen.beginConnection(to: name, at: now) }
        step.deadline = now + within
        return [.command(command)]
    }

    mutating func receive(
        _ event: ChannelEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch event {
        case .ready(let mtu, let profile):
            try compare(profile, step, seen)
            return done(step, &seen, at: now, Measured("ATT_MTU, \(profile)", .count(Int(mtu))))
        case .opened: return done(step, &seen, at: now)
        case .notOpened(let reason):
            throw step.failure("link.notOpened", seen: .noNetworkConnection(reason), .bluetooth(name))
        case .linked(let mtu): return done(step, &seen, at: now, Measured("ATT_MTU", .count(Int(mtu))))
        case .connectFailed(let reason): throw step.failure(progress.code, seen: .told(reason), .bluetooth(name))
        case .setUpFailed(let reason): throw step.failure("channel.notOffered", seen: .told(reason), .bluetooth(name))
        case .discovered: progress = .found
        case .connected: progress = .connected
        case .found, .securing, .encrypted, .pairingFailed, .writeRefused, .backgroundConfiguration,
            .backgroundRefused, .noBackgroundService, .identified, .parametersRequested, .reconnecting, .lost:
            break
        }
        return .goesOn()
    }

    /// Throws if the accessory was found by the service of a data channel other than its own, because its own app
    /// would not find it.
    private func compare(_ profile: String, _ step: PlayedStep, _ seen: Observations) throws(StepFailure) {
        guard let advertised = seen.record(of: name)?.advertised,
            let own = DataChannelProfile.presets.first(where: { $0.name == profile }),
            !advertised.contains(own.service)
        else { return }
        throw ofBytes(
            step, "advertising.otherService", .byAdvertisedService(step.text),
            seen: .advertises(advertised, butSpeaks: own))
    }

    func missing(after limit: Lapse) -> (code: FailureCode, seen: Sentence) {
        (progress.code, .noDataChannel(after: limit, because: progress.missing))
    }
}

/// `Pair`: lasts until the link is encrypted.
struct PairStep: LinkStep {
    static let what = "encrypted"
    let name: AccessoryName
    let within: Lapse

    var command: PhoneCommand { .pair(name) }

    func receive(
        _ event: ChannelEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch event {
        case .encrypted(let security):
            let what = Sentence.encrypted(withStoredKey: security.isBonded)
            return done(step, &seen, at: now, as: what.description)
        case .pairingFailed(let reason): throw step.failure("pairing.failed", seen: .told(reason), .bluetooth(name))
        case .lost(let reason):
            throw step.failure("pairing.linkLost", seen: .linkWent(reason), .bluetooth(name))
        case .discovered, .found, .connected, .connectFailed, .linked, .ready, .opened, .notOpened, .setUpFailed,
            .securing, .writeRefused,
            .backgroundConfiguration, .backgroundRefused, .noBackgroundService, .identified, .parametersRequested,
            .reconnecting:
            return .goesOn()
        }
    }

    func missing(after limit: Lapse) -> (code: FailureCode, seen: Sentence) {
        ("pairing.unanswered", .notEncrypted(after: limit))
    }
}

/// `Read`: lasts until a value of the accessory is read or refused.
struct ReadStep: LinkStep {
    static let what = "read"
    let value: ReadableValue
    let name: AccessoryName
    let expected: ReadExpectation
    let within: Lapse

    var command: PhoneCommand { .read(value, of: name) }
    func waits(for name: AccessoryName) -> Bool { name == self.name }

    func receive(
        _ event: ChannelEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let what: Sentence
        let isMet: Bool
        let code: FailureCode
        switch event {
        case .backgroundConfiguration(let bytes):
            let isLast = bytes == seen.record(of: name)?.configuration
            what = isLast ? .isWhatWasSentLast : .holds(bytes)
            let isZeroed = !bytes.isEmpty && bytes.allSatisfy { $0 == 0 }
            code =
                expected == .refusal
                ? "background.unprotected" : isZeroed ? "background.zeroed" : "background.otherConfiguration"
            isMet = expected == .any || (expected == .lastConfiguration && isLast)
        case .backgroundRefused(let error):
            (what, code) = (.readRefused(error), "background.refused")
            isMet = expected == .any || (expected == .refusal && error.asksForPairing)
        case .noBackgroundService:
            (what, code) = (.noBackgroundService, "background.noService")
            isMet = expected == .absence
        case .discovered, .found, .connected, .connectFailed, .linked, .ready, .opened, .notOpened, .setUpFailed,
            .securing, .encrypted,
            .pairingFailed, .writeRefused, .identified, .parametersRequested, .reconnecting, .lost:
            return .goesOn()
        }
        guard isMet else { throw step.failure(code, seen: what, .bluetooth(name)) }
        return done(step, &seen, at: now)
    }

    func missing(after limit: Lapse) -> (code: FailureCode, seen: Sentence) {
        ("background.unanswered", .noAnswer(after: limit))
    }
}

/// `Disconnect`: lasts until the link is gone. The accessory is never to blame.
struct DisconnectStep: LinkStep {
    static let what = "disconnect"
    let name: AccessoryName
    let within: Lapse

    var command: PhoneCommand { .disconnect(name) }
    func endsLink(to name: AccessoryName) -> Bool { name == self.name }
    func bringsAbout(_ event: PhoneEvent) -> Bool { event.isOne(of: [.lost, .zone, .feature], about: name) }

    func receive(
        _ event: ChannelEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress { if case .lost = event { done(step, &seen, at: now) } else { .goesOn() } }

    func missing(after limit: Lapse) -> (code: FailureCode, seen: Sentence) {
        ("rig.mute", .linkStillUp(after: limit))
    }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        let (code, what) = missing(after: step.elapsed(at: now))
        return .error(RunError(code, on: .bluetooth(name), .about(step.step.spot, what)))
    }
}
