import Ground
import Links
import NearbyInteraction
import Wording

extension FieldMap {
    /// Compares two events of a connection, message by message; a network's texts are not compared.
    ///
    /// A difference is located by its offsets in the message and in the connection.
    mutating func contrast(_ stream: StreamID, _ recorded: StreamEvent, _ live: StreamEvent) -> ArrivalComparison {
        switch (recorded, live) {
        case (.opened, .opened):
            offsets[stream] = 0
            return .same
        case (.bytes(let then), .bytes(let now)): return contrast(stream, bytes: then, now)
        case (.closed, .closed), (.service, .service), (.ended(.other), .ended(.other)): return .same
        case (.ended(let then), .ended(let now)): return then == now ? .same : .differs(nil)
        default: return .otherKind
        }
    }

    /// The length in bytes of a message's length and id, which precede its payload.
    private static let start = 5

    private mutating func contrast(
        _ stream: StreamID, bytes then: [UInt8], _ now: [UInt8]
    ) -> ArrivalComparison {
        let offset = offsets[stream] ?? 0
        offsets[stream] = offset + now.count
        var comparison = ArrivalComparison.differs(nil)
        var random = 0..<0
        if let name = stream.accessory {
            comparison = contrast(name, value: then, now, configurationAt: Self.start)
            random = Self.randomPart(of: then, configurationAt: Self.start)
        } else if then == now {
            comparison = .same
        }
        guard case .differs(nil) = comparison else { return comparison }
        let shorter = min(then.count, now.count)
        let place = (0..<shorter).first { then[$0] != now[$0] && !random.contains($0) } ?? shorter
        let words = Sentence.byte(
            place, of: place < now.count ? now[place] : nil, not: place < then.count ? then[place] : nil,
            offset: offset + place)
        return .differs(words.description)
    }

    /// Compares two discovery events of a companion. Each bench generates a new certificate, so that is ignored.
    func contrast(_ recorded: DiscoveryEvent, _ live: DiscoveryEvent) -> ArrivalComparison {
        switch (recorded, live) {
        case (.published(_, let then, _), .published(_, let now, _)): then == now ? .same : .differs(nil)
        case (.withdrawn, .withdrawn): .same
        default: .otherKind
        }
    }
}
