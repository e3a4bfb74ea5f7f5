public import Ground
public import Vocabulary

/// Something that a bench must have before a scenario can run on it.
public enum Need: Hashable, Sendable {
    case bluetooth
    case uwb
    case nfc
    /// The phone or the accessory can be moved.
    case motion
    /// The kit measures directions.
    case angles
    case accessory(AccessoryName)
    case tag(TagName)
    /// The accessory's power can be switched off and on.
    case power(AccessoryName)
    /// Another phone, which only the rig can play.
    case phone(AccessoryName)
    /// A screen that finds companions.
    case screen(ScreenName)
    /// A readable console of the screen.
    case screenConsole(ScreenName)
    /// Screens that are simulated, so that user actions have an exact instant and the app sends what the scenario says.
    case simulatedScreens
    /// Screens whose app plays this project's own game, whose moves can be counted.
    case game
    /// A network between screens and companions that the rig makes and can disturb.
    case troubledNetwork
    /// An optional feature of the accessory.
    case part(AccessoryPart, of: AccessoryName)
    /// A connection over Bluetooth LE, because no other link has what the scenario tests.
    case gatt(AccessoryName)
    /// A readable console of the accessory.
    case console(AccessoryName)
    /// The accessory's radio can be blocked, by a simulator or by a program.
    case air(Radio, of: AccessoryName)
    /// The accessory, its radio and its ranging are simulated.
    case simulated(AccessoryName)
    /// The tag reader is simulated, so that it can be made to misbehave.
    case simulatedReader
    /// The tag reader's cable can be pulled and put back, by a simulator or by a person.
    case readerCable
}

extension Need: CustomStringConvertible {
    /// The need as a noun phrase: `an NFC reader`.
    public var description: String {
        switch self {
        case .bluetooth: "Bluetooth"
        case .uwb: "a UWB kit"
        case .nfc: "an NFC reader"
        case .motion: "something that moves the phone"
        case .angles: "a UWB kit with the antennas to measure directions"
        case .accessory(let name): "the accessory \(name)"
        case .tag(let name): "the tag \(name)"
        case .power(let name): "a power switch for \(name)"
        case .phone(let name):
            "the other phone \(name), which a rig must play itself: the tokens of real phones are opaque"
        case .screen(let name): "the screen \(name)"
        case .screenConsole(let name): "the console of \(name)"
        case .simulatedScreens:
            "simulated screens: only they choose at an exact instant and send what a scenario says"
        case .game: "screens with the game whose moves are counted"
        case .troubledNetwork: "a network between the devices that the rig can disturb"
        case .part(let part, let name): "\(name) with \(part)"
        case .gatt(let name): "\(name) over Bluetooth LE"
        case .console(let name): "the console of \(name)"
        case .air(let radio, let name): "a way to block the \(radio) of \(name)"
        case .simulated(let name): "a simulated \(name)"
        case .simulatedReader: "a simulated NFC reader"
        case .readerCable: "an NFC reader whose cable can be pulled"
        }
    }
}

extension Scenario {
    /// The requirements on a bench, each once, in the order of the steps.
    public var needs: [Need] {
        var needs: [Need] = []
        func add(_ more: [Need]) {
            for need in more where !needs.contains(need) { needs.append(need) }
        }
        func collect(_ steps: [Step]) {
            for step in steps {
                add(step.action.ownNeeds)
                collect(step.action.innerSteps)
            }
        }
        collect(steps)
        // A person who leaves while the companion's user is asked must act before that user answers.
        if leavesWhileAsked { add([.simulatedScreens]) }
        add(always.flatMap(\.needs))
        // A device that is another phone for one word is not an accessory for any other.
        for case .phone(let name) in needs { needs.removeAll { $0 == .accessory(name) } }
        // The system ranges in the background only with accessories that have the service for it.
        if phone.backgroundModes { add(needs.compactMap { $0.accessory.map { .part(.background, of: $0) } }) }
        // Packet sizes and pairing can only be tested over Bluetooth.
        if phone.link.mtu != nil || !phone.link.pairs { add(needs.compactMap { $0.accessory.map { .gatt($0) } }) }
        add(toldOfZones(in: steps).map { .part(.zoneMessages, of: $0) })
        if !terms.hasKit { needs.removeAll { $0 == .uwb } }
        if tags.contains(.guidelines) { add(needs.compactMap { $0.accessory.map { .part(.guidelines, of: $0) } }) }
        return needs
    }

    /// The accessories to which a step writes a zone message in place of the app, and whose answer is expected.
    private func toldOfZones(in steps: [Step]) -> [AccessoryName] {
        let actions = allActions(in: steps)
        let answering = actions.flatMap(\.checks).flatMap { check -> [AccessoryName] in
            guard case .expect(let expectation) = check else { return [] }
            return expectation.outcome.alternatives.compactMap { outcome in
                guard case .reported(.message(let bytes), let name) = outcome else { return nil }
                return bytes.first == RawMessage.zoneAnswer ? name : nil
            }
        }
        return actions.compactMap { action in
            guard case .send(let messages, let name, _) = action, messages.contains(where: \.isOfZone) else {
                return nil
            }
            return answering.contains(name) ? name : nil
        }
    }

    private func allActions(in steps: [Step]) -> [Action] {
        steps.flatMap { [$0.action] + allActions(in: $0.action.innerSteps) }
    }

    /// Whether a person leaves a screen's picker while the companion's user is asked.
    private var leavesWhileAsked: Bool {
        let actions = allActions(in: steps)
        let asked = actions.firstIndex { action in
            guard case .await(let expectation) = action, case .companion(_, .prompted) = expectation.outcome else {
                return false
            }
            return true
        }
        let left = actions.lastIndex { if case .screen(.leavePicker, _) = $0 { true } else { false } }
        guard let asked, let left else { return false }
        return asked < left
    }

    /// The other phones that take part.
    public var phones: [AccessoryName] { needs.compactMap { if case .phone(let name) = $0 { name } else { nil } } }
}

extension Check {
    var needs: [Need] {
        switch self {
        case .expect(let expectation): expectation.outcome.needs
        case .require(let requirement):
            if let name = requirement.figure.accessory {
                [requirement.figure.isRanging ? .uwb : .bluetooth, .accessory(name)]
                    + (requirement.figure.isOfDirection ? [.angles] : [])
                    + requirement.figure.needsOfReport(name)
            } else {
                // A step at a screen needs that screen.
                requirement.figure.companion == nil ? [.nfc] : requirement.figure.needsOfScreen
            }
        }
    }
}

extension Outcome {
    fileprivate var needs: [Need] {
        switch self {
        case .anyOf(let outcomes): outcomes.flatMap(\.needs)
        case .console(let name, _): [.accessory(name), .console(name)]
        case .screenConsole(let name, _): [.screen(name), .screenConsole(name)]
        case .found(let name), .encrypted(let name), .paired(let name), .pairingFailed(let name),
            .parametersRequested(let name, _), .writeRefused(let name):
            [.accessory(name), .gatt(name)]
        case .kitMeasured(let name), .addressClash(let name): [.uwb, .accessory(name)]
        case .direction(let name): [.uwb, .accessory(name), .angles]
        case .companion(_, .acknowledged), .companion(_, .moveLost), .companion(_, .moveDoubled): [.game]
        case .reported(let report, let name): [.accessory(name)] + report.needs(of: name)
        default: accessories.map { .accessory($0) }
        }
    }
}

extension AccessoryReport {
    /// The requirements for receiving the report. Accessories need not report distances, so the rig must say that they
    /// do.
    fileprivate func needs(of name: AccessoryName) -> [Need] {
        switch self {
        case .line: [.console(name)]
        case .message: [.bluetooth]
        case .distance(.printed): [.console(name), .part(.printedDistances, of: name)]
        case .distance(.sent): [.bluetooth, .part(.sentDistances, of: name)]
        }
    }
}

extension Figure {
    /// The instant at which a person chose a device is not known to the second.
    fileprivate var needsOfScreen: [Need] {
        switch self {
        case .ofScreen(.pickToReady, _): [.simulatedScreens]
        case .ofScreen(.frameRoundTrip, _): [.game]
        default: []
        }
    }

    fileprivate func needsOfReport(_ name: AccessoryName) -> [Need] {
        let heard = report?.needs(of: name) ?? []
        if case .reaction = self { return heard + [.part(.zoneMessages, of: name)] }
        return heard
    }
}

extension Need {
    /// The accessory itself; nil for anything else.
    fileprivate var accessory: AccessoryName? { if case .accessory(let name) = self { name } else { nil } }
}

extension LinkAct {
    /// Whether it takes advertising, characteristics or pairing.
    var isOfGATT: Bool {
        switch self {
        case .find, .subscribe, .pair, .read, .identify: true
        case .connect(let stage): stage != .subscribed
        case .disconnect: false
        }
    }

    /// Whether it asks for the firmware alone.
    var identifies: Bool { if case .identify = self { true } else { false } }

    /// An optional feature of a bench or an accessory that this requires.
    func need(of name: AccessoryName) -> Need? {
        if case .identify(_, .smp) = self { .console(name) } else { part.map { .part($0, of: name) } }
    }

    /// An optional feature of an accessory that this requires.
    private var part: AccessoryPart? {
        switch self {
        case .pair: .pairing
        case .read(.backgroundConfiguration, .absence): nil
        case .read(.backgroundConfiguration, .lastConfiguration), .read(.backgroundConfiguration, .refusal),
            .read(.backgroundConfiguration, .any):
            .background
        case .find, .connect, .subscribe, .identify, .disconnect: nil
        }
    }
}

extension ReaderFailure {
    /// Every reader's cable can be pulled; the rest takes a simulator.
    var need: Need {
        switch self {
        case .unplugged: .readerCable
        case .aborts, .silent, .garbles, .refuses, .forgetsItself, .overheats: .simulatedReader
        }
    }
}
