import Ground
import Links
import Phone
import ScenarioKit

extension Occurrence {
    /// What an event of the phone is to a scenario; none for what scenarios do not speak of.
    static func all(in event: PhoneEvent) -> [Occurrence] {
        switch event {
        case .channel(let name, let event): all(of: name, in: event)
        case .nearby(let name, let event): all(of: name, in: event)
        case .sent(let name, let kind): [.sent(kind, name)]
        case .zone(let name, let change): [.zone(name, change)]
        case .feature(let name, let feature, let isOn): [.feature(feature, isOn: isOn, name)]
        case .tag(let event): all(in: event)
        case .tampered, .distance, .kitReady, .kitRanging, .kitRound, .blindProbe, .finding, .fault, .waits: []
        }
    }

    private static func all(of name: AccessoryName, in event: ChannelEvent) -> [Occurrence] {
        switch event {
        case .found: [.found(name)]
        case .ready: [.connected(name)]
        case .lost: [.disconnected(name)]
        case .encrypted(let security): [.encrypted(name, isNewKey: !security.isBonded)]
        case .pairingFailed(let reason): [.pairingFailed(name, reason)]
        case .parametersRequested(let parameters, let isAcceptable):
            [.parametersRequested(name, "\(parameters)", isAcceptable: isAcceptable)]
        case .writeRefused(let kind, let error): [.writeRefused(name, "\(kind.rawValue), \(error)")]
        case .discovered, .connected, .connectFailed, .linked, .setUpFailed, .securing, .backgroundConfiguration,
            .backgroundRefused, .noBackgroundService, .reconnecting:
            []
        }
    }

    private static func all(of name: AccessoryName, in event: NearbyEvent) -> [Occurrence] {
        switch event {
        case .received(let kind): [.received(kind, name)]
        case .didRemove(let reason): [.removed(name, reason)]
        case .retry: [.retry(name)]
        case .gaveUp(_, let why): [.gaveUp(name, why.rawValue)]
        case .didUpdate(let object):
            (object.distance == nil ? [] : [.ranging(name)])
                + (object.azimuth == nil && object.elevation == nil ? [] : [.direction(name)])
        case .didInvalidate(let code): [.invalidated(name, code)]
        case .invalidatedByApp: [.invalidated(name, nil)]
        case .sessionWasSuspended: [.suspended(name)]
        case .sessionSuspensionEnded: [.suspensionEnded(name)]
        case .prompted: [.prompted]
        case .peerStillRanges(let distance): [.kitMeasured(name, distance)]
        case .addressClash(let other): [.addressClash(name, with: other)]
        case .answered, .sessionDidStartRunning, .didGenerateShareableConfigurationData, .accessoryDidStart,
            .accessoryDidStop, .paused, .finding:
            []
        }
    }
}
