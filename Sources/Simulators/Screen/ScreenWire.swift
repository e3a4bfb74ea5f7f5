import ApplicationServices
import Ground
import Links

/// A connection from a screen to a companion's agent, at the level of TCP and TLS.
struct ScreenWire: Sendable {
    /// The bytes on their way in one direction, in order; bytes that arrive at the same instant are joined.
    struct Way: Sendable {
        private var segments: [(bytes: [UInt8], arrival: Instant)] = []
        /// The arrival of the last bytes, which nothing overtakes.
        var arrival = Instant.start

        mutating func add(_ bytes: [UInt8]) { segments.append((bytes, arrival)) }

        mutating func clear() { segments = [] }

        /// All bytes on their way, whenever they arrive.
        var bytes: [UInt8] { segments.flatMap(\.bytes) }

        /// Removes and returns the bytes that have arrived.
        mutating func take(at now: Instant) -> [UInt8] {
            let arrived = segments.prefix { $0.arrival <= now }
            segments.removeFirst(arrived.count)
            return arrived.flatMap(\.bytes)
        }

        /// Puts back bytes that arrive slightly later.
        mutating func putBack(_ bytes: [UInt8], until later: Instant) {
            segments.insert((bytes, later), at: 0)
            arrival = max(arrival, later)
        }
    }

    let number: Int
    let screen: ScreenName
    let transport: TransportID
    /// The name that the screen looks up.
    let device: String
    /// The companion whose agent it leads to; nil while the name has no owner.
    var companion: CompanionName?
    /// The phone's id for it, once the agent has accepted it.
    var stream: StreamID?
    /// Whether TLS is up on the screen's side, and the screen has not closed it since.
    var isScreenUp = false
    var isAgentUp = false
    /// Whether the screen still receives events of it, with or without TLS.
    var isWanted = true
    var toAgent = Way()
    var toScreen = Way()
}

/// A future event in the network between screens and companions; wires are given by their numbers.
enum CompanionDue: Hashable, Sendable {
    case inbound(Inbound)
    /// The companion owns its name, and screens can connect.
    case published(CompanionName, round: Int)
    /// Screens have resolved it.
    case resolved(CompanionName, round: Int)
    /// The last second of a record after its goodbye is over.
    case lost(String)
    /// Screens have discovered, or lost, the paths of a second cable; the value is the number of cables.
    case cables(Int)
    /// The screen's connection attempt is at the agent.
    case asked(Int)
    /// The agent's part of the handshake is at the screen.
    case answered(Int)
    /// The screen's part of the handshake is at the agent.
    case finished(Int)
    /// The screen's rejection of the certificate is at the agent.
    case refused(Int)
    /// The agent's rejection of the connection is at the screen.
    case rejected(Int, TransportEnd)
    case toAgent(Int)
    case toScreen(Int)
    case screenEnded(Int, TransportClose)
    case agentEnded(Int, TransportClose)
    /// TCP has made its last attempt.
    case gaveUp(Int)
    /// The probes since the cut with this number were not answered.
    case unanswered(cut: Int)

    /// Whether it arrives with a packet.
    var isPacket: Bool {
        switch self {
        case .inbound, .published, .cables, .gaveUp, .unanswered: false
        case .resolved, .lost, .asked, .answered, .finished, .refused, .rejected, .toAgent, .toScreen, .screenEnded,
            .agentEnded:
            true
        }
    }
}

/// The network's treatment of packets, with random draws for each.
struct NetworkImpairments: Sendable {
    /// As between the phone and accessories: an engineering estimate.
    private static let way = (least: Lapse.milliseconds(1), spread: Lapse.milliseconds(5))
    /// The time from a piece of the data to the rest of it.
    private static let gap = (least: Lapse.microseconds(100), spread: Lapse.milliseconds(2))
    /// The probability that bytes which arrive together are divided.
    private static let cutChance = 0.25
    /// TCP resends data that is not acknowledged for this span, then after twice as long each time (Linux).
    static let resending = Lapse.milliseconds(200)
    private static let mostResendings = 6

    var delay = Lapse.zero
    var lossPermille = 0
    var reorderingPermille = 0
    var isCut = false
    private var chance: SeededGenerator

    init(seed: UInt64) { chance = SeededGenerator(seed: seed ^ 0x5363_7265_656E_7321) }

    /// Returns the travel time of the next packet.
    mutating func travel() -> Lapse {
        var span = draw(Self.way) + delay
        var wait = Self.resending
        for _ in 0..<Self.mostResendings where lossPermille > 0 {
            guard chance.chance(Double(lossPermille) / 1000) else { break }
            span = span + wait
            wait = wait * 2
        }
        // Early bytes wait for those they have overtaken: TCP keeps their order.
        if reorderingPermille > 0, chance.chance(Double(reorderingPermille) / 1000) { span = span + draw(Self.way) }
        return span
    }

    /// Returns the time from the end of a cut until TCP resends.
    mutating func recovery() -> Lapse { Self.resending + draw(Self.way) + delay }

    mutating func pause() -> Lapse { draw(Self.gap) }

    /// Returns the number of bytes that arrive together.
    mutating func piece(of count: Int) -> Int {
        guard count > 1, chance.chance(Self.cutChance) else { return count }
        return 1 + Int(chance.unit() * Double(count - 1))
    }

    private mutating func draw(_ delay: (least: Lapse, spread: Lapse)) -> Lapse {
        delay.least + .nanoseconds(Int64(Double(delay.spread.nanoseconds) * chance.unit()))
    }
}
