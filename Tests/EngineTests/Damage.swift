import Ground
import Links

/// Damage to bytes on a bad line.
enum Damage: CaseIterable {
    case flippedBit
    case truncated
    case doubled
    case overlong
    case noise
    case lost

    /// Returns the bytes as they arrive; nil if they do not.
    func happen(to bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8]? {
        switch self {
        case .flippedBit:
            guard let place = bytes.indices.randomElement(using: &generator) else { return bytes }
            var damaged = bytes
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            return damaged
        case .truncated: return Array(bytes.prefix(Int.random(in: 0..<max(1, bytes.count), using: &generator)))
        case .doubled: return bytes + bytes
        case .overlong: return bytes + generator.bytes(Int.random(in: 1...600, using: &generator))
        case .noise: return generator.bytes(Int.random(in: 1...80, using: &generator))
        case .lost: return nil
        }
    }
}

/// Damages part of the input on one link; the same seed damages the same bytes in the same way.
final class DamagingLinks: LinkSet {
    private let links: any LinkSet
    private let link: LinkID
    private let damage: Damage
    private let permille: Int
    private var generator: SeededGenerator
    private(set) var damaged = 0

    init(_ links: any LinkSet, on link: LinkID, _ damage: Damage, permille: Int, number: UInt64) {
        self.links = links
        self.link = link
        self.damage = damage
        self.permille = permille
        generator = SeededGenerator(seed: number)
    }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant { links.send(outbound) }

    func receive(until deadline: Instant) -> Reception {
        while true {
            let reception = links.receive(until: deadline)
            guard case .arrival(let arrival) = reception, arrival.inbound.link == link else { return reception }
            if let seen = pass(arrival.inbound) { return .arrival(Arrival(seen, at: arrival.instant)) }
        }
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }

    private func pass(_ inbound: Inbound) -> Inbound? {
        switch inbound {
        case .bluetooth(let name, .frame(let bytes)): change(bytes).map { .bluetooth(name, .frame($0)) }
        case .kit(.bytes(let bytes)): change(bytes).map { .kit(.bytes($0)) }
        case .reader(.response(let bytes)): change(bytes).map { .reader(.response($0)) }
        default: inbound
        }
    }

    private func change(_ bytes: [UInt8]) -> [UInt8]? {
        guard generator.chance(Double(permille) / 1000) else { return bytes }
        damaged += 1
        return damage.happen(to: bytes, using: &generator)
    }
}
