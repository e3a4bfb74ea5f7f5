import BlueZDriver
public import Ground
public import Links
import NFCDriver
import OperatingSystem
import RigKit
public import ScenarioKit
import Simulators
import USBDriver

/// A bench of real drivers: kernel Bluetooth, TCP, libusb or a serial line, libnfc. It does not know whether the
/// devices behind them are real or simulated.
public final class LiveBench: LinkSet {
    /// One Bluetooth adapter of the phone, and the accessories that it connects to.
    typealias Phone = (names: [AccessoryName], central: BluetoothCentral)

    let rig: Rig
    let clock: MonotonicClock
    let mailbox: Mailbox
    private let centrals: [Phone]
    let network: NetworkPhone?
    private let screens: ScreenNetwork?
    private let ownInterfaces: [UInt32]?
    private let madeAdapters: [UInt16]
    let kit: (any KitLine)?
    private let reader: NFCReader?
    private let stage: (any Stage)?
    var consoles: [ConsoleReader]
    private let power: PowerSwitches
    private let tags: ReversiblePrograms
    let air: ReversiblePrograms
    private let cable: CableSwitch?
    private let mover: PhoneMover?
    /// The cleanup of everything that was brought up beneath the drivers; done last, in reverse order.
    private let foundations: [() -> Void]
    private var isClosed = false
    /// Devices that are missing because the rig switched power.
    var window = PowerWindow()
    /// Links that the rig is cutting.
    var cuts = LinkCuts()
    /// Connections the phone requested that are not open yet.
    var opening: [StreamID] = []
    /// Receptions that came while the bench waited for a missing device; the run loop gets them next.
    var held: [Reception] = []
    /// Host name lookups in progress.
    var lookups: [AccessoryName: HostLookup] = [:]

    init(
        _ rig: Rig, clock: MonotonicClock, mailbox: Mailbox, centrals: [Phone], network: NetworkPhone?,
        screens: ScreenNetwork?, ownInterfaces: [UInt32]?, madeAdapters: [UInt16], kit: (any KitLine)?,
        reader: NFCReader?, stage: (any Stage)?, consoles: [ConsoleReader], power: PowerSwitches,
        tags: ReversiblePrograms, air: ReversiblePrograms, cable: CableSwitch?, mover: PhoneMover?,
        foundations: [() -> Void]
    ) {
        self.rig = rig
        self.clock = clock
        self.mailbox = mailbox
        self.centrals = centrals
        self.network = network
        self.screens = screens
        self.ownInterfaces = ownInterfaces
        self.madeAdapters = madeAdapters
        self.kit = kit
        self.reader = reader
        self.stage = stage
        self.consoles = consoles
        self.power = power
        self.tags = tags
        self.air = air
        self.cable = cable
        self.mover = mover
        self.foundations = foundations
        Urgency.decision.apply()
    }

    public var now: Instant { clock.now }

    /// The kernel's numbers of this bench's Bluetooth adapters: the phone's, and those that it created.
    public var bluetoothAdapters: [UInt16] {
        centrals.map(\.central.index).filter { !madeAdapters.contains($0) } + madeAdapters
    }

    /// The kernel's numbers of the interfaces of this bench's own network; nil if it uses this machine's network.
    public var networkInterfaces: [UInt32]? { screens?.interfaces ?? ownInterfaces }

    /// Posts a finding about the bench, to the journal of the first accessory that the scenario needs.
    public func tell(_ finding: Finding, for scenario: Scenario) {
        guard let entry = rig.accessories.first(where: { scenario.needs.contains(.accessory($0.name)) }) else { return }
        mailbox.post(.finding(rig.dataChannel(of: entry.name), finding), by: clock)
    }

    public func send(_ outbound: Outbound) -> Instant {
        switch outbound {
        case .bluetooth(let name, let request):
            return central(of: name)?.send(name, request) ?? missing(.bluetooth(name))
        case .kit(let request):
            return kit?.send(request) ?? missing(.kit)
        case .reader(let request):
            return reader?.send(request) ?? missing(.reader)
        case .stream(let stream, let request):
            if stream.companion != nil { return screens?.agents.send(request, on: stream) ?? missing(.stream(stream)) }
            guard let name = stream.accessory, let network, network.serves(name) else {
                return missing(.stream(stream))
            }
            return send(request, on: stream, to: name, over: network)
        case .console(let name, .write(let bytes)):
            if window.isGone(.console(name)) { return clock.now }
            return consoles.first { $0.accessory == name }?.write(bytes) ?? missing(.console(name))
        case .discovery(let request): return screens?.agents.send(request) ?? missing(.discovery)
        case .stage(.power(let name, let act)):
            window.switchOff(name)
            consoles.first { $0.accessory == name }?.cut()
            power.perform(act, on: name, stage: stage)
            return clock.now
        case .stage(.present(let tag)) where tags.serves(.tag(tag)):
            tags.perform(true, on: .tag(tag))
            return clock.now
        case .stage(.remove(let tag)) where tags.serves(.tag(tag)):
            tags.perform(false, on: .tag(tag))
            return clock.now
        case .stage(.readerTrouble(.unplugged, let begins)) where cable != nil:
            cable?.pull(begins)
            return clock.now
        case .stage(.dropLink(let name)) where air.serves(.radio(.ble, of: name)):
            cuts.begin(name)
            air.perform(true, on: .radio(.ble, of: name))
            return clock.now
        case .stage(.silenceUWB(let name, let isSilent)) where air.serves(.radio(.uwb, of: name)):
            air.perform(isSilent, on: .radio(.uwb, of: name))
            return clock.now
        case .stage(.swap(let tag, let other)) where tags.serves(.tag(tag)) || tags.serves(.tag(other)):
            _ = send(.stage(.remove(tag)))
            return send(.stage(.present(other)))
        case .stage(.screen(let name, let act)):
            guard let screens else { return missing(.stage) }
            if !screens.perform(act, at: name) { stage?.perform(.screen(name, act)) }
            return clock.now
        case .stage(.network(let trouble, let begins)):
            guard let screens, screens.perform(trouble, begins) else { return missing(.stage) }
            return clock.now
        case .stage(let request):
            if mover?.perform(request) == true { return clock.now }
            guard let stage else { return missing(.stage) }
            stage.perform(request)
            return clock.now
        }
    }

    /// Requests a connection, or gives up one that is being retried.
    private func send(
        _ request: StreamRequest, on stream: StreamID, to name: AccessoryName, over network: NetworkPhone
    ) -> Instant {
        switch request {
        case .open:
            opening.append(stream)
            if lookups[name] != nil,
                window.noteLoss(of: .stream(stream), because: "its name is being resolved", at: clock.now)
            {
                return clock.now
            }
        case .close, .reset:
            let wasOpening = opening.contains(stream)
            opening.removeAll { $0 == stream }
            if window.noteReturn(of: .stream(stream), at: clock.now) != nil, wasOpening, !network.isBusy(with: name) {
                mailbox.post(.stream(stream, .closed("the phone gave it up")), by: clock)
                return clock.now
            }
        case .bytes: break
        }
        return network.send(request, to: name)
    }

    public func receive(until deadline: Instant) -> Reception {
        while true {
            if !held.isEmpty { return held.removeFirst() }
            let due = min(window.nextTry, window.overdue, cuts.overdue)
            let reception = mailbox.take(until: min(deadline, due), clock: clock)
            switch reception {
            case .arrival(let arrival): if let heard = filter(arrival) { return .arrival(heard) }
            case .deadline where due < deadline || due <= clock.now:
                if let told = uncut() ?? reopen() { return .arrival(told) }
                if deadline <= clock.now { return .deadline }
            case .deadline, .stoodStill, .interrupted: return reception
            }
        }
    }

    public func prove(_ link: LinkID) -> RigFault? {
        switch link {
        case .bluetooth(let name): central(of: name)?.prove()
        case .stream(let stream): stream.accessory.flatMap { network?.prove($0) }
        case .discovery: screens?.prove()
        case .kit, .console: awaitReturn(of: link)
        // At the end of a run, nothing may be left at the reader, no radio blocked, and no cable out.
        case .stage: Self.joined(Self.joined(tags.close(), air.close()), cable?.close())
        case .reader, .tag: nil
        }
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        tags.close()
        air.close()
        mover?.close()
        reader?.close()
        cable?.close()
        kit?.close()
        for (_, central) in centrals { central.close() }
        network?.close()
        screens?.close()
        for console in consoles { console.close() }
        power.close()
        stage?.close()
        for close in foundations.reversed() { close() }
        Urgency.ordinary.apply()
    }

    private func central(of name: AccessoryName) -> BluetoothCentral? {
        centrals.first { $0.names.contains(name) }?.central
    }

    /// Returns the fault of a link that outlived its blocked radio; nil if none did.
    private func uncut() -> Arrival? {
        let now = clock.now
        guard let name = cuts.takeOverdue(at: now) else { return nil }
        let fault = RigFault(
            "the link to \(name) was still up \(LinkCuts.limit) after a program had reported its Bluetooth blocked",
            remedy: "Raise the attenuation, or see where the box leaks: a blocked radio keeps no link")
        return Arrival(.fault(.stage, fault), at: now)
    }

    /// Returns both faults as one; nil if there is none.
    private static func joined(_ one: RigFault?, _ other: RigFault?) -> RigFault? {
        guard let one, let other else { return one ?? other }
        return RigFault("\(one.what); \(other.what)", remedy: "\(one.remedy). \(other.remedy)")
    }

    private func missing(_ link: LinkID) -> Instant {
        let fault = RigFault("the rig has no \(link)", remedy: "Name one in the rig, or with --port")
        mailbox.post(.fault(link, fault), by: clock)
        return clock.now
    }
}
