public import Ground

extension Action {
    /// The steps inside a block, of all lanes one after the other; empty for every other action.
    public var innerSteps: [Step] {
        switch self {
        case .tampering(_, _, _, let steps), .simulating(_, _, let steps), .throughout(_, let steps),
            .simulatingReader(_, let steps), .repeat(_, let steps):
            steps
        case .together(let lanes): lanes.flatMap(\.steps)
        case .link, .forget, .send, .exchange, .stop, .session, .system, .walk, .place, .power, .stay, .tap,
            .simulate, .present, .tearAway, .remove, .swap, .hold, .inspect, .openNotification, .followLink,
            .simulateReader, .expect, .await, .require:
            []
        }
    }

    /// The checks that this action owns, without those of inner steps.
    public var checks: [Check] {
        switch self {
        case .stay(_, let checks), .tap(_, _, let checks), .hold(_, _, let checks), .throughout(let checks, _): checks
        case .expect(let expectation), .await(let expectation): [.expect(expectation)]
        case .require(let requirement): [.require(requirement)]
        case .link, .forget, .send, .exchange, .stop, .session, .system, .walk, .place, .power, .simulate,
            .present, .tearAway, .remove, .swap, .inspect, .openNotification, .followLink, .simulateReader,
            .tampering, .simulating, .simulatingReader, .together, .repeat:
            []
        }
    }

    /// The expectations among the checks that this action owns.
    public var expectations: [Expectation] {
        checks.compactMap { if case .expect(let expectation) = $0 { expectation } else { nil } }
    }

    /// The accessory that the action itself is about; nil for blocks, checks, and what concerns the whole phone.
    public var accessory: AccessoryName? {
        switch self {
        case .link(_, let name, _), .forget(let name), .send(_, let name, _), .exchange(_, let name, _),
            .stop(let name, _), .session(_, let name), .place(let name, _), .power(_, let name, _),
            .simulate(_, let name), .simulating(_, let name, _):
            name
        case .walk(let course): course.accessory
        case .system, .stay, .tap, .present, .tearAway, .remove, .swap, .hold, .inspect, .openNotification,
            .followLink, .simulateReader, .expect, .await, .require, .tampering, .simulatingReader, .throughout,
            .together, .repeat:
            nil
        }
    }

    /// The tags that the action itself holds to the reader or takes away; none for blocks and everything else.
    public var tags: [TagName] {
        switch self {
        case .tap(let tag, _, _), .present(let tag, _), .tearAway(let tag, _, _), .remove(let tag, _),
            .hold(let tag, _, _), .inspect(let tag, _, _):
            [tag]
        case .swap(let tag, let other, _): [tag, other]
        case .link, .forget, .send, .exchange, .stop, .session, .system, .walk, .place, .power, .stay, .simulate,
            .openNotification, .followLink, .simulateReader, .expect, .await, .require, .tampering, .simulating,
            .simulatingReader, .throughout, .together, .repeat:
            []
        }
    }
}

extension Outcome {
    /// The accessories that the outcome is about, each once; none for what a tag or the system brings about.
    public var accessories: [AccessoryName] {
        switch self {
        case .found(let name), .connected(let name), .disconnected(let name), .encrypted(let name), .paired(let name),
            .pairingFailed(let name), .parametersRequested(let name, _), .writeRefused(let name),
            .received(_, let name), .sent(_, let name), .ranging(let name), .direction(let name),
            .removed(let name, _), .retry(let name), .gaveUp(let name), .invalidated(let name, _),
            .suspended(let name), .suspensionEnded(let name), .kitMeasured(let name), .addressClash(let name),
            .entered(_, let name),
            .left(_, let name), .zoneChange(let name), .feature(_, _, let name), .console(let name, _):
            [name]
        case .prompted, .opened, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags,
            .readerLost, .readerBack:
            []
        case .anyOf(let outcomes):
            outcomes.flatMap(\.accessories).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    /// The one accessory that the outcome is about; nil when there is none, or more than one.
    public var accessory: AccessoryName? { accessories.count == 1 ? accessories.first : nil }

    /// Itself, or what `anyOf` is made of, however deep.
    public var alternatives: [Outcome] {
        if case .anyOf(let outcomes) = self { outcomes.flatMap(\.alternatives) } else { [self] }
    }
}
