import ScenarioKit

// The tags that scenarios and rigs agree on, beside the door's and the poster's.

extension TagName {
    /// A door's tag as it is delivered: its address belongs to the door's app, and nobody can write it any more.
    public static let lockedTag: TagName = "lockedTag"
    /// The door's address with `http`.
    public static let httpTag: TagName = "httpTag"
    /// The door's address with a port.
    public static let portTag: TagName = "portTag"
    /// The door's address with scheme and host in capitals.
    public static let upperTag: TagName = "upperTag"
    /// An address of the gate with a capital in its path.
    public static let capitalTag: TagName = "capitalTag"
    /// A page of the door's manual, which the site keeps from the app.
    public static let helpTag: TagName = "helpTag"
    /// An address whose query is what the app is for.
    public static let guestTag: TagName = "guestTag"
    /// The same with another query.
    public static let visitTag: TagName = "visitTag"
    /// An address of a subdomain.
    public static let shopTag: TagName = "shopTag"
    public static let phoneNumberTag: TagName = "phoneNumberTag"
    public static let mailTag: TagName = "mailTag"
    /// Addresses of FaceTime, with and without the picture.
    public static let videoCallTag: TagName = "videoCallTag"
    public static let audioCallTag: TagName = "audioCallTag"
    /// A position on the map.
    public static let positionTag: TagName = "positionTag"
    public static let messageTag: TagName = "messageTag"
    /// A HomeKit accessory's setup address.
    public static let homeTag: TagName = "homeTag"
    public static let mapsTag: TagName = "mapsTag"
    /// An address with a scheme that an app made up.
    public static let customSchemeTag: TagName = "customSchemeTag"
    /// The app's link, and a web page's behind it.
    public static let twoLinksTag: TagName = "twoLinksTag"
    /// A text, and the door's link behind it.
    public static let textFirstTag: TagName = "textFirstTag"
    /// The door's link, and behind it the name of an Android app.
    public static let androidTag: TagName = "androidTag"
    /// The door's link inside a Smart Poster, and nowhere else.
    public static let smartPosterTag: TagName = "smartPosterTag"
    /// The door's link with an id, and behind it a record of the maker's own and a text.
    public static let manyRecordsTag: TagName = "manyRecordsTag"
    /// An address of the door's app that names the trunk.
    public static let trunkTag: TagName = "trunkTag"
    public static let textOnlyTag: TagName = "textOnlyTag"
    /// Formatted, with no message.
    public static let blankTag: TagName = "blankTag"
    /// The door's link in three chunks.
    public static let chunkedTag: TagName = "chunkedTag"
    /// A message whose first record does not say that it is the first.
    public static let malformedTag: TagName = "malformedTag"
    /// A link whose encoder forgot the code of the prefix.
    public static let prefixlessTag: TagName = "prefixlessTag"
    /// A length that says more than the message has.
    public static let overlongTag: TagName = "overlongTag"
    /// An NTAG216, full to the last byte.
    public static let bigTag: TagName = "bigTag"
    /// A Type 2 tag of two sectors, with the link in the second one.
    public static let sectorTag: TagName = "sectorTag"
    /// A Type 4 tag that answers 15 bytes at a time.
    public static let smallAnswersTag: TagName = "smallAnswersTag"
    /// A Type 4 tag of mapping version 1.
    public static let oldType4Tag: TagName = "oldType4Tag"
    /// A Type 4 tag of mapping version 3, with an extended file.
    public static let extendedTag: TagName = "extendedTag"
}
