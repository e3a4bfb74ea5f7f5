import Ground
import Links
import Phone
import ScenarioKit

/// Something that a scenario can expect, as it happened.
enum Occurrence: Hashable, Sendable {
    case removed(AccessoryName, ScenarioKit.RemovalReason)
    case retry(AccessoryName)
    case ranging(AccessoryName)
    case zone(AccessoryName, ZoneChange)
    case opened(Destination, path: String?)
    case invalidated(AccessoryName)
    case disconnected(AccessoryName)

    /// Whether this is what an expectation speaks of.
    func matches(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .removed(let name, let reason): self == .removed(name, reason)
        case .retry(let name): self == .retry(name)
        case .ranging(let name): self == .ranging(name)
        case .invalidated(let name): self == .invalidated(name)
        case .disconnected(let name): self == .disconnected(name)
        case .entered(let zone, let name): isZone(.entered, zone, name)
        case .left(let zone, let name): isZone(.left, zone, name)
        case .zoneChange(let name):
            if case .zone(name, _) = self { true } else { false }
        case .opened(let destination, let path):
            if case .opened(destination, let seen) = self { path == nil || path == seen } else { false }
        }
    }

    private func isZone(_ kind: ZoneChange.Kind, _ zone: ZoneName, _ name: AccessoryName) -> Bool {
        if case .zone(name, let change) = self { change.kind == kind && change.zone == zone } else { false }
    }
}

extension Occurrence: CustomStringConvertible {
    var description: String {
        switch self {
        case .removed(let name, let reason): "\(name) was removed for \(reason.rawValue)"
        case .retry(let name): "the phone tried \(name) again"
        case .ranging(let name): "a distance to \(name)"
        case .zone(let name, let change): "\(name) \(change.kind.rawValue) \(change.zone) at \(change.distance)"
        case .opened(let destination, let path): "\(destination)" + (path.map { " with \($0.escapedForDisplay)" } ?? "")
        case .invalidated(let name): "the session with \(name) was invalidated"
        case .disconnected(let name): "\(name) disconnected"
        }
    }
}
