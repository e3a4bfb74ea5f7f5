/// A chip that identifies itself in its answer to GET_VERSION (nfc.md 2.2).
public enum TagChip: String, Hashable, Codable, CaseIterable, Sendable {
    case ntag213, ntag215, ntag216

    /// Creates the chip with this answer to GET_VERSION; returns nil for other chips.
    public init?(version: [UInt8]) {
        guard let chip = Self.allCases.first(where: { $0.version == version }) else { return nil }
        self = chip
    }

    /// Guesses the chip from the size of the data area in an NXP tag's capability container [I].
    init?(uid: [UInt8]?, areaSize: Int) {
        guard let uid, uid.count == 7, uid[0] == 0x04 else { return nil }
        guard let chip = Self.allCases.first(where: { $0.areaSize == areaSize }) else { return nil }
        self = chip
    }

    /// The eight bytes of the answer to GET_VERSION.
    public var version: [UInt8] {
        let size: UInt8 =
            switch self {
            case .ntag213: 0x0F
            case .ntag215: 0x11
            case .ntag216: 0x13
            }
        return [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, size, 0x03]
    }

    /// The number of pages, of four bytes each, that a reader can access.
    public var pages: Int {
        switch self {
        case .ntag213: 45
        case .ntag215: 135
        case .ntag216: 231
        }
    }

    /// The size of the data area in its factory capability container.
    public var areaSize: Int {
        switch self {
        case .ntag213: 144
        case .ntag215: 496
        case .ntag216: 872
        }
    }

    /// The dynamic lock bits; for 215 and 216 from general knowledge of NXP's data sheet, not from the fact sheet
    /// [N].
    public var lockControl: Type2LockControl {
        switch self {
        case .ntag213: Type2LockControl(address: 0x28 * 4, bits: 12, bytesPerBit: 8)
        case .ntag215: Type2LockControl(address: 0x82 * 4, bits: 8, bytesPerBit: 64)
        case .ntag216: Type2LockControl(address: 0xE2 * 4, bits: 14, bytesPerBit: 64)
        }
    }
}

extension TagChip: CustomStringConvertible {
    public var description: String { rawValue.uppercased() }
}

/// The command set of a tag, as announced when it is selected.
///
/// Source: ISO 14443-3 and the NFC Forum's rules as restated in nfc.md 2.1.
public enum TagPlatform: String, Hashable, Codable, CaseIterable, Sendable {
    /// Topaz and Jewel: answer REQA with ATQA 0C00 and have no SAK.
    case type1
    case type2
    /// FeliCa: a different modulation.
    case type3
    /// Not an NFC Forum tag; not readable by an iPhone.
    case mifareClassic
    case type4
    /// ISO 15693: a different modulation.
    case type5
    /// Another device that requests peer-to-peer communication.
    case nfcDEP
    /// Supports both Type 4 and peer-to-peer; read as Type 4.
    case type4AndNFCDEP

    /// Creates the platform announced by SEL_RES (SAK).
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

/// The reason why this rig does not read tags of a platform, and a phone's reaction to one.
///
/// Source: nfc.md 2.1 and 2.4. None of this was tried on hardware (nfc.md, Q1).
public struct PlatformLimits: Hashable, Sendable {
    /// Whether a PN532 reader detects such a tag at all.
    public let isSeenByPN532: Bool
    /// The reason why the rig does not read it, as a sentence without a full stop.
    public let reason: String
    /// A phone's reaction to it, with the fact sheet's mark for how certain that is.
    public let phone: String
}

extension TagPlatform {
    /// The reason why the rig does not read such tags; nil for tags it reads.
    public var limits: PlatformLimits? {
        switch self {
        case .type2, .type4, .type4AndNFCDEP: nil
        case .type1:
            PlatformLimits(
                isSeenByPN532: true,
                reason: "a Type 1 tag (Topaz) has its own commands, which this rig does not send",
                phone: "Apple lists Type 1 among the tags of background reading; no test of it is known")
        case .type3:
            PlatformLimits(
                isSeenByPN532: true,
                reason: "a Type 3 tag (FeliCa) has another modulation; a PN532 can select it, but this rig"
                    + " does not read NDEF from it",
                phone: "an iPhone reads it in the background (Apple, Tech Talk 702)")
        case .type5:
            PlatformLimits(
                isSeenByPN532: false,
                reason: "a Type 5 tag (ISO 15693) cannot be seen: a PN532 has no modem for it, nor has libnfc",
                phone: "an iPhone reads it in the background; people report that some are not found when the feature"
                    + " byte announces multiple block read, or when the message fills all of MLEN")
        case .mifareClassic:
            PlatformLimits(
                isSeenByPN532: true,
                reason: "MIFARE Classic is no NFC Forum tag: its sectors want keys before they can be read",
                phone: "an iPhone does not read it")
        case .nfcDEP:
            PlatformLimits(
                isSeenByPN532: true, reason: "the other side wants NFC-DEP, which is peer to peer and no tag",
                phone: "an iPhone most probably does not talk NFC-DEP in background tag reading")
        }
    }
}
