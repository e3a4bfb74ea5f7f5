public import Ground

/// The measurements in a SESSION_INFO_NTF; kinds that the rig does not use remain undecoded.
public enum Measurements: Hashable, Sendable {
    case twoWayRanging([TWRMeasurement])
    /// Kind 0: OWR or UL-TDoA, 2: DL-TDoA, 3: OWR-AoA; carries all bytes after the header.
    case other(kind: UInt8, count: UInt8, [UInt8])
}

/// The result of one ranging round, SESSION_INFO_NTF, also called RANGE_DATA_NTF (uwb.md 3).
///
/// A header of 25 bytes, the measurements, then the vendor's own bytes, which are preserved.
public struct SessionInfo: Hashable, Sendable {
    /// The round's number: 0 for the first of a session, incremented each round.
    public var sequenceNumber: UInt32
    public var token: SessionToken
    public var rcrIndication: UInt8 = 0
    public var rangingIntervalMilliseconds: UInt32
    /// Whether addresses have 8 bytes instead of 2.
    public var isExtended: Bool
    /// Used by FiRa 3; 0 before.
    public var primarySessionID: UInt32 = 0
    public var measurements: Measurements
    public var vendorBytes: [UInt8]

    static let headerSize = 25
    /// The kind of measurement for two-way ranging.
    static let twoWayRanging: UInt8 = 1

    public init(
        sequenceNumber: UInt32, token: SessionToken, rangingIntervalMilliseconds: UInt32,
        measurements: [TWRMeasurement], isExtended: Bool = false, vendorBytes: [UInt8] = []
    ) {
        self.sequenceNumber = sequenceNumber
        self.token = token
        self.rangingIntervalMilliseconds = rangingIntervalMilliseconds
        self.isExtended = isExtended
        self.measurements = .twoWayRanging(measurements)
        self.vendorBytes = vendorBytes
    }

    /// Whether the round measured a distance.
    var hasDistance: Bool {
        guard case .twoWayRanging(let list) = measurements else { return false }
        return list.contains { $0.distance != nil }
    }

    /// Decodes the notification's payload.
    public init(decoding payload: [UInt8]) throws(Malformed) {
        var reader = ByteReader(payload)
        sequenceNumber = try reader.u32("the sequence number")
        token = SessionToken(rawValue: try reader.u32("the session token"))
        rcrIndication = try reader.u8("the RCR indication")
        rangingIntervalMilliseconds = try reader.u32("the ranging interval")
        let kind = try reader.u8("the measurement type")
        _ = try reader.u8("the reserved byte")
        let mode = try reader.u8("the MAC address mode")
        guard mode <= 1 else { throw Malformed(at: 15, "MAC address mode is \(mode), it must be 0 or 1") }
        isExtended = mode == 1
        primarySessionID = try reader.u32("the primary session id")
        _ = try reader.u32("the reserved bytes")
        let count = try reader.u8("the number of measurements")
        guard kind == Self.twoWayRanging else {
            measurements = .other(kind: kind, count: count, reader.rest())
            vendorBytes = []
            return
        }
        let end = Self.headerSize + Int(count) * TWRMeasurement.size
        guard payload.count >= end else {
            throw Malformed(
                at: payload.count, "\(count) measurements end at offset \(end), there are \(payload.count) bytes")
        }
        var decoded: [TWRMeasurement] = []
        decoded.reserveCapacity(Int(count))
        for start in stride(from: Self.headerSize, to: end, by: TWRMeasurement.size) {
            decoded.append(
                try TWRMeasurement(
                    decoding: payload[start..<start + TWRMeasurement.size], isExtended: isExtended, origin: start))
        }
        measurements = .twoWayRanging(decoded)
        vendorBytes = payload.count == end ? [] : Array(payload[end...])
    }

    /// The notification's payload, with at most 255 measurements.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headerSize + 4 * TWRMeasurement.size)
        bytes.append32(sequenceNumber)
        bytes.append32(token.rawValue)
        bytes.append(rcrIndication)
        bytes.append32(rangingIntervalMilliseconds)
        switch measurements {
        case .twoWayRanging: bytes.append(Self.twoWayRanging)
        case .other(let kind, _, _): bytes.append(kind)
        }
        bytes.append(0)
        bytes.append(isExtended ? 1 : 0)
        bytes.append32(primarySessionID)
        bytes.append32(0)
        switch measurements {
        case .twoWayRanging(let list):
            bytes.append(UInt8(clamping: list.count))
            for measurement in list.prefix(255) { measurement.encode(isExtended: isExtended, into: &bytes) }
        case .other(_, let count, let rest):
            bytes.append(count)
            bytes.append(contentsOf: rest)
        }
        bytes.append(contentsOf: vendorBytes)
        return bytes
    }
}
