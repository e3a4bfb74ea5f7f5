import Ground

// Accessories that no longer work after an event that they should survive, and findings of a factory check of tags.
extension FailureCode {
    static let recoveryCodes: [Entry] = [
        Entry(
            "pairing.endsRanging", "Pairing ends the accessory's ranging",
            causes: "encryption restarts the data channel's exchange", basis: "1.4"),
        Entry(
            "session.slowStart", "The accessory takes too long to report that ranging started",
            causes: "it restarts its UWB each time", basis: "2.4"),
        Entry(
            "session.slowFirstDistance", "The first distance comes too long after configureAndStart",
            causes: "it restarts its UWB each time; the first rounds fail", basis: "2.4"),
        Entry(
            "session.noStartAfterInitialize", "After an initialize while ranging the accessory does not range again",
            causes: "its state machine accepts initialize only when idle", basis: "F37"),
        Entry(
            "session.noStartAfterIdleStop", "After a stop while idle the accessory does not range",
            causes: "the stop is kept for the next session", basis: "2.4"),
        Entry(
            "session.noStartAfterEarlyConfigure",
            "After a configureAndStart before initialize the accessory does not range",
            causes: "a state remains that nothing ends", basis: "2.4"),
        Entry(
            "session.noStartAfterSecondStop", "After a second stop the accessory does not start again",
            causes: "the stop is kept for the next session", basis: "2.4"),
        Entry(
            "session.noStartAfterStop", "The accessory does not start again after it was stopped",
            causes: "its UWB is not freed", basis: "F16"),
        Entry(
            "session.noStartAfterReturn", "Back in range, the accessory does not start again",
            causes: "its own timeout leaves a session behind that refuses the next start", basis: "F16"),
        Entry(
            "session.deadAfterReturn", "Back in range, the accessory reports ranging, and nothing is measured",
            causes: "its UWB gave up after rounds without a peer, and nothing restarts it", basis: "F16"),
        Entry(
            "session.noStartAfterConnections", "After many connections the accessory no longer ranges",
            causes: "a resource is not freed on disconnect", basis: "F38"),
        Entry(
            "session.noStartAfterLoss", "The accessory does not range again after its link was lost",
            causes: "the old session is not ended", basis: "F17"),
        Entry(
            "session.noStartAfterSuspension",
            "The accessory does not range again after the app's session was suspended",
            causes: "a stop by the app is taken for the end", basis: "2.4"),
        Entry(
            "session.noStartAfterRepeatedConfigure",
            "After a repeated configureAndStart the accessory cannot be started again",
            causes: "two sessions of its UWB share one state", basis: "F18"),
        Entry(
            "session.noStartAfterBrokenExchange",
            "After an exchange that was broken off, the accessory does not complete the next one",
            causes: "it waits for configureAndStart forever", basis: "2.4"),
        Entry(
            "session.ignoresNewParameters", "New shareable configuration data while ranging are not used",
            causes: "the running session is kept", basis: "F18"),
        Entry(
            "session.busyAfterStop", "The accessory is still busy stopping when the phone comes back",
            causes: "it stops its UWB in the task that serves the link", basis: "F17"),
        Entry(
            "session.hangsUpOnWaiting", "The accessory hangs up if a phone does not continue after initialize",
            causes: "its own timeout", basis: "5.4"),
        Entry(
            "shareable.truncatedConfuses",
            "After truncated shareable configuration data the accessory does not range",
            causes: "a state remains that nothing ends", basis: "F33"),
        Entry(
            "shareable.wrongLengthConfuses", "After a wrong length byte the accessory does not start",
            causes: "a state remains that nothing ends", basis: "F33"),
        Entry(
            "message.unknownConfuses", "After an unknown message the accessory does not range",
            causes: "a default branch changes its state", basis: "F29"),
        Entry(
            "message.emptyWriteSilences", "The exchange after an empty write fails",
            causes: "the task that reads messages has ended", basis: "F33"),
        Entry(
            "message.longWriteSilences", "The exchange after a write beyond its buffer fails",
            causes: "the task that reads messages has ended", basis: "F33"),
        Entry(
            "message.trailingBytesConfuse", "Trailing bytes of a message confuse the accessory",
            causes: "the rest is taken for the next message", basis: "F34"),
        Entry(
            "exchange.silentAfterSmallMTU",
            "After a message that did not fit the ATT_MTU the accessory does not answer",
            causes: "it waits for a notification that cannot be sent", basis: "F8"),
        Entry(
            "exchange.exactMTU", "With an ATT_MTU that just holds the configuration data there is no exchange",
            causes: "a length that is off by one or by the header", basis: "F8"),
        Entry(
            "link.parametersHangUp", "The accessory hangs up if a phone keeps its own connection parameters",
            causes: "its stack insists on its own parameters", basis: "1.4"),
        Entry(
            "link.notAgainAfterRanging",
            "The accessory does not accept a connection after a link that ended while ranging",
            causes: "it advertises only when its UWB has stopped", basis: "F17, F22"),
        Entry(
            "advertising.notAgainAfterLoss", "The accessory does not come back after its link was lost",
            causes: "a lost link is not handled like a disconnect", basis: "F17, F22"),
        Entry(
            "fleet.noRangingBeside", "The accessory does not range beside another one",
            causes: "both use one session id or one channel", basis: "5.6"),
        Entry(
            "fleet.noRangingAfterOther", "The accessory does not range again after another one had its turn",
            causes: "it keeps data of the other session", basis: "F25"),
        Entry(
            "fleet.endEndsOthers", "When one accessory's session ends, another's ends too",
            causes: "both use one session id", basis: "5.6"),
        Entry(
            "power.notConnectable", "The accessory cannot be connected to after a power cycle",
            causes: "advertising starts only once; a setting is lost", basis: "F22"),
        Entry(
            "power.noRanging", "The accessory does not range after a power cycle",
            causes: "a setting is lost; the UWB does not boot", basis: "5.3"),
        Entry(
            "reset.notConnectable", "The accessory cannot be connected to after a factory reset",
            causes: "its advertising settings are wiped", basis: "F5"),
        Entry(
            "reset.noRanging", "The accessory does not range after a factory reset",
            causes: "its UWB settings are wiped", basis: "F5"),
        Entry(
            "background.stopsByItself", "The accessory stops by itself while the app is in the background",
            causes: "its own timeout", basis: "5.5"),
        Entry(
            "background.rangesNot", "The accessory does not continue ranging while the app is in the background",
            causes: "slower connection parameters starve it", basis: "5.5"),
        Entry("tag.otherChip", "The tag has a chip other than the one ordered", causes: "a wrong delivery or order"),
        Entry("tag.writable", "Anybody can write the tag", causes: "it was not locked"),
        Entry(
            "tag.noLink", "The tag holds no link that phones open", causes: "how the tag was written",
            basis: "NFC B9, NFC B10"),
        Entry(
            "tag.noScheme", "The tag's link has no scheme, such as https, so no phone opens it",
            causes: "the prefix was left out when the tag was written", basis: "NFC B10"),
        Entry("tag.otherTag", "It is the tag for another place", causes: "tags were swapped"),
        Entry("tag.doubtfulContents", "Some phones cannot use the tag's contents", causes: "how the tag was written"),
        Entry("tag.tooSmall", "The link does not fit on the tag", causes: "a tag with too little memory"),
        Entry("tag.halfRead", "Half a message was taken for a whole one", causes: "the tag was taken away early"),
        Entry(
            "tag.tornAway", "A tag that was taken away early gave a notification, or a complete one gave none",
            causes: "it was held too short or too long"),
        Entry(
            "tag.manyCommands", "Reading the tag takes more commands than it needs",
            causes: "the reader reads small blocks"),
        Entry(
            "route.notHTTPS", "The link is http, and the scenario expects the same with https",
            causes: "the tag was written with the prefix code of http", basis: "NFC U10"),
        Entry(
            "route.siteExcludes", "The site excludes this address from the app",
            causes: "the association file excludes the path", basis: "NFC U4"),
        Entry(
            "route.messageIncomplete", "The app does not get the tag's whole message",
            causes: "a phone that hands over less", basis: "NFC 4.3"),
    ]
}
