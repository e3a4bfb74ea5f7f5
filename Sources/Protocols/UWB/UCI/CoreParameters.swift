import Ground

/// A parameter or capability of the whole device: one byte of id, a length, and the value.
public struct CoreParameter: Hashable, Sendable {
    public let id: UInt8
    /// At most 255 bytes.
    public let value: [UInt8]

    public init(id: UInt8, value: [UInt8]) {
        precondition(value.count <= 255, "parameter \(id.hexadecimal) cannot have \(value.count) bytes, 255 at most")
        self.id = id
        self.value = value
    }

    /// Read-only: the device's state.
    public static let deviceState: UInt8 = 0x00
    /// 0 or 1, by default 1.
    public static let lowPowerMode: UInt8 = 0x01

    static func decodeList(_ reader: inout ByteReader) throws(Malformed) -> [CoreParameter] {
        var list: [CoreParameter] = []
        for _ in 0..<(try reader.u8("the number of parameters")) {
            let id = try reader.u8("the parameter's id")
            let length = try reader.u8("the parameter's length")
            list.append(CoreParameter(id: id, value: try reader.take(Int(length), "the parameter's value")))
        }
        return list
    }

    static func encode(_ list: [CoreParameter], into bytes: inout [UInt8]) {
        precondition(list.count <= 255, "a list holds 255 parameters at most, not \(list.count)")
        bytes.append(UInt8(clamping: list.count))
        for parameter in list {
            bytes.append(parameter.id)
            bytes.append(UInt8(clamping: parameter.value.count))
            bytes.append(contentsOf: parameter.value)
        }
    }
}

/// A version word: major version in the low byte, minor and maintenance version in the high byte.
public struct UCIVersion: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public init(major: UInt8, minor: UInt8, maintenance: UInt8 = 0) {
        rawValue = UInt16(major) | UInt16(minor & 0x0F) << 12 | UInt16(maintenance & 0x0F) << 8
    }

    public var major: Int { Int(rawValue & 0xFF) }
    public var minor: Int { Int(rawValue >> 12) }
    public var maintenance: Int { Int(rawValue >> 8 & 0x0F) }
}

extension UCIVersion: CustomStringConvertible {
    public var description: String { "\(major).\(minor).\(maintenance)" }
}

/// A device's description of itself: GET_DEVICE_INFO (uwb.md 1.4).
public struct DeviceInfo: Hashable, Sendable {
    public var uci: UCIVersion
    public var mac: UCIVersion
    public var phy: UCIVersion
    public var test: UCIVersion
    /// At most 255 bytes.
    public var vendorBytes: [UInt8]

    public init(uci: UCIVersion, mac: UCIVersion, phy: UCIVersion, test: UCIVersion, vendorBytes: [UInt8] = []) {
        self.uci = uci
        self.mac = mac
        self.phy = phy
        self.test = test
        self.vendorBytes = vendorBytes
    }

    init(reading reader: inout ByteReader) throws(Malformed) {
        uci = UCIVersion(rawValue: try reader.u16("the UCI version"))
        mac = UCIVersion(rawValue: try reader.u16("the MAC version"))
        phy = UCIVersion(rawValue: try reader.u16("the PHY version"))
        test = UCIVersion(rawValue: try reader.u16("the test version"))
        let length = try reader.u8("the length of the vendor's bytes")
        vendorBytes = try reader.take(Int(length), "the vendor's bytes")
    }

    func encode(into bytes: inout [UInt8]) {
        for version in [uci, mac, phy, test] { bytes.append16(version.rawValue) }
        bytes.append(UInt8(clamping: vendorBytes.count))
        bytes.append(contentsOf: vendorBytes.prefix(255))
    }
}

extension DeviceInfo: CustomStringConvertible {
    /// The versions alone, for example `UCI 2.0.0, FiRa MAC 2.0.0, PHY 2.0.0`.
    public var description: String { "UCI \(uci), FiRa MAC \(mac), PHY \(phy)" }
}

/// A device's capabilities: GET_CAPS_INFO, whose ids depend on the FiRa generation (uwb.md 1.5).
///
/// Treat them as hints: the simulator pica reports UCI 2.0 but answers with the ids of FiRa 1.
public struct UCICapabilities: Hashable, Sendable {
    public var list: [CoreParameter]

    public init(_ list: [CoreParameter]) { self.list = list }
}
