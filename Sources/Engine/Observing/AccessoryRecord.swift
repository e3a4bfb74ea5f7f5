import Ground
import Links
import NearbyInteraction
import Phone
import UWB
import Wording

/// The director's record of one accessory across all steps; it explains why an event did not occur.
struct AccessoryRecord: Sendable {
    let name: AccessoryName
    /// The last act of the two sides.
    private var lastAct = LastAct.unconnected
    /// The attempt in progress since the session started running.
    private var attempt = Attempt()
    /// The attempt before a retry; it remains the evidence until the kit reports a round of the retry.
    private var earlier: Attempt?
    private var isRetried = false
    /// The kit's rounds since the last distance.
    private(set) var silence = RoundTally()
    /// Whether the kit has received a frame from the accessory in this run, decoded or not.
    private(set) var isHeard = false
    /// Whether a session with the accessory has run.
    private(set) var hasRun = false
    private(set) var isRunning = false
    /// The MTU of the current or most recent link.
    private(set) var mtu: UInt16?
    /// The services that it advertised when the scenario looked for it; nil if it never advertised.
    private(set) var advertised: [String]?
    /// The accessory configuration data that it sent last.
    var configuration: [UInt8]?
    /// Its unsolicited acts on this link that may explain why an event did not occur.
    private(set) var remarks = Remarks()
    /// The token with which the session ran last with another phone.
    private var token: DiscoveryToken?
    private var isTokenNew = false
    /// Whether the session of the other phone that had this token has ended.
    private var isTokenOver = false
    /// Whether the other phone sent a token again whose session had ended.
    private var isTokenStale = false
    /// Whether a link was encrypted in this run, so that a key exists.
    private var hasKey = false
    /// The start of the encryption in progress; nil if there is none.
    private(set) var securingSince: Instant?
    private var lastRoundAt = Instant.start
    private var interval = Lapse.zero
    private var hasReported = false
    /// The longest time for which the kit failed to report rounds, counting only excessive gaps.
    private var longestGap: Lapse?
    private var isLinked = false
    /// The instant at which its power was switched during the current link; nil if it was not.
    private var poweredAt: Instant?
    /// Whether the phone wrote on the link after that.
    private(set) var isUsedWithoutPower = false
    /// Whether a probe for ground truth is in progress, for which the kit is not started and cannot report.
    private var isBlind = false

    /// The smallest MTU that fits the shortest configuration data: its 36 bytes and the notification's header.
    static let leastUsefulMTU: UInt16 = 39
    /// The extra time that a kit may take until its first round; the rig's own choice.
    static let startUp = Lapse.seconds(1)
    /// The time by which everything sent before a power cut has arrived; the rig's own choice.
    static let onItsWay = Lapse.milliseconds(200)

    init(_ name: AccessoryName) { self.name = name }

    /// Returns a description of the loss of the link.
    func loss(for reason: DisconnectReason) -> Sentence {
        .wentDown(reason, after: lastAct, hasKey: hasKey).and(remarks.sentence)
    }

    /// Returns the failure code for a lost link.
    func lossCode(for reason: DisconnectReason) -> FailureCode { lastAct.lossCode(for: reason) }

    /// The number of distances since the session started running.
    var measurements: Int { attempt.measurements }
    /// The kit's rounds since the session started running.
    var tally: RoundTally { attempt.tally }

    /// A description of the state of ranging.
    var ranging: Sentence {
        .ranging(name, saysSo: told.saysItRanges, told.tally, measurements: told.measurements)
    }

    private var told: Attempt { attempt.tally.rounds == 0 ? earlier ?? attempt : attempt }

    /// The code that explains why the session has produced no distance; nil if nothing explains it.
    ///
    /// An accessory that reported ranging has the mismatched layer of the radio link, if known; a phone, its token.
    var hollowCode: FailureCode? {
        guard told.measurements == 0 else { return nil }
        guard told.saysItRanges else { return isTokenStale ? "token.stale" : nil }
        return switch told.tally.layer {
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
            // A connect request while the link is up reports it as connected again; it is the same link.
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
            (isLinked, poweredAt, isUsedWithoutPower) = (false, nil, false)
        case .sent(name, let kind):
            lastAct = .sent(kind)
            if poweredAt != nil { isUsedWithoutPower = true }
            if kind == .stop { isRunning = false }
        case .tampered(name, .stop, .withhold): isRunning = false
        case .nearby(name, let event): note(event, at: now)
        case .channel, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound, .blindProbe,
            .nearby, .tag, .companion, .finding, .fault, .waits:
            break
        }
    }

    /// Records that the stage switched the accessory's power off and on.
    mutating func notePower(at now: Instant) {
        poweredAt = isLinked ? now : nil
        isTokenOver = true
    }

    /// Records an act of another phone, whose token is valid for one session.
    mutating func note(_ act: PeerAct) {
        switch act {
        case .endSession, .relaunch: isTokenOver = true
        // Some versions of iOS end the session when the permission goes, and some have no such permission.
        case .denyPermission, .enterBackground, .enterForeground, .allowPermission: break
        }
    }

    /// Whether the link is still up `span` after its accessory's power was cut, so that nothing on it is the
    /// accessory's doing.
    func hasOutlivedPower(at now: Instant, by span: Lapse = .zero) -> Bool {
        poweredAt.map { now - $0 >= span } ?? false
    }

    /// Returns the time for which the kit has been silent during a session; nil if the kit behaves as it should.
    ///
    /// A kit reports every round, even one without a distance, so its silence says nothing about the accessory.
    func kitSilence(at now: Instant, timeout: Lapse) -> Lapse? {
        guard isListenedTo else { return nil }
        let silence = now - lastRoundAt
        let isLong = silence * 2 >= timeout && silence >= interval * 3
        return isLong ? silence : nil
    }

    /// Returns the longest time for which the kit skipped rounds, at least three in a row; nil if there was none.
    func kitGap(at now: Instant) -> Lapse? {
        guard isListenedTo, interval > .zero else { return longestGap }
        let gap = now - lastRoundAt
        guard gap >= interval * 3 + (hasReported ? .zero : Self.startUp) else { return longestGap }
        return max(gap, longestGap ?? gap)
    }

    /// Whether the kit should be reporting rounds with the accessory.
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
            // Occurs in every run of a session; `sessionDidStartRunning` exists only since iOS 16.
            beginSession(at: now)
            interval = .milliseconds(Int(data.intervalMilliseconds))
        case .received(.token): isTokenNew = true
        case .ranWithPeer(let token, let interval):
            if isTokenNew {
                isTokenStale = isTokenOver && token == self.token
                isTokenOver = isTokenStale
            }
            (self.token, isTokenNew) = (token, false)
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
        // An irregularity of a message that the app noticed: unsolicited, unknown, or with trailing bytes.
        case .finding(let finding): remarks.add(.told(finding))
        case .retry: isRetried = true
        case .sessionDidStartRunning, .received, .told, .prompted, .answered, .peerStillRanges, .sessionSuspensionEnded,
            .gaveUp, .addressClash, .peerMeasured, .configurationThrew:
            break
        }
    }
}

/// One attempt at ranging in a session, from start to end.
private struct Attempt {
    var saysItRanges = false
    /// The number of distances.
    var measurements = 0
    /// The kit's rounds.
    var tally = RoundTally()
}
