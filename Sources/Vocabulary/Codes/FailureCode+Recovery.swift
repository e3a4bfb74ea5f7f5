import Ground

// What each code of this topic means: what an accessory does no more after something that it should bear, and what a
// factory finds out about a tag.
extension FailureCode {
    static let recoveryCodes: [Entry] = [
        Entry(
            "pairing.endsRanging", "Pairing ends the accessory's ranging",
            causes: "encryption restarts what the data channel had begun", basis: "1.4"),
        Entry(
            "session.slowStart", "The accessory takes too long to say that ranging started",
            causes: "it starts its UWB anew each time", basis: "2.4"),
        Entry(
            "session.slowFirstDistance", "The first distance comes too long after configureAndStart",
            causes: "it starts its UWB anew each time; rounds fail at first", basis: "2.4"),
        Entry(
            "session.noStartAfterInitialize", "After an initialize while ranging the accessory does not range again",
            causes: "a state machine that knows initialize only when idle", basis: "F37"),
        Entry(
            "session.noStartAfterIdleStop", "After a stop while idle the accessory does not range",
            causes: "the stop is kept for the next session", basis: "2.4"),
        Entry(
            "session.noStartAfterEarlyConfigure",
            "After a configureAndStart before initialize the accessory does not range",
            causes: "a state is left that nothing ends", basis: "2.4"),
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
            "session.deadAfterReturn", "Back in range, the accessory says that it ranges, and nothing is measured",
            causes: "its UWB gave up on rounds that found nobody, and nothing starts it again", basis: "F16"),
        Entry(
            "session.noStartAfterConnections", "After many connections the accessory no longer ranges",
            causes: "something is not freed at a disconnect", basis: "F38"),
        Entry(
            "session.noStartAfterLoss", "The accessory does not range again after its link was lost",
            causes: "the old session is not ended", basis: "F17"),
        Entry(
            "session.noStartAfterSuspension",
            "The accessory does not range again after the app's session was suspended",
            causes: "a stop of the app is taken for the end", basis: "2.4"),
        Entry(
            "session.noStartAfterRepeatedConfigure",
            "After a repeated configureAndStart the accessory cannot be started again",
            causes: "two sessions of its UWB share one state", basis: "F18"),
        Entry(
            "session.noStartAfterBrokenExchange",
            "An exchange that was broken off keeps the accessory from the next one",
            causes: "it waits for configureAndStart for ever", basis: "2.4"),
        Entry(
            "session.ignoresNewParameters", "New shareable configuration data while ranging are not used",
            causes: "the running session is kept", basis: "F18"),
        Entry(
            "session.busyAfterStop", "The accessory is still busy with a stop when the phone comes back",
            causes: "it stops its UWB in the task that serves the link", basis: "F17"),
        Entry(
            "session.hangsUpOnWaiting", "The accessory hangs up when a phone does not go on after initialize",
            causes: "a timeout of its own", basis: "5.4"),
        Entry(
            "shareable.truncatedConfuses",
            "After shareable configuration data that were cut short the accessory does not range",
            causes: "a state is left that nothing ends", basis: "F33"),
        Entry(
            "shareable.wrongLengthConfuses", "After a wrong length byte the accessory does not start",
            causes: "a state is left that nothing ends", basis: "F33"),
        Entry(
            "message.unknownConfuses", "After a message that the accessory does not know it does not range",
            causes: "a default branch changes its state", basis: "F29"),
        Entry(
            "message.emptyWriteSilences", "The exchange after an empty write fails",
            causes: "the task that reads messages has ended", basis: "F33"),
        Entry(
            "message.longWriteSilences", "The exchange after a write beyond its buffer fails",
            causes: "the task that reads messages has ended", basis: "F33"),
        Entry(
            "message.trailingBytesConfuse", "Bytes behind the end of a message confuse the accessory",
            causes: "the rest is taken for the next message", basis: "F34"),
        Entry(
            "exchange.silentAfterSmallMTU",
            "After a message that did not fit the ATT_MTU the accessory does not answer",
            causes: "a notification that cannot be sent is waited for", basis: "F8"),
        Entry(
            "exchange.exactMTU", "With an ATT_MTU that just holds the configuration data there is no exchange",
            causes: "a length that is off by one or by the header", basis: "F8"),
        Entry(
            "link.parametersHangUp", "The accessory hangs up when a phone leaves the connection parameters as they are",
            causes: "its stack insists on its own parameters", basis: "1.4"),
        Entry(
            "link.notAgainAfterRanging", "After a link that ended while ranging the accessory cannot be connected to",
            causes: "it advertises only when its UWB has stopped", basis: "F17, F22"),
        Entry(
            "advertising.notAgainAfterLoss", "The accessory does not come back after its link was lost",
            causes: "a loss is not handled like a disconnect", basis: "F17, F22"),
        Entry(
            "fleet.noRangingBeside", "Beside another accessory the accessory does not range",
            causes: "both use one session id or one channel", basis: "5.6"),
        Entry(
            "fleet.noRangingAfterOther", "After another accessory had its turn the accessory does not range again",
            causes: "it keeps what it heard of the other session", basis: "F25"),
        Entry(
            "fleet.endEndsOthers", "When the session of one accessory ends, that of another one ends too",
            causes: "both use one session id", basis: "5.6"),
        Entry(
            "power.notConnectable", "After a power cycle the accessory cannot be connected to",
            causes: "advertising starts only once; a setting is lost", basis: "F22"),
        Entry(
            "power.noRanging", "After a power cycle the accessory does not range",
            causes: "a setting is lost; the UWB does not boot", basis: "5.3"),
        Entry(
            "reset.notConnectable", "After a factory reset the accessory cannot be connected to",
            causes: "the settings of its advertising are wiped", basis: "F5"),
        Entry(
            "reset.noRanging", "After a factory reset the accessory does not range",
            causes: "the settings of its UWB are wiped", basis: "F5"),
        Entry(
            "background.stopsByItself", "The accessory stops by itself while the app is in the background",
            causes: "a timeout of its own", basis: "5.5"),
        Entry(
            "background.rangesNot", "The accessory does not range on while the app is in the background",
            causes: "slower connection parameters starve it", basis: "5.5"),
        Entry("tag.otherChip", "The tag has another chip than was ordered", causes: "the delivery; the order"),
        Entry("tag.writable", "Anybody can write the tag", causes: "it was not locked"),
        Entry(
            "tag.noLink", "The tag holds no link that phones open", causes: "how the tag was written",
            basis: "NFC B9, NFC B10"),
        Entry("tag.otherTag", "It is the tag of another place", causes: "tags were swapped"),
        Entry("tag.doubtfulContents", "Some phones cannot use what is on the tag", causes: "how the tag was written"),
        Entry("tag.tooSmall", "The link does not fit on the tag", causes: "a tag with too little memory"),
        Entry("tag.halfRead", "Half a message was taken for a whole one", causes: "the tag was taken away early"),
        Entry(
            "tag.tornAway", "A tag that was taken away early brought a notification, or a whole one brought none",
            causes: "how long it was held"),
        Entry(
            "tag.manyCommands", "Reading the tag takes more commands than it needs",
            causes: "the reader asks for little at a time"),
        Entry(
            "tag.shortReads", "The phone asks the tag for less than it answers at a time",
            causes: "the capability container"),
        Entry(
            "route.takenAwayEarly", "People take the phone away before the tag is read",
            causes: "reading takes too long"),
        Entry(
            "route.siteExcludes", "The site keeps this address from the app",
            causes: "the association file excludes the path", basis: "NFC U4"),
        Entry(
            "route.messageIncomplete", "The app does not get the whole message of the tag",
            causes: "a phone that hands over less", basis: "NFC 4.3"),
    ]
}
