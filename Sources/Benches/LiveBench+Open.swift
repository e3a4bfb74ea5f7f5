import BlueZDriver
import Glibc
import Ground
import Links
import NFCDriver
import NearbyInteraction
import NetworkDriver
import OperatingSystem
import RigKit
import ScenarioKit
import Simulators
import USBDriver

extension LiveBench {
    /// Brings up the needed parts of a rig: first what the virtual devices depend on, then the drivers.
    ///
    /// `warn` receives doubts that are no reason to refuse.
    static func open(
        _ rig: Rig, needs: [Need], seed: UInt64, playing recording: BenchRecording? = nil, from stock: BenchPool,
        around: Around = Around(), clock: MonotonicClock, warn: (String) -> Void = { _ in }
    ) throws(RigFault) -> LiveBench {
        // Accessories on the network alone need no Bluetooth.
        let warning = needs.contains(.bluetooth) && rig.bluetooth != .none ? try KernelPreflight.check() : nil
        if let warning { warn(warning) }
        let model =
            rig.kind == .virtual
            ? try EnvironmentModel(rig, needs: needs, playing: recording).serving(needs.parts)
            : EnvironmentModel(accessories: [])
        var builder = LiveBenchBuilder(
            rig: rig, needs: needs, surroundings: SimulatedEnvironment(model, seed: seed), stock: stock, around: around,
            clock: clock)
        let examined = rig.kind == .hardware ? BenchDoctor.examineBeforeRun(on: rig) : []
        do throws(RigFault) {
            let bench = try builder.build()
            if let warning { builder.tell(Finding("bench.note", .note, warning)) }
            if !examined.isEmpty { builder.tell(of: examined) }
            return bench
        } catch {
            builder.abandon()
            throw error
        }
    }
}

extension LiveBench {
    /// The parts of the machine that a bench uses; by default the same as for any program.
    struct Around {
        /// The bus of Avahi's daemon; nil for the system bus.
        var bus: String?
        /// The terminal for questions to a person; nil for this program's own.
        var terminal: FileDescriptor?
    }
}

/// Brings a live bench up piece by piece, and takes everything down again when a piece fails.
private struct LiveBenchBuilder {
    let rig: Rig
    let needs: [Need]
    /// The simulated surroundings, before anything happens.
    let surroundings: SimulatedEnvironment
    let stock: BenchPool
    let around: LiveBench.Around
    let clock: MonotonicClock
    let mailbox = Mailbox(tellsStandstills: true)
    private var foundations: [() -> Void] = []
    private var wiring = SimulatorHost.Wiring()
    private var phones: [(adapter: UInt16?, targets: [(AccessoryName, AccessorySelector)])] = []
    private var kitIdentity: USBIdentity?
    private var readerConnection: String?
    /// This bench's own network, if one is needed.
    private var lan: SimulatedLAN?
    private var announced: AnnouncedAccessories?
    private var screenConsoles: [(name: ScreenName, console: FileDescriptor)] = []
    /// The Bluetooth adapters that were created for this bench.
    private var madeAdapters: [UInt16] = []

    init(
        rig: Rig, needs: [Need], surroundings: SimulatedEnvironment, stock: BenchPool, around: LiveBench.Around,
        clock: MonotonicClock
    ) {
        _ = ProgramPages.areFetched
        self.stock = stock
        self.around = around
        self.rig = rig
        self.needs = needs
        self.surroundings = surroundings
        self.clock = clock
    }

    func abandon() {
        for (_, peripheral) in wiring.peripherals { peripheral.close() }
        for (_, listener) in wiring.listeners { listener.close() }
        for close in foundations.reversed() { close() }
    }

    /// A doubt about the host belongs in the journal of each accessory that is reached through it.
    func tell(_ finding: Finding) {
        for name in phones.flatMap(\.targets).map(\.0) {
            mailbox.post(.bluetooth(name, .finding(finding)), by: clock)
        }
    }

    /// The state of the machine before the run belongs in its journal.
    func tell(of items: [BenchDoctor.Item]) {
        let fine = items.filter { $0.state == .ok }.map(\.name)
        let note = "\(fine.count) of \(counted(items.count, "check")) of the machine passed before the run: "
        mailbox.post(.finding(.stage, Finding("bench.doctor", .note, note + fine.joined(separator: ", "))), by: clock)
        for item in items where item.state != .ok {
            let consequence = item.consequence.map { ": \($0)" } ?? ""
            let meaning = "\(item.name): \(item.found)\(consequence)"
            mailbox.post(.finding(.stage, Finding("bench.doctor", .warning, meaning)), by: clock)
        }
    }

    mutating func build() throws(RigFault) -> LiveBench {
        if let fault = NetworkPreflight.obstacle(on: rig, needs: needs) { throw fault }
        LiveBench.awaitDevices(of: rig, needs: needs, clock: clock)
        try prepareLAN()
        let connections = try prepareNetwork()
        // The kit comes first, because the kernel enumerates it while the adapters are set up.
        if needs.contains(.uwb) { try prepareKit() }
        if needs.contains(.nfc) { try prepareReader() }
        if needs.contains(.bluetooth) { try prepareBluetooth() }
        let consoles = try prepareConsoles()
        foundations.append { for console in consoles { console.close() } }
        if let serial = wiring.kit == nil ? nil : kitIdentity?.serial {
            try USBBus.awaitDevice(serial: serial, clock: clock)
        }
        let tags = try ReversiblePrograms.tags(of: rig, mailbox: mailbox, clock: clock)
        let air = try ReversiblePrograms.air(of: rig, mailbox: mailbox, clock: clock)
        try air.clear(
            rig.accessories.filter { needs.contains(.accessory($0.name)) }.flatMap { entry in
                Radio.allCases.map { .radio($0, of: entry.name) }
            })
        let stage = try makeStage()
        foundations.append { stage?.close() }
        // The stage has them now, on its own thread.
        wiring.peripherals = []
        wiring.listeners = []
        let network =
            connections.isEmpty
            ? nil
            : try NetworkPhone(
                connections, bus: lan?.agents.bus ?? around.bus, mailbox: mailbox, clock: clock)
        foundations.append { network?.close() }
        let screens = try makeScreens()
        foundations.append { screens?.close() }
        let centrals = try makeCentrals()
        let kit = needs.contains(.uwb) ? makeKit() : nil
        let reader = try makeReader()
        return LiveBench(
            rig, clock: clock, mailbox: mailbox, centrals: centrals, network: network, screens: screens,
            ownInterfaces: lan?.interfaces, madeAdapters: madeAdapters, kit: kit, reader: reader, stage: stage,
            consoles: consoles,
            power: PowerSwitches(rig, mailbox: mailbox, clock: clock), tags: tags, air: air,
            cable: try rig.readerCable.ports.map { ports throws(RigFault) in
                try CableSwitch(ports, mailbox: mailbox, clock: clock)
            }, mover: try makeMover(),
            foundations: foundations)
    }

    /// Returns the targets of the accessories on the network; simulated ones listen from here on.
    private mutating func prepareNetwork() throws(RigFault) -> [(name: AccessoryName, target: NetworkLine.Target)] {
        var targets: [(name: AccessoryName, target: NetworkLine.Target)] = []
        for entry in rig.accessories where entry.port.isOnNetwork && needs.contains(.accessory(entry.name)) {
            switch entry.port {
            case .lan(.service(let type, let name)): targets.append((entry.name, .service(type: type, name: name)))
            case .lan(.endpoint(let host, let port)):
                targets.append((entry.name, .addresses(try NetworkWay.addresses(of: host, port: port))))
            case .simulated(let model):
                targets.append((entry.name, try play(entry.name, model)))
            case .le: continue
            }
        }
        return targets
    }

    /// Lets an accessory listen: on loopback, or on the far host of the bench's own network, which announces it.
    private mutating func play(
        _ name: AccessoryName, _ model: AccessoryModel
    ) throws(RigFault) -> NetworkLine.Target {
        guard let type = model.announces, let lan else {
            let listener = try AccessoryListener()
            wiring.listeners.append((name, listener))
            return .addresses([NetworkAddress("127.0.0.1", listener.port)])
        }
        let listener = try AccessoryListener(at: lan.farHosts, in: lan.screens.namespace)
        wiring.listeners.append((name, listener))
        if announced == nil {
            let accessories = try AnnouncedAccessories(bus: lan.screens.bus, clock: clock)
            foundations.append { accessories.close() }
            announced = accessories
        }
        guard let announced else { preconditionFailure("it was made above") }
        let shown = try announced.announce(
            model.advertisedName ?? name.rawValue, as: type, port: listener.port)
        return .service(type: type, name: shown)
    }

    /// Brings up the bench's own network, for simulated screens and for accessories that announce themselves.
    private mutating func prepareLAN() throws(RigFault) {
        let hasScreens = rig.screens.contains { $0.port.model != nil && needs.contains(.screen($0.name)) }
        let announces =
            rig.kind == .virtual
            && rig.accessories.contains { entry in
                guard case .simulated(let model) = entry.port else { return false }
                return model.announces != nil && needs.contains(.accessory(entry.name))
            }
        guard hasScreens || announces else { return }
        let network = try stock.takeNetwork(in: Self.temporaryFolder)
        network.isRemembered = network.isRemembered || announces
        lan = network
        foundations.append { [stock] in stock.leave(network) }
    }

    private mutating func prepareBluetooth() throws(RigFault) {
        let plan = try BluetoothPlan(rig, needs: needs)
        var made: [UInt16] = []
        if plan.made > 0 {
            let btvirt = try BtvirtProcess(controllers: plan.made, clock: clock)
            foundations.append { btvirt.close() }
            made = btvirt.controllers
            madeAdapters = made
        }
        for central in plan.centrals {
            var targets: [(AccessoryName, AccessorySelector)] = []
            for target in central.targets {
                switch target {
                case .selected(let name, let selector): targets.append((name, selector))
                case .played(let name, _, let place), .playedPhone(let name, let place):
                    let peripheral = try BluetoothPeripheral(
                        advertising: surroundings.advertisement(of: name), on: made[place],
                        advertisesPastKernel: true, clock: clock)
                    wiring.peripherals.append((name, peripheral))
                    targets.append((name, .address(peripheral.address)))
                }
            }
            switch central.adapter {
            case .existing(let index): phones.append((index, targets))
            case .made(let place): phones.append((made[place], targets))
            }
        }
    }

    private mutating func prepareKit() throws(RigFault) {
        guard rig.kind == .virtual, rig.uwb.isSimulated else { return }
        let serial = "TRAMMEL00001"
        let gadget = try Gadget(Gadget.Identity(serial: serial), clock: clock)
        foundations.append { gadget.close() }
        try gadget.plug()
        let terminal = try gadget.openTerminal()
        // The kernel does not release the gadget before its terminal is closed.
        foundations.append { terminal.close() }
        wiring.kit = terminal
        kitIdentity = USBIdentity(vendor: 0x1915, product: 0x520F, serial: serial)
    }

    private mutating func prepareReader() throws(RigFault) {
        guard rig.kind == .virtual, rig.nfc == .simulated else { return }
        let terminal = try PseudoTerminal(link: "\(Self.temporaryFolder)/trammel-pn532-\(getpid())")
        foundations.append { terminal.close() }
        wiring.reader = terminal
        readerConnection = "pn532_uart:\(terminal.path)"
    }

    /// Opens the consoles. Simulated accessories print on a kernel terminal, so that they are read like real ones.
    private mutating func prepareConsoles() throws(RigFault) -> [ConsoleReader] {
        var consoles: [ConsoleReader] = []
        for entry in rig.accessories where needs.contains(.accessory(entry.name)) {
            guard let (console, master) = try console(of: entry.name, entry.console) else { continue }
            consoles.append(console)
            if let master { wiring.consoles.append((entry.name, master)) }
        }
        for entry in rig.screens where needs.contains(.screen(entry.name)) {
            guard let (console, master) = try console(of: entry.name.printer, entry.console) else { continue }
            consoles.append(console)
            if let master { screenConsoles.append((entry.name, master)) }
        }
        return consoles
    }

    /// Opens a console; for a simulated accessory, also the end on which it prints.
    private mutating func console(
        of name: AccessoryName, _ port: ConsolePort
    ) throws(RigFault) -> (console: ConsoleReader, master: FileDescriptor?)? {
        switch port {
        case .none: return nil
        case .serial: return (try ConsoleReader(of: name, at: port, mailbox: mailbox, clock: clock), nil)
        case .rfc2217, .pipe: return (try returningConsole(of: name, port), nil)
        case .simulated:
            let terminal = try PseudoTerminal(link: "\(Self.temporaryFolder)/trammel-console-\(name)-\(getpid())")
            foundations.append { terminal.close() }
            let line = ConsolePort.serial(path: terminal.path, baud: 115_200)
            return (try ConsoleReader(of: name, at: line, mailbox: mailbox, clock: clock), terminal.master)
        }
    }

    /// Opens a console of another computer or of a program; what is behind it may be missing for a moment, as a device
    /// of this machine.
    private func returningConsole(of name: AccessoryName, _ port: ConsolePort) throws(RigFault) -> ConsoleReader {
        let limit = clock.now + PowerWindow.returnLimit
        while true {
            do throws(RigFault) {
                return try ConsoleReader(of: name, at: port, mailbox: mailbox, clock: clock)
            } catch {
                guard clock.now < limit else { throw error }
                _ = Poller(clock: clock).wait([], until: clock.now + PowerWindow.retry)
            }
        }
    }

    private static var temporaryFolder: String {
        guard let folder = getenv("TMPDIR").flatMap({ String(validatingCString: $0) }), !folder.contains(":") else {
            return "/tmp"
        }
        return folder
    }

    private func makeStage() throws(RigFault) -> (any Stage)? {
        let asksPerson = needs.contains { need in
            switch need {
            case .tag(let name): rig.tagsByHand.contains(name)
            case .motion: rig.errorByHand != nil
            case .screen(let name): rig.screensByHand.contains(name)
            default: false
            }
        }
        if asksPerson {
            guard let terminal = around.terminal else {
                return try PersonStage(of: rig, mailbox: mailbox, clock: clock)
            }
            return try PersonStage(of: rig, at: terminal, mailbox: mailbox, clock: clock)
        }
        guard rig.kind == .virtual else { return nil }
        return try SimulatorHost(surroundings, wiring: wiring, mailbox: mailbox, clock: clock)
    }

    private func makeMover() throws(RigFault) -> PhoneMover? {
        guard needs.contains(.motion), case .program(let path) = rig.motion else { return nil }
        return try PhoneMover(MotionProgram(path: path), mailbox: mailbox, clock: clock)
    }

    private func makeScreens() throws(RigFault) -> ScreenNetwork? {
        let real = try ScreenNetwork(ofReal: rig, needs: needs, bus: around.bus, mailbox: mailbox, clock: clock)
        if let real { return real }
        guard let lan else { return nil }
        return try ScreenNetwork(
            rig, needs: needs, consoles: screenConsoles, on: lan, keyLog: stock.keyLog, mailbox: mailbox, clock: clock)
    }

    private func makeCentrals() throws(RigFault) -> [LiveBench.Phone] {
        var centrals: [LiveBench.Phone] = []
        for (adapter, targets) in phones {
            let central = try BluetoothCentral(adapter: adapter, targets: targets, mailbox: mailbox, clock: clock)
            centrals.append((targets.map(\.0), central))
        }
        return centrals
    }

    private func makeKit() -> (any KitLine)? {
        if let kitIdentity { return USBKit(kitIdentity, mailbox: mailbox, clock: clock) }
        return rig.uwb.line(mailbox: mailbox, clock: clock)
    }

    /// A busy machine may take seconds to start a process; a missing reader is noticed sooner by other signs.
    private static var readerLimits: ChildSupervisor.Limits {
        var limits = ChildSupervisor.Limits()
        limits.start = .seconds(8)
        return limits
    }

    private func makeReader() throws(RigFault) -> NFCReader? {
        guard needs.contains(.nfc) else { return nil }
        var connection = readerConnection
        if case .libnfc(let named) = rig.nfc { connection = connection ?? named }
        guard let connection else { return nil }
        return try NFCReader(
            connection: connection, limits: Self.readerLimits, mailbox: mailbox, clock: clock)
    }
}

extension UWBPort {
    /// Returns a line to a real kit, which is not open yet; nil for a simulated one, and for none.
    func line(mailbox: Mailbox, clock: MonotonicClock) -> (any KitLine)? {
        switch self {
        case .usb(let vendor, let product, let serial):
            let identity = USBIdentity(vendor: vendor, product: product, serial: serial)
            return USBKit(identity, mailbox: mailbox, clock: clock)
        case .serial(let path), .cli(let path): return SerialKit(path: path, mailbox: mailbox, clock: clock)
        case .simulated, .simulatedCLI, .none: return nil
        }
    }
}
