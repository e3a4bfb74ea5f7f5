import Ground
import Links
import Phone
import ScenarioKit

/// What the words of a block expect or bring about: the rest is for `NothingElse` to name.
struct BlockPlan: Sendable {
    /// The steps of the block, by which it is known.
    let steps: [Step]
    /// What is expected in it, or of it by a block around.
    private(set) var expected: [Outcome] = []
    private var machines: [any StepMachine] = []
    private var blocks: [any BlockMachine] = []

    init(_ steps: [Step], around: [Check]) {
        self.steps = steps
        expect(around)
        collect(steps)
    }

    private mutating func collect(_ steps: [Step]) {
        for step in steps {
            expect(step.action.checks)
            switch step.action.machine {
            case .step(let machine): machines.append(machine)
            case .block(let machine, _): blocks.append(machine)
            }
            collect(step.action.innerSteps)
        }
    }

    private mutating func expect(_ checks: [Check]) {
        for case .expect(let check) in checks where !check.count.isExceeded(by: 1) { expected.append(check.outcome) }
    }

    /// Whether an event is something else: one that tells, and that no word of the block expects or brings about.
    func isElse(_ event: PhoneEvent) -> Bool {
        guard event.isTelling else { return false }
        return !expected.contains { $0.matches(event) || $0.switches(event) }
            && !machines.contains { $0.bringsAbout(event) } && !blocks.contains { $0.bringsAbout(event) }
    }
}

extension Outcome {
    /// Whether a feature goes on or off with a zone change that it asks for.
    fileprivate func switches(_ event: PhoneEvent) -> Bool {
        guard case .feature(let name, _, _) = event else { return false }
        return alternatives.contains { outcome in
            if case .entered(_, name) = outcome { return true }
            if case .left(_, name) = outcome { return true }
            return outcome == .zoneChange(name)
        }
    }
}

extension PhoneEvent {
    /// Whether it is one of these, about an accessory.
    func isOne(of kinds: [EventKind], about name: AccessoryName) -> Bool {
        accessory == name && kinds.contains(kind)
    }

    /// Whether it is one of these messages of an accessory.
    func isMessage(_ messages: [MessageKind], from name: AccessoryName) -> Bool {
        if case .nearby(name, .received(let message)) = self { messages.contains(message) } else { false }
    }

    /// Whether a tag, a notification or a link is behind it, and one tag alone.
    var isOfTag: Bool {
        guard case .tag(let event) = self else { return false }
        return ![.severalTags, .readerLost, .readerBack].contains(event.kind)
    }

    /// Whether it tells something of the accessory, a tag or the reader; what the phone does by itself, and the rounds
    /// of a session that runs, do not.
    fileprivate var isTelling: Bool {
        switch self {
        case .zone, .feature: true
        case .companion(_, let event): event.isTelling
        case .nearby(_, .received(.distance)): false
        case .channel, .nearby: Self.telling.contains(kind)
        // A reader that is ready is no open channel.
        case .tag: kind != .ready && Self.telling.contains(kind)
        case .sent, .tampered, .distance, .kitReady, .kitRanging, .kitRound, .blindProbe, .finding, .fault, .waits:
            false
        }
    }

    private static let telling: [EventKind] = [
        .ready, .lost, .encrypted, .pairingFailed, .writeRefused, .received, .prompted, .didRemove, .retry, .gaveUp,
        .didInvalidate, .configurationThrew, .sessionWasSuspended, .sessionSuspensionEnded, .stillRanges, .addressClash,
        .detected, .severalTags, .unreadable, .gone, .notified, .delivered, .readerLost, .readerBack,
    ]
}

extension CompanionEvent {
    /// Whether a screen brings it about, and not the companion's own person or system.
    fileprivate var isTelling: Bool {
        switch self {
        case .reached, .notReached, .invited, .parked, .resumed, .received, .acknowledged, .moveLost, .moveDoubled: true
        case .state(let object, .ready): object.kind == .connection
        // `connectRequested` comes between `reached` and the state of the connection, which count already.
        case .published, .withdrawn, .prompted, .answered, .launched, .connectRequested, .state, .sent, .unsent: false
        }
    }
}
