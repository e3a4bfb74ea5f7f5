/// How well it is known that an accessory runs the candidate: from the worst to the best.
///
/// Sheet gate.md, section 6.1.
public enum IdentityLevel: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// The accessory reports something else: the wrong device, or the wrong firmware, is on the bench.
    case contradicted
    /// Nothing that could be read says what it runs.
    case unknown
    /// What it says of itself agrees, and could be said by another build.
    case claimed
    /// The rig wrote the candidate and read it back, and has held the bench since.
    case flashed
    /// It reported the candidate's hash, of the image that runs and is confirmed.
    case proved

    /// Whether it says at least as much as another level; a contradiction says nothing for the candidate.
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

/// What a plan says of the identity that it wants.
public struct IdentityExpectation: Hashable, Codable, Sendable {
    /// A version that the accessory must tell, and where.
    public struct Version: Hashable, Codable, Sendable {
        /// nil for wherever it may stand: both revisions, the console, the running image.
        public let field: DeviceInformation?
        public let text: String

        public init(field: DeviceInformation? = nil, text: String) { (self.field, self.text) = (field, text) }
    }

    /// The images whose hashes must be reported: 0 is the application.
    public let images: [Int]
    public let versions: [Version]
    /// Whether a build id that agrees proves as much as a hash.
    public let buildIDProves: Bool
    /// Whether the Firmware Revision ends in `+` and eight digits of the image's hash.
    public let revisionEndsInHash: Bool
    /// The characteristic of the maker's own that shows a hash; nil for none.
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

/// Why an identity has its level.
public enum IdentityReason: Hashable, Codable, Sendable {
    // For it.
    /// The running image has the candidate's hash, and is confirmed.
    case hashAgrees(image: Int)
    case buildIDAgrees
    /// The rig wrote the candidate, and verified it.
    case flashed
    case versionAgrees(source: IdentityReading.Source, text: String)
    /// A hash that is told without the image's state agrees.
    case bareHashAgrees
    /// The eight digits behind the `+` of the Firmware Revision agree.
    case hashDigitsAgree
    /// So many bytes of the characteristic that the plan names are the candidate's.
    case shownHashAgrees(bytes: Int)

    // Against it.
    case hashDiffers(image: Int, reported: ImageHash, expected: ImageHash)
    case bareHashDiffers(reported: ImageHash)
    case buildIDDiffers(reported: String)
    case versionDiffers(source: IdentityReading.Source, reported: String, expected: String)
    case hashDigitsDiffer(reported: String)
    /// The characteristic that the plan names shows other bytes.
    case shownHashDiffers(reported: String, expected: String)
    /// The rig wrote another file.
    case flashedOther(sha256: String)
    /// Two readings of one time disagree: which image runs is told in two ways.
    case severalActive(image: Int)

    // What is missing.
    /// The candidate's hash, of an image that runs as a test: the next reset brings the old one back.
    case notConfirmed(image: Int)
    /// The image runs as a test, and the file has no hash to hold against it.
    case onTrial(image: Int)
    case nothingActive(image: Int)
    case hashMissing(image: Int)
    /// The accessory does not tell of this image.
    case imageMissing(image: Int)
    case candidateWithoutImage(image: Int)
    /// The file's own bytes do not have the hash that stands in it.
    case candidateDamaged(image: Int)
    case candidateWithoutBuildID
    case flashUnverified
    /// Versions are told, and neither agreement nor difference can be concluded from them.
    case versionsUnlike
    case unreadable(source: IdentityReading.Source, gap: IdentityGap)
    case nothingRead
    /// The characteristic that the plan names was not asked for.
    case shownNotAsked

    /// What the accessory tells is not what it told before, and nobody wrote another firmware meanwhile.
    case changed

    /// Whether it speaks against the candidate.
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
