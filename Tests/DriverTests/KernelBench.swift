import BlueZDriver
import Ground
import Links
import NearbyInteraction
import OperatingSystem
import Phone
import Simulators

@testable import Benches

/// A phone's channel through this kernel to a simulated accessory on another of its adapters.
final class KernelBench {
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    private let adapters: VirtualAdapters
    private let host: SimulatorHost
    private let central: BluetoothCentral
    private(set) var channel: AccessoryChannel
    /// The channel's events except frames.
    var events: [ChannelEvent] = []
    var messages: [[UInt8]] = []
    var findings: [Finding] = []
    var sent: [MessageKind] = []
    /// The ATT PDUs sent.
    var frames: [[UInt8]] = []
    var faults: [RigFault] = []
    var staged: [StageEvent] = []

    init(
        _ model: AccessoryBuild = AccessoryBuild(), settings: LinkSetup = LinkSetup(subscribesToBoth: true),
        by selector: ((BluetoothAddress) -> AccessorySelector)? = nil
    ) throws {
        adapters = try VirtualAdapters(clock: clock)
        let surroundings = SimulatedEnvironment(EnvironmentModel(accessories: [("door", model)]), seed: 1)
        let peripheral = try BluetoothPeripheral(
            advertising: surroundings.advertisement(of: "door"), on: adapters.accessories[0],
            advertisesPastKernel: true, clock: clock)
        let address = peripheral.address
        var wiring = SimulatorHost.Wiring()
        wiring.peripherals = [("door", peripheral)]
        host = try SimulatorHost(surroundings, wiring: wiring, mailbox: mailbox, clock: clock)
        let target = selector?(address) ?? .address(address)
        central = try BluetoothCentral(
            adapter: adapters.phone, targets: [("door", target)], mailbox: mailbox, clock: clock)
        channel = AccessoryChannel(settings: settings)
    }

    func close() {
        central.close()
        host.close()
        adapters.unplug()
    }

    func stage(_ request: StageRequest) { host.perform(request) }

    /// Performs an act on the channel and carries out its effects.
    func act(_ body: (inout AccessoryChannel, Instant) -> [AccessoryChannel.Effect]) {
        carryOut(body(&channel, clock.now))
    }

    /// Plays until a condition holds; returns false if it does not in time.
    @discardableResult
    func play(within limit: Lapse = .seconds(10), until condition: () -> Bool) -> Bool {
        let end = clock.now + limit
        while !condition() {
            switch mailbox.take(until: min(end, channel.deadline ?? .never), clock: clock) {
            case .arrival(let arrival):
                switch arrival.inbound {
                case .bluetooth(_, let event): carryOut(channel.receive(event, at: arrival.instant))
                case .fault(_, let fault): faults.append(fault)
                case .stage(let event): staged.append(event)
                default: break
                }
            case .deadline: if clock.now >= end { return false }
            case .stoodStill: break
            case .interrupted: return false
            }
            carryOut(channel.advance(to: clock.now))
        }
        return true
    }

    /// Plays until a given event occurs; earlier events are discarded.
    func event(within limit: Lapse = .seconds(10), _ isWanted: (ChannelEvent) -> Bool) -> ChannelEvent? {
        play(within: limit) { events.contains(where: isWanted) }
        guard let place = events.firstIndex(where: isWanted) else { return nil }
        defer { events.removeFirst(place + 1) }
        return events[place]
    }

    func connect(upTo stage: ChannelStage = .subscribed) {
        act { $0.connect(within: .seconds(5), upTo: stage, at: $1) }
    }

    private func carryOut(_ effects: [AccessoryChannel.Effect]) {
        for effect in effects {
            switch effect {
            case .request(let request):
                if case .frame(let frame) = request { frames.append(frame) }
                _ = central.send("door", request)
            case .event(let event): events.append(event)
            case .message(let bytes): messages.append(bytes)
            case .opened, .console: break
            case .sent(let kind): sent.append(kind)
            case .finding(let finding): findings.append(finding)
            }
        }
    }
}

extension ChannelEvent {
    var isReady: Bool { if case .ready = self { true } else { false } }
    var isEncrypted: Bool { if case .encrypted = self { true } else { false } }
    var isPairingFailed: Bool { if case .pairingFailed = self { true } else { false } }
    var isParameters: Bool { if case .parametersRequested = self { true } else { false } }
    var isLost: Bool { if case .lost = self { true } else { false } }
    var isFound: Bool { if case .found = self { true } else { false } }
    var isBackground: Bool {
        switch self {
        case .backgroundConfiguration, .backgroundRefused, .noBackgroundService: true
        default: false
        }
    }
}
