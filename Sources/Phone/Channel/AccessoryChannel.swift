import ATT
import GATT
public import Ground
public import Links
public import NearbyInteraction

/// What a channel wants done, or tells.
public enum ChannelEffect: Hashable, Sendable {
    case request(BluetoothRequest)
    case event(ChannelEvent)
    /// One message of the accessory.
    case message([UInt8])
    /// A message was handed to the link.
    case sent(MessageKind)
    case finding(Finding)
}

/// The data channel to one accessory, from connecting to an open pair of characteristics.
///
/// In the order that phones follow: connect, exchange the MTU, discover the services, then the characteristics of the
/// one that carries the data channel, switch notifications (or indications) on, and only then speak
/// (bluez.md, section 4.6; nearby-interaction.md, sections 1.1 and 1.2).
public struct AccessoryChannel: Sendable {
    private enum State: Sendable {
        case down
        case connecting
        case settingUp(Setup, ProcedureID)
        case ready(DataChannel)
        case failed
    }

    private enum Setup: Sendable {
        case mtu
        case services
        case characteristics(DataChannelProfile)
        case subscription(DataChannel)
    }

    private struct DataChannel: Sendable {
        let profile: DataChannelProfile
        let receive: Characteristic
        let transmit: Characteristic

        var writeMode: GATTClient.WriteMode {
            receive.properties.contains(.write) ? .withResponse : .withoutResponse
        }
    }

    private let profiles: [DataChannelProfile]
    private let ownMTU: UInt16
    private var state = State.down
    private var client: GATTClient
    private var isHangingUp = false
    private var queued: [(id: ProcedureID, kind: MessageKind, isSent: Bool)] = []

    /// A channel over the first of `profiles` that the accessory offers.
    public init(profiles: [DataChannelProfile], ownMTU: UInt16) {
        self.profiles = profiles
        self.ownMTU = ownMTU
        client = GATTClient(ownMTU: ownMTU)
    }

    public var deadline: Instant? { hasLink ? client.deadline : nil }

    public var isReady: Bool {
        if case .ready = state { true } else { false }
    }

    /// Whether there is a link, or one is being made.
    public var isUp: Bool {
        if case .down = state { false } else { true }
    }

    private var hasLink: Bool {
        switch state {
        case .down, .connecting: false
        case .settingUp, .ready, .failed: true
        }
    }

    public mutating func connect(within limit: Span) -> [ChannelEffect] {
        guard !isUp else { return [.finding(Finding(.note, "there is a link already, or one is being made"))] }
        state = .connecting
        isHangingUp = false
        return [.request(.connect(within: limit))]
    }

    public mutating func disconnect() -> [ChannelEffect] {
        guard isUp else { return [] }
        isHangingUp = true
        return [.request(.disconnect)]
    }

    /// Writes a message; only on a channel that is ready.
    public mutating func send(_ message: [UInt8], _ kind: MessageKind, at now: Instant) -> [ChannelEffect] {
        guard case .ready(let channel) = state else {
            return [.finding(Finding(.note, "\(kind.rawValue) was not sent: the data channel is not open"))]
        }
        let begun = client.write(message, to: channel.receive.valueHandle, mode: channel.writeMode, at: now)
        queued.append((begun.id, kind, false))
        return carryOut(begun.effects, at: now)
    }

    /// The adapter is gone, and the link with it: nothing will be heard of either.
    public mutating func abandon() { state = .down }

    public mutating func receive(_ event: BluetoothEvent, at now: Instant) -> [ChannelEffect] {
        switch event {
        case .discovered(let advertisement):
            return [.event(.discovered(advertisement))]
        case .connected(let address):
            if isHangingUp {
                // The link came up while it was being given up.
                state = .failed
                return [.event(.connected(address)), .request(.disconnect)]
            }
            client = GATTClient(ownMTU: ownMTU)
            queued.removeAll()
            let begun = client.exchangeMTU(at: now)
            state = .settingUp(.mtu, begun.id)
            return [.event(.connected(address))] + carryOut(begun.effects, at: now)
        case .connectFailed(let reason):
            guard case .connecting = state else { return [] }
            state = .down
            return [.event(.connectFailed(reason))]
        case .frame(let bytes):
            guard hasLink else { return [] }
            return carryOut(client.receive(bytes, at: now), at: now)
        case .disconnected(let reason):
            guard isUp else { return [] }
            state = .down
            queued.removeAll()
            // Whatever the controllers make of it: a link that the phone ends was ended by the phone.
            return [.event(.lost(isHangingUp ? .local : reason))]
        }
    }

    public mutating func advance(to now: Instant) -> [ChannelEffect] {
        hasLink ? carryOut(client.advance(to: now), at: now) : []
    }

    private mutating func carryOut(_ effects: [GATTClientEffect], at now: Instant) -> [ChannelEffect] {
        effects.flatMap { carryOut($0, at: now) }
    }

    private mutating func carryOut(_ effect: GATTClientEffect, at now: Instant) -> [ChannelEffect] {
        switch effect {
        case .send(let bytes): return [.request(.frame(bytes))] + noteSent(bytes)
        case .finding(let finding): return [.finding(finding)]
        case .settledMTU, .served: return []
        case .dead(let death): return [.finding(Finding(.fault, "the ATT bearer is dead: \(death)"))] + disconnect()
        case .notified(let handle, let value), .indicated(let handle, let value):
            return take(value, from: handle)
        case .completed(let id, let outcome):
            return complete(id, outcome, at: now)
        }
    }

    /// Messages are written one after the other: a write that leaves belongs to the first that is queued.
    private mutating func noteSent(_ pdu: [UInt8]) -> [ChannelEffect] {
        let writes = [ATTOpcode.writeRequest, .prepareWriteRequest, .writeCommand]
        guard let message = queued.first, !message.isSent, let first = pdu.first,
            writes.contains(ATTOpcode(rawValue: first))
        else { return [] }
        queued[0].isSent = true
        return [.sent(message.kind)]
    }

    private func take(_ value: [UInt8], from handle: AttributeHandle) -> [ChannelEffect] {
        switch state {
        case .ready(let channel) where channel.transmit.valueHandle == handle,
            .settingUp(.subscription(let channel), _) where channel.transmit.valueHandle == handle:
            return [.message(value)]
        case .down, .connecting, .settingUp, .ready, .failed:
            return [.finding(Finding(.note, "a value of \(handle), which is not the data channel's, was ignored"))]
        }
    }

    private mutating func complete(_ id: ProcedureID, _ outcome: GATTOutcome, at now: Instant) -> [ChannelEffect] {
        if case .settingUp(let setup, id) = state { return proceed(setup, outcome, at: now) }
        guard let index = queued.firstIndex(where: { $0.id == id }) else { return [] }
        let message = queued.remove(at: index)
        guard case .failed(let failure) = outcome else { return [] }
        return [.finding(Finding(.fault, "the write of \(message.kind.rawValue) failed: \(failure)"))]
    }

    /// The next stage of setting the channel up.
    private mutating func proceed(_ setup: Setup, _ outcome: GATTOutcome, at now: Instant) -> [ChannelEffect] {
        switch (setup, outcome) {
        case (.mtu, _):
            // A server that refuses the exchange stays at 23, which is legal; the message sizes will tell.
            return begin(.services, client.discoverServices(at: now), at: now)
        case (.services, .services(let services)):
            return choose(among: services, at: now)
        case (.characteristics(let profile), .characteristics(let characteristics)):
            return open(profile, characteristics, at: now)
        case (.subscription(let channel), .subscribed):
            state = .ready(channel)
            return [.event(.ready(mtu: client.mtu, profile: channel.profile.name))]
        case (.services, let other):
            return fail("the services could not be discovered: \(other.failureText)")
        case (.characteristics, let other):
            return fail("the characteristics could not be discovered: \(other.failureText)")
        case (.subscription, let other):
            return fail("notifications could not be switched on: \(other.failureText)")
        }
    }

    private mutating func begin(_ setup: Setup, _ begun: GATTClient.Begun, at now: Instant) -> [ChannelEffect] {
        state = .settingUp(setup, begun.id)
        return carryOut(begun.effects, at: now)
    }

    private mutating func choose(among services: [Service], at now: Instant) -> [ChannelEffect] {
        for profile in profiles {
            guard let uuid = AttributeUUID(profile.service) else { continue }
            if let service = services.first(where: { $0.uuid == uuid }) {
                return begin(
                    .characteristics(profile), client.discoverCharacteristics(in: service, at: now), at: now)
            }
        }
        let names = profiles.map(\.name).joined(separator: " or ")
        let offered = services.map { "\($0.uuid)" }.joined(separator: ", ")
        return fail("the accessory offers no service of \(names); it offers \(offered.isEmpty ? "none" : offered)")
    }

    private mutating func open(
        _ profile: DataChannelProfile, _ characteristics: [Characteristic], at now: Instant
    ) -> [ChannelEffect] {
        func find(_ text: String) -> Characteristic? {
            AttributeUUID(text).flatMap { uuid in characteristics.first { $0.uuid == uuid } }
        }
        guard let receive = find(profile.rx) else {
            return fail("the service has no characteristic \(profile.rx) to write to")
        }
        guard let transmit = find(profile.tx) else {
            return fail("the service has no characteristic \(profile.tx) that notifies")
        }
        guard receive.properties.contains(.write) || receive.properties.contains(.writeWithoutResponse) else {
            return fail("the characteristic \(profile.rx) cannot be written")
        }
        let subscription: Subscription
        if transmit.properties.contains(.notify) {
            subscription = .notifications
        } else if transmit.properties.contains(.indicate) {
            subscription = .indications
        } else {
            return fail("the characteristic \(profile.tx) neither notifies nor indicates")
        }
        let channel = DataChannel(profile: profile, receive: receive, transmit: transmit)
        return begin(.subscription(channel), client.subscribe(subscription, to: transmit, at: now), at: now)
    }

    private mutating func fail(_ reason: String) -> [ChannelEffect] {
        state = .failed
        return [.event(.setUpFailed(reason))]
    }
}

extension GATTOutcome {
    fileprivate var failureText: String {
        if case .failed(let failure) = self { "\(failure)" } else { "an outcome of another procedure came" }
    }
}
