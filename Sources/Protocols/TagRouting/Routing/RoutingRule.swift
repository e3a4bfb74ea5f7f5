/// The rules of background tag reading and of universal links.
///
/// B1 to B17 are numbered as in nfc.md 4.1; U1 to U19 are the rules of its section 5, and S1 to S6 those of
/// its section 4.2, numbered by this file.
public enum RoutingRule: String, Hashable, Codable, Sendable, CaseIterable {
    case b1 = "B1"
    case b2 = "B2"
    case b3 = "B3"
    case b4 = "B4"
    case b5 = "B5"
    case b6 = "B6"
    case b7 = "B7"
    case b8 = "B8"
    case b9 = "B9"
    case b10 = "B10"
    case b11 = "B11"
    case b12 = "B12"
    case b13 = "B13"
    case b14 = "B14"
    case b15 = "B15"
    case b16 = "B16"
    case b17 = "B17"
    case u1 = "U1"
    case u2 = "U2"
    case u3 = "U3"
    case u4 = "U4"
    case u5 = "U5"
    case u6 = "U6"
    case u7 = "U7"
    case u8 = "U8"
    case u9 = "U9"
    case u10 = "U10"
    case u11 = "U11"
    case u12 = "U12"
    case u13 = "U13"
    case u14 = "U14"
    case u15 = "U15"
    case u16 = "U16"
    case u17 = "U17"
    case u18 = "U18"
    case u19 = "U19"
    case s1 = "S1"
    case s2 = "S2"
    case s3 = "S3"
    case s4 = "S4"
    case s5 = "S5"
    case s6 = "S6"

    /// The text of the rule.
    public var statement: String { row.statement }

    /// The certainty of the rule.
    public var evidence: Evidence { row.evidence }

    /// nfc.md 4.1 (B), 5.1 to 5.6 (U) and 4.2 (S).
    ///
    /// The types in B16 come from third-party notes, so it counts as inferred.
    private var row: (statement: String, evidence: Evidence) {
        switch self {
        case .b1: ("iPhone XS, XR and later read tags in the background, from iOS 12 on", .documented)
        case .b2: ("the phone looks for tags only while its display is on", .documented)
        case .b3: ("a notification appears for each new tag that is read", .documented)
        case .b4: ("nothing is delivered until the notification is tapped", .documented)
        case .b5: ("a locked phone asks to be unlocked after the tap, before anything is delivered", .documented)
        case .b6: ("a notification that is not tapped stays in Notification Center", .documented)
        case .b7: ("the notification appears even when the app is in the foreground", .documented)
        case .b8: ("some uses of the phone keep it from looking for tags", .documented)
        case .b9: ("the first well-known record of the type U counts, others are skipped", .documented)
        case .b10: ("the URI must be a universal link or have a supported scheme", .documented)
        case .b11: ("a universal link opens the installed app that it belongs to", .documented)
        case .b12: ("a web address that belongs to no installed app opens in the browser", .documented)
        case .b13: ("a supported scheme opens the app of the system that handles it", .documented)
        case .b14: ("custom schemes are not supported", .documented)
        case .b15: ("a tag without a usable URI opens nothing", .unverified)
        case .b16: ("tags of the types 1 to 5 are read, MIFARE Classic is not", .inferred)
        case .b17:
            ("a tag that stays in the field is reported once; when it counts as new again is unknown", .unverified)
        case .u1: ("an app gets links only of hosts that its associated domains cover", .documented)
        case .u2:
            ("the host's association file must list the app; for a wildcard entry it is the bare domain's", .documented)
        case .u3: ("the first component whose every part matches lets the app open the link", .documented)
        case .u4: ("a component that matches and excludes keeps the link from the app", .documented)
        case .u5: ("a link that no component matches belongs to no app", .documented)
        case .u6: ("of several apps the one of the first matching entry in details opens the link", .documented)
        case .u7:
            (
                "a site whose file is missing, too large, not readable or names no app has no universal links",
                .documented
            )
        case .u8: ("choosing the browser for a domain opens the browser until that is changed", .documented)
        case .u9: ("a link with a port is taken for the browser's; what a phone makes of it is not known", .unverified)
        case .u10: ("an http link opens its app like an https one", .inferred)
        case .u11: ("Apple's tool on macOS does so, and Apple's text does not say it", .inferred)
        case .u12: ("it is decided here, without evidence", .unverified)
        case .u13: ("an App Clip may be started instead of app or browser; which comes first is unknown", .unverified)
        case .u14: ("of several entries of associated domains that cover a host, the longest counts", .documented)
        case .u15:
            ("?mode= takes the file from the site itself, only where development or management allows", .documented)
        case .u16: ("languages and regions are only those of ISO 639-1 and ISO 3166-1", .unverified)
        case .u17: ("an internationalised host and its A-labels are one host", .inferred)
        case .u18: ("what a phone makes of a link that names a user in front of its host is not known", .unverified)
        case .u19: ("whether a subdomain's own file counts for a wildcard entry too is not known", .unverified)
        case .s1: ("web addresses of maps.apple.com open Maps", .documented)
        case .s2: ("an X-HM address opens Home with the accessory's setup payload", .documented)
        case .s3: ("a scheme that people report of and Apple does not list opens nothing", .unverified)
        case .s4: ("a setting lets custom schemes through to their apps, against Apple's words", .unverified)
        case .s5: ("a position opens Maps: Apple's talk names GPS among the schemes", .documented)
        case .s6: ("a position is a geo: address; Apple does not show its form", .unverified)
        }
    }
}
