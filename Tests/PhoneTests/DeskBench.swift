import Ground
import Links
import NDEF
import Phone
import Simulators
import TagRouting

/// A tag desk and a field of tags in memory; every request of the desk is answered at once.
struct DeskBench {
    static let link = "https://example.com/open"
    static let message = NDEFMessage([URIRecord(uri: link).record]).encoded
    static let app = RegisteredApp("com.example.door", links: [LinkPattern(host: "example.com")])

    var desk: TagDesk
    var now = Instant.start
    /// The tag in the field.
    var tag: SimulatedTag?
    /// Does things to the field before an exchange, by the number of the exchange from 1 on.
    var beforeExchange: ((inout DeskBench, Int) -> Void)?
    var events: [TagEvent] = []
    var findings: [Finding] = []
    var requests: [ReaderRequest] = []
    var exchanges = 0
    private var isSelected = false

    init(conditions: PhoneConditions = PhoneConditions()) {
        desk = TagDesk(router: TagRouter(apps: [Self.app]), conditions: conditions)
        carryOut(desk.open())
    }

    mutating func hold(_ tag: SimulatedTag?) {
        self.tag = tag
        isSelected = false
    }

    mutating func pass(_ span: Span) {
        let end = now + span
        while let next = desk.deadline, next <= end {
            now = max(now, next)
            carryOut(desk.advance(to: now))
        }
        now = end
    }

    mutating func receive(_ event: ReaderEvent) { carryOut(desk.receive(event, at: now)) }

    private mutating func carryOut(_ effects: [TagDeskEffect]) {
        for effect in effects {
            switch effect {
            case .event(let event): events.append(event)
            case .finding(let finding): findings.append(finding)
            case .request(let request):
                requests.append(request)
                if let answer = answer(to: request) { receive(answer) }
            }
        }
    }

    private mutating func answer(to request: ReaderRequest) -> ReaderEvent? {
        switch request {
        case .open: return .opened("a reader")
        case .close: return nil
        case .poll:
            guard var found = tag else { return .noTag }
            found.receiveActivation()
            tag = found
            isSelected = true
            return .tagFound(found.identity)
        case .checkPresence: return tag != nil && isSelected ? .tagPresent : .tagAbsent
        case .exchange(let command, _):
            exchanges += 1
            beforeExchange?(&self, exchanges)
            guard isSelected, let response = tag?.receive(command) else { return .exchangeFailed("no answer") }
            return .response(response)
        }
    }

    /// What was told, in short words.
    var words: [String] {
        events.map { event in
            switch event {
            case .readerReady: "ready"
            case .detected: "detected"
            case .read: "read"
            case .unreadable: "unreadable"
            case .routed(let decision): Self.word(decision.destination)
            case .gone: "gone"
            case .finding(let finding): finding.weight.rawValue
            }
        }
    }

    private static func word(_ destination: Destination) -> String {
        switch destination {
        case .app(let name, _): name
        case .browser: "browser"
        case .schemeHandler: "handler"
        case .ignored: "ignored"
        case .unsupportedScheme: "unsupported"
        case .noUsableData: "nothing"
        }
    }
}
