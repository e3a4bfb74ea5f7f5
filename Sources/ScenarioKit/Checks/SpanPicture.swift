/// A span that a `Require` limits and that a step must begin.
enum MeasuredSpan: Hashable {
    /// The time from the phone's message to this answer.
    case answer(MessageKind)
    case connection
    case exchange
    case firstFix

    static let ofSession: Set<MeasuredSpan> = [
        .answer(.configuration), .answer(.didStart), .answer(.didStop), .answer(.token), .exchange, .firstFix,
    ]

    /// The word that begins the span.
    var remedy: String {
        switch self {
        case .answer(.didStop): "Stop"
        case .answer, .exchange, .firstFix: "Exchange"
        case .connection: "Connect"
        }
    }
}

extension Figure {
    /// The span that the figure measures; nil if it measures something else.
    var span: MeasuredSpan? {
        switch self {
        case .latency(let message, _): message.question == nil ? nil : .answer(message)
        case .connection: .connection
        case .exchange: .exchange
        case .firstFix: .firstFix
        case .updateRate, .availability, .bias, .standardDeviation, .directionAvailability, .angleBias,
            .angleDeviation, .toldDistance, .toldError, .toldRate, .reaction, .peerBias, .disagreement,
            .detectedToRouted, .readCommands, .ofScreen:
            nil
        }
    }
}

// The spans that can have been measured before a line.
extension ScenarioCheck {
    /// Notes the spans that a step can produce. Spans that need a failure count only where a step causes one.
    mutating func noteSpans(of action: Action) {
        switch action {
        case .link(_, let name, _), .power(_, let name, _): self[name].spans.insert(.connection)
        case .exchange(.configuration, let name, _):
            note([.answer(.configuration), .answer(.didStart), .exchange], [.firstFix], name)
        case .exchange(.tokens, let name, _): note([.answer(.token), .exchange], [.firstFix], name)
        case .stop(let name, _): self[name].spans.insert(.answer(.didStop))
        case .session(_, let name), .send(_, let name, _), .peer(_, let name): note([], MeasuredSpan.ofSession, name)
        case .expect(let expectation), .await(let expectation):
            for outcome in expectation.outcome.alternatives { noteSpans(of: outcome) }
        // The phone reacts by itself to whatever happens to it, to a link or to a message.
        case .system, .simulate, .simulating, .tampering, .troubling, .walk:
            for name in pictures.map(\.name) { note([], MeasuredSpan.ofSession.union([.connection]), name) }
        case .forget, .place, .turn, .stay, .tap, .companion, .screen, .present, .tearAway, .remove, .swap, .hold,
            .inspect, .openNotification, .followLink, .simulateReader, .nothingElse, .require, .simulatingReader,
            .throughout, .together, .repeat:
            break
        }
    }

    private mutating func noteSpans(of outcome: Outcome) {
        switch outcome {
        case .connected(let name), .disconnected(let name): note([], [.connection], name)
        case .retry(let name), .removed(let name, _): note([], MeasuredSpan.ofSession, name)
        default: break
        }
    }

    private mutating func note(_ ended: Set<MeasuredSpan>, _ open: Set<MeasuredSpan>, _ name: AccessoryName) {
        self[name].spans.formUnion(ended.union(open))
        self[name].openSpans.formUnion(open)
    }
}
