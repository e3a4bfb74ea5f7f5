import Ground
import Links
import Phone
import UWB
import Wording

/// The radios that programs block in a run, each with the evidence that they do, and with what speaks against it.
///
/// As with `ProgramActs`, a program's word is no evidence. A program may also block more than it was asked to, or be so
/// slow that the phone gives up meanwhile, and the accessory is to blame for neither.
struct RadioActs: Sendable {
    typealias Evidence = ProgramActs.Evidence

    /// A radio from the request to block it until it is unblocked.
    private struct Block: Sendable {
        let radio: Radio
        let name: AccessoryName
        /// Whether the accessory's link was up at the request.
        let hadLink: Bool
        let requestedAt: Instant
        /// The time at which the program reported it blocked.
        var blockedAt: Instant?
        /// The time at which the program was asked to unblock it: by the scenario, or by the bench after a lost link.
        var releasedAt: Instant?
        /// The time at which the program reported it unblocked.
        var unblockedAt: Instant?
        var evidence = Evidence.commanded
        var evidenceOfEnd = Evidence.commanded
        /// The number of rounds with the accessory that were lost one after the other since it was blocked.
        var lostRounds = 0
        /// Whether anything came from the accessory over Bluetooth since it was blocked.
        var isHeard = false
        var contradiction: Sentence?

        enum Phase: Sendable { case requested, blocked, released, over }

        var phase: Phase {
            if unblockedAt != nil { return .over }
            return blockedAt == nil ? .requested : releasedAt == nil ? .blocked : .released
        }

        var isInForce: Bool { unblockedAt == nil }
        /// Whether the program is at work, or waits between the acts of a cut for the link to end.
        var isChanging: Bool {
            switch phase {
            case .requested, .released: true
            case .blocked: radio == .ble
            case .over: false
            }
        }

        func isOf(_ radio: Radio, _ name: AccessoryName) -> Bool { self.radio == radio && self.name == name }
    }

    /// The time that a round may take from the air to the phone.
    private static let roundDelay = Lapse.seconds(1)
    /// The number of lost rounds that chance does not explain.
    private static let tellingRounds = 3
    /// The time for an act during which a phone does not give up.
    private static let usualTime = Lapse.seconds(2)

    private var blocks: [Block] = []
    /// The accessories whose links are up.
    private var linked: Set<AccessoryName> = []
    /// The accessories whose power was switched, and that have not connected again.
    private var unpowered: Set<AccessoryName> = []

    /// Whether a program is blocking or unblocking a radio; no step begins before it has.
    var isChanging: Bool { blocks.contains(where: \.isChanging) }

    // MARK: What happens

    mutating func note(_ request: StageRequest, _ setting: RunSetting, at now: Instant) {
        switch request {
        case .dropLink(let name): begin(.ble, name, setting, at: now)
        case .silenceUWB(let name, true): begin(.uwb, name, setting, at: now)
        case .silenceUWB(let name, false):
            change(.uwb, name, in: [.requested, .blocked]) { $0.releasedAt = now }
        case .power(let name, _): unpowered.insert(name)
        case .place, .move, .face, .turn, .present, .remove, .tearAway, .swap, .readerTrouble, .peer, .screen, .network:
            break
        }
    }

    private mutating func begin(_ radio: Radio, _ name: AccessoryName, _ setting: RunSetting, at now: Instant) {
        guard setting.blockedByProgram[radio]?.contains(name) == true else { return }
        blocks.append(Block(radio: radio, name: name, hadLink: linked.contains(name), requestedAt: now))
    }

    mutating func note(_ event: StageEvent, at now: Instant) {
        switch event {
        case .readBack(.radio(let radio, let name, true)):
            change(radio, name, in: [.requested]) { $0.evidence = max($0.evidence, .readBack) }
        case .readBack(.radio(let radio, let name, false)):
            change(radio, name, in: [.blocked, .released]) { block in
                block.evidenceOfEnd = max(block.evidenceOfEnd, .readBack)
            }
        case .radio(let radio, let name, true):
            let isDown = !linked.contains(name)
            change(radio, name, in: [.requested]) { block in
                block.blockedAt = now
                if radio == .ble, isDown { block.releasedAt = now }
            }
        case .radio(let radio, let name, false):
            change(radio, name, in: [.blocked, .released]) { $0.unblockedAt = now }
        case .arrived, .placed, .readBack, .turned, .presented, .removed, .powered, .acted: break
        }
    }

    mutating func note(_ event: PhoneEvent, at now: Instant) {
        switch event {
        case .channel(let name, .connected), .channel(let name, .opened):
            linked.insert(name)
            unpowered.remove(name)
            noteHearing(of: name)
            if let place = blocks.lastIndex(where: { $0.isOf(.ble, name) && $0.blockedAt != nil }) {
                blocks[place].evidenceOfEnd = .witnessed
            }
        case .channel(let name, .lost(let reason)): noteLoss(of: name, reason, at: now)
        case .channel(_, .connectFailed), .channel(_, .notOpened), .channel(_, .setUpFailed), .channel(_, .securing),
            .channel(_, .reconnecting):
            break
        case .channel(let name, _), .nearby(let name, .received): noteHearing(of: name)
        case .kitRound(let name, let failure): noteRound(with: name, failure, at: now)
        case .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .blindProbe, .tag,
            .companion, .finding, .fault, .waits:
            break
        }
    }

    private mutating func noteHearing(of name: AccessoryName) {
        for place in blocks.indices where blocks[place].name == name && blocks[place].blockedAt != nil {
            blocks[place].isHeard = true
        }
    }

    /// Records the end of a link: of one that is being cut, of one whose accessory has no power, or of one that should
    /// have lasted.
    private mutating func noteLoss(of name: AccessoryName, _ reason: DisconnectReason, at now: Instant) {
        linked.remove(name)
        if let place = blocks.firstIndex(where: { $0.isOf(.ble, name) && [.requested, .blocked].contains($0.phase) }) {
            if Self.isSilence(reason) {
                blocks[place].evidence = .witnessed
            } else if blocks[place].hadLink {
                blocks[place].contradiction = .endedOtherwise(name, "\(reason)")
            }
            if blocks[place].blockedAt != nil { blocks[place].releasedAt = now }
        } else if Self.isSilence(reason), !unpowered.contains(name),
            !blocks.contains(where: { $0.isOf(.ble, name) && $0.isInForce })
        {
            for place in blocks.indices where blocks[place].isInForce {
                blocks[place].contradiction = .fellSilent(
                    name, whileBlocking: blocks[place].radio, of: blocks[place].name)
            }
        }
    }

    /// Returns whether a link ends for this reason when nothing is heard any more.
    private static func isSilence(_ reason: DisconnectReason) -> Bool {
        switch reason {
        case .supervisionTimeout, .unacknowledged: true
        case .remote, .reset, .local, .authentication, .other: false
        }
    }

    private mutating func noteRound(with name: AccessoryName, _ failure: RangingFailure?, at now: Instant) {
        guard let place = blocks.lastIndex(where: { $0.isOf(.uwb, name) }) else { return }
        switch failure {
        case nil where blocks[place].releasedAt != nil: blocks[place].evidenceOfEnd = .witnessed
        case nil:
            blocks[place].lostRounds = 0
            if let since = blocks[place].blockedAt, now - since > Self.roundDelay {
                blocks[place].contradiction = .measured(name, whileBlocking: .uwb)
            }
        case let failure? where !failure.isOfKit && blocks[place].blockedAt != nil && blocks[place].releasedAt == nil:
            blocks[place].lostRounds += 1
            if blocks[place].lostRounds >= Self.tellingRounds { blocks[place].evidence = .witnessed }
        case _?: break
        }
    }

    /// Changes the first block of a radio in one of some phases.
    private mutating func change(
        _ radio: Radio, _ name: AccessoryName, in phases: [Block.Phase], _ body: (inout Block) -> Void
    ) {
        guard let place = blocks.firstIndex(where: { $0.isOf(radio, name) && phases.contains($0.phase) }) else {
            return
        }
        body(&blocks[place])
    }

    // MARK: What it is worth

    /// The reason why the run shows nothing, passed or failed; nil if the radios were as the programs said.
    var doubt: Sentence? {
        for block in blocks {
            if let contradiction = block.contradiction { return contradiction }
            if block.blockedAt != nil, block.evidence == .commanded {
                return .notShown(block.radio, of: block.name, isBlocked: true)
            }
            if block.unblockedAt != nil, block.evidenceOfEnd == .commanded {
                return .notShown(block.radio, of: block.name, isBlocked: false)
            }
        }
        return nil
    }

    /// Returns the reason why a failure may be due to a program; `name` is the accessory on whose Bluetooth it showed.
    func doubt(aboutFailureOf name: AccessoryName?, at now: Instant) -> Sentence? {
        if let doubt { return doubt }
        for block in blocks {
            for (start, end) in [(block.requestedAt, block.blockedAt), (block.releasedAt, block.unblockedAt)] {
                guard let start, (end ?? now) - start > Self.usualTime else { continue }
                return .slow(block.radio, of: block.name, tookUpTo: (end ?? now) - start)
            }
            if block.radio == .uwb, block.name == name, block.isInForce, !block.isHeard {
                return .unheard(block.name, sinceBlocking: .uwb)
            }
        }
        return nil
    }

    /// The acts that are done, in words, each with its evidence.
    var evidence: [Sentence] {
        blocks.flatMap { block in
            let acts = [(block.blockedAt, true, block.evidence), (block.unblockedAt, false, block.evidenceOfEnd)]
            return acts.filter { $0.0 != nil }.map { act in
                let grade = block.contradiction == nil ? act.2.words : "contradicted"
                return Sentence.evidence(of: block.radio, of: block.name, isBlocked: act.1, grade)
            }
        }
    }
}
