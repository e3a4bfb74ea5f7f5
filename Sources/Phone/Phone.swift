public import Ground
public import Links
import NearbyInteraction
import TagRouting
import UCI

/// The stand-in for a phone: its apps, its sessions and its tag reading as one value without input or output.
///
/// Takes what comes from the world with its instant, and gives what is to be done, in order. It opens nothing, waits
/// for nothing and reads no clock, so that live, simulated and replayed runs decide alike.
public struct Phone: Sendable {
    /// All that the phone holds about one accessory.
    struct Companion: Sendable {
        let name: AccessoryName
        var channel: AccessoryChannel
        var session: NearbySession
        var zones: ZoneTracker
        /// The kit's session that ranges with it.
        var rangingSession: UInt32?
        /// A session that the kit is yet to be told of: the accessory's answer goes out first.
        var rangingToStart: RangingOrder?
        var isToldToDisconnect = false
    }

    /// Both halves of an exchange, from which the kit's parameters are made.
    struct RangingOrder: Sendable {
        let accessory: AccessoryConfigurationData
        let shareable: ShareableConfigurationData
    }

    /// Messages that the scenario loses.
    struct Withholding: Sendable {
        let kind: MessageKind
        var timesLeft: Int
    }

    let configuration: PhoneConfiguration
    var companions: [Companion]
    var host: UCIHost?
    var tags: TagDesk?
    var withholding: [Withholding] = []
    var isShuttingDown = false
    private(set) var isKitReady: Bool
    private(set) var isReaderReady: Bool

    /// A phone that knows these accessories; with or without a UWB kit, with or without an NFC reader.
    public init(
        configuration: PhoneConfiguration, accessories: [AccessoryName], hasKit: Bool, hasReader: Bool,
        generator: SeededGenerator
    ) {
        var generator = generator
        self.configuration = configuration
        companions = accessories.map { name in
            Companion(
                name: name,
                channel: AccessoryChannel(profiles: configuration.profiles, ownMTU: configuration.ownMTU),
                session: NearbySession(settings: configuration.nearby, generator: generator.fork()),
                zones: ZoneTracker(
                    zones: configuration.zones, window: configuration.smoothingWindow,
                    confirmations: configuration.confirmations))
        }
        host = hasKit ? UCIHost() : nil
        let router = TagRouter(apps: configuration.apps)
        tags = hasReader ? TagDesk(router: router, conditions: configuration.conditions) : nil
        isKitReady = !hasKit
        isReaderReady = !hasReader
    }

    /// Whether kit and reader, where there are any, can be used.
    public var isReady: Bool { isKitReady && isReaderReady }

    /// What the phone still waits for before it is ready.
    public var awaited: [LinkID] { (isKitReady ? [] : [.kit]) + (isReaderReady ? [] : [.reader]) }

    /// When `advance(to:)` must be called next.
    public var deadline: Instant? {
        var earliest = Instant.never
        for companion in companions {
            if companion.rangingToStart != nil { return .start }
            if let due = companion.channel.deadline { earliest = min(earliest, due) }
            if let due = companion.session.deadline { earliest = min(earliest, due) }
        }
        if let due = host?.deadline { earliest = min(earliest, due) }
        if let due = tags?.deadline { earliest = min(earliest, due) }
        return earliest == .never ? nil : earliest
    }

    /// Opens the kit and the reader.
    public mutating func begin(at now: Instant) -> [PhoneEffect] {
        var effects: [PhoneEffect] = host == nil ? [] : [.send(.kit(.open))]
        if var desk = tags {
            let opening = desk.open()
            tags = desk
            effects += carryOut(opening)
        }
        return effects
    }

    /// Something that came from the world.
    public mutating func receive(_ inbound: Inbound, at now: Instant) -> [PhoneEffect] {
        switch inbound {
        case .bluetooth(let name, let event):
            guard let index = companions.firstIndex(where: { $0.name == name }) else { return [] }
            let effects = companions[index].channel.receive(event, at: now)
            return carryOut(effects, for: index, at: now) + continueShutDown()
        case .kit(.opened):
            guard let effects = host?.begin(at: now) else { return [] }
            return carryOut(effects, at: now)
        case .kit(.bytes(let bytes)):
            guard let effects = host?.receive(bytes, at: now) else { return [] }
            return carryOut(effects, at: now)
        case .reader(let event):
            if case .opened = event { isReaderReady = true }
            guard let effects = tags?.receive(event, at: now) else { return [] }
            return carryOut(effects)
        case .stage:
            return []
        case .fault(let link, let fault):
            forget(link)
            return [.event(.fault(link, fault))]
        }
    }

    /// Everything that is due by now.
    public mutating func advance(to now: Instant) -> [PhoneEffect] {
        var effects: [PhoneEffect] = []
        for index in companions.indices {
            effects += carryOut(companions[index].channel.advance(to: now), for: index, at: now)
            effects += carryOut(companions[index].session.advance(to: now), for: index, at: now)
            effects += startRanging(for: index, at: now)
        }
        if let due = host?.advance(to: now) { effects += carryOut(due, at: now) }
        if let due = tags?.advance(to: now) { effects += carryOut(due) }
        return effects + continueShutDown()
    }

    mutating func kitIsReady() { isKitReady = true }
}
