public import Ground

extension Outcome {
    /// The accessories that the outcome is about, each once; none for outcomes of a tag or the system.
    public var accessories: [AccessoryName] {
        switch self {
        case .found(let name), .connected(let name), .disconnected(let name), .encrypted(let name), .paired(let name),
            .pairingFailed(let name), .parametersRequested(let name, _), .writeRefused(let name),
            .received(_, let name), .sent(_, let name), .ranging(let name), .direction(let name),
            .removed(let name, _), .retry(let name), .gaveUp(let name, _), .invalidated(let name, _),
            .suspended(let name), .suspensionEnded(let name), .kitMeasured(let name), .addressClash(let name),
            .entered(_, let name),
            .left(_, let name), .zoneChange(let name), .feature(_, _, let name), .console(let name, _),
            .reported(_, let name):
            [name]
        case .prompted, .companion, .screenConsole, .opened, .notified, .delivered, .tagDetected, .tagGone,
            .tagUnreadable, .decided,
            .severalTags,
            .readerLost, .readerBack:
            []
        case .anyOf(let outcomes):
            outcomes.flatMap(\.accessories).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    /// The single accessory that the outcome is about; nil if there is none, or more than one.
    public var accessory: AccessoryName? { accessories.count == 1 ? accessories.first : nil }

    /// The outcome itself, or the flattened alternatives of `anyOf`.
    public var alternatives: [Outcome] {
        if case .anyOf(let outcomes) = self { outcomes.flatMap(\.alternatives) } else { [self] }
    }
}
