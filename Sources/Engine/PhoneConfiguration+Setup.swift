import Ground
import NearbyInteraction
import Phone
import ScenarioKit

extension PhoneConfiguration {
    /// The phone that a scenario asks for.
    init(_ setup: PhoneSetup) {
        self.init(
            nearby: NearbySettings(
                retry: RetryRule(setup.retry), suspension: SuspensionPolicy(setup.suspension),
                shareable: ShareableChoices(setup.shareable), rangingTimeout: setup.rangingTimeout,
                endsWithLink: setup.link.endsSessionWithLink),
            system: SystemSettings(setup),
            zones: setup.zones.map {
                ZoneRule(name: $0.name, radius: $0.radius, hysteresis: $0.hysteresis, accessory: $0.accessory)
            },
            features: setup.features.map { FeatureRule($0.name, inside: $0.zone, of: $0.accessory) },
            smoothingWindow: setup.smoothing.window, confirmations: setup.smoothing.confirmations,
            channel: ChannelSettings(setup.link),
            tags: TagSettings(setup))
    }
}

extension RetryRule {
    fileprivate init(_ policy: RetryPolicy) {
        let cycle: Cycle =
            switch policy.cycle {
            case .full: .full
            case .cachedConfiguration: .cachedConfiguration
            }
        let writes: Writes =
            switch policy.writes {
            case .backToBack: .backToBack
            case .oneByOne: .oneByOne
            }
        self.init(
            attempts: policy.attempts, onlyOnTimeout: policy.onlyOnTimeout, cycle: cycle, backOff: policy.backOff,
            writes: writes, givesUpWhenStopped: policy.givesUpWhenStopped,
            renews: Renewal(
                sessionID: policy.renews.sessionID, initialization: policy.renews.vector,
                address: policy.renews.address),
            afterInvalidation: policy.writes == .backToBack && policy.attempts == nil)
    }
}

extension SuspensionPolicy {
    fileprivate init(_ reaction: SuspensionReaction) {
        self =
            switch reaction {
            case .stopAndInitialize: .stopAndInitialize
            case .rerun: .rerun
            case .silent: .silent
            }
    }
}

extension ShareableChoices {
    fileprivate init(_ setup: ShareableSetup) {
        let letters = setup.countryCode.map { Array($0.utf8) } ?? []
        self.init(
            sessionID: setup.sessionID, address: setup.address.map { ShortAddress(rawValue: $0) },
            initialization: setup.vector.flatMap { StaticSTSInitialization($0) },
            intervalMilliseconds: setup.interval.flatMap { UInt16(exactly: $0.nanoseconds / 1_000_000) },
            slotDurationRSTU: setup.slotDurationRSTU, slotsPerRound: setup.slotsPerRound,
            clockDriftPPM: setup.driftPPM, preambleCode: setup.preambleCode,
            countryCode: letters.count == 2 ? UInt16(letters[0]) | UInt16(letters[1]) << 8 : nil,
            probe: setup.probe.map { KitProbe($0) })
    }
}

extension SystemSettings {
    fileprivate init(_ setup: PhoneSetup) {
        let version: SystemVersion =
            switch setup.system {
            case .iOS14: .iOS14
            case .iOS15: .iOS15
            case .iOS16: .iOS16
            case .iOS17: .iOS17
            }
        self.init(
            version: version, permission: NearbyPermission(setup.permission),
            hasPurposeString: setup.hasPurposeString,
            capabilities: .init(preciseDistance: setup.capabilities.distance, direction: setup.capabilities.direction),
            activeSessionsLimit: setup.activeSessionsLimit, runningLimit: setup.runningLimit,
            suspensionLimit: setup.suspensionLimit, backgroundModes: setup.backgroundModes)
    }
}

extension NearbyPermission {
    init(_ setup: PermissionSetup) {
        switch setup {
        case .allowed: self = .allowed
        case .denied: self = .denied
        case .asks(.allowOnce, let span): self = .asks(.allowOnce, after: span)
        case .asks(.allowWhileInUse, let span): self = .asks(.allowWhileInUse, after: span)
        case .asks(.deny, let span): self = .asks(.deny, after: span)
        }
    }
}

extension ChannelSettings {
    fileprivate init(_ setup: LinkSetup) {
        let profiles: [DataChannelProfile] = setup.profiles.map { profile in
            switch profile {
            case .nordicUART: .nordicUART
            case .qorvoQNIS: .qorvoQNIS
            }
        }
        self.init(
            profiles: profiles, ownMTU: UInt16(clamping: max(23, setup.mtu ?? 527)),
            subscribesToBoth: setup.subscribesToBoth, reconnectAttempts: setup.reconnectAttempts,
            pairsWhenAsked: setup.pairs)
    }
}

extension KitProbe {
    fileprivate init(_ probe: Probe) {
        self =
            switch probe {
            case .swappedSessionID: .swappedSessionID
            case .shortSessionID(let bytes): .shortSessionID(bytes: bytes)
            case .swappedPhoneAddress: .swappedPhoneAddress
            case .swappedAccessoryAddress: .swappedAccessoryAddress
            case .previousAccessoryAddress: .previousAccessoryAddress
            case .reversedVector: .reversedInitialization
            case .interval(let span): .interval(milliseconds: UInt32(clamping: span.nanoseconds / 1_000_000))
            case .slotDuration(let rstu): .slotDuration(rstu: rstu)
            case .sameRole: .sameRole
            }
    }
}
