import Ground
import Links
import Phone
import ScenarioKit

/// The events that the words of a block expect or cause; `NothingElse` reports all others.
struct BlockPlan: Sendable {
    /// The steps of the block, which identify it.
    let steps: [Step]
    /// The outcomes expected in the block, or by an enclosing block.
    private(set) var expected: [Outcome] = []
    private var machines: [any StepMachine] = []
    private var blocks: [any BlockMachine] = []
    private let hasKit: Bool

    /// Creates the plan of a block. Without a UWB kit the accessory has no one to range with and may give up, so the
    /// phone's removal of it, and what follows, say nothing about it.
    init(_ steps: [Step], around: [Check], hasKit: Bool) {
        self.steps = steps
        self.hasKit = hasKit
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

    /// Whether an event is relevant and neither expected nor caused by any word of the block.
    func isElse(_ event: PhoneEvent) -> Bool {
        guard event.isTelling, hasKit || ![.didRemove, .retry, .gaveUp].contains(event.kind) else { return false }
        return !expected.contains { $0.matches(event) || $0.switches(event) }
            && !machines.contains { $0.bringsAbout(event) } && !blocks.contains { $0.bringsAbout(event) }
    }
}

extension Outcome {
    /// Whether the event switches a feature as part of a zone change that the outcome expects.
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
    /// Whether this is an event of one of these kinds, about an accessory.
    func isOne(of kinds: [EventKind], about name: AccessoryName) -> Bool {
        accessory == name && kinds.contains(kind)
    }

    /// Whether this is the receipt of one of these messages from an accessory.
    func isMessage(_ messages: [MessageKind], from name: AccessoryName) -> Bool {
        if case .nearby(name, .received(let message)) = self { messages.contains(message) } else { false }
    }

    /// Whether a single tag, notification or link caused the event.
    var isOfTag: Bool {
        guard case .tag(let event) = self else { return false }
        return ![.severalTags, .readerLost, .readerBack].contains(event.kind)
    }

    /// Whether the event says something about the accessory, a tag or the reader. Acts of the phone itself and the
    /// rounds of a running session do not.
    fileprivate var isTelling: Bool {
        switch self {
        case .zone, .feature: true
        case .companion(_, let event): event.isTelling
        case .nearby(_, .received(.distance)): false
        case .channel, .nearby: Self.telling.contains(kind)
        // A reader that is ready is not an open channel.
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
    /// Whether a screen caused the event, rather than the companion's own person or system.
    fileprivate var isTelling: Bool {
        switch self {
        case .reached, .notReached, .invited, .parked, .resumed, .received, .acknowledged, .moveLost, .moveDoubled: true
        case .state(let object, .ready): object.kind == .connection
        // `connectRequested` occurs between `reached` and the connection's state, both of which count already.
        case .published, .withdrawn, .prompted, .answered, .launched, .connectRequested, .state, .sent, .unsent: false
        }
    }
}
