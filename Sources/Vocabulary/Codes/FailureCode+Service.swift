import Ground

// Application services, as described in their fact sheet.
extension FailureCode {
    static let serviceCodes: [Entry] = [
        Entry(
            "services.missing", "An app's Info.plist has no application services, or not the array for its side",
            causes: "NSApplicationServices, Browses on tvOS or Advertises elsewhere was left out"),
        Entry(
            "services.nearMiss", "A key of application services is close to a known one",
            causes: "upper or lower case; a plural; a space"),
        Entry(
            "services.unknownKey", "A key of application services is not one that Apple documents there",
            causes: "it belongs only in the entries of Browses, or to something else"),
        Entry(
            "services.wrongArray", "An app has the array of the other side",
            causes: "the entry was copied: Browses is for tvOS, Advertises for the other platforms"),
        Entry(
            "services.empty", "Browses or Advertises has no entry", causes: "the entries were removed"),
        Entry(
            "services.identifier", "A service has no identifier, or one that is easily misspelt",
            causes: "NSApplicationServiceIdentifier is missing or blank, or ends in a space"),
        Entry(
            "services.duplicate", "A service is in one array twice", causes: "two changes were merged"),
        Entry(
            "services.usage", "A service has no text for the picker to show",
            causes: "NSApplicationServiceUsageDescription is missing or only spaces"),
        Entry(
            "services.usageData", "The picker's text seems not to say which data are shared",
            causes: "it only says why to connect; the check looks for English words only"),
        Entry(
            "services.platform", "A service names no platform, an unknown one, or one twice",
            causes: "NSApplicationServicePlatformSupport takes iOS, iPadOS and watchOS"),
        Entry(
            "services.notAdvertised", "A service that the TV's app browses for is missing on one of its platforms",
            causes: "the other app's Advertises lacks it, or the TV's app names one platform too many"),
        Entry(
            "services.identifierDiffers", "A service is spelt differently on the two sides",
            causes: "upper or lower case; a space; a hyphen"),
        Entry(
            "services.notBrowsed", "An app advertises a service that the TV's app does not browse for",
            causes: "the TV's app was not changed accordingly"),
        Entry(
            "services.platformLeftOut", "An app advertises a service on a platform that the TV's app leaves out",
            causes: "NSApplicationServicePlatformSupport of the TV's app lacks the platform"),
        Entry(
            "services.bundle", "The apps have different bundle identifiers",
            causes: "a suffix for the platform; apps are a universal purchase only under one identifier"),
        Entry(
            "services.leftover", "An app still has the keys for finding the other side over Bonjour itself",
            causes: "it was changed to application services, or it uses Bonjour for something else too"),
        Entry(
            "services.record", "A device's record is doubtful",
            causes: "a key is in it twice, or it is too long for one packet"),
        Entry(
            "services.framing", "A frame of an app's data has an implausible length",
            causes:
                "the header is big endian; bytes of an earlier connection were kept; the framers differ"),
        Entry(
            "services.halfFrame", "A connection ended within a frame or a message",
            causes: "the app went to the background; the link was cut; the rest is not resent automatically"),
        Entry(
            "services.control", "A message between a screen and a device's agent cannot be read",
            causes: "another version; app bytes outside data messages; a transport without encryption"),
        Entry(
            "services.outOfOrder", "A message between a screen and a device's agent came out of order",
            causes: "data was sent before hello; a connection was made over the invitation's transport"),
        Entry(
            "services.tooMany", "A screen opens more connections to a device's agent than it accepts",
            causes: "connections that are over are not closed; it reconnects without a limit or a pause"),
    ]
}
