public import Ground

/// The parts of the rig that a person operates when asked at the terminal, or a program when called.
extension Rig {
    /// Tags that a person holds to the reader.
    public var tagsByHand: Set<TagName> { Set(tags.filter { $0.port == .hand }.map(\.name)) }

    /// Tags that a program holds to the reader.
    public var tagsByProgram: Set<TagName> {
        Set(tags.filter { if case .program = $0.port { true } else { false } }.map(\.name))
    }

    /// Returns whether the reference tag can be presented beside these tags: by a person only if one holds some of them
    /// anyway.
    public func presentsReference(beside tags: [TagName]) -> Bool {
        guard let reference = referenceTag else { return false }
        return !tags.contains(reference)
            && (!tagsByHand.contains(reference) || !tagsByHand.isDisjoint(with: tags))
    }

    /// Accessories whose power a person switches.
    public var powerByHand: Set<AccessoryName> { Set(accessories.filter { $0.power == .hand }.map(\.name)) }

    /// Accessories whose power a program switches, the bench's own or this one through a USB port.
    public var powerByProgram: Set<AccessoryName> {
        Set(
            accessories.filter { entry in
                switch entry.power {
                case .program, .usb: true
                case .simulated, .hand, .none: false
                }
            }.map(\.name))
    }

    /// Accessories whose power a USB port switches.
    public var powerByPort: Set<AccessoryName> {
        Set(accessories.filter { if case .usb = $0.power { true } else { false } }.map(\.name))
    }

    /// Accessories whose console is a serial device that goes away with their power. A USB port that is switched takes
    /// the console away even if it goes on supplying power, and another kind of console may end for its own reasons.
    public var powerShownByConsole: Set<AccessoryName> {
        Set(
            accessories.filter { entry in
                if case .serial = entry.console { !powerByPort.contains(entry.name) } else { false }
            }.map(\.name))
    }

    /// Returns the accessories whose radio of this kind a program blocks.
    public func blockedByProgram(_ radio: Radio) -> Set<AccessoryName> {
        Set(accessories.filter { $0.air[radio] != .none }.map(\.name))
    }

    /// The largest error of a place that a person puts an accessory at; nil if no person moves the phone.
    public var errorByHand: Distance? { if case .person(let error) = motion { error } else { nil } }

    /// Whether a program moves the phone.
    public var movesByProgram: Bool { if case .program = motion { true } else { false } }

    /// Real screens, at which a person acts.
    public var screensByHand: Set<ScreenName> { Set(screens.filter { $0.port.model == nil }.map(\.name)) }

    /// Whether it has any such part.
    public var hasOperator: Bool {
        errorByHand != nil || !tagsByHand.isEmpty || !powerByHand.isEmpty || !screensByHand.isEmpty
    }

    /// Whether a program switches or moves a part of it, which takes longer than a simulator.
    public var hasProgram: Bool {
        movesByProgram || !tagsByProgram.isEmpty || !powerByProgram.isEmpty
            || accessories.contains { $0.air != AirPorts() }
    }
}
