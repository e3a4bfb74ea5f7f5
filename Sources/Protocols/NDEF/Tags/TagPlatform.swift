/// The family of commands that a tag understands, as its answer to selection tells.
///
/// Source: ISO 14443-3 and the NFC Forum's rules as restated in the NFC fact sheet 2.1.
public enum TagPlatform: String, Hashable, Codable, Sendable {
    case type2
    /// Not an NFC Forum tag; an iPhone does not read it.
    case mifareClassic
    case type4
    /// Another device that wants to talk peer to peer.
    case nfcDEP
    /// Offers both Type 4 and peer to peer; read as Type 4.
    case type4AndNFCDEP

    /// The platform that SEL_RES (SAK) announces.
    public init(sak: UInt8) {
        switch (sak & 0x20 != 0, sak & 0x40 != 0) {
        case (true, true): self = .type4AndNFCDEP
        case (true, false): self = .type4
        case (false, true): self = .nfcDEP
        case (false, false): self = sak & 0x08 != 0 ? .mifareClassic : .type2
        }
    }
}

extension TagPlatform: CustomStringConvertible {
    public var description: String {
        switch self {
        case .type2: "Type 2"
        case .mifareClassic: "MIFARE Classic"
        case .type4: "Type 4"
        case .nfcDEP: "NFC-DEP"
        case .type4AndNFCDEP: "Type 4 and NFC-DEP"
        }
    }
}

/// What a tag says about itself when a reader selects it (ISO 14443-3 A).
public struct TagIdentity: Hashable, Codable, Sendable {
    /// 4, 7 or 10 bytes.
    public let uid: [UInt8]
    /// ATQA with its second byte on air in the high half: 0x0044 for an NTAG.
    public let sensRes: UInt16
    /// SEL_RES, also called SAK.
    public let selRes: UInt8
    /// The answer to select of a Type 4 tag without its length byte; nil for others.
    public let ats: [UInt8]?

    public init(uid: [UInt8], sensRes: UInt16, selRes: UInt8, ats: [UInt8]? = nil) {
        self.uid = uid
        self.sensRes = sensRes
        self.selRes = selRes
        self.ats = ats
    }

    public var platform: TagPlatform { TagPlatform(sak: selRes) }

    /// Whether the identifier is drawn anew at each power-up, so that it cannot tell tags apart.
    public var hasRandomUID: Bool { uid.count == 4 && uid[0] == 0x08 }
}
