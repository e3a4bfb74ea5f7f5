import Ground
import Phone
import ScenarioKit
import TagRouting

extension Occurrence {
    /// What an event of the phone is to a scenario; nil for what scenarios do not speak of.
    init?(_ event: PhoneEvent) {
        switch event {
        case .nearby(let name, let event):
            guard let occurrence = Occurrence(name, event) else { return nil }
            self = occurrence
        case .zone(let name, let change): self = .zone(name, change)
        case .channel(let name, .lost): self = .disconnected(name)
        case .tag(.routed(let decision)): self.init(decision)
        case .channel, .sent, .withheld, .distance, .kitReady, .kitRanging, .tag, .finding, .fault: return nil
        }
    }

    private init?(_ name: AccessoryName, _ event: NearbyEvent) {
        switch event {
        case .didRemove(.timeout): self = .removed(name, .timeout)
        case .didRemove(.peerEnded): self = .removed(name, .peerEnded)
        case .retry: self = .retry(name)
        case .didUpdate(.some): self = .ranging(name)
        case .didInvalidate: self = .invalidated(name)
        case .didUpdate(.none), .received, .sessionDidStartRunning, .didGenerateShareableConfigurationData,
            .accessoryDidStart, .accessoryDidStop, .gaveUp, .finding:
            return nil
        }
    }

    private init(_ decision: RouteDecision) {
        switch decision.destination {
        case .app(let identifier, let url): self = .opened(.app(identifier), path: url.path)
        case .browser(let url): self = .opened(.browser, path: url.path)
        case .schemeHandler(let scheme, let url): self = .opened(.handler(scheme), path: url.path)
        case .ignored, .unsupportedScheme, .noUsableData: self = .opened(.nothing, path: nil)
        }
    }
}
