import Ground
import Links

extension PhoneReplay {
    /// Receives arrivals until an instant, or while `isWaiting` holds; false if the replay is over.
    func wait(until limit: Instant, onlyIf isWaiting: () -> Bool) -> Bool {
        while isWaiting(), links.now < limit || limit == .never {
            guard turn(until: limit) else { return false }
        }
        return isGoingOn
    }

    /// Waits for one arrival or for the next thing due; false if the replay is over.
    private func turn(until limit: Instant) -> Bool {
        var due = limit
        if let look, !look.isAwaited, !look.isLast { due = min(due, look.next) }
        if let expiry = expected.expiry, !isAttending { due = min(due, expiry) }
        switch links.receive(until: due) {
        case .arrival(let arrival): receive(arrival)
        case .deadline, .stoodStill: break
        case .interrupted: outcome.isInterrupted = true
        }
        if let look, !look.isAwaited, !look.isLast, look.next <= links.now, isGoingOn {
            self.look?.isAwaited = true
            transmit(.reader(look.request))
        }
        tellWhatCameTooEarly()
        return isGoingOn
    }

    /// Ends the look in progress and waits for the reader's outstanding answer; false if the replay is over, or if
    /// the reader does not answer in time.
    func finishLook() -> Bool {
        let limit = links.now + max(pace.patience, NetworkState.bringUpLimit)
        look?.isLast = true
        guard wait(until: limit, onlyIf: { self.network.isReaderBusy }) else { return false }
        look = nil
        guard network.isReaderBusy else { return true }
        let remedy = "Look at its cable, and play it again"
        outcome.fault = PhoneReplayOutcome.LinkFault(
            link: .reader, fault: RigFault("the reader no longer answers", remedy: remedy))
        return false
    }

    // MARK: Arrivals

    private func receive(_ arrival: Arrival) {
        let look = look
        for inbound in note(arrival) {
            if case .reader(let event) = inbound, let look, look.isAwaited {
                if event.changesNothing(for: look.request) {
                    let next = links.now + .seconds(look.pause.seconds / pace.speed)
                    self.look?.next = next
                    // Half a pause, because this look need not be in step with the recorded one.
                    if let end = look.end, next > end + .seconds(look.pause.seconds / 2) { self.look = nil }
                    continue
                }
                self.look = nil
            }
            place(inbound)
        }
    }

    /// Updates the bench's state from an arrival, and returns it as whole messages.
    @discardableResult func note(_ arrival: Arrival) -> [Inbound] {
        live.count += 1
        switch arrival.inbound {
        case .fault(let link, let fault):
            outcome.fault = PhoneReplayOutcome.LinkFault(link: link, fault: fault)
            return []
        case .kit(.bytes(let bytes)):
            let packets = live.packets(in: bytes, at: links.now)
            for packet in packets { network.received(packet) }
            return packets
        case .stream(let stream, let event):
            network.received(arrival.inbound)
            return live.messages(in: event, on: stream)
        case .reader:
            look?.isAwaited = false
        default: break
        }
        network.received(arrival.inbound)
        return [arrival.inbound]
    }

    /// Whether a recording does not show such an arrival: the advertisements before a connection, or, in a capture, a
    /// link's encryption.
    private func isBeyondCapture(_ inbound: Inbound) -> Bool {
        switch inbound {
        case .bluetooth(let name, .discovered): return !script.advertised.contains(name)
        case .bluetooth(_, .pairingBegan): return script.isCapture
        case .bluetooth(let name, .encrypted):
            if case .answer(.bluetooth(_, .encrypted), _)? = due(on: .state(name))?.item.content { return false }
            return script.isCapture
        default: return false
        }
    }

    private func place(_ inbound: Inbound) {
        if isBeyondCapture(inbound) { return }
        switch Place(of: inbound, session: { self.fields.recordedSession($0) }) {
        case .aside: break
        case .stream(let stream): live.streams.count(stream, isFull: inbound.showsDistance)
        case .ordered(.notices(let name, let handle)) where script.isStream(name, handle: handle):
            live.streams.count(.notices(name, handle: handle), isFull: false)
        case .ordered(let stream):
            expected.add(inbound, on: stream, at: links.now, frame: live.count)
            match(on: stream)
        }
    }

    /// Compares the arrivals waiting on an ordered stream with the items due there.
    ///
    /// If the recorded run failed, it may have made a request without waiting for the answer.
    private func match(on stream: OrderedStream) {
        while let early = expected.first(on: stream) {
            guard expected.isOwed(on: stream) else {
                expected.drop(on: stream)
                if case .answers = stream, script.decided != nil { continue }
                // Other rigs do not report these.
                if early.inbound.isOfStageAlone { continue }
                if !isAtTheEnd(stream) { differ(unrecorded: early.inbound, on: stream) }
                continue
            }
            guard let first = due(on: stream) else { return }
            let (index, item) = overtaken(by: early.inbound, from: first, on: stream)
            guard case .answer(let recorded, _) = item.content else { return }
            if recorded.isOwnEnd, case .stream(_, .bytes) = early.inbound {
                // The message crossed with the phone's own end of the connection.
                expected.drop(on: stream)
                continue
            }
            let isOfRig = stream.isOfRig || early.inbound.isReaderFailure
            let contrast = fields.contrast(recorded, early.inbound)
            expected.drop(on: stream)
            switch contrast {
            case .same: break
            case .differs(let why):
                differ(
                    .differs(early.inbound, from: recorded, why: why), on: stream.link, at: item.number,
                    isOfRig: isOfRig)
            case .otherKind where outcome.difference == nil:
                differ(
                    .differs(early.inbound, from: recorded, why: nil), on: stream.link, at: item.number,
                    isOfRig: isOfRig)
            case .otherKind: continue
            }
            expected.match(index, on: stream, at: early.instant)
        }
    }

    /// The item recorded in place of a screen's message.
    ///
    /// The order between a screen's unsolicited frames and its answers varies; frames of the same type keep their
    /// order.
    private func overtaken(
        by inbound: Inbound, from first: (index: Int, item: PhoneScript.Item), on stream: OrderedStream
    ) -> (index: Int, item: PhoneScript.Item) {
        guard let type = inbound.frameType, case .answer(let recorded, _) = first.item.content,
            let other = recorded.frameType, other != type
        else { return first }
        for index in upcoming(on: stream) {
            guard let item = item(index), case .answer(let recorded, _) = item.content else { continue }
            guard let other = recorded.frameType else { break }
            if other == type { return recorded == inbound ? (index, item) : first }
        }
        return first
    }

    /// Whether the recording is so near its end that the kit's last notifications may be missing from it.
    private func isAtTheEnd(_ stream: OrderedStream) -> Bool {
        stream.link == .kit && script.end - recordedNow <= Self.tail
    }

    func matchWhatCameEarly() {
        for stream in expected.waitingStreams { match(on: stream) }
    }

    private func tellWhatCameTooEarly() {
        guard let expiry = expected.expiry, expiry <= links.now, !isAttending else { return }
        for stream in expected.waitingStreams {
            guard let early = expected.first(on: stream), early.instant + Self.earliness <= links.now else { continue }
            expected.drop(on: stream)
            differ(unrecorded: early.inbound, on: stream)
        }
    }

    /// Records an arrival that is not in the recording.
    func differ(unrecorded inbound: Inbound, on stream: OrderedStream) {
        differ(
            .unrecorded(inbound), on: stream.link, at: nil, isOfRig: stream.isOfRig || inbound.isReaderFailure)
    }
}

extension Inbound {
    /// The type of the application's frame that begins in a screen's message (network.md, section 6.1); nil
    /// for anything else.
    fileprivate var frameType: [UInt8]? {
        guard case .stream(let stream, .bytes(let bytes)) = self, stream.companion != nil, bytes.count >= 14,
            bytes[4..<6] == Self.dataHead
        else { return nil }
        return Array(bytes[6..<10])
    }

    /// The version and kind of a message with application data.
    private static let dataHead: ArraySlice<UInt8> = [0x01, 0x20]

    /// Whether this is the end of a connection that the phone itself closed.
    fileprivate var isOwnEnd: Bool { if case .stream(_, .ended(.local)) = self { true } else { false } }

    /// Whether it reports a place or a radio, which only a person or a program does.
    fileprivate var isOfStageAlone: Bool {
        switch self {
        case .stage(.placed), .stage(.radio): true
        default: false
        }
    }

    /// Whether the reader itself failed, independently of any tag.
    fileprivate var isReaderFailure: Bool {
        switch self {
        case .reader(.readerFailed), .reader(.lost): true
        default: false
        }
    }
}
