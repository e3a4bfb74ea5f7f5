public import Ground
import Journal
import Links
public import RigKit
public import Simulators

/// A simulated accessory in the zoo: healthy, or with one known defect.
public struct ZooAccessory: Hashable, Sendable {
    public let variant: AccessoryVariant
    /// Nil for a healthy accessory.
    public let defect: Defect?
    /// A second defect of the same accessory; nil for most.
    public let secondDefect: Defect?
    /// The optional parts that it leaves out.
    public let lacks: Set<AccessoryPart>
    /// Its peculiarities.
    public let habits: Set<AccessoryHabit>
    /// Its data channel, if that is vendor-specific, or if a defect shows only on such a channel.
    public let channel: DataChannelProfile?
    /// The link that carries its data channel.
    public let link: AccessoryModel.Link

    public init(
        _ variant: AccessoryVariant, _ defect: Defect? = nil, and second: Defect? = nil,
        lacks: Set<AccessoryPart> = [], habits: Set<AccessoryHabit> = [], channel: DataChannelProfile? = nil,
        over link: AccessoryModel.Link = .le
    ) {
        self.variant = variant
        self.defect = defect
        secondDefect = second
        self.lacks = lacks
        self.habits = habits
        self.channel = link == .lan ? nil : channel ?? defect?.channel ?? second?.channel
        self.link = link
    }

    /// Its name: the defect, or the variant, the parts left out, and the peculiarities.
    public var name: String {
        if let defect { return defect.rawValue }
        let parts = AccessoryPart.allCases.filter(lacks.contains).map { "-\($0.rawValue)" }
        let habits = AccessoryHabit.allCases.filter(habits.contains).map { "+\($0.rawValue)" }
        let channel = channel.map { $0.needsEncryption ? ["+encryptedChannel"] : ["+ownChannel"] } ?? []
        let network = link == .lan ? ["+network"] : []
        return (["healthy \(variant.rawValue)"] + parts + habits + channel + network).joined(separator: " ")
    }

    /// The healthy ones of every variant, which must pass everything.
    public static let healthy = AccessoryVariant.allCases.map { ZooAccessory($0) }

    /// Healthy ones, each without one optional part: they must pass everything that is not about it.
    public static let frugal = AccessoryPart.allCases.map { ZooAccessory(.appleSample, lacks: [$0]) }

    /// Healthy ones with peculiarities: a vendor-specific data channel, and each habit that is not forbidden.
    public static let unusual: [ZooAccessory] =
        [
            ZooAccessory(.appleSample, channel: .foreign),
            ZooAccessory(.appleSample, channel: .foreignAndEncrypted),
            ZooAccessory(.appleSample, lacks: Set(AccessoryPart.allCases)),
            ZooAccessory(.qorvo, lacks: [.guidelines], habits: [.ownConnectionParameters]),
        ]
        + [ZooAccessory(.nxp, over: .lan), ZooAccessory(.qorvo, habits: [.slow], over: .lan)]
        + [.wantsFullFlow, .slow, .constantAddress].map { ZooAccessory(.appleSample, habits: [$0]) }

    /// All that must pass everything.
    public static let sound = healthy + frugal + unusual

    /// One for each known defect.
    public static let defective = Defect.allCases.map { ZooAccessory(.appleSample, $0) }

    /// Returns its build when it replaces an accessory of the rig, whose name it advertises.
    func model(inPlaceOf entry: AccessoryEntry) -> AccessoryBuild {
        AccessoryBuild(
            variant: variant, isOnNetwork: link == .lan, profile: channel, advertisedName: entry.advertisedName,
            lacks: lacks, habits: habits,
            defects: Set(defects))
    }

    /// Returns the same as a port for `--port`.
    public func port(inPlaceOf entry: AccessoryEntry) -> AccessoryPort {
        .simulated(
            AccessoryModel(
                variant: variant, link: link, profile: channel, advertisedName: entry.advertisedName, lacks: lacks,
                habits: habits,
                defects: defects.map(\.rawValue)))
    }

    private var defects: [Defect] { [defect, secondDefect].compactMap(\.self) }
}

extension AccessoryHabit {
    /// The code by which robustness scenarios fail an accessory with this habit; the default suite accepts it.
    var code: FailureCode? {
        switch self {
        case .wantsFullFlow: "session.noStartWithoutInitialize"
        case .slow, .constantAddress, .ownConnectionParameters, .printsDistances, .sendsDistances, .answersZones: nil
        }
    }
}

extension DataChannelProfile {
    /// A channel that shares no UUID and no id with any published one, and accepts only write commands.
    static let foreign = made("writeType=withoutResponse")
    /// The same channel with only write requests, on an encrypted link.
    static let foreignAndEncrypted = made("writeType=withResponse,security=encrypted")

    private static func made(_ kind: String) -> DataChannelProfile {
        let text = """
            service=0F8E2B1C-5A77-4D10-9C3E-1B2A3C4D5E6F,write=0F8E2B1D-5A77-4D10-9C3E-1B2A3C4D5E6F,\
            notify=0F8E2B1E-5A77-4D10-9C3E-1B2A3C4D5E6F,\(kind),messages=initialize:51+configureAndStart:52+stop:53+\
            accessoryConfigurationData:61+uwbDidStart:62+uwbDidStop:63
            """
        do throws(Malformed) { return try DataChannelProfile(text) } catch {
            preconditionFailure("the zoo's own channel is sound: \(error)")
        }
    }
}

extension AccessoryEntry {
    fileprivate var advertisedName: String? {
        if case .simulated(let model) = port { model.advertisedName } else { nil }
    }
}

extension Defect {
    /// The data channel on which it can show; nil for any.
    var channel: DataChannelProfile? {
        switch self {
        case .answersWithSampleIDs, .notifiesElsewhere: .foreign
        case .openDespiteEncryption, .refusesWriteType: .foreignAndEncrypted
        default: nil
        }
    }

    /// Whether a failed run identifies the defect: a code of its failures names it, for the accessory.
    func isNamed(by summary: RunSummary) -> Bool { summary.failures.contains(where: isNamed) }

    /// Whether a failure names the defect: its meaning or its observation has the defect's sign, and the witness is
    /// the accessory or the kit that ranged with it.
    func isNamed(by failure: Failure) -> Bool {
        guard failure.link != .reader, failure.link != .stage else { return false }
        var signs = [facts.sign]
        if case .stream? = failure.link, let sign = signOnNetwork { signs.append(sign) }
        // A kit shows that it ranges on; the data channel shows only that it says otherwise.
        if self == .saysStoppedUnasked { signs.append("session.stoppedUnasked") }
        return signs.contains(failure.code) || signs.contains(failure.seenCode)
    }

    /// The code that names it over a network connection, if the sign is one of Bluetooth's; nil for the same sign.
    private var signOnNetwork: FailureCode? {
        switch self {
        case .doesNotAdvertise, .stopsAdvertisingAfterDisconnect, .slowToAdvertise: "link.notOpened"
        case .ignoresRequests: "exchange.noConfiguration"
        // The connection is made before the firmware notices it, and an app writes immediately.
        case .hangsUpOnConnection: "link.hungUpAfterInitialize"
        // A restarted firmware resets a connection that it does not know.
        case .resetsOnFirstMessage: "link.hungUpAfterInitialize"
        case .crashesOnEmptyWrite: "message.emptyWriteSilences"
        case .crashesOnLongWrite: "message.longWriteSilences"
        default: nil
        }
    }
}
