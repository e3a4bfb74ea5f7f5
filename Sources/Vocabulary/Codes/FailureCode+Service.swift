import Ground

// What each code of this topic means. They rest on the fact sheet on application services.
extension FailureCode {
    static let serviceCodes: [Entry] = [
        Entry(
            "services.missing", "An app's Info.plist has no application services, or not the array of its side",
            causes: "NSApplicationServices, Browses on tvOS or Advertises elsewhere was left out"),
        Entry(
            "services.nearMiss", "A key of application services is nearly a known one",
            causes: "small and capital letters; a plural; a blank"),
        Entry(
            "services.unknownKey", "A key of application services is none that Apple names there",
            causes: "it belongs into the entries of Browses alone, or to something else"),
        Entry(
            "services.wrongArray", "An app has the array of the other side",
            causes: "the entry was copied: Browses stands on tvOS, and Advertises elsewhere"),
        Entry(
            "services.empty", "Browses or Advertises has no entry", causes: "the entries were taken out"),
        Entry(
            "services.identifier", "A service has no identifier, or one that is easily written otherwise",
            causes: "NSApplicationServiceIdentifier is missing or blank, or a blank stands at its end"),
        Entry(
            "services.duplicate", "A service stands twice in one array", causes: "two changes were merged"),
        Entry(
            "services.usage", "A service has no text that the picker could show",
            causes: "NSApplicationServiceUsageDescription is missing or has blanks alone"),
        Entry(
            "services.usageData", "The text of the picker seems not to say which data is shared",
            causes: "it says only why to connect; the check looks for English words alone"),
        Entry(
            "services.platform", "A service names no platform, one that is not known, or one twice",
            causes: "NSApplicationServicePlatformSupport takes iOS, iPadOS and watchOS"),
        Entry(
            "services.notAdvertised", "A service that the TV's app looks for is not advertised on a platform of its",
            causes: "the other app's Advertises lacks it, or the TV's app names a platform too many"),
        Entry(
            "services.identifierDiffers", "A service is written differently on two sides",
            causes: "small and capital letters; a blank; a hyphen"),
        Entry(
            "services.notBrowsed", "An app advertises a service that the TV's app does not look for",
            causes: "the TV's app was not changed along"),
        Entry(
            "services.platformLeftOut", "An app advertises a service whose platforms leave it out",
            causes: "NSApplicationServicePlatformSupport of the TV's app lacks the platform"),
        Entry(
            "services.bundle", "The apps have different bundle identifiers",
            causes: "a suffix for the platform; the apps are one purchase only under one identifier"),
        Entry(
            "services.leftover", "An app keeps what it needed to find the other side over Bonjour itself",
            causes: "it was changed to application services, or it uses Bonjour for something else too"),
        Entry(
            "services.record", "A device's record is doubtful",
            causes: "a key stands twice in it, or it is too long for one packet"),
        Entry(
            "services.framing", "A frame of an app's data has a length that cannot be meant",
            causes:
                "the header is big endian; bytes of an earlier connection were kept; the two sides have other framers"),
        Entry(
            "services.halfFrame", "A connection ended within a frame or a message",
            causes: "the app went to the background; the link was cut; the rest is not sent again by itself"),
        Entry(
            "services.control", "A message between a screen and a device's agent cannot be read",
            causes: "another version; bytes of an app outside of data messages; a transport without encryption"),
        Entry(
            "services.outOfOrder", "A message between a screen and a device's agent came when it cannot come",
            causes: "data was sent before hello; a connection was made over the invitation's transport"),
        Entry(
            "services.tooMany", "A screen opens more connections to a device's agent than that takes",
            causes: "connections that are over are not closed; it connects again without a limit, or without a pause"),
    ]
}
