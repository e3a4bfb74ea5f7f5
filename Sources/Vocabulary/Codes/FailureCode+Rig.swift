public import Ground

// What each code of this topic means.
extension FailureCode {
    /// The kit went away because the rig switched power, and is reopened.
    public static let kitAway: FailureCode = "kit.away"

    static let rigCodes: [Entry] = [
        Entry(
            "expectation.never", "Something was expected and never happened", causes: "see what was seen instead"),
        Entry(
            "expectation.late", "Something was expected and came after the limit",
            causes: "the limit is too short; the device was busy"),
        Entry(
            "expectation.tooSeldom", "Something was expected that did not happen often enough",
            causes: "see what was seen instead"),
        Entry(
            "expectation.tooOften", "Something happened that was not to happen, or not so often",
            causes: "see what was seen"),
        Entry(
            "expectation.somethingElse", "Something happened that nothing in the block expects or brings about",
            causes: "see what was seen"),
        Entry(
            "expectation.notObserved", "An absence was expected, and the rig did not look all the time",
            causes: "the kit or the reader was away"),
        Entry(
            "requirement.notMet", "A limit on what was measured was not kept",
            causes: "see the figure that the requirement names"),
        Entry(
            "requirement.tooFewSamples", "Too few samples to judge a limit",
            causes: "the block is too short; no step of it gives the quantity"),
        Entry("tag.notDetected", "No tag was detected", causes: "it is not at the reader; it is damaged"),
        Entry("tag.notRead", "The tag was not read in time", causes: "it was taken away too early"),
        Entry("tag.unreadable", "The tag cannot be read", causes: "it is damaged, or no NFC Forum tag"),
        Entry(
            "tag.mismatch", "The tag is not, or does not hold, what was expected",
            causes: "it was written wrongly, or is another tag"),
        Entry(
            "tag.layout", "Something about the layout of the tag's memory is worth knowing",
            causes: "how the tag was made"),
        Entry(
            "tag.platformLimit", "Some phone cannot read such a tag",
            causes: "the message is longer than that phone reads"),
        Entry(
            "tag.type2Memory", "The memory of a Type 2 tag is doubtful", causes: "a TLV or lock bits that do not fit"),
        Entry(
            "tag.type4File", "The files of a Type 4 tag are doubtful",
            causes: "a capability container that does not fit"),
        Entry("ndef.message", "The NDEF message does not parse", causes: "lengths do not fit; a flag is missing"),
        Entry("ndef.record", "A record of the NDEF message is doubtful", causes: "how the tag was written"),
        Entry("ndef.smartPoster", "A Smart Poster is doubtful", causes: "how the tag was written"),
        Entry(
            "notification.missing", "There is no notification to open",
            causes: "the tag leads nowhere; the phone reads no tags", basis: "NFC B3"),
        Entry(
            "route.nothingDelivered", "Nothing was delivered to any app",
            causes: "the notification was not tapped; the phone stayed locked", basis: "NFC B4"),
        Entry(
            "route.link", "Something about where a link leads is worth knowing",
            causes: "the scheme; what is only seen in practice"),
        Entry(
            "route.universalLink", "Something about a universal link is doubtful",
            causes: "the site's association file; the app's entitlement"),
        Entry(
            "route.associatedDomain", "An associated domain of an app is doubtful",
            causes: "how the entitlement is written"),
        Entry("route.homeKit", "A HomeKit payload is doubtful", causes: "how the tag was written"),
        Entry("association.file", "An association file is doubtful", causes: "how the file is written"),
        Entry("association.pattern", "A pattern of an association file is doubtful", causes: "how the file is written"),
        Entry("reader.failed", "The NFC reader failed while it read a tag", causes: "the reader's cable or firmware"),
        Entry("reader.unexpected", "The NFC reader answered what it was not asked", causes: "the reader's firmware"),
        Entry("reader.severalTags", "More than one tag is in the field", causes: "tags lie on each other"),
        Entry("kit.session", "The UWB kit ended or refused a session", causes: "the kit's firmware; its parameters"),
        Entry(
            "permission.notInSettings", "A permission was to be changed in Settings, where the app does not stand yet",
            causes: "the scenario changes it before the app has asked", basis: "5.4"),
        Entry(
            "kit.refusesSession", "The UWB kit cannot range with the parameters of this session",
            causes: "the kit's firmware; an id that ranges already"),
        Entry(
            "kit.roundFailed", "The UWB kit reported a ranging round in which it failed itself",
            causes: "calibration left over from other firmware; another board's pins"),
        Entry(
            "kit.otherPeer", "The UWB kit measured another peer than the session's",
            causes: "the bytes of an address are swapped", basis: "F10"),
        Entry(
            kitAway, "The UWB kit went away with the power of an accessory, and was opened again",
            causes: "both share a hub that the rig switches off"),
        Entry(
            "console.away", "The console of an accessory went away with its power, and was opened again",
            causes: "the console is the accessory's own USB"),
        Entry("kit.blindProbe", "A probe shows nothing this time", causes: "the value reads the same either way"),
        Entry("uci.framing", "Bytes of the UWB kit are no UCI packets", causes: "a line that loses bytes"),
        Entry("uci.malformed", "A UCI message does not parse", causes: "the kit's firmware"),
        Entry("uci.command", "A UCI command does not parse or came too early", causes: "the host's software"),
        Entry(
            "uci.device", "The UWB kit reports a state or an error that was not expected",
            causes: "it restarted; its firmware"),
        Entry("uci.session", "The UWB kit reports something odd about a session", causes: "its firmware"),
        Entry("uci.repeatedRound", "The UWB kit reported one ranging round twice", causes: "its firmware"),
        Entry(
            "cli.framing", "A line of the UWB kit's CLI firmware is no text",
            causes: "a line that loses bytes; another baud rate"),
        Entry(
            "cli.malformed", "What the UWB kit's CLI firmware printed does not parse", causes: "a line that loses bytes"
        ),
        Entry("cli.repeatedRound", "CLI firmware reported one ranging round twice", causes: "its firmware"),
        Entry("bench.note", "Something about the bench is worth knowing", causes: "see its words"),
        Entry("bench.kernelLost", "The kernel's own trace lacks packets", causes: "the machine was busy"),
        Entry("capture.content", "Something about a capture is doubtful", causes: "who wrote it"),
        Entry("failure.uncoded", "A run failed and names no failure", causes: "somebody changed its files"),
        Entry(
            "rig.fault", "A device of the rig failed during the run",
            causes: "a cable; the device's firmware; see the link"
        ),
        Entry(
            "rig.kitFailed", "The UWB kit failed in its own ranging rounds, so nothing that rests on them was judged",
            causes: "a full chip erase is missing; the antenna; firmware for another board"),
        Entry("rig.mute", "A device of the rig stopped reporting", causes: "it hangs; bytes were damaged on the way"),
        Entry(
            "rig.notOpened", "The bench could not be opened", causes: "a device is missing, or another program has it"),
        Entry(
            "rig.notReady", "A device of the rig was not ready in time", causes: "it is missing, or does not answer"),
        Entry(
            "rig.stage", "An accessory or a tag was not moved or switched as the scenario asks",
            causes: "the person at the bench, or the program that switches power, did not do it in time"),
        Entry(
            "rig.undecided", "A failure was seen that cannot be judged, because the rig was in doubt",
            causes: "the machine was busy; a device of the rig failed at the same time"),
        Entry(
            "scenario.invalid", "The scenario cannot be played as it is written",
            causes: "trammel check lists its problems"),
        Entry("scenario.noEvidence", "No step of the scenario checked anything", causes: "it has no expectations"),
        Entry(
            "scenario.tamperedNothing", "The phone did not send the messages that were to be dropped or corrupted",
            causes: "the block sends fewer messages of that kind than it names"),
        Entry(
            "run.withoutKit", "A part of the scenario was not judged, because the rig has no UWB kit",
            causes: "the rig has uwb=none"),
        Entry("run.stepsMissing", "Fewer steps were played than the scenario has", causes: "a defect of this program"),
        Entry("run.notPlayed", "The run could not be played", causes: "see the reason"),
        Entry("run.notJudged", "A replayed run could not be judged", causes: "its trace changed, or cannot be read"),
        Entry("run.lost", "The program that played the run was ended", causes: "a crash; a signal; no memory"),
        Entry(
            "evidence.notWritten", "The evidence of the run could not be written",
            causes: "the disk is full or read-only"),
        Entry(
            "evidence.newer", "The files that the run left have a format that this program does not know",
            causes: "another version of the program wrote them"),
        Entry(
            "evidence.contradicts", "The files that the run left contradict each other", causes: "somebody changed them"
        ),
        Entry(
            "evidence.unreadable", "The files that the run left cannot be read",
            causes: "they were cut off or changed; a folder of something else"),
        Entry(
            "evidence.unended", "The run has no verdict: it did not end, or it is still played",
            causes: "the program was ended; the folder was copied too soon"),
        Entry(
            "evidence.edited", "A verdict changed after it was imported into the history", causes: "somebody changed it"
        ),
        Entry(
            "run.coverage", "Fewer scenarios were played than were required",
            causes: "the rig cannot play them; runs were skipped"),
        Entry("run.error", "The rig was wrong: the run says nothing about the accessory", causes: "see the reason"),
        Entry("run.timedOut", "The run took longer than it may", causes: "the bench stood still"),
        Entry("run.skipped", "The rig cannot play the scenario", causes: "see the reason"),
        Entry("run.aborted", "A person or a signal ended the run", causes: "see who did"),
    ]
}

// What each code of this topic means.
extension FailureCode {
    static let pairingCodes: [Entry] = [
        Entry(
            "pairing.failed", "Pairing ended without a key",
            causes: "the accessory's input and output capabilities do not fit; it is not in a state in which it pairs",
            basis: "1.4"),
        Entry(
            "pairing.unanswered", "The link was not encrypted in time", causes: "the accessory does not answer pairing",
            basis: "1.4"),
        Entry(
            "pairing.linkLost", "The link went while it was being encrypted", causes: "the accessory resets at pairing",
            basis: "1.4"),
        Entry(
            "pairing.impossible", "The accessory cannot be paired with", causes: "its stack is built without pairing",
            basis: "1.4"),
        Entry(
            "pairing.tooEarly", "The accessory asks for pairing before it refused anything for want of it",
            causes: "firmware sends a Security Request at every connection", basis: "1.4"),
        Entry(
            "pairing.forgotten", "The accessory does not know the phone any more that paired with it",
            causes: "bonds are not stored, or are overwritten", basis: "1.4"),
        Entry(
            "pairing.forgottenWithoutPower",
            "The accessory forgets the phones that paired with it when it loses its power",
            causes: "bonds are kept in memory only", basis: "1.4"),
        Entry(
            "pairing.notAgain", "The accessory does not pair again with a phone that lost its key",
            causes: "it keeps the old bond and refuses a new one", basis: "1.4"),
        Entry(
            "pairing.deafAfterwards", "After pairing the accessory takes no message any more",
            causes: "subscriptions or attributes are lost when encryption begins", basis: "1.4"),
        Entry(
            "background.noService", "The accessory has no Nearby Interaction service",
            causes: "the service for background sessions is not built in", basis: "1.4"),
        Entry(
            "background.unprotected", "The configuration data for the background can be read without encryption",
            causes: "the characteristic has no permission for encryption", basis: "1.4"),
        Entry(
            "background.refused", "The read of the configuration data for the background was refused",
            causes: "the characteristic asks for more than encryption", basis: "1.4"),
        Entry(
            "background.otherConfiguration",
            "The configuration data for the background are not what the accessory sent last",
            causes: "the characteristic is written once and not with each initialize", basis: "1.4"),
        Entry(
            "background.unanswered", "The read of the configuration data for the background was not answered",
            causes: "its ATT server hangs"),
        Entry(
            "console.error", "The accessory's console speaks of an error",
            causes: "firmware logs an error although all went well on the air"),
    ]
}
