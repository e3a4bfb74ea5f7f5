public import Ground

/// The description of a bench: its roles, and the things on it.
public struct Rig: Codable, Hashable, Sendable {
    /// The kind of bench that the rig is brought up as.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Everything in memory, in virtual time.
        case simulated
        /// Real kernel stacks with simulated devices behind them, in real time.
        case virtual
        /// Real devices, in real time.
        case hardware
    }

    /// The identifier on the command line, the same as the constant's: `deskBench`.
    public let name: String
    /// A description of the bench as one sentence, without a full stop.
    public let summary: String
    /// The kind of bench, which also decides whether its parts must be simulated or real.
    public let kind: Kind
    /// The adapter; without one, only accessories on the network can be reached.
    public internal(set) var bluetooth: BluetoothPort
    /// The UWB kit.
    public internal(set) var uwb: UWBPort
    /// The tag reader; a rig with tags needs one.
    public internal(set) var nfc: NFCPort
    /// The accessories on the bench.
    public internal(set) var accessories: [AccessoryEntry]
    /// The tags on the bench.
    public internal(set) var tags: [TagEntry]
    // Nil if there are none, as in files written before other phones existed.
    private var otherPhones: [PeerEntry]?
    // Nil if there are none, as in files written before screens existed.
    private var ownScreens: [ScreenEntry]?
    // Nil if nothing pulls it, as in files written before that existed.
    private var ownCable: CablePort?
    /// The mover of the phone.
    public internal(set) var motion: MotionPort
    /// The behaviour of the simulated air; it has no effect on anything real.
    public let world: WorldModel

    /// Creates a rig without checking it: see `problems()`.
    public init(
        name: String, summary: String, kind: Kind, bluetooth: BluetoothPort, uwb: UWBPort, nfc: NFCPort,
        accessories: [AccessoryEntry], tags: [TagEntry], motion: MotionPort, world: WorldModel = .standard,
        phones: [PeerEntry] = [], screens: [ScreenEntry] = [], readerCable: CablePort = .none
    ) {
        self.name = name
        self.summary = summary
        self.kind = kind
        self.bluetooth = bluetooth
        self.uwb = uwb
        self.nfc = nfc
        self.accessories = accessories
        self.tags = tags
        self.motion = motion
        self.world = world
        self.phones = phones
        self.screens = screens
        self.readerCable = readerCable
    }

    /// The other phones, which the phone ranges with as with accessories.
    public internal(set) var phones: [PeerEntry] {
        get { otherPhones ?? [] }
        set { otherPhones = newValue.isEmpty ? nil : newValue }
    }
    /// The screens, which find the companions that the phone plays.
    public internal(set) var screens: [ScreenEntry] {
        get { ownScreens ?? [] }
        set { ownScreens = newValue.isEmpty ? nil : newValue }
    }
    /// The way to pull the reader's cable and put it back.
    public internal(set) var readerCable: CablePort {
        get { ownCable ?? .none }
        set { ownCable = newValue == .none ? nil : newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case name, summary, kind, bluetooth, uwb, nfc, accessories, tags, motion, world
        case otherPhones = "phones"
        case ownScreens = "screens"
        case ownCable = "readerCable"
    }
}

extension Rig {
    /// The data channels of accessories with a vendor-specific one.
    public var ownChannels: [AccessoryName: DataChannelProfile] {
        var channels: [AccessoryName: DataChannelProfile] = [:]
        for entry in accessories { channels[entry.name] = entry.port.ownChannel }
        return channels
    }

    /// The accessories that the phone reaches over the network.
    public var onNetwork: Set<AccessoryName> { Set(accessories.filter(\.port.isOnNetwork).map(\.name)) }

    /// Returns the link that carries an accessory's data channel on this bench.
    public func dataChannel(of name: AccessoryName) -> LinkID {
        .dataChannel(of: name, isOnNetwork: accessories.contains { $0.name == name && $0.port.isOnNetwork })
    }

    /// Everything on the bench, each under its name for `--port`, with its port as text.
    public var parts: [(role: String, port: String)] {
        var parts = [
            ("bluetooth", bluetooth.description), ("uwb", uwb.description), ("nfc", nfc.description),
            ("motion", motion.description),
        ]
        if readerCable != .none { parts.append(("nfc.cable", readerCable.description)) }
        for entry in accessories {
            parts += [
                (entry.name.rawValue, entry.port.description),
                ("\(entry.name).console", entry.console.description),
                ("\(entry.name).power", entry.power.description),
                ("\(entry.name).has", AccessoryParts(entry.parts).description),
            ]
            for radio in Radio.allCases where entry.air[radio] != .none {
                parts.append(("\(entry.name).air.\(radio.rawValue)", entry.air[radio].description))
            }
        }
        parts += phones.map { ($0.name.rawValue, $0.port.description) }
        for entry in screens {
            parts.append((entry.name.rawValue, entry.port.description))
            if entry.console != .none { parts.append(("\(entry.name).console", entry.console.description)) }
        }
        return parts + tags.map { ($0.name.rawValue, $0.port.description) }
    }
}

/// An accessory on the bench, and the way to reach it.
public struct AccessoryEntry: Codable, Hashable, Sendable {
    /// The accessory's name in scenarios.
    public var name: AccessoryName
    /// The way to reach the accessory, or the model that simulates it.
    public var port: AccessoryPort
    /// The console on which it prints.
    public var console: ConsolePort
    /// The switch of its power.
    public var power: PowerPort
    /// The optional parts that it is declared to have; nil for those of its model, and for none on a real one.
    public var has: AccessoryParts?
    /// The known distance from the phone's antennas if it is the bench's reference; nil for an accessory under test.
    ///
    /// A reference is known to be sound and stays where it is. The rig ranges with it after a failure that rests on
    /// silence, to show that its own devices can hear.
    public var reference: Distance?
    /// The programs that write its firmware; nil if the rig names none.
    public var firmware: FirmwareTool?
    // Nil if there are none, as in files written before they existed.
    private var ownAir: AirPorts?

    /// Creates an entry, by default for an accessory under test without a console or a power switch.
    public init(
        _ name: AccessoryName, _ port: AccessoryPort, console: ConsolePort = .none, power: PowerPort = .none,
        has: AccessoryParts? = nil, reference: Distance? = nil, firmware: FirmwareTool? = nil,
        air: AirPorts = AirPorts()
    ) {
        self.name = name
        self.port = port
        self.console = console
        self.power = power
        self.has = has
        self.reference = reference
        self.firmware = firmware
        self.air = air
    }

    private enum CodingKeys: String, CodingKey {
        case name, port, console, power, has, reference, firmware
        case ownAir = "air"
    }

    /// The ways to block its radios.
    public var air: AirPorts {
        get { ownAir ?? AirPorts() }
        set { ownAir = newValue == AirPorts() ? nil : newValue }
    }

    /// The optional parts that scenarios may require.
    public var parts: Set<AccessoryPart> {
        let parts = partsSaid
        return port.isOnNetwork ? parts.filter { !$0.isOfBluetooth } : parts
    }

    private var partsSaid: Set<AccessoryPart> {
        if let has { return has.parts }
        guard case .simulated(let model) = port else { return [] }
        return AccessoryParts.all.parts.subtracting(model.lacks)
    }
}

/// A tag on the bench, and its presenter.
public struct TagEntry: Codable, Hashable, Sendable {
    /// The tag's name in scenarios.
    public var name: TagName
    /// The presenter of the tag.
    public var port: TagPort
    // Nil if it is under test, as in files written before references existed.
    private let reference: Bool?

    /// Creates an entry for a tag and its presenter; a reference is known to be sound, and shows that the reader works.
    public init(_ name: TagName, _ port: TagPort, isReference: Bool = false) {
        self.name = name
        self.port = port
        reference = isReference ? true : nil
    }

    /// Whether the tag is the bench's reference instead of under test.
    public var isReference: Bool { reference == true }
}

extension Rig {
    /// The accessory that shows what the adapter and the kit can hear; nil if the rig has none.
    public var reference: (name: AccessoryName, distance: Distance)? {
        for entry in accessories { if let distance = entry.reference { return (entry.name, distance) } }
        return nil
    }

    /// The largest difference between a reference's known distance and a sound kit's median; boards that were never
    /// calibrated differ by up to 0.3 m (uwb.md 7).
    public static let referenceTolerance = Distance.millimetres(500)

    /// The tag that shows that the reader works; nil if the rig has none.
    public var referenceTag: TagName? { tags.first(where: \.isReference)?.name }
}

extension Rig {
    /// Whether the kit measures directions: none of the real ones that can be named here has the antennas for it.
    public var measuresAngles: Bool { uwb.isSimulated && world.angles != nil }

    /// Whether the tag reader is simulated, and can be made to misbehave.
    public var hasSimulatedReader: Bool { nfc == .simulated }

    /// Whether the tag reader's cable can be pulled: by a simulator, by its USB port, or by the person who holds the
    /// tags.
    public var hasReaderCable: Bool {
        switch nfc {
        case .simulated: true
        case .libnfc: readerCable != .none || !tagsByHand.isEmpty
        case .none: false
        }
    }
}
