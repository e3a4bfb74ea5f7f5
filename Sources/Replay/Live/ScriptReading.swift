import Ground
import Journal
import Links
import NearbyInteraction
import Recordings
import UWB

/// Converts a trace's events into script items, one at a time.
struct ScriptReading {
    /// The number of consecutive notifications, with nothing from the phone in between, that make a stream.
    private static let talkativeness = 4
    /// The shortest pause between two looks at the reader.
    private static let shortestPause = Lapse.milliseconds(5)
    /// The time for a connection that the recorded phone did not limit.
    private static let connectLimit = Lapse.seconds(10)
    /// The maximum payload of a data packet; kits announce less.
    private static let dataLimit = 4096

    /// The items made and not taken yet.
    private var items: [PhoneScript.Item] = []
    /// The number of items made.
    private(set) var count = 0
    private(set) var tallies = StreamTallies()
    private(set) var lastInstant = Instant.start
    private(set) var frames = 0
    private var lastNumber = 0
    let talkative: Set<Stream>
    /// The number of items up to the last one sent on each link.
    private(set) var lastSent: [LinkID: Int] = [:]
    private var fromKit = UCIFramer(side: .host, dataLimit: Self.dataLimit)
    private var toKit = UCIFramer(side: .device, dataLimit: Self.dataLimit)
    private var connections: [StreamID: ConnectionPieces] = [:]
    private(set) var decided: PhoneScript.Decision?
    /// The last arrival, if it belongs to a stream.
    private var lastOfStream: (stream: Stream, instant: Instant)?
    /// The longest time after an arrival in which a phone that waited for it acts.
    private static let reaction = Lapse.milliseconds(50)
    /// The look at the reader's field in progress.
    private var look: Look?
    /// The ends of the looks known so far, and the number of looks begun.
    private(set) var looks: [PhoneScript.LookEnd]
    private var looksBegun = 0
    private let knowsLooks: Bool
    /// The number of the last item.
    private var lastItem = 0
    /// The links on which the phone asked for a connection, and those on which it asked for its end, without an answer.
    private var connecting: Set<LinkID> = []
    private var disconnecting: Set<LinkID> = []
    /// The links that one side began to encrypt.
    private var pairing: Set<LinkID> = []
    /// Whether the trace is a capture made by another program, which does not show what the phone asked its system for.
    private(set) var isCapture = false
    /// The frame at which a capture loses an accessory to the air, which no replay can repeat: the script ends there.
    private(set) var lossAtFrame: Int?

    /// A look that is repeated until something changes.
    private struct Look {
        let request: ReaderRequest
        let began: Instant
        /// The instant of the last answer.
        var answered: Instant?
        var pauses = Lapse.zero
        var count = 0
        /// The instant of the last repetition.
        var last: Instant

        /// After a longer pause, the look was given up and begun afresh.
        private static let longestPause = Lapse.seconds(1)

        /// Takes a request into account; false if it does not continue this look.
        mutating func goesOn(with request: ReaderRequest, at now: Instant) -> Bool {
            guard request == self.request, let answered, now - answered <= Self.longestPause else { return false }
            pauses = pauses + (now - answered)
            count += 1
            last = now
            self.answered = nil
            return true
        }
    }

    /// Creates a reading for the first pass over a trace, or for a later pass that knows how its looks end.
    init(talkative: Set<Stream>, looks: [PhoneScript.LookEnd]? = nil) {
        self.talkative = talkative
        self.looks = looks ?? []
        knowsLooks = looks != nil
    }

    /// Whether the event is still within the part to read; false from the first frame beyond it.
    func isGoingOn(before event: TraceEvent, until frame: Int) -> Bool {
        guard lossAtFrame == nil else { return false }
        return switch event {
        case .received(_, _, let number), .sent(_, _, let number): number <= frame
        case .gap: false
        case .began, .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .ended: true
        }
    }

    mutating func receive(_ event: TraceEvent) {
        switch event {
        case .received(let arrival, let now, let number):
            move(to: now)
            frames += 1
            lastNumber = number
            take(arrival.inbound, number)
        case .sent(let outbound, let instant, let number):
            move(to: instant)
            frames += 1
            lastNumber = number
            take(outbound, number)
        case .waited(let until, _): move(to: until)
        case .began(let header):
            isCapture = header.scenarioText.isEmpty
            move(to: header.start)
        case .journal(let note):
            guard note.isOf(.stepFailed), decided == nil else { break }
            decided = PhoneScript.Decision(instant: note.instant, number: lastNumber)
        case .clock, .stoodStill, .interrupted, .kernel, .gap, .ended: break
        }
        tallies.endFrame(item: lastItem)
    }

    mutating func finish() { endLook() }

    /// Removes and returns the items made since the last call.
    mutating func take() -> [PhoneScript.Item] {
        defer { items.removeAll(keepingCapacity: true) }
        return items
    }

    private mutating func move(to instant: Instant) { lastInstant = max(lastInstant, instant) }

    // MARK: What was sent

    private mutating func take(_ outbound: Outbound, _ number: Int) {
        switch outbound {
        case .kit(.bytes(let bytes)):
            let packets = toKit.receive(bytes, at: lastInstant).compactMap(\.packet)
            for packet in packets { send(.kit(.bytes(packet.encoded)), number) }
        case .kit(.open):
            fromKit = UCIFramer(side: .host, dataLimit: Self.dataLimit)
            toKit = UCIFramer(side: .device, dataLimit: Self.dataLimit)
            send(outbound, number)
        case .reader(let request) where request == .poll || request == .checkPresence:
            if look?.goesOn(with: request, at: lastInstant) == true { return }
            endLook()
            look = Look(request: request, began: lastInstant, last: lastInstant)
            let end = knowsLooks && looksBegun < looks.count ? looks[looksBegun] : nil
            looksBegun += 1
            append(.look(request, every: end?.pause ?? Self.shortestPause, lasting: end?.span), .reader, number)
        case .reader:
            endLook()
            send(outbound, number)
        case .bluetooth(_, .connect):
            connecting.insert(outbound.link)
            send(outbound, number)
        case .bluetooth(_, .disconnect):
            disconnecting.insert(outbound.link)
            send(outbound, number)
        case .bluetooth(_, .pair):
            pairing.insert(outbound.link)
            send(outbound, number)
        default: send(outbound, number)
        }
    }

    private mutating func send(_ outbound: Outbound, _ number: Int) { append(.send(outbound), outbound.link, number) }

    private mutating func append(_ content: PhoneScript.Item.Content, _ link: LinkID, _ number: Int) {
        var item = PhoneScript.Item(content: content, instant: lastInstant, number: number)
        if let (stream, instant) = lastOfStream, lastInstant - instant <= Self.reaction {
            item.trigger = PhoneScript.Trigger(
                stream: stream, tally: tallies[stream] ?? PhoneScript.Tally(), delay: lastInstant - instant)
        }
        lastOfStream = nil
        add(item)
        lastSent[link] = count
    }

    /// Records the mean pause between the looks, and their duration if nothing changed.
    private mutating func endLook(byChange: Bool = false) {
        guard let look else { return }
        self.look = nil
        guard !knowsLooks else { return }
        let mean = Lapse(nanoseconds: look.pauses.nanoseconds / Int64(max(1, look.count)))
        let span = byChange ? nil : look.last - look.began
        looks.append(PhoneScript.LookEnd(pause: max(Self.shortestPause, mean), span: span))
    }

    private mutating func add(_ item: PhoneScript.Item) {
        items.append(item)
        count += 1
        lastItem = item.number
    }

    // MARK: What arrived

    private mutating func take(_ inbound: Inbound, _ number: Int) {
        switch inbound {
        case .bluetooth(let name, .connected):
            // A capture shows the connection, but not that the phone asked for it.
            if connecting.remove(.bluetooth(name)) == nil {
                send(.bluetooth(name, .connect(within: Self.connectLimit)), number)
            }
            place(inbound, number)
        case .bluetooth(let name, .pairingBegan):
            pairing.insert(.bluetooth(name))
            place(inbound, number)
        case .bluetooth(let name, .encrypted) where isCapture:
            if pairing.remove(.bluetooth(name)) == nil { send(.bluetooth(name, .pair), number) }
            place(inbound, number)
        case .bluetooth(_, .disconnected(.supervisionTimeout)) where isCapture:
            lossAtFrame = number
        case .bluetooth(let name, .disconnected(let reason)):
            pairing.remove(.bluetooth(name))
            if disconnecting.remove(.bluetooth(name)) == nil, reason == .local {
                send(.bluetooth(name, .disconnect), number)
            }
            place(inbound, number)
        case .kit(.bytes(let bytes)):
            let packets = fromKit.receive(bytes, at: lastInstant).compactMap(\.packet)
            for packet in packets { place(.kit(.bytes(packet.encoded)), number) }
        case .reader(let event):
            if let look, event.changesNothing(for: look.request) {
                self.look?.answered = lastInstant
                return
            }
            endLook(byChange: true)
            place(inbound, number)
        case .stream(let stream, let event):
            for whole in connections[stream, default: ConnectionPieces()].events(in: event) {
                place(.stream(stream, whole), number)
            }
        default: place(inbound, number)
        }
    }

    private mutating func place(_ inbound: Inbound, _ number: Int) {
        switch Place(of: inbound) {
        case .ordered(.notices(let name, let handle)) where talkative.contains(.notices(name, handle: handle)):
            count(inbound, in: .notices(name, handle: handle))
        case .ordered(let stream):
            lastOfStream = nil
            add(
                PhoneScript.Item(
                    content: .answer(inbound, stream), instant: lastInstant, number: number,
                    cause: lastSent[stream.link] ?? 0))
        case .stream(let stream): count(inbound, in: stream)
        case .aside: break
        }
    }

    private mutating func count(_ inbound: Inbound, in stream: Stream) {
        tallies.count(stream, isFull: inbound.showsDistance)
        lastOfStream = (stream, lastInstant)
    }

    /// The characteristics that notify repeatedly while the phone sends nothing to their accessory.
    static func talkativeCharacteristics(in events: some Sequence<TraceEvent>) -> Set<Stream> {
        var talkative: Set<Stream> = []
        // The characteristic that carries Nearby Interaction's messages is compared, however much else it carries.
        var channels: Set<Stream> = []
        var rows: [LinkID: (stream: Stream, count: Int)] = [:]
        var identifiers: [AccessoryName: MessageIdentifiers] = [:]
        for event in events {
            switch event {
            case .began(let header): identifiers.merge(header.channels.mapValues(\.identifiers)) { $1 }
            case .sent(let outbound, _, _): rows[outbound.link] = nil
            case .received(let arrival, _, _):
                guard case .ordered(.notices(let name, let handle)) = Place(of: arrival.inbound) else { continue }
                let stream = Stream.notices(name, handle: handle)
                if isMessage(arrival.inbound, identifiers[name] ?? .appleSample) { channels.insert(stream) }
                let before = rows[.bluetooth(name)]
                let count = before?.stream == stream ? (before?.count ?? 0) + 1 : 1
                rows[.bluetooth(name)] = (stream, count)
                if count >= Self.talkativeness { talkative.insert(stream) }
            case .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: break
            }
        }
        return talkative.subtracting(channels)
    }

    /// Whether a notification is a message that only an accessory sends on its data channel.
    private static func isMessage(_ inbound: Inbound, _ ids: MessageIdentifiers) -> Bool {
        guard case .bluetooth(_, .frame(let bytes)) = inbound, bytes.count > 3 else { return false }
        if bytes[3] == ids.uwbDidStart || bytes[3] == ids.uwbDidStop { return bytes.count == 4 }
        return bytes[3] == ids.accessoryConfigurationData
            && (try? AccessoryConfigurationData(decoding: Array(bytes[4...])))?.isAcceptable == true
    }
}

extension UCIFramer.Output {
    /// The packet; nil for other output.
    var packet: UCIPacket? {
        if case .packet(let packet) = self { packet } else { nil }
    }
}

extension ReaderEvent {
    /// Whether this answers a look at the field and leaves everything unchanged.
    func changesNothing(for request: ReaderRequest) -> Bool {
        switch (request, self) {
        case (.poll, .noTag), (.checkPresence, .tagPresent): true
        default: false
        }
    }
}

extension Inbound {
    /// Whether this is a ranging round that measured a distance.
    var showsDistance: Bool {
        guard case .kit(.bytes(let bytes)) = self, let packet = UCIPacket(whole: bytes),
            case .sessionInfo(let info) = try? UCINotification(decoding: packet),
            case .twoWayRanging(let list) = info.measurements
        else { return false }
        return list.contains { $0.distance != nil }
    }
}
