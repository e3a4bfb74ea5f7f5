public import FirmwareIdentity
import Ground

extension IdentityReason {
    /// The argument for or against the candidate, as a sentence without a full stop.
    public var sentence: String {
        switch self {
        case .hashAgrees(let image): "image \(image) runs with the candidate's hash, and is confirmed"
        case .buildIDAgrees: "the build id is the candidate's"
        case .flashed: "the rig wrote the candidate and read it back"
        case .versionAgrees(let source, let text):
            "the \(source.words) tells the candidate's version \"\(text.shown())\""
        case .bareHashAgrees: "a hash that is told without the image's state is the candidate's"
        case .hashDigitsAgree: "the firmware revision ends in the digits of the candidate's hash"
        case .shownHashAgrees(let count):
            "\(counted(count, "byte")) in the characteristic that the plan names are the candidate's"
        case .shownHashDiffers(let reported, let expected):
            "the characteristic that the plan names shows \(reported), and the candidate has \(expected)"
        case .shownNotAsked: "the characteristic that the plan names was not asked for"
        case .candidateWithoutBuildID: "the candidate's file has no build id"
        case .hashDiffers(let image, let reported, let expected):
            "image \(image) runs with the hash \(reported), and the candidate has \(expected)"
        case .bareHashDiffers(let reported): "the hash \(reported) is told, which is none of the candidate's"
        case .buildIDDiffers(let reported): "the build id is \(reported.shown()), which is not the candidate's"
        case .versionDiffers(let source, let reported, let expected):
            "the \(source.words) tells the version \"\(reported.shown())\", and expected is \"\(expected.shown())\""
        case .hashDigitsDiffer(let reported):
            "the firmware revision ends in \"\(reported.shown())\", and not in the digits of the candidate's hash"
        case .flashedOther(let sha256): "the rig wrote another file: SHA-256 \(sha256)"
        case .severalActive(let image): "several images \(image) are told to run"
        case .notConfirmed(let image):
            "image \(image) has the candidate's hash and runs on trial: the next reset brings the old one back"
        case .onTrial(let image): "image \(image) runs on trial: the next reset may bring another one back"
        case .nothingActive(let image): "no image \(image) is told to run"
        case .hashMissing(let image): "image \(image) is told without a hash"
        case .imageMissing(let image): "image \(image) is not told of"
        case .candidateWithoutImage(let image): "the candidate's file has no image \(image) with a hash"
        case .candidateDamaged(let image):
            "image \(image) in the candidate's file does not have the hash that it states"
        case .flashUnverified: "the rig wrote the candidate and did not read it back"
        case .versionsUnlike: "the versions that are told can be compared with nothing"
        case .unreadable(let source, let gap): "\(source.words): \(gap.words)"
        case .nothingRead: "nothing was read"
        case .changed: "it tells something else of itself than at the reading before, and nobody wrote it anew"
        }
    }
}
