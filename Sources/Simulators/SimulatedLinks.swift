public import Ground
public import Links
import NearbyInteraction

/// A bench in memory and in virtual time: every byte is encoded and decoded, and nothing is waited for.
///
/// Between two arrivals the clock jumps. Frames take the times that they take on a quiet bench: half a connection
/// interval each way on Bluetooth, a millisecond on USB, a few on NFC. Those figures are the rig's own.
public final class SimulatedLinks: LinkSet {
    static let connectDelay = Span.milliseconds(80)
    static let bluetoothDelay = Span.microseconds(7_500)
    static let kitDelay = Span.milliseconds(1)
    static let readerDelay = Span.milliseconds(4)
    static let readerOpening = Span.milliseconds(60)

    private enum Due: Sendable {
        case inbound(Inbound)
        case toAccessory(AccessoryName, [UInt8])
        case connect(AccessoryName)
        case accessoryHungUp(AccessoryName)
        case phoneHungUp(AccessoryName)
        case toKit([UInt8])
        case kitOpened
    }

    public private(set) var now = Instant.start
    private var surroundings: Surroundings
    private var agenda = Agenda<Due>()
    private var connected: [AccessoryName] = []
    /// The tag that the reader selected; a tag that leaves the field is selected no more.
    private var selected: (name: TagName, tag: SimulatedTag)?
    private var isClosed = false

    public init(_ model: SurroundingsModel, seed: UInt64) {
        surroundings = Surroundings(model, seed: seed)
    }

    public func send(_ outbound: Outbound) -> Instant {
        guard !isClosed else { return now }
        switch outbound {
        case .bluetooth(let name, let request): send(request, to: name)
        case .kit(.open): agenda.add(.kitOpened, at: now + Self.kitDelay)
        case .kit(.bytes(let bytes)): agenda.add(.toKit(bytes), at: now + Self.kitDelay)
        case .kit(.close), .reader(.close): break
        case .reader(let request): answer(request)
        case .stage(let request):
            carryOut(surroundings.stage(request, at: now))
            if surroundings.tagInField != selected?.name { selected = nil }
        }
        return now
    }

    public func receive(until deadline: Instant) -> Reception {
        while !isClosed {
            let next = [agenda.next, surroundings.deadline].compactMap { $0 }.min() ?? .never
            guard next <= deadline, next != .never else {
                // Without anything due and without a deadline, nothing will ever happen: the caller must end.
                if deadline != .never { now = max(now, deadline) }
                return .deadline
            }
            now = max(now, next)
            if let due = agenda.next, due <= now, let (_, item) = agenda.popDue(at: now) {
                if case .inbound(let inbound) = item { return .arrival(Arrival(inbound, at: now)) }
                happen(item)
            } else {
                carryOut(surroundings.advance(to: now))
            }
        }
        return .deadline
    }

    public func close() {
        isClosed = true
        agenda = Agenda()
    }

    private func send(_ request: BluetoothRequest, to name: AccessoryName) {
        switch request {
        case .connect(let limit):
            guard !connected.contains(name) else { return }
            abandonConnecting(name)
            let needed = Self.connectDelay * 2
            guard let model = surroundings.model(of: name), !model.faults.contains(.doesNotAdvertise), needed <= limit
            else {
                let text = "nothing that is \(name) advertised within \(limit)"
                agenda.add(.inbound(.bluetooth(name, .connectFailed(text))), at: now + limit)
                return
            }
            let found = Advertisement(
                address: Self.address(of: name), rssi: -50, name: model.advertisedName,
                services: [model.profile.service])
            agenda.add(.inbound(.bluetooth(name, .discovered(found))), at: now + Self.connectDelay)
            agenda.add(.connect(name), at: now + needed)
        case .frame(let bytes):
            agenda.add(.toAccessory(name, bytes), at: now + Self.bluetoothDelay)
        case .disconnect:
            if connected.contains(name) {
                agenda.add(.phoneHungUp(name), at: now + Self.bluetoothDelay)
            } else if abandonConnecting(name) {
                agenda.add(.inbound(.bluetooth(name, .connectFailed("connecting was given up"))), at: now)
            }
        }
    }

    /// Whether there was anything to abandon.
    @discardableResult private func abandonConnecting(_ name: AccessoryName) -> Bool {
        let before = agenda.count
        agenda.removeAll { due in
            switch due {
            case .connect(name), .inbound(.bluetooth(name, .connectFailed)), .inbound(.bluetooth(name, .discovered)):
                true
            case .inbound, .toAccessory, .connect, .accessoryHungUp, .phoneHungUp, .toKit, .kitOpened: false
            }
        }
        return agenda.count < before
    }

    private func happen(_ due: Due) {
        switch due {
        case .inbound:
            break
        case .toAccessory(let name, let bytes):
            if connected.contains(name) { carryOut(surroundings.receive(bytes, for: name, at: now)) }
        case .connect(let name):
            connected.append(name)
            agenda.add(.inbound(.bluetooth(name, .connected(Self.address(of: name)))), at: now)
            carryOut(surroundings.connected(name, at: now))
        case .accessoryHungUp(let name): end(name, .remote)
        case .phoneHungUp(let name): end(name, .local)
        case .toKit(let bytes): carryOut(surroundings.kitReceives(bytes, at: now))
        case .kitOpened:
            agenda.add(.inbound(.kit(.opened("a simulated kit"))), at: now)
            carryOut(surroundings.kitOpened(at: now))
        }
    }

    private func end(_ name: AccessoryName, _ reason: DisconnectReason) {
        guard let index = connected.firstIndex(of: name) else { return }
        connected.remove(at: index)
        // What was still on its way is lost with the link.
        agenda.removeAll { if case .inbound(.bluetooth(name, .frame)) = $0 { true } else { false } }
        agenda.add(.inbound(.bluetooth(name, .disconnected(reason))), at: now)
        carryOut(surroundings.disconnected(name))
    }

    private func carryOut(_ outputs: [SurroundingsOutput]) {
        for output in outputs {
            switch output {
            case .frame(let name, let bytes):
                guard connected.contains(name) else { continue }
                agenda.add(.inbound(.bluetooth(name, .frame(bytes))), at: now + Self.bluetoothDelay)
            case .hangUp(let name): agenda.add(.accessoryHungUp(name), at: now + Self.bluetoothDelay)
            case .kit(let bytes): agenda.add(.inbound(.kit(.bytes(bytes))), at: now + Self.kitDelay)
            case .stage(let event): agenda.add(.inbound(.stage(event)), at: now)
            }
        }
    }

    private func answer(_ request: ReaderRequest) {
        switch request {
        case .open: answer(.opened("a simulated reader"), after: Self.readerOpening)
        case .poll:
            select()
            answer(present.map { .tagFound($0.identity) } ?? .noTag, after: Self.readerDelay)
        case .exchange(let command, let limit):
            if let response = selected?.tag.receive(command) {
                answer(.response(response), after: Self.readerDelay)
            } else {
                answer(.exchangeFailed("the tag did not answer within \(limit)"), after: limit)
            }
        case .checkPresence:
            answer(present == nil ? .tagAbsent : .tagPresent, after: Self.readerDelay)
        case .close: break
        }
    }

    /// Selects the tag in the field anew; one that stayed there keeps what it remembers.
    private func select() {
        if selected == nil, let name = surroundings.tagInField, let tag = surroundings.tag(name) {
            selected = (name, tag)
        }
        selected?.tag.receiveActivation()
    }

    /// The selected tag, unless it tore itself away.
    private var present: SimulatedTag? { selected.flatMap { $0.tag.isTornAway ? nil : $0.tag } }

    private func answer(_ event: ReaderEvent, after delay: Span) {
        agenda.add(.inbound(.reader(event)), at: now + delay)
    }

    /// An address made from the name: the same on every machine.
    private static func address(of name: AccessoryName) -> BluetoothAddress {
        var generator = SeededGenerator(seed: name.rawValue.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        return BluetoothAddress(value: generator.next() | 0xC000_0000_0000, kind: .random)
    }
}
