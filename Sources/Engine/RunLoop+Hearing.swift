import Ground
import Journal
import Links
import Phone
import RigKit
import ScenarioKit
import Wording

/// The sense of the rig that a failure rests on: with it deaf, a sound accessory or tag would have failed alike.
private enum Sense {
    /// The adapter's, for advertisements and answers.
    case adapter
    /// The kit's, for ranging.
    case kit
    /// The reader's, for tags.
    case reader

    init?(behind failure: StepFailure, _ seen: Observations) {
        switch failure.link {
        case .reader, .tag:
            // A tag that was detected shows by itself that the reader has a field.
            guard seen.tags.unseen != nil else { return nil }
            self = .reader
        case .bluetooth(let name) where Self.connecting.contains(failure.code) || !seen.hasHeard(of: name):
            self = .adapter
        default:
            guard failure.restsOnKit || failure.link == .kit, !failure.isOfBytes else { return nil }
            self = .kit
        }
    }

    /// The failures of an accessory that was heard and could not be connected to.
    private static let connecting: Set<FailureCode> = [
        "link.notFound", "link.notAccepted", "link.unanswered", "power.notConnectable", "reset.notConnectable",
    ]

    /// The link whose device has the sense.
    func link(of failure: StepFailure) -> LinkID? {
        switch self {
        case .adapter: failure.link
        case .kit: .kit
        case .reader: .reader
        }
    }
}

/// The signs of life of a reference while the rig looks for it.
struct HeardReference {
    fileprivate let name: AccessoryName?
    /// Whether its data channel is open.
    fileprivate var isReady = false
    fileprivate var hasFailed = false
    fileprivate var distances: [Distance] = []
    fileprivate var isTagDetected = false

    mutating func note(_ event: PhoneEvent) {
        switch event {
        case .channel(name, .ready), .channel(name, .opened): isReady = true
        case .channel(name, .connectFailed), .channel(name, .setUpFailed), .channel(name, .notOpened),
            .channel(name, .lost):
            hasFailed = true
        case .distance(name, let measured, _): distances.append(measured)
        case .tag(.detected): isTagDetected = true
        default: break
        }
    }
}

// Silence has two ends. Before it counts against an accessory or a tag, the rig shows on a reference that it hears.
extension RunLoop {
    /// The time in which a reference must advertise, connect, be measured or be detected.
    private static let hearingLimit = Lapse.seconds(10)
    /// The measurements that show that the kit hears.
    private static let leastMeasurements = 5

    /// Looks for the rig's reference after a failure that rests on silence, or a pass that does. A rig that does not
    /// hear that one either makes it an error; without a reference, a failed run says what it assumes.
    ///
    /// The phone is replaced by another one in its usual state, because the scenario may have left it in one in which
    /// it hears nothing.
    mutating func proveHearing() {
        guard let failure = silence, let sense = Sense(behind: failure, director.observations),
            let link = sense.link(of: failure)
        else {
            return
        }
        let tags = run.needs.compactMap { if case .tag(let name) = $0 { name } else { nil } }
        let doubt: Doubt?
        let proof: Sentence
        switch (sense, run.rig.reference, run.rig.referenceTag) {
        case (.reader, _, let tag?) where run.rig.presentsReference(beside: tags):
            shutDown()
            (doubt, proof) = (seek(tag), .detected(reference: tag))
        case (.adapter, let (name, _)?, _) where canJudge(by: name) && !run.rig.onNetwork.contains(name):
            shutDown()
            (doubt, proof) = (connect(to: name), .connected(toReference: name))
        case (.kit, let (name, distance)?, _) where canJudge(by: name):
            shutDown()
            (doubt, proof) = (measure(name, known: distance), .measured(reference: name, about: distance))
        default: return noteAssumption(of: failure, on: link)
        }
        // Cut short, the search shows nothing.
        guard isDecided, !isInterrupted else { return }
        if let doubt {
            let device = doubt.link ?? link
            ending = .error(Self.undecided(failure, device, .about(device, doubt.reason)))
        } else {
            log.record(Finding("witness.reference", .note, proof.description), on: link, at: horizon)
        }
    }

    /// The silence that the verdict rests on: the failure, or the absence of what the kit would have heard.
    private var silence: StepFailure? {
        switch ending {
        case .failed(let failure): failure
        case .complete: run.rig.reference == nil ? nil : director.observations.absenceByKit
        case .error, .timedOut, nil: nil
        }
    }

    /// Whether the scenario passed or failed, and nothing that happened since spoils that.
    private var isDecided: Bool {
        switch ending {
        case .complete, .failed: true
        case .error, .timedOut, nil: false
        }
    }

    /// The reason why a failure says nothing about the accessory, and the device concerned; nil for the one whose sense
    /// was doubted.
    private typealias Doubt = (link: LinkID?, reason: Sentence)

    /// Only an accessory that the scenario does not test shows anything about the rig.
    private func canJudge(by name: AccessoryName) -> Bool { !run.needs.contains(.accessory(name)) }

    /// A simulated device hears what the simulation says; a real one may be deaf.
    private mutating func noteAssumption(of failure: StepFailure, on link: LinkID) {
        guard run.rig.kind == .hardware, case .failed = ending else { return }
        log.record(Finding(.witnessNone, .warning, Sentence.assumes(hearing: link).description), on: link, at: horizon)
    }

    private mutating func connect(to name: AccessoryName, hasKit: Bool = false) -> Doubt? {
        begin(knowing: [name], hasKit: hasKit, hasReader: false)
        perform(.connect(name, within: Self.hearingLimit, upTo: .subscribed))
        go(for: Self.hearingLimit + .seconds(1)) { !$0.isReady && !$0.hasFailed }
        guard heard?.isReady != true else { return nil }
        return (run.rig.dataChannel(of: name), .unreachable(reference: name))
    }

    private mutating func measure(_ name: AccessoryName, known: Distance) -> Doubt? {
        if let doubt = connect(to: name, hasKit: true) { return doubt }
        perform(.startSession(name))
        go(for: Self.hearingLimit) { $0.distances.count < Self.leastMeasurements }
        let distances = (heard?.distances ?? []).sorted()
        guard distances.count >= Self.leastMeasurements else {
            return (nil, .unmeasured(reference: name, at: known, distances.count))
        }
        let median = distances[distances.count / 2]
        guard (median - known).magnitude > Rig.referenceTolerance else { return nil }
        return (nil, .mismeasured(reference: name, at: known, as: median))
    }

    private mutating func seek(_ tag: TagName) -> Doubt? {
        begin(knowing: [], hasKit: false, hasReader: true)
        for name in director.observations.tags.field { send(.remove(name)) }
        send(.present(tag))
        go(for: Self.hearingLimit + director.stagePatience) { !$0.isTagDetected }
        let isDetected = heard?.isTagDetected == true
        send(.remove(tag))
        return isDetected ? nil : (nil, .undetected(reference: tag))
    }

    /// Replaces the phone, whose links were ended, and waits until the devices it needs are ready.
    private mutating func begin(knowing names: [AccessoryName], hasKit: Bool, hasReader: Bool) {
        heard = HeardReference(name: names.first)
        phone = Phone(
            PhoneSetup(), accessories: names, ownChannels: run.rig.ownChannels.filter { names.contains($0.key) },
            onNetwork: run.rig.onNetwork.intersection(names), host: hasKit ? run.rig.uwb.host : nil,
            hasReader: hasReader, generator: SeededGenerator(seed: run.seed))
        carryOut(phone.begin(at: horizon))
        let limit = horizon + ScenarioRun.bringUpLimit
        while !phone.isReady, horizon < limit, isDecided, !isInterrupted, step(until: limit) {}
    }

    private mutating func perform(_ command: PhoneCommand) { carryOut(command.carryOut(on: &phone, at: horizon)) }

    private mutating func send(_ request: StageRequest) {
        log.record(Outbound.stage(request), at: links.send(.stage(request)))
    }

    private mutating func go(for span: Lapse, while isOpen: (HeardReference) -> Bool) {
        let limit = horizon + span
        while heard.map(isOpen) == true, horizon < limit, isDecided, !isInterrupted, step(until: limit) {}
    }
}
