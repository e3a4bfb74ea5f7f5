import Ground
import Phone
import ScenarioKit

extension Occurrence: CustomStringConvertible {
    var description: String {
        switch self {
        case .found(let name): "\(name) was found"
        case .connected(let name): "the data channel to \(name) was opened"
        case .disconnected(let name): "\(name) disconnected"
        case .encrypted(let name, let isNew): "the link to \(name) was encrypted with a \(isNew ? "new" : "stored") key"
        case .pairingFailed(let name, let reason): "pairing with \(name) failed: \(reason.escapedForDisplay)"
        case .parametersRequested(let name, let what, let isAcceptable):
            "\(name) asked for \(what), which phones \(isAcceptable ? "accept" : "may refuse")"
        case .writeRefused(let name, let reason): "\(name) refused a write: \(reason)"
        case .received(let message, let name): "\(name) sent \(message)"
        case .sent(let message, let name): "the phone sent \(message) to \(name)"
        case .ranging(let name): "a distance to \(name)"
        case .direction(let name): "a direction to \(name)"
        case .removed(let name, let reason): "\(name) was removed for \(reason.rawValue)"
        case .retry(let name): "the phone tried \(name) again"
        case .gaveUp(let name, let why): "the phone gave \(name) up: \(why)"
        case .invalidated(let name, let code):
            "the session with \(name) was invalidated" + (code.map { ": \($0.rawValue)" } ?? "")
        case .suspended(let name): "the session with \(name) was suspended"
        case .suspensionEnded(let name): "the suspension of the session with \(name) ended"
        case .prompted: "the phone asked for permission"
        case .kitMeasured(let name, let distance): "the kit still measured \(name), at \(distance)"
        case .addressClash(let name, let other): "\(name) ranged under the short address of \(other)"
        case .zone(let name, let change): "\(name) \(change.kind.rawValue) \(change.zone) at \(change.distance)"
        case .feature(let feature, let isOn, let name): "\(feature) went \(isOn ? "on" : "off") for \(name)"
        case .opened(let destination, let path): "\(destination)" + (path.map { " with \($0.escapedForDisplay)" } ?? "")
        case .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags, .readerLost,
            .readerBack:
            tagText
        case .console(let name, let line): "\(name) printed \"\(line.escapedForDisplay)\""
        }
    }

    /// Whether it is of the kind that an outcome asks for, even when not the one asked for.
    func isKin(of outcome: Outcome) -> Bool {
        switch (self, outcome) {
        case (.found, .found), (.connected, .connected), (.disconnected, .disconnected), (.encrypted, .encrypted),
            (.encrypted, .paired), (.pairingFailed, .paired), (.pairingFailed, .encrypted),
            (.pairingFailed, .pairingFailed), (.parametersRequested, .parametersRequested),
            (.writeRefused, .writeRefused), (.writeRefused, .received), (.received, .received), (.sent, .sent),
            (.removed, .removed), (.retry, .retry), (.gaveUp, .gaveUp), (.gaveUp, .retry),
            (.invalidated, .invalidated), (.suspended, .suspended), (.suspensionEnded, .suspensionEnded),
            (.prompted, .prompted), (.kitMeasured, .kitMeasured), (.addressClash, .addressClash), (.feature, .feature),
            (.ranging, .ranging), (.direction, .direction), (.zone, .entered), (.zone, .left), (.zone, .zoneChange):
            true
        case (.console, .console): matches(outcome)
        case (_, .opened), (_, .notified), (_, .delivered), (_, .decided), (_, .tagDetected), (_, .tagGone),
            (_, .tagUnreadable), (_, .severalTags), (_, .readerLost), (_, .readerBack):
            isKin(ofTag: outcome)
        case (_, .anyOf(let outcomes)): outcomes.contains { isKin(of: $0) }
        default: false
        }
    }
}
