import Ground

/// The action on the controlees of SESSION_UPDATE_CONTROLLER_MULTICAST_LIST (uwb.md 1.6).
public struct MulticastAction: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let add = MulticastAction(rawValue: 0)
    public static let remove = MulticastAction(rawValue: 1)
    public static let addWithShortKey = MulticastAction(rawValue: 2)
    public static let addWithLongKey = MulticastAction(rawValue: 3)

    /// The number of key bytes after each controlee; nil for an unknown action.
    var keyLength: Int? {
        switch self {
        case .add, .remove: 0
        case .addWithShortKey: 16
        case .addWithLongKey: 32
        default: nil
        }
    }
}

/// One controlee to add or remove.
public struct Controlee: Hashable, Sendable {
    public var address: ShortMACAddress
    public var subSessionID: UInt32
    /// The key: 0, 16 or 32 bytes, depending on the action.
    public var key: [UInt8]

    public init(address: ShortMACAddress, subSessionID: UInt32 = 0, key: [UInt8] = []) {
        self.address = address
        self.subSessionID = subSessionID
        self.key = key
    }
}

/// The result for one controlee: 0 success, 1 list full, 7 not found, 8 already present.
public struct MulticastStatus: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let ok = MulticastStatus(rawValue: 0)
    public static let listFull = MulticastStatus(rawValue: 1)
    public static let addressNotFound = MulticastStatus(rawValue: 7)
    public static let addressAlreadyPresent = MulticastStatus(rawValue: 8)
}

/// One controlee's result in a response or notification.
public struct ControleeStatus: Hashable, Sendable {
    public var address: ShortMACAddress
    /// Present in FiRa 1.x notifications only.
    public var subSessionID: UInt32?
    public var status: MulticastStatus

    public init(address: ShortMACAddress, subSessionID: UInt32? = nil, status: MulticastStatus) {
        self.address = address
        self.subSessionID = subSessionID
        self.status = status
    }
}

/// The notification after a change of the multicast list; version 1 on FiRa 1.x, version 2 on later generations.
public struct MulticastListUpdate: Hashable, Sendable {
    public var token: SessionToken
    /// The number of controlees now on the list; present in version 1 only.
    public var remaining: UInt8?
    public var controlees: [ControleeStatus]

    public init(token: SessionToken, remaining: UInt8? = nil, controlees: [ControleeStatus]) {
        self.token = token
        self.remaining = remaining
        self.controlees = controlees
    }

    /// Decodes either version. Without a generation, chooses the version with the matching length, preferring the
    /// newer one.
    init(decoding payload: [UInt8], generation: FiRaGeneration?) throws(Malformed) {
        var reader = ByteReader(payload)
        token = SessionToken(rawValue: try reader.u32("the session token"))
        let first = try reader.u8("the number of controlees")
        let fitsSecond = payload.count == 5 + 3 * Int(first)
        if generation == .fira2 || (generation == nil && fitsSecond) {
            controlees = []
            for _ in 0..<first {
                let address = ShortMACAddress(rawValue: try reader.u16("the controlee's address"))
                let status = MulticastStatus(rawValue: try reader.u8("the controlee's status"))
                controlees.append(ControleeStatus(address: address, status: status))
            }
        } else {
            remaining = first
            controlees = []
            for _ in 0..<(try reader.u8("the number of controlees")) {
                let address = ShortMACAddress(rawValue: try reader.u16("the controlee's address"))
                let subSession = try reader.u32("the controlee's sub-session id")
                let status = MulticastStatus(rawValue: try reader.u8("the controlee's status"))
                controlees.append(ControleeStatus(address: address, subSessionID: subSession, status: status))
            }
        }
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append32(token.rawValue)
        if let remaining { bytes.append(remaining) }
        bytes.append(UInt8(clamping: controlees.count))
        for controlee in controlees.prefix(255) {
            bytes.append16(controlee.address.rawValue)
            if remaining != nil { bytes.append32(controlee.subSessionID ?? 0) }
            bytes.append(controlee.status.rawValue)
        }
    }
}
