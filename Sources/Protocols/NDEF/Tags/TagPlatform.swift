/// The family of commands that a tag understands, as its answer to selection tells.
///
/// Source: ISO 14443-3 and the NFC Forum's rules as restated in the NFC fact sheet 2.1.
public enum TagPlatform: String, Hashable, Codable, CaseIterable, Sendable {
    /// Topaz and Jewel: answers REQA with ATQA 0C00 and has no SAK.
    case type1
    case type2
    /// FeliCa: another modulation.
    case type3
    /// Not an NFC Forum tag; an iPhone does not read it.
    case mifareClassic
    case type4
    /// ISO 15693: another modulation.
    case type5
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
        case .type1: "Type 1"
        case .type2: "Type 2"
        case .type3: "Type 3"
        case .mifareClassic: "MIFARE Classic"
        case .type4: "Type 4"
        case .type5: "Type 5"
        case .nfcDEP: "NFC-DEP"
        case .type4AndNFCDEP: "Type 4 and NFC-DEP"
        }
    }
}
