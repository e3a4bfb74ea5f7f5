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
    private var selectedTag: SimulatedTag?
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
        case .stage(let request): carryOut(surroundings.stage(request, at: now))
        }
        return now
    }

    public func receive(until deadline: Instant) -> Reception {
        while true {
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
    }

    public func close() {
        isClosed = true
        agenda = Agenda()
    }

    private func send(_ request: BluetoothRequest, to name: AccessoryName) {
        switch request {
        case .connect(let limit):
            guard let model = surroundings.model(of: name), !model.faults.contains(.doesNotAdvertise) else {
                let text = "nothing that is \(name) advertised within \(limit)"
                agenda.add(.inbound(.bluetooth(name, .connectFailed(text))), at: now + limit)
                return
            }
            let found = Advertisement(
                address: Self.address(of: name), rssi: -50, name: model.advertisedName,
                services: [model.profile.service])
            agenda.add(.inbound(.bluetooth(name, .discovered(found))), at: now + Self.connectDelay)
            agenda.add(.connect(name), at: now + Self.connectDelay * 2)
        case .frame(let bytes):
            agenda.add(.toAccessory(name, bytes), at: now + Self.bluetoothDelay)
        case .disconnect where connected.contains(name):
            agenda.add(.phoneHungUp(name), at: now + Self.bluetoothDelay)
        case .disconnect:
            giveUpConnecting(name)
        }
    }

    /// Nothing is connected yet: the attempt ends, as it does with a real controller.
    private func giveUpConnecting(_ name: AccessoryName) {
        agenda.removeAll { due in
            switch due {
            case .connect(name), .inbound(.bluetooth(name, .discovered)), .inbound(.bluetooth(name, .connectFailed)):
                true
            default: false
            }
        }
        let text = "the attempt to connect was given up"
        agenda.add(.inbound(.bluetooth(name, .connectFailed(text))), at: now + Self.bluetoothDelay)
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
            selectedTag = surroundings.tagInField.flatMap { surroundings.tag($0) }
            selectedTag?.receiveActivation()
            answer(selectedTag.map { .tagFound($0.identity) } ?? .noTag, after: Self.readerDelay)
        case .exchange(let command, let limit):
            if surroundings.tagInField != nil, let response = selectedTag?.receive(command) {
                answer(.response(response), after: Self.readerDelay)
            } else {
                answer(.exchangeFailed("the tag did not answer within \(limit)"), after: limit)
            }
        case .checkPresence:
            let isPresent = selectedTag != nil && surroundings.tagInField != nil
            answer(isPresent ? .tagPresent : .tagAbsent, after: Self.readerDelay)
        case .close: break
        }
    }

    private func answer(_ event: ReaderEvent, after delay: Span) {
        agenda.add(.inbound(.reader(event)), at: now + delay)
    }

    /// An address made from the name: the same on every machine.
    private static func address(of name: AccessoryName) -> BluetoothAddress {
        var generator = SeededGenerator(seed: name.rawValue.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        return BluetoothAddress(value: generator.next() | 0xC000_0000_0000, kind: .random)
    }
}
