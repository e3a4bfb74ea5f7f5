public import Ground

/// One peer's result in a round of two-way ranging: 31 bytes on the wire (uwb.md 3.2).
public struct TWRMeasurement: Hashable, Sendable {
    public var peer: MACAddress
    public var status: UCIStatus
    public var lineOfSight: LineOfSight
    /// Centimetres; 0xFFFF if there is none. For a status that indicates a negative distance, its magnitude.
    public var rawDistance: UInt16
    public var azimuth = AngleOfArrival()
    public var elevation = AngleOfArrival()
    /// The azimuth measured by the peer.
    public var peerAzimuth = AngleOfArrival()
    /// The elevation measured by the peer.
    public var peerElevation = AngleOfArrival()
    /// The slot in which a failed round went wrong.
    public var slotIndex: UInt8
    /// Half decibels below 1 mW; 0 and 255 mean not reported.
    public var rawRSSI: UInt8

    /// The size of one measurement in bytes, with either kind of address.
    static let size = 31

    public init(
        peer: MACAddress, status: UCIStatus = .ok, lineOfSight: LineOfSight = .unknown, rawDistance: UInt16,
        slotIndex: UInt8 = 0, rawRSSI: UInt8 = 0
    ) {
        self.peer = peer
        self.status = status
        self.lineOfSight = lineOfSight
        self.rawDistance = rawDistance
        self.slotIndex = slotIndex
        self.rawRSSI = rawRSSI
    }

    /// Creates a measured distance, rounded to centimetres; a negative one gets the corresponding status.
    public init(peer: ShortMACAddress, distance: Distance, lineOfSight: LineOfSight = .unknown, rawRSSI: UInt8 = 0) {
        let millimetres = distance.millimetres
        let centimetres = (UInt32(millimetres.magnitude) + 5) / 10
        self.init(
            peer: .short(peer), status: millimetres < 0 && centimetres > 0 ? .okNegativeDistance : .ok,
            lineOfSight: lineOfSight, rawDistance: min(UInt16(clamping: centimetres), 0xFFFE), rawRSSI: rawRSSI)
    }

    /// Creates the result of a failed round: no distance, and the slot in which it went wrong.
    public init(peer: ShortMACAddress, failure: UCIStatus, slotIndex: UInt8) {
        self.init(peer: .short(peer), status: failure, rawDistance: 0xFFFF, slotIndex: slotIndex)
    }

    /// The distance, which may be negative; nil if the round failed or the device reported none.
    public var distance: Distance? {
        guard rawDistance != 0xFFFF else { return nil }
        let millimetres = Int32(rawDistance) * 10
        return switch status {
        case .ok: Distance(millimetres: millimetres)
        case .okNegativeDistance: Distance(millimetres: -millimetres)
        default: nil
        }
    }

    /// The received signal strength in dBm; nil if not reported.
    public var signalStrength: Double? { rawRSSI == 0 || rawRSSI == 255 ? nil : -Double(rawRSSI) / 2 }

    /// Decodes the 31 bytes of a slice; error offsets are relative to `origin`.
    init(decoding bytes: ArraySlice<UInt8>, isExtended: Bool, origin: Int) throws(Malformed) {
        var reader = ByteReader(bytes, origin: origin)
        if isExtended {
            peer = .extended(try reader.u64("the peer's MAC address"))
        } else {
            peer = .short(ShortMACAddress(rawValue: try reader.u16("the peer's MAC address")))
        }
        status = UCIStatus(rawValue: try reader.u8("the measurement's status"))
        lineOfSight = LineOfSight(rawValue: try reader.u8("the line of sight"))
        rawDistance = try reader.u16("the distance")
        azimuth = AngleOfArrival(raw: try reader.i16("the azimuth"), merit: try reader.u8("the azimuth's merit"))
        elevation = AngleOfArrival(raw: try reader.i16("the elevation"), merit: try reader.u8("the elevation's merit"))
        peerAzimuth = AngleOfArrival(
            raw: try reader.i16("the peer's azimuth"), merit: try reader.u8("the peer's azimuth's merit"))
        peerElevation = AngleOfArrival(
            raw: try reader.i16("the peer's elevation"), merit: try reader.u8("the peer's elevation's merit"))
        slotIndex = try reader.u8("the slot index")
        rawRSSI = try reader.u8("the RSSI")
    }

    func encode(isExtended: Bool, into bytes: inout [UInt8]) {
        switch (peer, isExtended) {
        case (.short(let address), false): bytes.append16(address.rawValue)
        case (.short(let address), true): bytes.append64(UInt64(address.rawValue))
        case (.extended(let address), true): bytes.append64(address)
        case (.extended(let address), false): bytes.append16(UInt16(truncatingIfNeeded: address))  // its short form
        }
        bytes.append(status.rawValue)
        bytes.append(lineOfSight.rawValue)
        bytes.append16(rawDistance)
        azimuth.encode(into: &bytes)
        elevation.encode(into: &bytes)
        peerAzimuth.encode(into: &bytes)
        peerElevation.encode(into: &bytes)
        bytes.append(slotIndex)
        bytes.append(rawRSSI)
        for _ in 0..<(isExtended ? 5 : 11) { bytes.append(0) }
    }
}

extension AngleOfArrival {
    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append16(UInt16(bitPattern: raw))
        bytes.append(merit)
    }
}

extension RangingMeasurement {
    public init(_ measurement: TWRMeasurement) {
        self.init(
            peer: measurement.peer, distance: measurement.distance,
            failure: measurement.status.isSuccess ? nil : RangingFailure(rawValue: measurement.status.rawValue),
            lineOfSight: measurement.lineOfSight,
            azimuth: measurement.azimuth, elevation: measurement.elevation)
    }
}
