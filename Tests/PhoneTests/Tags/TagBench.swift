import Ground
import Links
import NDEF
import Phone
import Simulators
import TagRouting

/// The phone's tag reading, and a reader with tags in memory; every request is answered immediately.
struct TagBench {
    static let link = "https://example.com/open"
    static let message = NDEFMessage([URIRecord(uri: link).record]).encoded
    static let app = App(identifier: "com.example.door", links: [App.Link(host: "example.com")])

    var centre: BackgroundTagReader
    var now = Instant.start
    /// The tags in the field; the first one is selected.
    var field: [SimulatedTag] = []
    /// The reason why the reader is absent.
    var outage: String?
    /// Changes the field before an exchange, given the number of the exchange, starting at 1.
    var beforeExchange: ((inout TagBench, Int) -> Void)?
    /// Changes the field before a poll.
    var beforeLook: ((inout TagBench) -> Void)?
    /// The numbers of the exchanges during which the reader itself fails, starting at 1.
    var failures: ClosedRange<Int>?
    /// The exchange that fails once, and the way in which it fails.
    var glitch: (exchange: Int, way: GlitchTests.Way)?
    /// Whether the reader, like a PN532, does not report the four bits of a refusal.
    var hidesRefusals = false
    private var looksWithout = 0
    var events: [TagEvent] = []
    var findings: [Finding] = []
    var faults: [RigFault] = []
    var requests: [ReaderRequest] = []
    var exchanges = 0
    private var selected: Vocabulary.TagIdentity?

    init(_ tags: TagSetup = .standard, opens: Bool = true) {
        centre = Self.centre(tags)
        if opens { carryOut(centre.open()) }
    }

    static func centre(_ tags: TagSetup) -> BackgroundTagReader {
        BackgroundTagReader(PhoneSetup(apps: [app], tags: tags), hasReader: true)
    }

    mutating func hold(_ tags: SimulatedTag...) {
        field = tags
        selected = nil
    }

    /// Removes everything from the field, and puts it back before the next poll.
    mutating func flicker() { selected = nil }

    mutating func pass(_ span: Lapse) {
        let end = now + span
        while let next = centre.deadline, next <= end {
            now = max(now, next)
            carryOut(centre.advance(to: now))
        }
        now = end
    }

    mutating func receive(_ event: ReaderEvent) { carryOut(centre.receive(event, at: now)) }

    mutating func change(_ change: ConditionChange) { carryOut(centre.change(change, at: now)) }

    mutating func openNotification() { carryOut(centre.openNotification(at: now)) }

    /// Pulls the reader's cable.
    mutating func pull() {
        outage = "the cable is out"
        receive(.lost("the cable is out"))
    }

    mutating func carryOut(_ effects: [TagPollerEffect]) {
        for effect in effects {
            switch effect {
            case .event(let event): events.append(event)
            case .finding(let finding): findings.append(finding)
            case .fault(let fault): faults.append(fault)
            case .request(let request):
                requests.append(request)
                if let answer = answer(to: request) { receive(answer) }
            }
        }
    }

    private mutating func answer(to request: ReaderRequest) -> ReaderEvent? {
        if let outage { return request == .open ? .lost(outage) : nil }
        switch request {
        case .open: return .opened("a reader")
        case .close: return nil
        case .poll:
            beforeLook?(&self)
            if looksWithout > 0 {
                looksWithout -= 1
                return .noTag
            }
            for index in field.indices { field[index].receiveActivation() }
            selected = field.first?.identity
            let identities = field.map(\.identity)
            return identities.count > 1 ? .tagsFound(identities) : identities.first.map { .tagFound($0) } ?? .noTag
        case .checkPresence: return selected != nil && selected == field.first?.identity ? .tagPresent : .tagAbsent
        case .exchange(let command, _):
            exchanges += 1
            beforeExchange?(&self, exchanges)
            if let outage { return .lost(outage) }
            if failures?.contains(exchanges) == true { return .readerFailed("too hot") }
            if let glitch, glitch.exchange == exchanges { return fail(command, glitch.way) }
            guard selected != nil, selected == field.first?.identity, let response = field[0].receive(command) else {
                return .exchangeFailed("no answer")
            }
            return hidesRefusals && response == [0x00] ? .exchangeFailed("no answer") : .response(response)
        }
    }

    private mutating func fail(_ command: [UInt8], _ way: GlitchTests.Way) -> ReaderEvent {
        switch way {
        case .commandLost: break
        case .answerLost: _ = field.isEmpty ? nil : field[0].receive(command)
        case .flickered: selected = nil
        case .away: (selected, looksWithout) = (nil, 1)
        case .readerFailed: return .readerFailed("too hot")
        }
        return .exchangeFailed("no answer")
    }

    /// The events as short words.
    var words: [String] { events.compactMap(\.word) }

    func decision(_ place: Int = 0) -> RouteDecision? {
        let decisions = events.compactMap { event -> RouteDecision? in
            switch event {
            case .routed(let decision), .followed(_, let decision), .inspected(_, _, let decision, _): decision
            default: nil
            }
        }
        return decisions.dropFirst(place).first
    }

    var inputs: [AppInput] {
        events.compactMap { if case .delivered(let input, _, _) = $0 { input } else { nil } }
    }
}

extension TagEvent {
    /// The event as a short word; nil for irrelevant events.
    var word: String? {
        switch self {
        case .readerReady: "ready"
        case .readerLost: "lost"
        case .readerBack: "back"
        case .readingOff(let reason): "off \(reason.rawValue)"
        case .readingOn: "on"
        case .ignored(let reason): "ignored \(reason.rawValue)"
        case .detected: "detected"
        case .several(let identities): "\(identities.count) tags"
        case .read: "read"
        case .unreadable, .tornAway: "unreadable"
        case .routed(let decision): "to \(decision.destination.word)"
        case .inspected: "inspected"
        case .gone: "gone"
        case .finding(let finding): finding.weight == .note ? nil : finding.weight.rawValue
        case .notified: "notified"
        case .banner: "banner"
        case .leftAlone: "left"
        case .tapped: "tapped"
        case .unlockAsked: "unlock?"
        case .unlocked: "unlocked"
        case .unlockFailed: "still locked"
        case .delivered: "delivered"
        case .nothingToTap: "nothing to tap"
        case .dropped: "dropped"
        case .followed: "followed"
        }
    }
}

extension RouteTarget {
    var word: String {
        switch self {
        case .app(let name, _): name
        case .browser: "browser"
        case .schemeHandler: "handler"
        case .ignored: "ignored"
        case .unsupportedScheme: "unsupported"
        case .noScheme, .noUsableData: "nothing"
        }
    }
}
