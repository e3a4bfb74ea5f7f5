import ApplicationServices
import Ground
import Links

/// A connection from a screen to a companion's agent, as TCP and TLS keep it.
struct ScreenWire: Sendable {
    /// What is on its way in one direction, in its order; what arrives at one instant is joined.
    struct Way: Sendable {
        private var segments: [(bytes: [UInt8], arrival: Instant)] = []
        /// When the last of it arrives: nothing overtakes it.
        var arrival = Instant.start

        mutating func add(_ bytes: [UInt8]) { segments.append((bytes, arrival)) }

        mutating func clear() { segments = [] }

        /// All that is on its way, whenever it arrives.
        var bytes: [UInt8] { segments.flatMap(\.bytes) }

        /// Takes out what has arrived.
        mutating func take(at now: Instant) -> [UInt8] {
            let arrived = segments.prefix { $0.arrival <= now }
            segments.removeFirst(arrived.count)
            return arrived.flatMap(\.bytes)
        }

        /// Puts back what arrives a little later.
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
    /// Whose agent it leads to; nil while nobody has the name.
    var companion: CompanionName?
    /// As the phone knows it, once the agent has accepted it.
    var stream: StreamID?
    /// Whether TLS is up on the screen's side, and the screen has not let go since.
    var isScreenUp = false
    var isAgentUp = false
    /// Whether the screen is told of it still, be TLS up or not.
    var isWanted = true
    var toAgent = Way()
    var toScreen = Way()
}

/// What will happen in the network between screens and companions; wires by their numbers.
enum CompanionDue: Hashable, Sendable {
    case inbound(Inbound)
    /// The companion's name is its own, and screens can connect.
    case published(CompanionName, round: Int)
    /// Screens have resolved it.
    case resolved(CompanionName, round: Int)
    /// The last second of a record after its goodbye is over.
    case lost(String)
    /// Screens have found, or missed, what a second cable leads to: so many cables there are.
    case cables(Int)
    /// The screen's wish to connect is at the agent.
    case asked(Int)
    /// The agent's part of the handshake is at the screen.
    case answered(Int)
    /// The screen's part of it is at the agent.
    case finished(Int)
    /// The screen's word that it does not know the certificate is at the agent.
    case refused(Int)
    /// The agent's word that there will be no connection is at the screen.
    case rejected(Int, TransportEnd)
    case toAgent(Int)
    case toScreen(Int)
    case screenEnded(Int, TransportClose)
    case agentEnded(Int, TransportClose)
    /// TCP has asked often enough.
    case gaveUp(Int)
    /// Nobody answered the probes since the network was cut for the so manyth time.
    case unanswered(cut: Int)

    /// Whether it comes with a packet.
    var isPacket: Bool {
        switch self {
        case .inbound, .published, .cables, .gaveUp, .unanswered: false
        case .resolved, .lost, .asked, .answered, .finished, .refused, .rejected, .toAgent, .toScreen, .screenEnded,
            .agentEnded:
            true
        }
    }
}

/// How the network treats packets, and what is drawn for each.
struct NetworkWeather: Sendable {
    /// As between the phone and accessories: an engineering proposal.
    private static let way = (least: Span.milliseconds(1), spread: Span.milliseconds(5))
    /// From a piece of what was sent to the rest of it.
    private static let gap = (least: Span.microseconds(100), spread: Span.milliseconds(2))
    /// How often what arrives together is cut.
    private static let cutChance = 0.25
    /// TCP sends again what was not acknowledged for so long, then after twice as long each time (Linux).
    static let resending = Span.milliseconds(200)
    private static let mostResendings = 6

    var delay = Span.zero
    var lossPermille = 0
    var reorderingPermille = 0
    var isCut = false
    private var chance: SeededGenerator

    init(seed: UInt64) { chance = SeededGenerator(seed: seed ^ 0x5363_7265_656E_7321) }

    /// How long the next packet takes.
    mutating func travel() -> Span {
        var span = draw(Self.way) + delay
        var wait = Self.resending
        for _ in 0..<Self.mostResendings where lossPermille > 0 {
            guard chance.chance(Double(lossPermille) / 1000) else { break }
            span = span + wait
            wait = wait * 2
        }
        // What comes too early waits for what it has overtaken: TCP keeps the bytes' order.
        if reorderingPermille > 0, chance.chance(Double(reorderingPermille) / 1000) { span = span + draw(Self.way) }
        return span
    }

    /// From the end of a cut until TCP sends again.
    mutating func recovery() -> Span { Self.resending + draw(Self.way) + delay }

    mutating func pause() -> Span { draw(Self.gap) }

    /// How many of so many bytes arrive together.
    mutating func piece(of count: Int) -> Int {
        guard count > 1, chance.chance(Self.cutChance) else { return count }
        return 1 + Int(chance.unit() * Double(count - 1))
    }

    private mutating func draw(_ delay: (least: Span, spread: Span)) -> Span {
        delay.least + .nanoseconds(Int64(Double(delay.spread.nanoseconds) * chance.unit()))
    }
}
