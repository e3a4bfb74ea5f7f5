/// The certainty that an accessory runs the candidate, from worst to best.
///
/// gate.md, section 6.1.
public enum IdentityLevel: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// The accessory reports something else: the wrong device or the wrong firmware is on the bench.
    case contradicted
    /// No reading shows which firmware is running.
    case unknown
    /// The accessory's description of itself agrees, but another build could report the same.
    case claimed
    /// The rig wrote the candidate, read it back, and has held the bench since.
    case flashed
    /// The accessory reported the candidate's hash for the image that is running and confirmed.
    case proved

    /// Returns whether the level is at least another one; a contradiction never is.
    public func reaches(_ other: IdentityLevel) -> Bool { self >= other && self != .contradicted }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .contradicted: 0
        case .unknown: 1
        case .claimed: 2
        case .flashed: 3
        case .proved: 4
        }
    }
}

/// A plan's requirements for the identity.
public struct IdentityExpectation: Hashable, Codable, Sendable {
    /// A version that the accessory must report, and the field to find it in.
    public struct Version: Hashable, Codable, Sendable {
        /// The field; nil for any of both revisions, the console and the running image.
        public let field: DeviceInformation?
        public let text: String

        public init(field: DeviceInformation? = nil, text: String) { (self.field, self.text) = (field, text) }
    }

    /// The images whose hashes must be reported; 0 is the application.
    public let images: [Int]
    public let versions: [Version]
    /// Whether a matching build id proves as much as a hash.
    public let buildIDProves: Bool
    /// Whether the Firmware Revision ends in `+` and eight digits of the image's hash.
    public let revisionEndsInHash: Bool
    /// The vendor's own characteristic that exposes a hash; nil for none.
    public let shown: HashCharacteristic?

    public init(
        images: [Int] = [0], versions: [Version] = [], buildIDProves: Bool = false, revisionEndsInHash: Bool = false,
        shown: HashCharacteristic? = nil
    ) {
        (self.images, self.versions) = (images, versions)
        (self.buildIDProves, self.revisionEndsInHash) = (buildIDProves, revisionEndsInHash)
        self.shown = shown
    }
}

/// A reason for an identity's level.
public enum IdentityReason: Hashable, Codable, Sendable {
    // For the candidate.
    /// The running image has the candidate's hash and is confirmed.
    case hashAgrees(image: Int)
    case buildIDAgrees
    /// The rig wrote the candidate and verified it.
    case flashed
    case versionAgrees(source: IdentityReading.Source, text: String)
    /// A hash reported without the image's state matches.
    case bareHashAgrees
    /// The eight digits after the `+` of the Firmware Revision match.
    case hashDigitsAgree
    /// This number of bytes of the characteristic that the plan names match the candidate's.
    case shownHashAgrees(bytes: Int)

    // Against the candidate.
    case hashDiffers(image: Int, reported: ImageHash, expected: ImageHash)
    case bareHashDiffers(reported: ImageHash)
    case buildIDDiffers(reported: String)
    case versionDiffers(source: IdentityReading.Source, reported: String, expected: String)
    case hashDigitsDiffer(reported: String)
    /// The characteristic that the plan names has other bytes.
    case shownHashDiffers(reported: String, expected: String)
    /// The rig wrote another file.
    case flashedOther(sha256: String)
    /// Readings taken at one time disagree on the running image.
    case severalActive(image: Int)

    // Missing evidence.
    /// The image with the candidate's hash runs as a test: the next reset restores the old one.
    case notConfirmed(image: Int)
    /// The image runs as a test, and the file has no hash to compare with.
    case onTrial(image: Int)
    case nothingActive(image: Int)
    case hashMissing(image: Int)
    /// The accessory does not report this image.
    case imageMissing(image: Int)
    case candidateWithoutImage(image: Int)
    /// The file's bytes do not match the hash it contains.
    case candidateDamaged(image: Int)
    case candidateWithoutBuildID
    case flashUnverified
    /// Versions were reported, but show neither agreement nor difference.
    case versionsUnlike
    case unreadable(source: IdentityReading.Source, gap: IdentityGap)
    case nothingRead
    /// The characteristic that the plan names was not read.
    case shownNotAsked

    /// The accessory's report changed although no other firmware was written in the meantime.
    case changed

    /// Whether the reason speaks against the candidate.
    public var contradicts: Bool {
        switch self {
        case .hashDiffers, .bareHashDiffers, .buildIDDiffers, .versionDiffers, .hashDigitsDiffer, .flashedOther,
            .severalActive, .shownHashDiffers, .changed:
            true
        case .hashAgrees, .buildIDAgrees, .flashed, .versionAgrees, .bareHashAgrees, .hashDigitsAgree, .notConfirmed,
            .nothingActive, .hashMissing, .imageMissing, .candidateWithoutImage, .candidateDamaged, .flashUnverified,
            .onTrial, .versionsUnlike, .unreadable, .nothingRead, .shownHashAgrees, .candidateWithoutBuildID,
            .shownNotAsked:
            false
        }
    }
}
