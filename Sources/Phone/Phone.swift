public import Ground
public import Links
public import NearbyInteraction
public import TagRouting
public import UWB

/// The stand-in for a phone: its apps, its sessions and its tag reading as one value without input or output.
///
/// It takes timestamped events from the world and returns effects in order. It opens nothing, waits for nothing and
/// reads no clock, so live, simulated and replayed runs decide alike.
public struct Phone: Sendable {
    /// The phone's state for one accessory, or one other phone, apart from its session.
    struct Companion: Sendable {
        let name: AccessoryName
        var zones: ZoneTracker
        /// The accessory's short address in the run before.
        var previousPeer: ShortMACAddress?
        /// The address that a probe looks for instead of the accessory's.
        var probed: (peer: ShortMACAddress, own: ShortMACAddress)?
        /// The features switched on by its zones.
        var features: [FeatureName] = []
        /// A session not yet started on the kit: the answer to the accessory is sent first.
        var rangingToStart: RangingParameters?
        var isToldToDisconnect = false
        /// Whether a link received by the app starts the session as soon as the data channel is open.
        var startsWhenReady = false
        /// Without `!=`, which copies the parameters.
        var startsRanging: Bool { if case .some = rangingToStart { true } else { false } }
    }

    /// A session of the kit, from the request to its end.
    struct KitSession: Sendable {
        let id: UInt32
        let companion: Int
        /// The time at which the kit must end it, after listening on; nil while it is needed.
        var ends: Instant?
        var isToldToStop = false
        /// Whether the kit has reported a round in which the kit itself failed.
        var hasFailed = false
    }

    let setup: PhoneSetup
    /// The data channels of accessories with a vendor-specific one.
    let ownChannels: [AccessoryName: DataChannelProfile]
    /// The accessories, followed by the other phones.
    var companions: [Companion]
    /// The data channels to the accessories and the other phones, in the same order.
    var channels: [CompanionChannel]
    var nearby: NearbyController
    var host: (any UWBHost)?
    /// In the order of their requests: of two with the same id the older one ends first.
    var kitSessions: [KitSession] = []
    var tags: BackgroundTagReader
    var apps: AppStates
    /// The devices that screens find.
    var companionDevices: CompanionDevices
    var tamperings: [PlannedTampering] = []
    var delayed = Agenda<DelayedMessage>()
    var isShuttingDown = false
    /// Whether to disconnect from accessories that do not answer the stop.
    var hangsUp = false
    private(set) var isKitReady: Bool
    /// Whether the kit is temporarily gone: sessions wait until its line opens again.
    private(set) var isKitAway = false
    private(set) var isReaderReady: Bool

    /// Creates a phone that knows these accessories and other phones, with or without an NFC reader and a UWB kit, to
    /// which it talks through `host`.
    ///
    /// Accessories in `onNetwork` are reached by a stream instead of Bluetooth LE. Messages with an id in
    /// `knownMessages` are reported with their bytes and without a finding.
    public init(
        _ setup: PhoneSetup, accessories: [AccessoryName], phones: [AccessoryName] = [],
        ownChannels: [AccessoryName: DataChannelProfile] = [:], onNetwork: Set<AccessoryName> = [],
        knownMessages: Set<UInt8> = [], host: (any UWBHost)?, hasReader: Bool, generator: SeededGenerator
    ) {
        self.setup = setup
        self.ownChannels = ownChannels
        channels = (accessories + phones).map {
            let own = ownChannels[$0] ?? (phones.contains($0) ? .betweenPhones : nil)
            guard !onNetwork.contains($0) else {
                return CompanionChannel(
                    to: $0, stream: StreamChannel(reconnectAttempts: setup.link.reconnectAttempts))
            }
            return CompanionChannel(to: $0, gatt: AccessoryChannel(settings: setup.link, own: own))
        }
        companions = (accessories + phones).map { name in
            let zones = setup.zones.filter { $0.accessory == nil || $0.accessory == name }
            return Companion(
                name: name,
                zones: ZoneTracker(
                    zones: zones, window: setup.smoothing.window, confirmations: setup.smoothing.confirmations))
        }
        var generator = generator
        companionDevices = CompanionDevices(setup.companions, generator: &generator)
        nearby = NearbyController(
            settings: NearbySettings(setup, knownMessages: knownMessages, hasKit: host != nil),
            system: SystemSettings(setup),
            accessories: accessories, phones: phones, identifiers: ownChannels.mapValues(\.identifiers),
            generator: generator)
        self.host = host
        tags = BackgroundTagReader(setup, hasReader: hasReader)
        apps = AppStates(setup.apps.map(\.identifier))
        isKitReady = host == nil
        isReaderReady = !hasReader
    }

    /// The destinations of links, given its apps and their websites.
    public var router: TagRouter { tags.router }

    /// Whether kit and reader, if any, can be used.
    public var isReady: Bool { isKitReady && isReaderReady }

    /// The links that the phone waits for before it is ready.
    public var awaited: [LinkID] { (isKitReady ? [] : [.kit]) + (isReaderReady ? [] : [.reader]) }

    /// The time of the next call of `advance(to:)`.
    public var deadline: Instant? {
        var earliest = nearby.deadline ?? .never
        // In place: an element taken out of an array is copied whole.
        let startsRanging = companions.withUnsafeBufferPointer { all in all.indices.contains { all[$0].startsRanging } }
        if startsRanging, !isKitAway { return .start }
        channels.withUnsafeBufferPointer { all in
            for index in all.indices { earliest = min(earliest, all[index].deadline ?? .never) }
        }
        for session in kitSessions where !session.isToldToStop { earliest = min(earliest, session.ends ?? .never) }
        if let due = delayed.next { earliest = min(earliest, due) }
        if let due = host?.deadline { earliest = min(earliest, due) }
        if let due = companionDevices.deadline { earliest = min(earliest, due) }
        if let due = tags.deadline { earliest = min(earliest, due) }
        return earliest == .never ? nil : earliest
    }

    /// Whether `advance(to:)` has work before the deadline as well: what must leave goes as soon as it can.
    public var isLeaving: Bool { isShuttingDown }

    /// Opens the kit and the reader.
    public mutating func begin(at now: Instant) -> [PhoneEffect] {
        (host == nil ? [] : [.send(.kit(.open))]) + carryOut(tags.open(), at: now) + companionDevices.begin()
    }

    /// Receives an event from the world.
    public mutating func receive(_ inbound: Inbound, at now: Instant) -> [PhoneEffect] {
        switch inbound {
        case .bluetooth(let name, let event):
            guard let index = place(of: name), channels.indices.contains(index) else { return [] }
            let effects = channels[index].receive(event, at: now)
            return carryOut(effects, for: index, at: now) + continueShutDown()
        case .kit(.opened):
            isKitAway = false
            guard let effects = host?.begin(at: now) else { return [] }
            return carryOut(effects, at: now)
        case .kit(.bytes(let bytes)):
            guard let effects = host?.receive(bytes, at: now) else { return [] }
            return carryOut(effects, at: now)
        case .reader(let event):
            if case .opened = event { isReaderReady = true }
            return carryOut(tags.receive(event, at: now), at: now)
        case .discovery(let event): return companionDevices.receive(event)
        case .stream(let stream, let event) where stream.companion != nil:
            return companionDevices.receive(event, on: stream, at: now)
        case .stream(let stream, let event):
            guard let name = stream.accessory, let index = place(of: name), channels.indices.contains(index)
            else { return [] }
            let effects = channels[index].receive(event, at: now)
            return carryOut(effects, for: index, at: now) + continueShutDown()
        case .console(let name, let line):
            guard let index = place(of: name), channels.indices.contains(index) else { return [] }
            return carryOut(channels[index].receive(printed: line, at: now), for: index, at: now)
        case .stage:
            return []
        case .fault(let link, let fault):
            return [.event(.fault(link: link, fault: fault))] + forget(link, at: now)
        case .finding(let link, let finding):
            let told = PhoneEffect.event(.finding(link: link, finding: finding))
            guard link == .kit, finding.code == .kitAway else { return [told] }
            (isKitAway, isKitReady) = (true, host == nil)
            return [told] + forget(.kit, at: now)
        }
    }

    /// Handles everything that is due.
    public mutating func advance(to now: Instant) -> [PhoneEffect] {
        guard let deadline, deadline <= now else { return continueShutDown() }
        var effects: [PhoneEffect] = []
        for index in channels.indices { effects += carryOut(channels[index].advance(to: now), for: index, at: now) }
        effects += carryOut(nearby.advance(to: now), at: now)
        effects += sendDelayed(at: now)
        for index in companions.indices { effects += startRanging(for: index, at: now) }
        effects += stopLingering(at: now)
        effects += advanceKit(to: now)
        effects += carryOut(tags.advance(to: now), at: now)
        effects += companionDevices.advance(to: now)
        return effects + continueShutDown()
    }

    mutating func kitIsReady() { isKitReady = true }
}
