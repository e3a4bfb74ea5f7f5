public import Ground

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
