import GATT
import Ground
import Journal
import Links
import NearbyInteraction
import Recordings
import Vocabulary
import Wording

/// Follows the messages between a phone and one accessory, and records each deviation with its frame.
struct ExchangeJudge: Sendable {
    /// A frame and its instant.
    struct Place: Hashable, Sendable {
        let frame: Int
        let instant: Instant
    }

    /// The maximum number of findings kept.
    static let most = 200
    /// The longest time between two frames over which an answer is awaited.
    private static let longestSilence = Lapse.seconds(60)
    /// The smallest ATT_MTU that fits the shortest configuration data: its 36 bytes and the notification's header.
    private static let leastUsefulMTU: UInt16 = 39

    let name: AccessoryName
    private let ids: MessageIdentifiers
    private let isChannelKnown: Bool
    /// The characteristics of the accessory's own data channel; empty if it has none.
    private let own: [AttributeUUID]
    private var judged: CapturedAccessory
    private var pending: [Pending] = []
    /// The messages whose answers are no longer awaited and may still come.
    private var excused: Set<Asked> = []
    /// Whether a message of the phone was seen on this connection, so that the channel's other direction is known.
    private var sawQuestion = false
    /// The last answer to each kind of message.
    private var answered: [Asked: Instant] = [:]
    private var times: [(asked: Asked, tally: SpanTally)] = Asked.allCases.map { ($0, SpanTally()) }
    private var lastAct = LastAct.unconnected
    private var isRanging = false
    private var isLinked = false
    /// Whether a write of a message awaits its response, and the last write.
    private var isWriting = false
    private var written: Place?
    private var requestedMTU: UInt16?
    /// The ATT_MTU; nil if the capture does not show it.
    private var mtu: UInt16?
    /// Whether the rig itself switched the accessory's power or dropped the link.
    private var isDisturbed = false
    /// Whether the beginning of the present connection is in the capture.
    private var sawBeginning = false
    /// The characteristics whose notifications the phone turned off, and whether it turned any on.
    private var unsubscribed: Set<AttributeUUID> = []
    private var sawSubscription = false
    private var lastPlace = Place(frame: 0, instant: .start)
    private var transactions = TransactionWatch()
    /// Whether packets may be missing, as from another program's capture.
    private let mayLackPackets: Bool

    /// Creates a judge; `isChannelKnown` is whether the channel's attributes are known from the start.
    init(_ name: AccessoryName, _ channel: DataChannelProfile?, isChannelKnown: Bool, mayLackPackets: Bool) {
        (self.name, self.isChannelKnown, self.mayLackPackets) = (name, isChannelKnown, mayLackPackets)
        ids = channel?.identifiers ?? .appleSample
        own = channel.map { $0.preset == nil ? [$0.rx, $0.tx].compactMap { AttributeUUID($0) } : [] } ?? []
        judged = CapturedAccessory(name: name)
    }

    mutating func receive(_ meaning: FrameMeaning, fromPhone: Bool, at place: Place) {
        // A clock that leaps, and a host that went away, leave a silence in which no answer was awaited.
        if place.instant - lastPlace.instant > Self.longestSilence { leavePending(.capturedSilence) }
        lastPlace = place
        if let orphan = transactions.orphan(before: place), mayLackPackets { noteGap(shownBy: orphan) }
        if !fromPhone, case .att = meaning {
            for index in pending.indices { pending[index].isHeard = true }
        }
        switch meaning {
        case .att(let meaning):
            transactions.receive(meaning.pdu.opcode, fromPhone: fromPhone, at: place)
            receive(meaning, fromPhone: fromPhone, at: place)
        case .malformed(_, let malformed, _):
            transactions.receiveUnreadable(fromPhone: fromPhone)
            find(
                "att.malformed", fromPhone ? .phone : .accessory, .fault, .malformedPDU(malformed), at: place)
        case .event(.bluetooth(_, .connected)): connect()
        case .event(.bluetooth(_, .disconnected(let reason))): disconnect(reason, at: place)
        default: return
        }
    }

    /// Records that the rig switched the accessory's power or dropped its link, so that nothing on this link is the
    /// accessory's doing.
    mutating func noteRigAct() {
        leavePending(.capturedLoss)
        isDisturbed = true
    }

    /// Records that frames are missing here, so that nothing is concluded from what did not come.
    mutating func noteGap() {
        leavePending(.capturedGap)
        (sawBeginning, mtu, requestedMTU, isWriting) = (false, nil, nil, false)
        unsubscribed = []
    }

    /// Records that a packet before a response is missing, so that nothing is concluded from what came unasked.
    private mutating func noteGap(shownBy orphan: TransactionWatch.Orphan) {
        judged.findings.removeAll { $0.restsOnOrder && $0.frame > orphan.after }
        judged.notJudged.append(.capturedMissing(before: orphan.place.frame))
        // The ATT_MTU is exchanged once.
        let (mtu, requestedMTU) = (mtu, requestedMTU)
        noteGap()
        (self.mtu, self.requestedMTU) = (mtu, requestedMTU)
    }

    /// Gives up the answers that are awaited, for this reason.
    private mutating func leavePending(_ reason: Sentence) {
        if pending.contains(where: \.isBinding) { judged.notJudged.append(reason) }
        excused.formUnion(pending.map(\.asked))
        pending = []
    }

    // MARK: The link

    private mutating func connect() {
        judged.connections += 1
        transactions.connect()
        (pending, answered, excused, unsubscribed, sawQuestion) = ([], [:], [], [], false)
        (isLinked, isRanging, sawBeginning) = (true, false, true)
        (mtu, requestedMTU, lastAct, isWriting, isDisturbed) = (nil, nil, .settingUp, false, false)
    }

    private mutating func disconnect(_ reason: DisconnectReason, at place: Place) {
        // A lost link explains a missing answer, whichever side lost it.
        if reason == .local, isLinked { judgePending(at: place) } else { leavePending(.capturedLoss) }
        let code = lastAct.lossCode(for: reason)
        switch reason {
        case .local: break
        case _ where isDisturbed: break
        case .remote, .reset: find(code, .accessory, .warning, .lostLink(code, reason), at: place)
        case .supervisionTimeout, .unacknowledged, .authentication, .other:
            find(code, .unknown, .warning, .lostLink(code, reason), at: place)
        }
        (isLinked, isRanging, lastAct) = (false, false, .unconnected)
        pending = []
    }

    // MARK: PDUs

    private mutating func receive(_ meaning: ATTMeaning, fromPhone: Bool, at place: Place) {
        judgeLength(of: meaning.pdu, fromPhone: fromPhone, at: place)
        if meaning.message != nil, !own.isEmpty, let uuid = meaning.target?.uuid, !own.contains(uuid) {
            judged.messagesElsewhere += 1
            return
        }
        switch meaning.pdu {
        case .exchangeMTURequest(let own): requestedMTU = own
        case .exchangeMTUResponse(let own):
            mtu = requestedMTU.map { max(23, min(own, $0)) }
            guard !fromPhone else { break }
            if own < 23 { find("att.mtu", .accessory, .fault, .smallestMTU(own), at: place) }
        case .writeRequest(_, let value) where fromPhone, .writeCommand(_, let value) where fromPhone:
            if meaning.target?.role == .configuration { subscribe(meaning.target?.uuid, value) }
            isWriting = meaning.message != nil && meaning.pdu.opcode == .writeRequest
            written = place
            if let message = meaning.message { receive(message, at: place) }
        case .executeWriteRequest where fromPhone:
            isWriting = meaning.message != nil
            written = place
            if let message = meaning.message { receive(message, at: place) }
        case .writeResponse where !fromPhone, .executeWriteResponse where !fromPhone: isWriting = false
        case .notification(_, let value) where !fromPhone, .indication(_, let value) where !fromPhone:
            guard meaning.message != nil else { break }
            // With several channels on one device, the question may have gone to another one.
            if !isChannelKnown, meaning.target?.role != .value { excused = Set(Asked.allCases) }
            judgeSubscription(of: meaning.target, at: place)
            receive(accessory: value, at: place)
        case .errorResponse(let request, _, let error) where !fromPhone && isWriting:
            guard request == .writeRequest || request == .executeWriteRequest else { break }
            isWriting = false
            // What was refused need not be answered.
            if let written { pending.removeAll { $0.place == written } }
            guard !error.asksForPairing else { break }
            find("gatt.procedureFailed", .accessory, .fault, .refusedMessage(error), at: place)
        default: break
        }
        if lastAct == .settingUp, meaning.message != nil { lastAct = .open }
    }

    private mutating func judgeLength(of pdu: ATTPDU, fromPhone: Bool, at place: Place) {
        let length = pdu.encoded.count
        guard let mtu, length > Int(mtu) else { return }
        find("att.tooLong", fromPhone ? .phone : .accessory, .fault, .longPDU(length, mtu), at: place)
    }

    private mutating func subscribe(_ uuid: AttributeUUID?, _ value: [UInt8]) {
        guard let uuid, let bits = value.first else { return }
        if bits & 0x03 == 0 {
            unsubscribed.insert(uuid)
        } else {
            unsubscribed.remove(uuid)
            sawSubscription = true
        }
    }

    private mutating func judgeSubscription(of target: AttributeTarget?, at place: Place) {
        // A bonded accessory remembers a subscription, so only one that was turned off is known to be off.
        guard target?.role == .value, let uuid = target?.uuid, unsubscribed.contains(uuid) else { return }
        find("gatt.notificationWithoutSubscription", .accessory, .fault, .unsubscribedValue, at: place)
    }

    // MARK: Messages

    private mutating func receive(_ message: ChannelMessage, at place: Place) {
        switch message {
        case .phone(.initialize):
            judged.initializes += 1
            withdraw(.start, at: place)
            ask(.initialize, at: place)
            lastAct = .sent(.initialize)
        case .shareableConfiguration(let data):
            judged.starts += 1
            let findings = data.findings().filter { $0.weight != .note }
            ask(.start, at: place, isBinding: findings.isEmpty)
            lastAct = .sent(.shareableConfiguration)
            for finding in findings {
                find(finding.code, .phone, finding.weight, .told(finding.shifted(by: 1)), at: place)
            }
        case .phone(.stop):
            judged.stops += 1
            withdraw(.start, at: place)
            ask(.stop, at: place)
            (lastAct, isRanging) = (.sent(.stop), false)
        case .malformed(let what, let malformed):
            pending.append(Pending(asked: .start, place: place, isBinding: false, isTruncated: true))
            find("shareable.field", .phone, .fault, .malformedMessage(what, malformed), at: place)
        case .phone(.other):
            // Whatever the accessory sends may answer this: its message ids may be its own.
            excused = Set(Asked.allCases)
        case .phone, .accessory, .accessoryConfiguration, .peer, .token: break
        }
    }

    private mutating func receive(accessory value: [UInt8], at place: Place) {
        judged.answers += 1
        let message: AccessoryMessage
        do throws(Malformed) {
            message = try AccessoryMessage(decoding: value, using: ids)
        } catch {
            let code = AccessoryMessage.code(ofMalformed: value, using: ids)
            return find(code, .accessory, .fault, .told(Finding(code, error, in: "accessory message")), at: place)
        }
        for finding in AccessoryMessage.findings(in: value, using: ids) {
            find(finding.code, .accessory, finding.weight, .told(finding), at: place)
        }
        switch message {
        case .accessoryConfigurationData(let payload): receive(configuration: payload, value, at: place)
        case .uwbDidStart:
            if !answer(.start, at: place) {
                let code: FailureCode = isRanging ? "session.startedTwice" : "session.startedUnasked"
                find(code, .accessory, isRanging ? .warning : .fault, .explained(code), at: place)
            }
            (isRanging, lastAct) = (true, .ranging)
        case .uwbDidStop:
            if !answer(.stop, at: place) {
                find("session.stoppedUnasked", .accessory, .warning, .explained("session.stoppedUnasked"), at: place)
            }
            (isRanging, lastAct) = (false, .stopped)
        case .accessoryPaired, .deviceStructure, .deviceStructureWritten, .iOSNotify, .other: break
        }
    }

    private mutating func receive(configuration payload: [UInt8], _ value: [UInt8], at place: Place) {
        if !answer(.initialize, at: place) {
            find("configuration.unasked", .accessory, .fault, .explained("configuration.unasked"), at: place)
        }
        let (data, findings) = AccessoryConfigurationData.judging(payload)
        if data == nil, let mtu, value.count == Int(mtu) - 3 {
            let isPhones = requestedMTU.map { $0 < Self.leastUsefulMTU } ?? true
            find(
                "link.cutAtSmallMTU", isPhones ? .unknown : .accessory, isPhones ? .warning : .fault,
                .cutMessage(value.count, mtu), at: place)
            if isPhones { return }
        }
        for finding in findings { find(finding.code, .accessory, finding.weight, .told(finding), at: place) }
    }

    // MARK: Answers

    private mutating func ask(_ asked: Asked, at place: Place, isBinding: Bool = true) {
        sawQuestion = true
        // A log can have both directions of one instant in the wrong order.
        let early = judged.findings.firstIndex { $0.instant == place.instant && $0.code == "configuration.unasked" }
        if let early, asked == .initialize {
            judged.findings.remove(at: early)
            return
        }
        if isBinding { pending.removeAll { $0.asked == asked && !$0.isBinding } }
        pending.append(Pending(asked: asked, place: place, isBinding: isBinding))
    }

    /// Records that the phone withdrew a message. Its answer may still come, and must only if it was due before that.
    private mutating func withdraw(_ asked: Asked, at place: Place) {
        let isDue = { (one: Pending) in one.asked == asked && place.instant - one.place.instant >= asked.limit }
        let due = pending.filter(isDue)
        pending.removeAll(where: isDue)
        for one in due { judge(unanswered: one, at: place) }
        if !due.isEmpty { excused.insert(asked) }
        for index in pending.indices where pending[index].asked == asked { pending[index].isBinding = false }
    }

    /// Records an answer; returns false if it was not asked for.
    private mutating func answer(_ asked: Asked, at place: Place) -> Bool {
        guard let index = pending.firstIndex(where: { $0.asked == asked }) else {
            // The message may have been sent before the capture began, or on an attribute that was not recognised.
            return !isLinked || !sawBeginning || !sawQuestion || excused.remove(asked) != nil
        }
        let asking = pending.remove(at: index)
        answered[asked] = place.instant
        if asking.isTruncated {
            find(
                "shareable.truncatedAccepted", .accessory, .warning, .explained("shareable.truncatedAccepted"),
                at: place)
        }
        guard asking.isBinding else { return true }
        let span = place.instant - asking.place.instant
        for index in times.indices where times[index].asked == asked { times[index].tally.add(span) }
        guard span > asked.limit else { return true }
        let code: FailureCode =
            switch asked {
            case .initialize: "exchange.slowConfiguration"
            case .start: "session.slowStart"
            case .stop: "session.slowStop"
            }
        find(code, .accessory, .warning, .slowAnswer(code, span, asked.limit), at: place)
        return true
    }

    private mutating func judgePending(at place: Place) {
        let left = pending
        pending = []
        for one in left { judge(unanswered: one, at: place) }
    }

    private mutating func judge(unanswered one: Pending, at place: Place) {
        // One answer may be meant for several messages of a kind.
        if !one.isBinding || answered[one.asked].map({ $0 > one.place.instant }) ?? false { return }
        guard one.isHeard else { return judged.notJudged.append(.capturedUnheard(frame: one.place.frame)) }
        let waited = place.instant - one.place.instant
        guard waited >= one.asked.limit else {
            return judged.notJudged.append(.capturedEnd(frame: one.place.frame, waited, one.asked.limit))
        }
        let isPhones = requestedMTU.map { $0 < Self.leastUsefulMTU } ?? false
        let code: FailureCode =
            switch one.asked {
            case .initialize:
                mtu.map { $0 < Self.leastUsefulMTU } ?? false ? "exchange.smallMTU" : "exchange.noConfiguration"
            case .start: "session.neverStarted"
            case .stop: "session.stopUnanswered"
            }
        find(
            code, code == "exchange.smallMTU" && isPhones ? .unknown : .accessory,
            code == "exchange.smallMTU" && isPhones ? .warning : .fault, .unanswered(code, waited), at: one.place)
    }

    // MARK: The result

    private mutating func find(
        _ code: FailureCode, _ party: CapturedParty, _ weight: Finding.Weight, _ text: Sentence,
        at place: Place
    ) {
        guard judged.findings.count < Self.most else {
            judged.findingsBesides += 1
            return
        }
        judged.findings.append(
            CapturedFinding(
                accessory: name, party: party, code: code, weight: weight, frame: place.frame, instant: place.instant,
                text: text))
    }

    /// Ends the capture, and returns what it shows.
    mutating func end(at now: Instant) -> CapturedAccessory {
        if let orphan = transactions.orphan(before: nil), mayLackPackets { noteGap(shownBy: orphan) }
        if isLinked || judged.connections == 0 { judgePending(at: Place(frame: lastPlace.frame, instant: now)) }
        judged.figures = times.flatMap { $0.tally.measured($0.asked.figure, of: "\(name)") }
        if let mtu { judged.figures.append(Measured("ATT_MTU", of: "\(name)", .count(Int(mtu)))) }
        if judged.isJudged, mtu == nil { judged.notJudged.append(.capturedNoMTU) }
        if judged.isJudged, !sawSubscription { judged.notJudged.append(.capturedNoDiscovery) }
        judged.notJudged = judged.notJudged.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        return judged
    }
}
