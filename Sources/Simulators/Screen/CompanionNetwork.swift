import ApplicationServices
import Ground
import Links

/// The network between the screens of a bench and the agents of its companions, with the screens themselves.
///
/// Discovery takes the times that were measured with Avahi (network.md, section 8.1): a service appears after
/// 0.21 s and is resolved after 0.94 s, a name that is taken becomes `pad #2` after 1.7 s, and a goodbye takes effect
/// a second later. The time until a changed record is seen was not measured; it is treated as a new one. TLS 1.3
/// takes 3.6 ms, and is complete at the screen before the agent has accepted anything (section 8.2).
struct CompanionNetwork: Sendable {
    struct Screen: Sendable {
        let name: ScreenName
        var app: SimulatedScreen
    }

    struct Companion: Sendable {
        let name: CompanionName
        /// The name that screens see.
        var shown = ""
        /// Whether its intended name was taken.
        var isRenamed = false
        var strings: [String] = []
        /// Whether the phone wants it there, and whether it is.
        var isWanted = false
        var isThere = false
        var isImpersonated = false
        /// The number of times it was published or withdrawn: events of an earlier round are void.
        var round = 0
        /// The total number of its connections.
        var connections: UInt32 = 0
    }

    private static let listing = Lapse.milliseconds(210)
    private static let resolving = Lapse.milliseconds(940)
    private static let renaming = Lapse.milliseconds(1_700)
    private static let goodbye = Lapse.seconds(1)
    static let printing = SimulatedLinks.consoleDelay

    var screens: [Screen]
    /// The screens whose consoles are read.
    let consoles: [ScreenName]
    var companions: [Companion] = []
    var wires: [ScreenWire] = []
    var agenda = Agenda<CompanionDue>()
    var weather: NetworkImpairments
    /// Whether agents accept screens that present no certificate.
    var trustsAnyClient = false
    /// Addresses are not modelled, except for whether there are any of IPv4.
    var hasIPv4 = true
    /// Packets that wait for the end of a cut, in order.
    var held: [CompanionDue] = []
    var cuts = 0
    /// The number of cables that screens know.
    private var cableCount = 1
    var wireCount = 0
    /// Observations at the screens that were not taken yet; nil without an observer.
    private var sights: [(instant: Instant, sight: ScreenSight)]?

    init(screens: [(name: ScreenName, build: ScreenBuild)], consoles: [ScreenName] = [], seed: UInt64) {
        self.consoles = consoles
        self.screens = screens.map { Screen(name: $0.name, app: SimulatedScreen($0.build)) }
        weather = NetworkImpairments(seed: seed)
    }

    /// The time at which `advance` has something to do.
    var deadline: Instant? {
        var earliest = agenda.next
        for screen in screens.indices {
            guard let due = screens[screen].app.deadline else { continue }
            earliest = min(earliest ?? due, due)
        }
        return earliest
    }

    /// Does what is due, up to the first event that reaches the phone.
    mutating func advance(to now: Instant) -> Inbound? {
        while let due = deadline, due <= now {
            guard let next = agenda.next, next <= now, let (_, item) = agenda.popDue(at: now) else {
                for screen in screens.indices where screens[screen].app.deadline.map({ $0 <= now }) == true {
                    carryOut(screens[screen].app.advance(to: now), of: screen, at: now)
                }
                continue
            }
            if case .inbound(let inbound) = item { return inbound }
            if item.isPacket, weather.isCut { held.append(item) } else { happen(item, at: now) }
        }
        return nil
    }

    mutating func perform(_ act: ScreenAct, at name: ScreenName, at now: Instant) {
        guard let screen = screens.firstIndex(where: { $0.name == name }) else { return }
        carryOut(screens[screen].app.perform(act, at: now), of: screen, at: now)
    }

    mutating func perform(_ probe: ScreenProbe, at name: ScreenName, at now: Instant) {
        guard let screen = screens.firstIndex(where: { $0.name == name }) else { return }
        carryOut(screens[screen].app.perform(probe, at: now), of: screen, at: now)
    }

    // MARK: Whoever looks at the screens

    mutating func watch() { sights = sights ?? [] }

    mutating func see(_ sight: ScreenSight, at now: Instant) { sights?.append((now, sight)) }

    mutating func takeSights() -> [(instant: Instant, sight: ScreenSight)] {
        guard let seen = sights else { return [] }
        sights = []
        return seen
    }

    func companion(_ name: CompanionName?) -> Int? { companions.firstIndex { $0.name == name } }

    // MARK: Discovery

    mutating func receive(_ request: DiscoveryRequest, at now: Instant) {
        switch request {
        case .publish(let name, let shown, let strings): publish(name, shown, strings, at: now)
        case .withdraw(let name): withdraw(name, at: now)
        case .impersonate(let name, let begins): companions[place(of: name)].isImpersonated = begins
        }
    }

    private mutating func place(of name: CompanionName) -> Int {
        if let place = companion(name) { return place }
        companions.append(Companion(name: name))
        return companions.count - 1
    }

    private mutating func publish(
        _ name: CompanionName, _ wanted: String, _ strings: [String], at now: Instant
    ) {
        let place = place(of: name)
        companions[place].strings = strings
        let round = companions[place].round + 1
        companions[place].round = round
        var listing = Self.listing
        if !companions[place].isWanted {
            companions[place].shown = freeName(for: wanted)
            companions[place].isRenamed = companions[place].shown != wanted
            companions[place].isWanted = true
        }
        if companions[place].isRenamed, !companions[place].isThere { listing = Self.renaming }
        agenda.add(.published(name, round: round), at: now + listing)
        agenda.add(.resolved(name, round: round), at: now + listing + (Self.resolving - Self.listing))
    }

    /// Returns the name, with the first free number from 2 if it is taken; DNS names are case-insensitive.
    private func freeName(for name: String) -> String {
        let taken = companions.filter(\.isWanted).map { $0.shown.lowercased() }
        var shown = name
        var number = 2
        while taken.contains(shown.lowercased()) {
            shown = "\(name) #\(number)"
            number += 1
        }
        return shown
    }

    private mutating func withdraw(_ name: CompanionName, at now: Instant) {
        let place = place(of: name)
        companions[place].round += 1
        if companions[place].isThere { agenda.add(.lost(companions[place].shown), at: now + Self.goodbye) }
        (companions[place].isWanted, companions[place].isThere) = (false, false)
        for wire in wires where wire.companion == name && wire.isAgentUp {
            if let stream = wire.stream { receive(.reset, on: stream, at: now) }
        }
        agenda.add(.inbound(.discovery(.withdrawn(name))), at: now)
    }

    mutating func appear(_ name: CompanionName, _ round: Int, at now: Instant) {
        guard let place = companion(name), companions[place].round == round else { return }
        companions[place].isThere = true
        let shown = companions[place].shown
        agenda.add(.inbound(.discovery(.published(name, as: shown, pin: Self.pin(of: name.rawValue)))), at: now)
    }

    mutating func resolve(_ name: CompanionName, _ round: Int, at now: Instant) {
        guard let place = companion(name), companions[place].round == round else { return }
        let found = companions[place]
        // A resolver returns the strings in reversed order (section 8.1).
        let strings = (found.strings + ["id=\(Self.pin(of: name.rawValue))"]).reversed().map { Array($0.utf8) }
        see(.found(found.shown, strings), at: now)
        for screen in screens.indices {
            screens[screen].app.reaches(found.shown, byInterfaces: cableCount)
            carryOut(screens[screen].app.found(found.shown, strings: strings, at: now), of: screen, at: now)
        }
        for wire in wires where wire.companion == nil && wire.device == found.shown { lookUp(wire.number, at: now) }
    }

    mutating func lose(_ shown: String, at now: Instant) {
        guard !companions.contains(where: { $0.isThere && $0.shown == shown }) else { return }
        for screen in screens.indices {
            carryOut(screens[screen].app.lost(shown, at: now), of: screen, at: now)
        }
    }

    /// Returns 32 hexadecimal digits, the same for a name on every machine.
    static func pin(of name: String) -> String {
        var generator = SeededGenerator(seed: FNV1a(name.utf8).value)
        return generator.bytes(16).hex(separator: "")
    }

    // MARK: Troubles

    mutating func receive(_ trouble: NetworkDisturbance, _ begins: Bool, at now: Instant) {
        switch trouble {
        case .delayed(let span): weather.delay = begins ? span : .zero
        case .losing(let permille): weather.lossPermille = begins ? permille : 0
        case .reordering(let permille): weather.reorderingPermille = begins ? permille : 0
        case .cableOut, .silence: if begins { cut(at: now) } else { mend(at: now) }
        case .secondCable: agenda.add(.cables(begins ? 2 : 1), at: now + (begins ? Self.resolving : Self.goodbye))
        case .withoutIPv4: hasIPv4 = !begins
        case .withoutIPv6: break  // no screen can do without IPv4 alone
        }
    }

    /// Updates the screens with the number of paths to each companion.
    mutating func count(cables: Int) {
        cableCount = cables
        for companion in companions where companion.isThere {
            for screen in screens.indices { screens[screen].app.reaches(companion.shown, byInterfaces: cables) }
        }
    }

    private mutating func cut(at now: Instant) {
        guard !weather.isCut else { return }
        weather.isCut = true
        cuts += 1
        agenda.add(.unanswered(cut: cuts), at: now + Self.patience)
    }

    /// Sends lost packets again, in order.
    private mutating func mend(at now: Instant) {
        guard weather.isCut else { return }
        weather.isCut = false
        let again = now + weather.recovery()
        for packet in held { agenda.add(packet, at: again) }
        held = []
        for wire in wires.indices {
            wires[wire].toAgent.arrival = max(wires[wire].toAgent.arrival, again)
            wires[wire].toScreen.arrival = max(wires[wire].toScreen.arrival, again)
        }
    }
}
