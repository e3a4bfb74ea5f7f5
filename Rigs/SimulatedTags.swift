import RigKit

// The tags on every bench without real devices: a maker's orders, and their typical mistakes.

extension [TagEntry] {
    /// All tags; the door's and the poster's come first.
    static let simulatedTags: [TagEntry] = links + otherContents + otherMessages + otherChips

    /// Tags with links; those of example.com below /door belong to the door's app.
    private static let links = [
        TagEntry("doorTag", .simulated(TagModel(.ntag215, uri: "https://example.com/door/open?door=1"))),
        TagEntry("posterTag", .simulated(TagModel(.type4, uri: "https://www.example.org/poster"))),
        TagEntry(
            "lockedTag",
            .simulated(TagModel(.ntag213, .records([.uri("https://example.com/door/open?door=2")]), state: .locked))),
        TagEntry("httpTag", .simulated(TagModel(.ntag213, uri: "http://example.com/door/open?door=3"))),
        TagEntry("portTag", .simulated(TagModel(.ntag213, uri: "https://example.com:8443/door/open"))),
        TagEntry("upperTag", .simulated(TagModel(.ntag213, uri: "HTTPS://EXAMPLE.COM/door/open"))),
        TagEntry("capitalTag", .simulated(TagModel(.ntag213, uri: "https://example.com/Gate/7"))),
        TagEntry("helpTag", .simulated(TagModel(.ntag213, uri: "https://example.com/door/help/batteries"))),
        TagEntry("guestTag", .simulated(TagModel(.ntag213, uri: "https://example.com/visit?mode=guest"))),
        TagEntry("visitTag", .simulated(TagModel(.ntag213, uri: "https://example.com/visit?mode=tour"))),
        TagEntry("trunkTag", .simulated(TagModel(.ntag213, uri: "https://example.com/door/trunk/1"))),
        TagEntry("shopTag", .simulated(TagModel(.ntag213, uri: "https://shop.example.com/door/1"))),
        TagEntry("phoneNumberTag", .simulated(TagModel(.ntag213, uri: "tel:+15551234567"))),
        TagEntry("mailTag", .simulated(TagModel(.ntag213, uri: "mailto:door@example.com"))),
        TagEntry("videoCallTag", .simulated(TagModel(.ntag213, uri: "facetime://door@example.com"))),
        TagEntry("audioCallTag", .simulated(TagModel(.ntag213, uri: "facetime-audio://door@example.com"))),
        TagEntry("positionTag", .simulated(TagModel(.ntag213, uri: "geo:37.33,-122.03"))),
        TagEntry("messageTag", .simulated(TagModel(.ntag213, uri: "sms:+15551234567"))),
        TagEntry("homeTag", .simulated(TagModel(.ntag213, uri: "X-HM://0071WK4SM7OSX"))),
        TagEntry("mapsTag", .simulated(TagModel(.ntag213, uri: "http://maps.apple.com/?address=1,Infinite+Loop"))),
        TagEntry("customSchemeTag", .simulated(TagModel(.ntag213, uri: "exampledoor://open"))),
    ]

    /// Tags with records other than a link, or with more than one.
    private static let otherContents = [
        TagEntry(
            "twoLinksTag",
            .simulated(
                TagModel(
                    .ntag213, .records([.uri("https://example.com/door/first"), .uri("https://www.example.org/2")])))),
        TagEntry(
            "textFirstTag",
            .simulated(
                TagModel(
                    .ntag213, .records([.text("The door", language: "en"), .uri("https://example.com/door/open")])))),
        TagEntry(
            "androidTag",
            .simulated(
                TagModel(
                    .ntag213, .records([.uri("https://example.com/door/open"), .application("com.example.door")])))),
        TagEntry(
            "smartPosterTag",
            .simulated(TagModel(.ntag213, .records([.poster("https://example.com/door/open", title: "The door")])))),
        TagEntry("textOnlyTag", .simulated(TagModel(.ntag213, .records([.text("The door", language: "en")])))),
        TagEntry("blankTag", .simulated(TagModel(.ntag213, .blank))),
        // The door's address with the id "d", an external record of three bytes, and the text "unit 8".
        TagEntry(
            "manyRecordsTag",
            .simulated(
                message: "99011d015564046578616d706c652e636f6d2f646f6f722f6f70656e3f646f6f723d38 "
                    + "1410036578616d706c652e636f6d3a646f6f72010203 "
                    + "520a06746578742f706c61696e756e69742038")),
    ]

    /// Messages that no encoder should write.
    private static let otherMessages = [
        // The address https://example.com/door/open?door=3 in three chunks.
        TagEntry(
            "chunkedTag",
            .simulated(
                message: "b1010a55046578616d706c652e63 36000a6f6d2f646f6f722f6f70 560009656e3f646f6f723d33")),
        // The first record lacks the flag that marks it (nfc.md 1.4, row 3).
        TagEntry(
            "malformedTag",
            .simulated(message: "51011d55 046578616d706c652e636f6d2f646f6f722f6f70656e3f646f6f723d33")),
        // The address lacks the code of its prefix (complaint 22).
        TagEntry(
            "prefixlessTag",
            .simulated(message: "d1011d55 68747470733a2f2f6578616d706c652e636f6d2f646f6f722f6f70656e")),
        // The TLV's length is three bytes more than the message (complaint 19).
        TagEntry(
            "overlongTag",
            .simulated(
                TagModel(
                    .ntag213,
                    .data(bytes("0324 d1011d55046578616d706c652e636f6d2f646f6f722f6f70656e3f646f6f723d34 000000 fe"))))
        ),
    ]

    /// Other memories and other ways to read them.
    private static let otherChips = [
        // 33 and 835 bytes: with the four bytes before them they fill all 872 of an NTAG216.
        TagEntry(
            "bigTag",
            .simulated(
                TagModel(
                    .ntag216,
                    .records([.uri("https://example.com/door/open?door=9"), .filler(819)])))),
        TagEntry(
            "sectorTag",
            .simulated(TagModel(.type2large, .records([.filler(1100), .uri("https://example.com/door/open")])))),
        TagEntry(
            "smallAnswersTag",
            .simulated(
                TagModel(.type4, .records([.uri("https://example.com/door/open?door=5")]), longestAnswer: 15))),
        TagEntry("oldType4Tag", .simulated(TagModel(.type4v1, uri: "https://example.com/door/open?door=6"))),
        TagEntry(
            "extendedTag",
            .simulated(TagModel(.type4v3, .records([.filler(600), .uri("https://example.com/door/open?door=7")])))),
    ]

    private static func bytes(_ digits: String) -> [UInt8] { [UInt8](hex: digits) ?? [] }
}

extension TagPort {
    /// Returns an NTAG213 with a message in hexadecimal digits.
    fileprivate static func simulated(message digits: String) -> TagPort {
        .simulated(TagModel(.ntag213, .message([UInt8](hex: digits) ?? [])))
    }
}

extension TagRecord {
    /// Returns a text of this many full stops, used only for its length.
    fileprivate static func filler(_ count: Int) -> TagRecord {
        .media(type: "text/plain", Array(repeating: 0x2E, count: count))
    }
}
