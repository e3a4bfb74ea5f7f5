import Ground
import Links
import ScenarioKit

/// The links of a simulated bench on which a part of the rig fails at one instant, and stays so.
///
/// They post what the drivers would post, and no more: a fault without evidence is just silence here.
final class FaultyLinks: LinkSet {
    let links: any LinkSet
    let fault: BenchFault
    /// The accessories for which the bench was brought up.
    let accessories: [AccessoryName]
    private let uses: Bool
    private let begins: Instant
    private(set) var isOn = false
    /// Whether it affected anything in the run.
    private(set) var hasHappened = false
    /// The future reports of drivers, and messages of a slow device.
    var coming = Agenda<Inbound>()
    /// The accessories whose links are up.
    var linked: [AccessoryName] = []
    var kit = FaultyKit()
    /// Whether a fault that is reported once was reported.
    var isTold = false

    /// Creates the links for a scenario; the part fails at an instant.
    init(_ links: any LinkSet, _ fault: BenchFault, for scenario: Scenario, at begins: Instant) {
        self.links = links
        self.fault = fault
        self.begins = begins
        accessories = scenario.needs.compactMap { if case .accessory(let name) = $0 { name } else { nil } }
        uses = fault.facts.part.isUsed(by: scenario)
    }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        begin()
        note(outbound)
        guard isOn else { return links.send(outbound) }
        guard let passing = pass(outbound) else { return links.now }
        for one in passing { _ = links.send(one) }
        return links.now
    }

    func receive(until deadline: Instant) -> Reception {
        while true {
            begin()
            if let (_, inbound) = coming.popDue(at: links.now) {
                note(inbound)
                return .arrival(Arrival(inbound, at: links.now))
            }
            let due = min(deadline, coming.next ?? .never, isOn || !uses ? .never : begins)
            switch links.receive(until: due) {
            case .deadline:
                if due == deadline || links.now < due { return .deadline }
            case .arrival(let arrival):
                begin()
                guard let inbound = isOn ? pass(arrival.inbound) : arrival.inbound else { continue }
                note(inbound)
                return .arrival(Arrival(inbound, at: arrival.instant))
            case .interrupted: return .interrupted
            case .stoodStill(let since): return .stoodStill(since: since)
            }
        }
    }

    func prove(_ link: LinkID) -> RigFault? {
        if case .bluetooth = link, isOn, fault == .adapterStuck { return .controllerSilent }
        return links.prove(link)
    }

    func close() { links.close() }

    /// Records that the run was affected.
    func happen() { hasHappened = true }

    /// Posts a report of the drivers, now or after a span.
    func post(_ inbound: Inbound, after span: Lapse = .zero) {
        happen()
        coming.add(inbound, at: links.now + span)
    }

    private func begin() {
        guard uses, !isOn, links.now >= begins else { return }
        isOn = true
        strike()
    }

    /// Keeps track of links; what the phone sees of them counts.
    private func note(_ inbound: Inbound) {
        switch inbound {
        case .bluetooth(let name, .connected): linked.append(name)
        case .bluetooth(let name, .disconnected), .fault(.bluetooth(let name), _): linked.removeAll { $0 == name }
        default: break
        }
    }

    private func note(_ outbound: Outbound) {
        if case .kit(.open) = outbound { kit.isOpen = true }
        if case .kit(.close) = outbound { kit.isOpen = false }
    }

    // MARK: Which part it is

    /// Applies the fault at its instant.
    private func strike() {
        switch fault.facts.part {
        case .adapter: strikeAdapter()
        case .kit: strikeKit()
        case .reader: strikeReader()
        case .console: strikeConsole()
        case .stage, .host: break
        }
    }

    /// Returns the part of an outbound request that reaches the devices.
    private func pass(_ outbound: Outbound) -> [Outbound]? {
        switch (fault.facts.part, outbound) {
        case (.adapter, .bluetooth(let name, let request)): passAdapter(request, to: name) ? [outbound] : nil
        case (.kit, .kit(let request)): passKit(request).map { .kit($0) }
        case (.reader, .reader(let request)): passReader(request) ? [outbound] : nil
        case (.stage, .stage(let request)): passStage(request) ? [outbound] : nil
        default: [outbound]
        }
    }

    /// Returns the part of an inbound event that reaches the phone; nil for nothing.
    private func pass(_ inbound: Inbound) -> Inbound? {
        switch (fault.facts.part, inbound) {
        case (.adapter, .bluetooth(let name, let event)): passAdapter(event, of: name) ? inbound : nil
        case (.kit, .kit(let event)): passKit(event)
        case (.reader, .reader(let event)): passReader(event)
        case (.console, .console), (.console, .fault(.console, _)):
            lose()
        case (.stage, .stage): passStage(inbound)
        case (.host, _): passHost(inbound)
        default: inbound
        }
    }

    /// Drops an event.
    func lose() -> Inbound? {
        happen()
        return nil
    }
}
