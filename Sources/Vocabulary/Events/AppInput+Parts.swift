import Ground
import NDEF
public import TagRouting

extension AppInput {
    /// The link.
    public var url: LinkURL {
        switch self {
        case .activity(let activity): activity.webpageURL
        case .url(let url): url
        }
    }

    /// How many records of an NDEF message came along; 0 for the empty message, and where there is none.
    public var records: Int {
        guard case .activity(let activity) = self, activity.cameFromTag,
            let message = try? NDEFMessage(decoding: activity.ndefMessagePayload)
        else { return 0 }
        return message.records.count
    }
}
