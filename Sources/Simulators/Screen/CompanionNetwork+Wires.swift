import ApplicationServices
import Ground
import Links

/// The connections of screens to agents: opened, cut into pieces, and ended.
extension CompanionNetwork {
    /// The computing part of the handshake (network.md, section 8.2).
    private static let handshake = Lapse.microseconds(3_600)
    /// A connection that is idle for 2 s is probed, then every second, and given up after the third probe.
    static let patience = Lapse.seconds(2) + Lapse.seconds(1) * 3
    /// An unanswered connection attempt is repeated after 1 s, then after twice as long, six times (Linux).
    private static let connecting = Lapse.seconds(127)

    private func place(_ number: Int) -> Int? { wires.firstIndex { $0.number == number } }

    // MARK: The screen's wishes

    mutating func carryOut(_ wishes: [ScreenRequest], of screen: Int, at now: Instant) {
        for wish in wishes {
            if let effect = wish.seen { see(.effect(effect), at: now) }
            switch wish {
            case .open(let id, let device):
                wireCount += 1
                wires.append(
                    ScreenWire(number: wireCount, screen: screens[screen].name, transport: id, device: device))
                lookUp(wireCount, at: now)
            case .send(let id, let bytes):
                guard let wire = wire(of: screen, id), wires[wire].isScreenUp else { continue }
                add(.toAgent(wires[wire].number), on: wire, \.toAgent, at: now)
                wires[wire].toAgent.add(bytes)
            case .close(let id, let how):
                guard let wire = wire(of: screen, id) else { continue }
                letGo(wire)
                add(.screenEnded(wires[wire].number, how), on: wire, \.toAgent, at: now)
            case .refuse(let id):
                guard let wire = wire(of: screen, id) else { continue }
                letGo(wire)
                add(.refused(wires[wire].number), on: wire, \.toAgent, at: now)
            case .tell: continue
            case .print(let line):
                guard consoles.contains(screens[screen].name) else { continue }
                agenda.add(.inbound(.console(screens[screen].name.printer, line)), at: now + Self.printing)
            }
        }
    }

    private func wire(of screen: Int, _ id: TransportID) -> Int? {
        wires.firstIndex { $0.isWanted && $0.screen == screens[screen].name && $0.transport == id }
    }

    /// Detaches the screen from the wire.
    private mutating func letGo(_ wire: Int) {
        (wires[wire].isWanted, wires[wire].isScreenUp) = (false, false)
        wires[wire].toScreen.clear()
    }

    private mutating func add(
        _ due: CompanionDue, on wire: Int, _ way: WritableKeyPath<ScreenWire, ScreenWire.Way>, at now: Instant,
        after extra: Lapse = .zero
    ) {
        let arrival = max(now + weather.travel() + extra, wires[wire][keyPath: way].arrival)
        wires[wire][keyPath: way].arrival = arrival
        agenda.add(due, at: arrival)
    }

    /// Sends the request to the present owner of the name; without one it waits until there is one.
    mutating func lookUp(_ number: Int, at now: Instant) {
        guard let wire = place(number),
            let companion = companions.first(where: { $0.isThere && $0.shown == wires[wire].device })?.name
        else { return }
        wires[wire].companion = companion
        add(.asked(number), on: wire, \.toAgent, at: now)
        agenda.add(.gaveUp(number), at: now + Self.connecting)
    }

    // MARK: The phone's requests

    mutating func receive(_ request: StreamRequest, on stream: StreamID, at now: Instant) {
        guard let wire = wires.firstIndex(where: { $0.stream == stream && $0.isAgentUp }) else { return }
        switch request {
        case .open: break  // there is one already
        case .bytes(let bytes):
            add(.toScreen(wires[wire].number), on: wire, \.toScreen, at: now)
            wires[wire].toScreen.add(bytes)
        case .close: close(wire, .orderly, at: now)
        case .reset: close(wire, .reset, at: now)
        }
    }

    private mutating func close(_ wire: Int, _ how: TransportClose, at now: Instant) {
        wires[wire].isAgentUp = false
        wires[wire].toAgent.clear()
        guard let stream = wires[wire].stream else { return }
        agenda.removeAll { if case .inbound(.stream(stream, _)) = $0 { true } else { false } }
        agenda.add(.inbound(.stream(stream, .ended(.local))), at: now)
        add(.agentEnded(wires[wire].number, how), on: wire, \.toScreen, at: now)
    }

    // MARK: What happens

    mutating func happen(_ due: CompanionDue, at now: Instant) {
        switch due {
        case .inbound: break
        case .published(let name, let round): appear(name, round, at: now)
        case .resolved(let name, let round): resolve(name, round, at: now)
        case .lost(let shown): lose(shown, at: now)
        case .cables(let count): self.count(cables: count)
        case .unanswered(let cut): if weather.isCut, cut == cuts { giveUp(at: now) }
        case .asked(let number), .answered(let number), .finished(let number), .refused(let number),
            .rejected(let number, _), .toAgent(let number), .toScreen(let number), .screenEnded(let number, _),
            .agentEnded(let number, _), .gaveUp(let number):
            if let wire = place(number) { happen(due, on: wire, at: now) }
        }
    }

    private mutating func happen(_ due: CompanionDue, on wire: Int, at now: Instant) {
        switch due {
        case .inbound, .published, .resolved, .lost, .cables, .unanswered: break  // of no wire
        case .asked(let number):
            guard isThere(wire), hasIPv4 || !isWithoutIPv6(wire) else {
                return add(.rejected(number, .refused), on: wire, \.toScreen, at: now)
            }
            add(.answered(number), on: wire, \.toScreen, at: now, after: Self.handshake)
        case .answered: judge(wire, at: now)
        case .finished: accept(wire, at: now)
        case .refused:
            tell(wire, .closed("the screen does not accept the certificate"), at: now)
            wires.remove(at: wire)
        case .rejected(_, let end): endAtScreen(wire, end, at: now)
        case .toAgent: deliverToAgent(wire, at: now)
        case .toScreen: deliverToScreen(wire, at: now)
        case .screenEnded(_, let how): endAtAgent(wire, how == .reset ? .reset : .remote, at: now)
        case .agentEnded(_, let how): endAtScreen(wire, how == .reset ? .reset : .endOfStream, at: now)
        case .gaveUp: if !wires[wire].isScreenUp, wires[wire].isWanted { endAtScreen(wire, .timedOut, at: now) }
        }
    }

    private func isWithoutIPv6(_ wire: Int) -> Bool {
        screens.first { $0.name == wires[wire].screen }?.app.ignoresIPv6 == true
    }

    private func isThere(_ wire: Int) -> Bool {
        companion(wires[wire].companion).map { companions[$0].isThere } == true
    }

    /// Completes the handshake on the screen's side, which then checks the certificate.
    private mutating func judge(_ wire: Int, at now: Instant) {
        guard wires[wire].isWanted, let screen = screen(of: wire), let companion = companion(wires[wire].companion)
        else { return }
        wires[wire].isScreenUp = true
        let name = companions[companion].name.rawValue
        let pin = Self.pin(of: companions[companion].isImpersonated ? "\(name) (another)" : name)
        let wishes = screens[screen].app.opened(wires[wire].transport, pin: pin, at: now)
        let isRefused = wishes.contains { if case .refuse = $0 { true } else { false } }
        if !isRefused { add(.finished(wires[wire].number), on: wire, \.toAgent, at: now) }
        carryOut(wishes, of: screen, at: now)
    }

    /// Completes the handshake on the agent's side, which also requires a certificate.
    private mutating func accept(_ wire: Int, at now: Instant) {
        guard let screen = screen(of: wire), isThere(wire) else {
            return add(.rejected(wires[wire].number, .reset), on: wire, \.toScreen, at: now)
        }
        guard trustsAnyClient || !screens[screen].app.showsNoCertificate(on: wires[wire].transport) else {
            tell(wire, .closed("the screen shows no certificate"), at: now)
            wires[wire].toAgent.clear()
            return add(.rejected(wires[wire].number, .security), on: wire, \.toScreen, at: now)
        }
        wires[wire].isAgentUp = true
        tell(wire, .opened("a simulated network"), at: now)
    }

    private func screen(of wire: Int) -> Int? { screens.firstIndex { $0.name == wires[wire].screen } }

    /// Reports an event to the phone; a connection that was never established is counted as well.
    private mutating func tell(_ wire: Int, _ event: StreamEvent, at now: Instant) {
        if wires[wire].stream == nil, let companion = companion(wires[wire].companion) {
            companions[companion].connections += 1
            wires[wire].stream = StreamID.agent(
                of: companions[companion].name, connection: companions[companion].connections)
        }
        if let stream = wires[wire].stream { agenda.add(.inbound(.stream(stream, event)), at: now) }
    }

    // MARK: Bytes and ends

    private mutating func deliverToAgent(_ wire: Int, at now: Instant) {
        guard wires[wire].isAgentUp, let piece = take(wire, \.toAgent, .toAgent(wires[wire].number), at: now) else {
            return
        }
        tell(wire, .bytes(piece), at: now)
    }

    private mutating func deliverToScreen(_ wire: Int, at now: Instant) {
        guard wires[wire].isScreenUp, let screen = screen(of: wire),
            let piece = take(wire, \.toScreen, .toScreen(wires[wire].number), at: now)
        else { return }
        carryOut(screens[screen].app.received(wires[wire].transport, piece, at: now), of: screen, at: now)
    }

    /// Takes all arrived bytes, or a first part of them; the rest follows.
    private mutating func take(
        _ wire: Int, _ way: WritableKeyPath<ScreenWire, ScreenWire.Way>, _ due: CompanionDue, at now: Instant
    ) -> [UInt8]? {
        let arrived = wires[wire][keyPath: way].take(at: now)
        guard !arrived.isEmpty else { return nil }
        let count = weather.piece(of: arrived.count)
        if count < arrived.count {
            let later = now + weather.pause()
            wires[wire][keyPath: way].putBack(Array(arrived.dropFirst(count)), until: later)
            agenda.add(due, at: later)
        }
        return Array(arrived.prefix(count))
    }

    /// Delivers the screen's end to the agent, after its earlier bytes.
    private mutating func endAtAgent(_ wire: Int, _ reason: DisconnectReason, at now: Instant) {
        let ended = wires[wire]
        if ended.isAgentUp {
            if !ended.toAgent.bytes.isEmpty { tell(wire, .bytes(ended.toAgent.bytes), at: now) }
            tell(wire, .ended(reason), at: now)
        }
        wires.remove(at: wire)
    }

    /// Delivers the agent's end to the screen, after its earlier bytes.
    private mutating func endAtScreen(_ wire: Int, _ end: TransportEnd, at now: Instant) {
        let ended = wires.remove(at: wire)
        guard ended.isWanted, let screen = screens.firstIndex(where: { $0.name == ended.screen }) else { return }
        if !ended.toScreen.bytes.isEmpty, ended.isScreenUp {
            carryOut(
                screens[screen].app.received(ended.transport, ended.toScreen.bytes, at: now), of: screen, at: now)
        }
        carryOut(screens[screen].app.ended(ended.transport, end, at: now), of: screen, at: now)
    }

    /// Ends connections whose probes were not answered: both sides give up.
    private mutating func giveUp(at now: Instant) {
        for number in wires.filter({ $0.isScreenUp || $0.isAgentUp }).map(\.number) {
            guard let wire = place(number) else { continue }
            if wires[wire].isAgentUp { tell(wire, .ended(.unacknowledged), at: now) }
            wires[wire].toScreen.clear()
            endAtScreen(wire, .timedOut, at: now)
        }
    }
}
