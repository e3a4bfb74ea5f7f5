import Ground
import Links
import NearbyInteraction
import Phone
import UWB
import Wording

/// What the director knows of one accessory whichever step is being played: it says why something did not come.
struct AccessoryRecord: Sendable {
    let name: AccessoryName
    /// What the two sides did last.
    private var lastAct = LastAct.unconnected
    /// The session since it began to run.
    private var attempt = Attempt()
    /// The attempt before a retry: the evidence until the kit has reported a round of the retry.
    private var earlier: Attempt?
    private var isRetried = false
    /// The kit's rounds since the last distance.
    private(set) var silence = RoundTally()
    /// Whether the kit has received a frame of it in this run, decoded or not.
    private(set) var isHeard = false
    /// Whether a session with it has run.
    private(set) var hasRun = false
    private(set) var isRunning = false
    /// Of the link that is up, or was up last.
    private(set) var mtu: UInt16?
    /// What it advertised when the scenario looked for it; nil when it never did.
    private(set) var advertised: [String]?
    /// The accessory configuration data that it sent last.
    var configuration: [UInt8]?
    /// What it did unasked on this link that may be why something did not come.
    private(set) var remarks = Remarks()
    /// Whether the link was encrypted in this run: then there is a key.
    private var hasKey = false
    /// Since when the link is being encrypted; nil while it is not.
    private(set) var securingSince: Instant?
    private var lastRoundAt = Instant.start
    private var interval = Span.zero
    private var hasReported = false
    /// The longest time in which the kit reported no round although it should have, of those that were too long.
    private var longestGap: Span?
    private var isLinked = false
    /// When its power was switched while the link was up that still is; nil where no link has seen that.
    private var poweredAt: Instant?
    /// A probe that asks for the truth: the kit was told nothing, and cannot report.
    private var isBlind = false

    /// Room for the shortest configuration data: its 36 bytes and the notification's header.
    static let leastUsefulMTU: UInt16 = 39
    /// What a kit may take besides until it reports its first round; the rig's own choice.
    static let startUp = Span.seconds(1)
    /// What was sent before the power went has come by then; the rig's own choice.
    static let onItsWay = Span.milliseconds(200)

    init(_ name: AccessoryName) { self.name = name }

    /// What became of the link.
    func loss(for reason: DisconnectReason) -> Sentence {
        .wentDown(reason, after: lastAct, hasKey: hasKey).and(remarks.sentence)
    }

    /// The code of a link that went for a reason.
    func lossCode(for reason: DisconnectReason) -> FailureCode {
        switch reason {
        case .remote, .reset: lastAct.code(of: "link.hungUp")
        case .supervisionTimeout, .unacknowledged: lastAct.code(of: "link.silent")
        case .authentication: "link.keyRefused"
        case .local, .other: "link.lost"
        }
    }

    /// The session's distances since it began to run.
    var measurements: Int { attempt.measurements }
    /// The kit's rounds since the session began to run.
    var tally: RoundTally { attempt.tally }

    /// Whether it said that it ranges, and the kit measured nothing.
    var saysItRangesInVain: Bool { told.saysItRanges && told.measurements == 0 }

    /// How the ranging goes.
    var ranging: Sentence {
        .ranging(name, saysSo: told.saysItRanges, told.tally, measurements: told.measurements)
    }

    private var told: Attempt { attempt.tally.rounds == 0 ? earlier ?? attempt : attempt }

    /// The code for a session that never gave a distance: the layer of the air that didn't fit, where one is known.
    var hollowCode: FailureCode {
        switch told.tally.layer {
        case .phy: "session.phyMismatch"
        case .sts: "session.stsMismatch"
        case .mac: "session.macMismatch"
        case .elements: "session.elementsMismatch"
        case .some(.none), nil: "session.rangesNot"
        }
    }

    mutating func note(_ event: PhoneEvent, at now: Instant) {
        longestGap = kitGap(at: now)
        switch event {
        case .kitRound(name, let failure):
            (hasReported, lastRoundAt) = (true, now)
            attempt.tally.add(failure)
            silence.add(failure)
            if failure == nil { silence = RoundTally() }
            isHeard = isHeard || failure.map { $0.layer.map { $0 != .none } ?? false } ?? true
        case .blindProbe(name): isBlind = true
        case .channel(name, .found(let advertisement)): advertised = advertisement.services
        case .channel(name, .connected):
            lastAct = .settingUp
            // A link that is asked for while it is up is told as connected once more, and is the same.
            if !isLinked { poweredAt = nil }
            isLinked = true
            (remarks, securingSince) = (Remarks(), nil)
        case .channel(name, .opened):
            lastAct = .open
            if !isLinked { poweredAt = nil }
            (isLinked, remarks, mtu) = (true, Remarks(), nil)
        case .channel(name, .securing): securingSince = securingSince ?? now
        case .channel(name, .encrypted): (securingSince, hasKey) = (nil, true)
        case .channel(name, .pairingFailed(let reason)):
            securingSince = nil
            remarks.add(.notPaired(reason))
        case .channel(name, .writeRefused(let kind, let error)):
            remarks.add(.refusedWrite(of: kind, error))
        case .channel(name, .ready(let mtu, _)):
            lastAct = .open
            self.mtu = mtu
        case .channel(name, .lost):
            (isRunning, securingSince) = (false, nil)
            (isLinked, poweredAt) = (false, nil)
        case .sent(name, let kind):
            lastAct = .sent(kind)
            if kind == .stop { isRunning = false }
        case .tampered(name, .stop, .withhold): isRunning = false
        case .nearby(name, let event): note(event, at: now)
        case .channel, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound, .blindProbe,
            .nearby, .tag, .companion, .finding, .fault, .waits:
            break
        }
    }

    /// The stage says that its power went and is back.
    mutating func notePower(at now: Instant) { poweredAt = isLinked ? now : nil }

    /// Whether a link is up, for so long, after the power of its accessory went: nothing on it is that one's doing.
    func hasOutlivedPower(at now: Instant, by span: Span = .zero) -> Bool {
        poweredAt.map { now - $0 >= span } ?? false
    }

    /// How long the kit has reported nothing although a session runs; nil while it does what it should.
    ///
    /// A kit reports every round, also one that gave no distance: its silence says nothing about the accessory.
    func kitSilence(at now: Instant, timeout: Span) -> Span? {
        guard isListenedTo else { return nil }
        let silence = now - lastRoundAt
        let isLong = silence * 2 >= timeout && silence >= interval * 3
        return isLong ? silence : nil
    }

    /// The longest time in which the kit left rounds out, three or more in a row; nil while there was none.
    func kitGap(at now: Instant) -> Span? {
        guard isListenedTo, interval > .zero else { return longestGap }
        let gap = now - lastRoundAt
        guard gap >= interval * 3 + (hasReported ? .zero : Self.startUp) else { return longestGap }
        return max(gap, longestGap ?? gap)
    }

    /// Whether the kit ought to report rounds with it.
    var isListenedTo: Bool { isRunning && !isBlind }

    private mutating func beginSession(at now: Instant) {
        (isRunning, lastRoundAt) = (true, now)
        earlier = isRetried ? told : nil
        (attempt, isRetried) = (Attempt(), false)
        (hasReported, isBlind, silence) = (false, false, RoundTally())
        hasRun = true
    }

    private mutating func note(_ event: NearbyEvent, at now: Instant) {
        switch event {
        case .didGenerateShareableConfigurationData(let data, _):
            // Comes with every run of a session; the word that it runs only since iOS 16.
            beginSession(at: now)
            interval = .milliseconds(Int(data.intervalMilliseconds))
        case .ranWithPeer(_, let interval):
            beginSession(at: now)
            self.interval = interval
        case .accessoryDidStart:
            attempt.saysItRanges = true
            lastAct = .ranging
        case .accessoryDidStop:
            lastAct = .stopped
        case .didUpdate(let object):
            attempt.measurements += object.distance == nil ? 0 : 1
        case .didRemove(let reason):
            isRunning = false
            if reason == .peerEnded { remarks.add(.endedOverUWB) }
        case .didInvalidate, .sessionWasSuspended, .paused, .invalidatedByApp: isRunning = false
        // What the app found odd about a message: unasked, unknown, with bytes behind it.
        case .finding(let finding): remarks.add(.told(finding))
        case .retry: isRetried = true
        case .sessionDidStartRunning, .received, .told, .prompted, .answered, .peerStillRanges, .sessionSuspensionEnded,
            .gaveUp, .addressClash, .peerMeasured, .configurationThrew:
            break
        }
    }
}

/// A session's ranging from its start to its end.
private struct Attempt {
    var saysItRanges = false
    /// The distances.
    var measurements = 0
    /// The kit's rounds.
    var tally = RoundTally()
}

extension LastAct {
    /// A code with what was done last behind it.
    fileprivate func code(of loss: String) -> FailureCode {
        switch self {
        case .settingUp: FailureCode(rawValue: loss + "WhileSettingUp")
        case .sent(.initialize): FailureCode(rawValue: loss + "AfterInitialize")
        case .sent(.shareableConfiguration): FailureCode(rawValue: loss + "AfterConfigureAndStart")
        case .sent(.stop): FailureCode(rawValue: loss + "AfterStop")
        case .ranging: FailureCode(rawValue: loss + "WhileRanging")
        case .unconnected, .open, .sent, .stopped: FailureCode(rawValue: loss)
        }
    }
}
