import Ground
import Phone
import ScenarioKit
import Wording

/// An event that a scenario can ask for.
enum Observation: Hashable, Sendable {
    case phone(PhoneEvent)
    /// A line printed by an accessory or a screen.
    case console(AccessoryName, String)

    /// Whether it is the decision about a tag or a link.
    var isRoute: Bool { if case .phone(.tag(.routed)) = self { true } else { false } }

    /// The event as a clause.
    var sentence: Sentence {
        switch self {
        case .phone(let event): .clause(of: event)
        case .console(let name, let line): .printed(line, by: name)
        }
    }
}

/// The events that a failure mentions if an outcome did not occur or occurred too often.
struct RelatedEvents: Sendable {
    private let outcome: Outcome
    private let parts: [(outcome: Outcome, kinds: [EventKind])]

    init(_ outcome: Outcome) {
        self.outcome = outcome
        parts = outcome.alternatives.map { ($0, $0.kinds) }
    }

    /// Returns whether the failure should mention an observation.
    func includes(_ seen: Observation) -> Bool {
        switch seen {
        case .phone(let event):
            let kind = event.kind
            return parts.contains { $0.kinds.contains(kind) && $0.outcome.tells(of: event) }
        case .console(let name, let line): return outcome.matches(line, printedBy: name)
        }
    }
}

extension Outcome {
    /// Whether an observation matches this outcome.
    func matches(_ seen: Observation) -> Bool {
        switch seen {
        case .phone(let event): matches(event)
        case .console(let name, let line): matches(line, printedBy: name)
        }
    }

    func matches(_ line: String, printedBy name: AccessoryName) -> Bool {
        alternatives.contains { outcome in
            switch outcome {
            case .console(name, let text): line.containsIgnoringCase(text)
            case .screenConsole(let screen, let text): screen.printer == name && line.containsIgnoringCase(text)
            case .reported(let report, name): report.isPrinted(as: line)
            default: false
            }
        }
    }

    /// Whether an event of the right kind is worth mentioning.
    fileprivate func tells(of event: PhoneEvent) -> Bool {
        switch event {
        case .tag(.routed(let decision)), .tag(.followed(_, let decision)):
            if case .decided = self { true } else { !decision.notifies }
        case .channel(_, .discovered), .kitReady, .tag(.readerReady): false
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitRanging, .kitRound, .blindProbe,
            .tag, .companion, .finding, .fault, .waits:
            true
        }
    }

    /// The kinds of events that a failure mentions, about any accessory; none for several outcomes at once.
    fileprivate var kinds: [EventKind] {
        switch self {
        case .found: [.discovered]
        case .connected: [.ready]
        case .disconnected: [.lost]
        case .encrypted, .paired: [.encrypted, .pairingFailed]
        case .pairingFailed: [.pairingFailed]
        case .parametersRequested: [.parameters]
        case .writeRefused: [.writeRefused]
        case .received: [.received, .writeRefused]
        case .sent: [.sent]
        case .ranging, .direction: [.didUpdate]
        case .removed: [.didRemove]
        case .retry: [.retry, .gaveUp]
        case .gaveUp: [.gaveUp]
        case .invalidated: [.didInvalidate, .invalidated]
        case .suspended: [.sessionWasSuspended]
        case .suspensionEnded: [.sessionSuspensionEnded]
        case .prompted: [.prompted]
        case .kitMeasured: [.stillRanges]
        case .addressClash: [.addressClash]
        case .entered, .left, .zoneChange: [.zone]
        case .feature: [.feature]
        case .opened, .notified, .delivered: [.delivered, .notified, .unreadable, .routed, .followed, .ignored]
        case .decided: [.delivered, .notified, .unreadable, .routed, .followed, .ignored, .leftAlone, .unlock]
        case .tagDetected: [.detected]
        case .tagGone: [.detected, .gone]
        case .tagUnreadable: [.unreadable]
        case .severalTags: [.detected, .severalTags]
        case .readerLost: [.readerLost]
        case .readerBack: [.readerLost, .readerBack]
        case .companion: EventKind.ofCompanions
        case .reported: [.told]
        case .console, .screenConsole, .anyOf: []
        }
    }
}

extension String {
    /// Whether the string contains the text, ignoring case.
    fileprivate func containsIgnoringCase(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        let (line, wanted) = (Array(lowercased().utf8), Array(text.lowercased().utf8))
        guard wanted.count <= line.count else { return false }
        return (0...(line.count - wanted.count)).contains { Array(line[$0..<($0 + wanted.count)]) == wanted }
    }
}
