import Ground
import Links
import Phone
import ScenarioKit

/// Something that a scenario can expect, as it happened.
enum Occurrence: Hashable, Sendable {
    case found(AccessoryName)
    case connected(AccessoryName)
    case disconnected(AccessoryName)
    case encrypted(AccessoryName, isNewKey: Bool)
    case pairingFailed(AccessoryName, String)
    case parametersRequested(AccessoryName, String, isAcceptable: Bool)
    case writeRefused(AccessoryName, String)
    case received(MessageKind, AccessoryName)
    case sent(MessageKind, AccessoryName)
    case ranging(AccessoryName)
    case direction(AccessoryName)
    case removed(AccessoryName, ScenarioKit.RemovalReason)
    case retry(AccessoryName)
    case gaveUp(AccessoryName, String)
    case invalidated(AccessoryName, NIErrorCode?)
    case suspended(AccessoryName)
    case suspensionEnded(AccessoryName)
    case prompted
    case kitMeasured(AccessoryName, Distance)
    case addressClash(AccessoryName, with: AccessoryName)
    case zone(AccessoryName, ZoneChange)
    case feature(FeatureName, isOn: Bool, AccessoryName)
    case opened(Destination, path: String?)
    case notified(Destination)
    case delivered(to: Destination, url: String, records: Int)
    case tagDetected(uid: [UInt8])
    case tagGone
    case tagUnreadable(String)
    /// By a rule, and by the rule that it rests on, where there is one; with both in words.
    case decided(by: String, because: String?, String)
    case severalTags(Int)
    case readerLost(String)
    case readerBack
    case console(AccessoryName, String)

    /// Whether this is what an expectation speaks of.
    func matches(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .found(let name): self == .found(name)
        case .connected(let name): self == .connected(name)
        case .disconnected(let name): self == .disconnected(name)
        case .encrypted(let name):
            if case .encrypted(name, _) = self { true } else { false }
        case .paired(let name): self == .encrypted(name, isNewKey: true)
        case .pairingFailed(let name):
            if case .pairingFailed(name, _) = self { true } else { false }
        case .parametersRequested(let name, let isAcceptable):
            if case .parametersRequested(name, _, isAcceptable) = self { true } else { false }
        case .writeRefused(let name):
            if case .writeRefused(name, _) = self { true } else { false }
        case .received(let message, let name): self == .received(message, name)
        case .sent(let message, let name): self == .sent(message, name)
        case .anyOf(let outcomes): outcomes.contains { matches($0) }
        default: matchesSession(outcome)
        }
    }

    private func matchesSession(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .ranging(let name): self == .ranging(name)
        case .direction(let name): self == .direction(name)
        case .removed(let name, let reason): self == .removed(name, reason)
        case .retry(let name): self == .retry(name)
        case .gaveUp(let name):
            if case .gaveUp(name, _) = self { true } else { false }
        case .invalidated(let name, let code):
            if case .invalidated(name, let seen) = self { code == nil || code == seen } else { false }
        case .suspended(let name): self == .suspended(name)
        case .suspensionEnded(let name): self == .suspensionEnded(name)
        case .prompted: self == .prompted
        case .kitMeasured(let name):
            if case .kitMeasured(name, _) = self { true } else { false }
        case .addressClash(let name):
            if case .addressClash(let one, let other) = self { one == name || other == name } else { false }
        default: matchesSurroundings(outcome)
        }
    }

    private func matchesSurroundings(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .entered(let zone, let name): isZone(.entered, zone, name)
        case .left(let zone, let name): isZone(.left, zone, name)
        case .zoneChange(let name):
            if case .zone(name, _) = self { true } else { false }
        case .feature(let feature, let isOn, let name): self == .feature(feature, isOn: isOn, name)
        case .opened(let destination, let path):
            if case .opened(destination, let seen) = self { path == nil || path == seen } else { false }
        case .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags, .readerLost,
            .readerBack:
            matchesTag(outcome)
        case .console(let name, let text):
            if case .console(name, let line) = self { line.containsIgnoringCase(text) } else { false }
        default: false
        }
    }

    private func isZone(_ kind: ZoneChange.Kind, _ zone: ZoneName, _ name: AccessoryName) -> Bool {
        if case .zone(name, let change) = self { change.kind == kind && change.zone == zone } else { false }
    }
}

extension String {
    /// Whether the text stands in it, in capitals or not.
    fileprivate func containsIgnoringCase(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        let (line, wanted) = (Array(lowercased().utf8), Array(text.lowercased().utf8))
        guard wanted.count <= line.count else { return false }
        return (0...(line.count - wanted.count)).contains { Array(line[$0..<($0 + wanted.count)]) == wanted }
    }
}
