import Ground
import Links

/// The network between the phone and the accessories on it: connections as TCP opens, divides and ends them.
///
/// Bytes arrive in order, divided and joined anywhere. A firmware that is not running does not answer, and the phone
/// retries; one that is running and not listening refuses. TCP's retries and probes are general knowledge of Linux;
/// the figures of a home network are an engineering estimate not based on any recording.
extension SimulatedLinks {
    private static let way = (least: Lapse.milliseconds(1), spread: Lapse.milliseconds(5))
    /// The time from a piece of the data to the rest of it.
    private static let gap = (least: Lapse.microseconds(100), spread: Lapse.milliseconds(2))
    /// The probability, in thousandths, that bytes which arrive together are divided.
    private static let cutPermille = 250
    /// The phone probes a connection without traffic for this span, and then every second (network.md, 8.2).
    private static let idle = Lapse.seconds(2)
    private static let probing = Lapse.seconds(1)
    /// The number of unanswered probes after which the phone gives up a connection.
    private static let probes = 3
    private static let patience = idle + probing * probes
    /// An unanswered connection attempt is repeated after a second, then after twice as long each time.
    private static let firstRepeat = Lapse.seconds(1)
    private static let mostRepeats = 6

    func isOnNetwork(_ name: AccessoryName) -> Bool { connections.contains { $0.name == name } }

    private func draw(_ delay: (least: Lapse, spread: Lapse)) -> Lapse {
        delay.least + .nanoseconds(Int64(Double(delay.spread.nanoseconds) * radio.unit()))
    }

    private func post(_ event: StreamEvent, of name: AccessoryName, after delay: Lapse = .zero) {
        agenda.add(.inbound(.stream(.dataChannel(of: name), event)), at: now + delay)
    }

    private func add(_ due: NetworkDue, of name: AccessoryName, at instant: Instant) {
        agenda.add(.network(name, due), at: instant)
    }

    func send(_ request: StreamRequest, on stream: StreamID) {
        // Screens connect to agents, and never the other way round.
        if stream.companion != nil, request != .open { return network.receive(request, on: stream, at: now) }
        guard let name = stream.accessory, let place = connections.firstIndex(where: { $0.name == name }) else {
            if request == .open {
                let closed = StreamEvent.closed("nothing offers \(stream.service)")
                agenda.add(.inbound(.stream(stream, closed)), at: now + Self.kitDelay)
            }
            return
        }
        switch (request, connections[place].state) {
        case (.open, .none):
            connections[place].state = .opening
            add(.asked(attempt: 0), of: name, at: max(now + draw(Self.way), connections[place].arrivalAtAccessory))
        case (.bytes(let bytes), .open):
            connections[place].toAccessory += bytes
            let arrival = max(now + draw(Self.way), connections[place].arrivalAtAccessory)
            connections[place].arrivalAtAccessory = arrival
            add(.toAccessory, of: name, at: arrival)
        case (.bytes, .silent): add(.unknown, of: name, at: now + draw(Self.way) + draw(Self.way))
        case (.close, let state), (.reset, let state): close(place, state)
        case (.open, _), (.bytes, _): break
        }
    }

    private func close(_ place: Int, _ state: SimulatedConnection.State) {
        let name = connections[place].name
        connections[place].state = .none
        switch state {
        case .none: return
        case .opening:
            forget([.asked(attempt: 0), .opened, .refused], of: name)
            return post(.closed("the phone gave it up"), of: name)
        case .open:
            let arrival = max(now + draw(Self.way), connections[place].arrivalAtAccessory)
            connections[place].arrivalAtAccessory = arrival
            add(.phoneEnded, of: name, at: arrival)
        case .silent(let since): add(.phoneEnded, of: name, at: since + Self.patience)
        }
        forget([.toPhone, .accessoryEnded, .probe, .unknown], of: name)
        connections[place].toPhone = []
        post(.ended(.local), of: name)
    }

    /// Cancels future events; connection attempts are cancelled regardless of their number.
    private func forget(_ dues: [NetworkDue], of name: AccessoryName) {
        agenda.removeAll { due in
            guard case .network(name, let due) = due else { return false }
            if case .asked = due { return dues.contains(.asked(attempt: 0)) }
            return dues.contains(due)
        }
    }

    func happen(_ due: NetworkDue, with name: AccessoryName) {
        guard let place = connections.firstIndex(where: { $0.name == name }) else { return }
        switch due {
        case .asked(let attempt): if connections[place].isOpening { ask(place, attempt) }
        case .opened:
            connections[place].state = .open
            post(.opened("a simulated network"), of: name)
            carryOut(surroundings.connected(name, at: now))
        case .refused:
            connections[place].state = .none
            post(.closed("the connection was refused"), of: name)
        case .toAccessory: deliver(to: place)
        case .toPhone: deliver(from: place)
        case .accessoryEnded: end(place, .remote)
        case .phoneEnded:
            let rest = connections[place].toAccessory
            connections[place].toAccessory = []
            if !rest.isEmpty { carryOut(surroundings.receive(rest, for: name, at: now)) }
            carryOut(surroundings.disconnected(name, at: now))
        case .probe: probe(place)
        case .unknown:
            guard case .silent = connections[place].state, surroundings.advertisement(of: name) != nil else { return }
            end(place, .reset)
        }
    }

    private func ask(_ place: Int, _ attempt: Int) {
        let name = connections[place].name
        if surroundings.advertisement(of: name) != nil {
            add(.opened, of: name, at: now + draw(Self.way))
        } else if surroundings.isOn(name) {
            add(.refused, of: name, at: now + draw(Self.way))
        } else if attempt < Self.mostRepeats {
            add(.asked(attempt: attempt + 1), of: name, at: now + Self.firstRepeat * (1 << attempt))
        }
    }

    /// Sends bytes of an accessory to the phone.
    func carry(_ bytes: [UInt8], from name: AccessoryName) {
        guard let place = connections.firstIndex(where: { $0.name == name }), connections[place].isOpen else { return }
        connections[place].toPhone += bytes
        let arrival = max(now + draw(Self.way), connections[place].arrivalAtPhone)
        connections[place].arrivalAtPhone = arrival
        add(.toPhone, of: name, at: arrival)
    }

    private func deliver(to place: Int) {
        let name = connections[place].name
        let piece = cut(connections[place].toAccessory)
        connections[place].toAccessory.removeFirst(piece.count)
        if !connections[place].toAccessory.isEmpty {
            let arrival = now + draw(Self.gap)
            connections[place].arrivalAtAccessory = max(arrival, connections[place].arrivalAtAccessory)
            add(.toAccessory, of: name, at: arrival)
        }
        if !piece.isEmpty { carryOut(surroundings.receive(piece, for: name, at: now)) }
    }

    private func deliver(from place: Int) {
        let name = connections[place].name
        let piece = cut(connections[place].toPhone)
        connections[place].toPhone.removeFirst(piece.count)
        if !connections[place].toPhone.isEmpty {
            let arrival = now + draw(Self.gap)
            connections[place].arrivalAtPhone = max(arrival, connections[place].arrivalAtPhone)
            add(.toPhone, of: name, at: arrival)
        }
        if !piece.isEmpty { post(.bytes(piece), of: name) }
    }

    /// Returns all bytes on their way, or a first part of them.
    private func cut(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 1, radio.chance(Double(Self.cutPermille) / 1000) else { return bytes }
        return Array(bytes.prefix(1 + Int(radio.unit() * Double(bytes.count - 1))))
    }

    /// Ends the connection on the accessory's behalf, after its earlier bytes.
    func finish(_ name: AccessoryName) {
        guard let connection = connections.first(where: { $0.name == name }), connection.isOpen else { return }
        add(.accessoryEnded, of: name, at: max(now + draw(Self.way), connection.arrivalAtPhone))
    }

    /// Silences the connection: the phone notices when its probes are not answered.
    func silence(_ name: AccessoryName) {
        guard let place = connections.firstIndex(where: { $0.name == name }), connections[place].isOpen else { return }
        connections[place].state = .silent(since: now)
        (connections[place].toPhone, connections[place].toAccessory) = ([], [])
        forget([.toPhone, .toAccessory, .accessoryEnded], of: name)
        add(.probe, of: name, at: now + Self.idle)
    }

    /// Probes the connection. A restarted firmware does not know it, and resets it.
    private func probe(_ place: Int) {
        guard case .silent(let since) = connections[place].state else { return }
        let name = connections[place].name
        if surroundings.advertisement(of: name) != nil { return end(place, .reset) }
        if now >= since + Self.patience { return end(place, .unacknowledged) }
        add(.probe, of: name, at: now + Self.probing)
    }

    private func end(_ place: Int, _ reason: DisconnectReason) {
        let name = connections[place].name
        if !connections[place].toPhone.isEmpty { post(.bytes(connections[place].toPhone), of: name) }
        connections[place].state = .none
        (connections[place].toPhone, connections[place].toAccessory) = ([], [])
        forget([.toPhone, .toAccessory, .accessoryEnded, .probe, .unknown], of: name)
        post(.ended(reason), of: name)
        carryOut(surroundings.disconnected(name, at: now))
    }
}
