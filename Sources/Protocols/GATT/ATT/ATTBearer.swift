public import Ground

/// One end of an ATT bearer. It decides when a PDU may be sent, matches responses to requests, and enforces ATT_MTU.
///
/// Either end may be client and server at once. In each direction one request and one indication may be outstanding;
/// further ones wait. A response is due within 30 s; after that the bearer is dead and nothing more may be sent on
/// it. Commands and notifications need no response and may be sent at any time. From its response on, an MTU exchange
/// sets ATT_MTU to the smaller of both sides' values, at least 23. Core Specification, volume 3, part F, section 3.3;
/// bluez.md, sections 1.5 and 4.3.
public struct ATTBearer: Sendable {
    /// The ATT_MTU of every link before an exchange, and the smallest one after it.
    public static let minimumMTU: UInt16 = 23
    public static let transactionTimeout = Lapse.seconds(30)
    /// The maximum number of requests, and of indications, waiting behind the outstanding one.
    public static let queueLimit = 64

    /// The size of the longest PDU this side offers to receive.
    public let ownMTU: UInt16
    /// The longest PDU on this link, in both directions.
    public private(set) var mtu = minimumMTU
    /// The reason why the bearer is unusable; nil while it works.
    public private(set) var death: ATTBearerFailure?

    private var requests = ATTTransactions()
    private var indications = ATTTransactions()
    private var unanswered: ATTOpcode?
    private var offeredMTU: UInt16?
    private var owesConfirmation = false

    public init(ownMTU: UInt16) { self.ownMTU = ownMTU }

    /// The next instant at which `advance(to:)` must be called.
    public var deadline: Instant? { [requests.deadline, indications.deadline].compactMap(\.self).min() }

    // MARK: Ours

    /// Sends a PDU, or queues it until its turn comes; the response to a request arrives as `response`.
    public mutating func send(_ pdu: ATTPDU, at now: Instant) throws(ATTRefusal) -> [ATTBearerEffect] {
        if let death { throw .dead(death) }
        let bytes = pdu.encoded
        guard bytes.count <= Int(mtu) else { throw .tooLong(limit: Int(mtu)) }
        switch pdu.opcode.kind {
        case .request:
            guard requests.enqueue(pdu) else { throw .queueFull }
            return startNextRequest(at: now)
        case .indication:
            guard indications.enqueue(pdu) else { throw .queueFull }
            return startNextIndication(at: now)
        case .command, .notification: return [.send(bytes)]
        case .confirmation:
            guard owesConfirmation else { throw .answersNothing }
            owesConfirmation = false
            return [.send(bytes)]
        case .response:
            guard let unanswered, pdu.answers(unanswered) else { throw .answersNothing }
            self.unanswered = nil
            return [.send(bytes)] + settleMTU(answering: pdu)
        }
    }

    /// Advances the time to `now`; an answer still missing at its deadline kills the bearer.
    public mutating func advance(to now: Instant) -> [ATTBearerEffect] {
        if let request = requests.outstanding, let deadline = requests.deadline, deadline <= now {
            return die(.requestTimedOut(request.opcode))
        }
        if case .indication(let handle, _) = indications.outstanding, let deadline = indications.deadline,
            deadline <= now
        {
            return die(.indicationTimedOut(handle))
        }
        return []
    }

    private mutating func die(_ reason: ATTBearerFailure) -> [ATTBearerEffect] {
        death = reason
        requests.clear()
        indications.clear()
        return [.dead(reason)]
    }

    private mutating func startNextRequest(at now: Instant) -> [ATTBearerEffect] {
        requests.next(at: now).map { [.send($0.encoded)] } ?? []
    }

    private mutating func startNextIndication(at now: Instant) -> [ATTBearerEffect] {
        indications.next(at: now).map { [.send($0.encoded)] } ?? []
    }

    // MARK: The peer's

    /// Takes one PDU from the link.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [ATTBearerEffect] {
        if let death {
            return [.finding(Finding("att.deadBearer", .note, "a PDU is ignored on a dead bearer: \(death)"))]
        }
        guard let first = bytes.first else {
            return [.finding(Finding("att.unexpected", .fault, "an ATT PDU without any byte"))]
        }
        let opcode = ATTOpcode(rawValue: first)
        var effects: [ATTBearerEffect] = []
        if bytes.count > Int(mtu) {
            let meaning = "\(opcode) has \(bytes.count) bytes, more than the ATT_MTU of \(mtu)"
            effects.append(.finding(Finding("att.tooLong", .fault, meaning, offset: Int(mtu))))
        }
        do {
            return effects + take(try ATTPDU(decoding: bytes), at: now)
        } catch {
            return effects + take(error, as: opcode, at: now)
        }
    }

    private mutating func take(_ pdu: ATTPDU, at now: Instant) -> [ATTBearerEffect] {
        switch pdu.opcode.kind {
        case .request: return takeRequest(pdu)
        case .response: return takeResponse(pdu, at: now)
        case .command: return [.command(pdu)]
        case .notification:
            if case .notification(let handle, let value) = pdu { return [.notified([HandleValue(handle, value)])] }
            if case .multipleNotifications(let items) = pdu { return [.notified(items)] }
            return []
        case .indication:
            guard case .indication(let handle, let value) = pdu else { return [] }
            let early = owesConfirmation
            owesConfirmation = true
            let meaning = "an indication of \(handle) came before the previous one was confirmed"
            return (early ? [.finding(Finding("att.unexpected", .fault, meaning))] : []) + [.indicated(handle, value)]
        case .confirmation:
            guard case .indication(let handle, _) = indications.outstanding else {
                return [
                    .finding(
                        Finding("att.unexpected", .fault, "a confirmation came, and no indication was outstanding"))
                ]
            }
            indications.finish()
            return [.confirmed(handle)] + startNextIndication(at: now)
        }
    }

    private mutating func takeRequest(_ pdu: ATTPDU) -> [ATTBearerEffect] {
        if let early = claimAnswer(for: pdu.opcode) { return [.finding(early)] }
        var effects: [ATTBearerEffect] = []
        if case .exchangeMTURequest(let theirs) = pdu {
            if offeredMTU != nil {
                effects.append(.finding(Finding("att.mtu", .warning, "the MTU is exchanged a second time")))
            }
            if theirs < Self.minimumMTU { effects.append(.finding(Self.lowMTU(theirs))) }
            offeredMTU = theirs
        }
        return effects + [.request(pdu)]
    }

    /// Records that the peer awaits a response; returns a finding if it already awaited one.
    private mutating func claimAnswer(for opcode: ATTOpcode) -> Finding? {
        if let unanswered {
            return Finding("att.unexpected", .fault, "\(opcode) came before \(unanswered) was answered, and is ignored")
        }
        unanswered = opcode
        return nil
    }

    private mutating func takeResponse(_ pdu: ATTPDU, at now: Instant) -> [ATTBearerEffect] {
        guard let request = requests.outstanding else {
            return [.finding(Finding("att.unexpected", .fault, "\(pdu.opcode) came, and no request was outstanding"))]
        }
        guard pdu.answers(request.opcode) else {
            var name = "\(pdu.opcode)"
            if case .errorResponse(let other, _, _) = pdu { name += " to \(other)" }
            return [
                .finding(
                    Finding("att.unexpected", .fault, "\(name) came while \(request.opcode) was outstanding", offset: 0)
                )
            ]
        }
        requests.finish()
        var effects: [ATTBearerEffect] = []
        if case .exchangeMTUResponse(let theirs) = pdu, case .exchangeMTURequest(let ours) = request {
            if theirs < Self.minimumMTU { effects.append(.finding(Self.lowMTU(theirs))) }
            effects += settleMTU(ours, theirs)
        }
        return effects + [.response(pdu, to: request)] + startNextRequest(at: now)
    }

    private mutating func take(
        _ malformed: Malformed, as opcode: ATTOpcode, at now: Instant
    ) -> [ATTBearerEffect] {
        let finding = Finding("att.malformed", malformed, in: "\(opcode)")
        switch opcode.kind {
        case .request:
            if let early = claimAnswer(for: opcode) { return [.finding(finding), .finding(early)] }
            return [.finding(finding), .malformedRequest(opcode)]
        case .response:
            guard let request = requests.outstanding, opcode == .errorResponse || opcode == request.opcode.response
            else { return [.finding(finding)] }
            requests.finish()
            return [.finding(finding), .malformedResponse(finding, to: request)] + startNextRequest(at: now)
        case .command, .notification, .indication, .confirmation: return [.finding(finding)]
        }
    }

    // MARK: MTU

    private mutating func settleMTU(answering response: ATTPDU) -> [ATTBearerEffect] {
        guard case .exchangeMTUResponse(let ours) = response, let offeredMTU else { return [] }
        return settleMTU(ours, offeredMTU)
    }

    private mutating func settleMTU(_ ours: UInt16, _ theirs: UInt16) -> [ATTBearerEffect] {
        mtu = max(Self.minimumMTU, min(ours, theirs))
        return [.settledMTU(mtu)]
    }

    private static func lowMTU(_ value: UInt16) -> Finding {
        Finding("att.mtu", .fault, "an MTU of \(value) is below the minimum of \(minimumMTU)", offset: 1)
    }
}

extension ATTPDU {
    /// Returns whether this is the response, or an Error Response, to a request with that opcode.
    fileprivate func answers(_ request: ATTOpcode) -> Bool {
        if case .errorResponse(let refused, _, _) = self { return refused == request }
        return opcode == request.response
    }
}
