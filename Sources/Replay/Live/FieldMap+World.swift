import Ground
import Links

extension FieldMap {
    /// Compares an arrival with the one recorded in its place.
    mutating func contrast(_ recorded: Inbound, _ live: Inbound) -> ArrivalComparison {
        switch (recorded, live) {
        case (.bluetooth(let name, let then), .bluetooth(_, let now)):
            return contrast(name, then, now)
        case (.kit(.bytes(let then)), .kit(.bytes(let now))): return contrast(kit: then, now)
        case (.kit(.opened), .kit(.opened)): return .same
        case (.reader(let then), .reader(let now)): return contrast(then, now)
        case (.stream(let stream, let then), .stream(_, let now)): return contrast(stream, then, now)
        case (.discovery(let then), .discovery(let now)): return contrast(then, now)
        case (.stage(let then), .stage(let now)): return then == now ? .same : .otherKind
        default: return .otherKind
        }
    }

    private mutating func contrast(_ recorded: ReaderEvent, _ live: ReaderEvent) -> ArrivalComparison {
        switch (recorded, live) {
        case (.tagFound(let then), .tagFound(let now)): return contrast(then, now)
        case (.tagsFound(let then), .tagsFound(let now)):
            guard then.count == now.count else { return .differs(nil) }
            for (then, now) in zip(then, now) {
                let contrast = contrast(then, now)
                if contrast != .same { return contrast }
            }
            return .same
        case (.response(let then), .response(let now)):
            return replacingTag(in: then) == now || then == now ? .same : .differs(nil)
        case (.opened, .opened), (.noTag, .noTag), (.exchangeFailed, .exchangeFailed), (.tagPresent, .tagPresent),
            (.tagAbsent, .tagAbsent), (.lost, .lost), (.readerFailed, .readerFailed):
            return .same
        default: return .otherKind
        }
    }

    private mutating func contrast(_ then: TagIdentity, _ now: TagIdentity) -> ArrivalComparison {
        guard then.uid.count == now.uid.count, then.atqa == now.atqa, then.sak == now.sak, then.ats == now.ats else {
            return .differs(nil)
        }
        if let reason = match(.tag, recorded: then.uid, live: now.uid) { return .differs(reason) }
        tagHeader = Self.header(of: then.uid).flatMap { then in Self.header(of: now.uid).map { (then, $0) } }
        return .same
    }

    /// The first blocks of a Type 2 tag: its id with check bytes in between (nfc.md 3.2).
    private static func header(of uid: [UInt8]) -> [UInt8]? {
        guard uid.count == 7 else { return nil }
        let first = Array(uid[..<3])
        let second = Array(uid[3...])
        return first + [first.reduce(0x88, ^)] + second + [second.reduce(0, ^)]
    }

    /// Replaces the recorded tag's id in an answer with the live tag's.
    private func replacingTag(in answer: [UInt8]) -> [UInt8] {
        guard let (recorded, live) = tagHeader, answer.starts(with: recorded) else { return answer }
        return live + answer.dropFirst(recorded.count)
    }
}
