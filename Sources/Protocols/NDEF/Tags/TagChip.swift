public import Ground

/// A chip that says its name in answer to GET_VERSION (fact sheet 2.2).
public enum TagChip: String, Hashable, Codable, CaseIterable, Sendable {
    case ntag213, ntag215, ntag216

    /// The chip whose answer to GET_VERSION this is; nil when it is another's.
    public init?(version: [UInt8]) {
        guard let chip = Self.allCases.first(where: { $0.version == version }) else { return nil }
        self = chip
    }

    /// The chip that a capability container of NXP's makes likely: a guess from the size of the data area [I].
    init?(uid: [UInt8]?, areaSize: Int) {
        guard let uid, uid.count == 7, uid[0] == 0x04 else { return nil }
        guard let chip = Self.allCases.first(where: { $0.areaSize == areaSize }) else { return nil }
        self = chip
    }

    /// The eight bytes that GET_VERSION gives.
    public var version: [UInt8] {
        let size: UInt8 =
            switch self {
            case .ntag213: 0x0F
            case .ntag215: 0x11
            case .ntag216: 0x13
            }
        return [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, size, 0x03]
    }

    /// How many pages of four bytes a reader can reach.
    public var pages: Int {
        switch self {
        case .ntag213: 45
        case .ntag215: 135
        case .ntag216: 231
        }
    }

    /// The data area that its capability container announces as it leaves the factory.
    public var areaSize: Int {
        switch self {
        case .ntag213: 144
        case .ntag215: 496
        case .ntag216: 872
        }
    }

    /// Its dynamic lock bits; for 215 and 216 from NXP's data sheet by general knowledge, not from the fact sheet [N].
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

/// Why this rig does not read the tags of a platform, and what a phone would do with one.
///
/// Source: NFC fact sheet 2.1 and 2.4. Nothing here was tried on hardware (sheet, Q1).
public struct PlatformLimits: Hashable, Sendable {
    /// Whether a reader with a PN532 sees such a tag at all.
    public let isSeenByPN532: Bool
    /// Why the rig does not read it, as a sentence without its full stop.
    public let reason: String
    /// What a phone does with it, with the sheet's mark of how well that is known.
    public let phone: String

    /// Both sentences as a finding.
    public var finding: Finding { Finding("tag.platformLimit", .warning, "\(reason); \(phone)") }
}

extension TagPlatform {
    /// Why the rig does not read such tags; nil for those that it reads.
    public var limits: PlatformLimits? {
        switch self {
        case .type2, .type4, .type4AndNFCDEP: nil
        case .type1:
            PlatformLimits(
                isSeenByPN532: true,
                reason: "a Type 1 tag (Topaz) has commands of its own, which this rig does not send",
                phone: "Apple lists Type 1 among the tags of background reading; nobody is known to have tried it")
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
