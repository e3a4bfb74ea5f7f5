import ScenarioKit

// The tags shared by scenarios and rigs, in addition to the door's and the poster's.

extension TagName {
    /// A door's tag as delivered: its address belongs to the door's app, and it is write-protected.
    public static let lockedTag: TagName = "lockedTag"
    /// The door's address with `http`.
    public static let httpTag: TagName = "httpTag"
    /// The door's address with a port.
    public static let portTag: TagName = "portTag"
    /// The door's address with scheme and host in capitals.
    public static let upperTag: TagName = "upperTag"
    /// An address of the gate with a capital in its path.
    public static let capitalTag: TagName = "capitalTag"
    /// A page of the door's manual, which the site excludes from the app.
    public static let helpTag: TagName = "helpTag"
    /// An address whose query the app claims.
    public static let guestTag: TagName = "guestTag"
    /// The same address with another query.
    public static let visitTag: TagName = "visitTag"
    /// An address of a subdomain.
    public static let shopTag: TagName = "shopTag"
    public static let phoneNumberTag: TagName = "phoneNumberTag"
    public static let mailTag: TagName = "mailTag"
    /// FaceTime addresses, with and without video.
    public static let videoCallTag: TagName = "videoCallTag"
    public static let audioCallTag: TagName = "audioCallTag"
    /// A position on a map.
    public static let positionTag: TagName = "positionTag"
    public static let messageTag: TagName = "messageTag"
    /// A HomeKit accessory's setup address.
    public static let homeTag: TagName = "homeTag"
    public static let mapsTag: TagName = "mapsTag"
    /// An address with an app's custom scheme.
    public static let customSchemeTag: TagName = "customSchemeTag"
    /// The app's link, followed by a web page's.
    public static let twoLinksTag: TagName = "twoLinksTag"
    /// A text, followed by the door's link.
    public static let textFirstTag: TagName = "textFirstTag"
    /// The door's link, followed by the name of an Android app.
    public static let androidTag: TagName = "androidTag"
    /// The door's link, only inside a Smart Poster.
    public static let smartPosterTag: TagName = "smartPosterTag"
    /// The door's link with an id, followed by a proprietary record and a text.
    public static let manyRecordsTag: TagName = "manyRecordsTag"
    /// An address of the door's app that names the trunk.
    public static let trunkTag: TagName = "trunkTag"
    public static let textOnlyTag: TagName = "textOnlyTag"
    /// Formatted, without a message.
    public static let blankTag: TagName = "blankTag"
    /// The door's link in three chunks.
    public static let chunkedTag: TagName = "chunkedTag"
    /// A message whose first record is not marked as the first.
    public static let malformedTag: TagName = "malformedTag"
    /// A link whose encoder forgot the prefix code.
    public static let prefixlessTag: TagName = "prefixlessTag"
    /// A length greater than that of the message.
    public static let overlongTag: TagName = "overlongTag"
    /// An NTAG216, filled to the last byte.
    public static let bigTag: TagName = "bigTag"
    /// A Type 2 tag of two sectors, with the link in the second.
    public static let sectorTag: TagName = "sectorTag"
    /// A Type 4 tag that returns 15 bytes at a time.
    public static let smallAnswersTag: TagName = "smallAnswersTag"
    /// A Type 4 tag of mapping version 1.
    public static let oldType4Tag: TagName = "oldType4Tag"
    /// A Type 4 tag of mapping version 3, with an extended file.
    public static let extendedTag: TagName = "extendedTag"
}
