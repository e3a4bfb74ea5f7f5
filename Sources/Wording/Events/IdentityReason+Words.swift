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
            "the \(source.words) reports the candidate's version \"\(text.shown())\""
        case .bareHashAgrees: "a hash reported without the image's state is the candidate's"
        case .hashDigitsAgree: "the firmware revision ends in the digits of the candidate's hash"
        case .shownHashAgrees(let count):
            "\(counted(count, "byte")) in the plan's characteristic are the candidate's"
        case .shownHashDiffers(let reported, let expected):
            "the plan's characteristic shows \(reported), but the candidate has \(expected)"
        case .shownNotAsked: "the plan's characteristic was not read"
        case .candidateWithoutBuildID: "the candidate's file has no build id"
        case .hashDiffers(let image, let reported, let expected):
            "image \(image) runs with the hash \(reported), but the candidate has \(expected)"
        case .bareHashDiffers(let reported): "the reported hash \(reported) is none of the candidate's"
        case .buildIDDiffers(let reported): "the build id is \(reported.shown()), which is not the candidate's"
        case .versionDiffers(let source, let reported, let expected):
            "the \(source.words) reports the version \"\(reported.shown())\" instead of \"\(expected.shown())\""
        case .hashDigitsDiffer(let reported):
            "the firmware revision ends in \"\(reported.shown())\"instead of the digits of the candidate's hash"
        case .flashedOther(let sha256): "the rig wrote another file: SHA-256 \(sha256)"
        case .severalActive(let image): "several images \(image) are reported as running"
        case .notConfirmed(let image):
            "image \(image) has the candidate's hash and runs on trial: the next reset brings the old one back"
        case .onTrial(let image): "image \(image) runs on trial: the next reset may bring another one back"
        case .nothingActive(let image): "no image \(image) is reported as running"
        case .hashMissing(let image): "image \(image) is reported without a hash"
        case .imageMissing(let image): "image \(image) is not reported"
        case .candidateWithoutImage(let image): "the candidate's file has no image \(image) with a hash"
        case .candidateDamaged(let image):
            "image \(image) in the candidate's file does not have the hash that it states"
        case .flashUnverified: "the rig wrote the candidate and did not read it back"
        case .versionsUnlike: "the reported versions cannot be compared with anything"
        case .unreadable(let source, let gap): "\(source.words): \(gap.words)"
        case .nothingRead: "nothing was read"
        case .changed: "it reports a different identity than at the previous reading, although it was not flashed"
        }
    }
}
