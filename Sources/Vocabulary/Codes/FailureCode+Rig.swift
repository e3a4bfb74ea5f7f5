public import Ground

// Expectations, tags, devices of the rig and the run itself.
extension FailureCode {
    /// The kit went away because the rig switched power, and is reopened.
    public static let kitAway: FailureCode = "kit.away"
    /// Marks a failure that rests on silence, on a rig without a reference.
    public static let witnessNone: FailureCode = "witness.none"
    public static let powerLate: FailureCode = "power.late"
    public static let consoleNoise: FailureCode = "console.noise"
    public static let consoleClear: FailureCode = "console.clear"
    public static let consoleGone: FailureCode = "console.gone"
    public static let consoleAway: FailureCode = "console.away"

    /// The rig has no UWB kit, so a part of the scenario was not judged.
    public static let withoutKit: FailureCode = "run.withoutKit"

    static let rigCodes: [Entry] = [
        Entry(
            "expectation.never", "An expected event never happened", causes: "see what was seen instead"),
        Entry(
            "expectation.late", "An expected event came after the limit",
            causes: "the limit is too short; the device was busy"),
        Entry(
            "expectation.notInTime",
            "An expected event did not come in time, and the wait for it ended before it could count as absent",
            causes: "the link was lost; the phone sent its next message, or tried again"),
        Entry(
            "expectation.tooSeldom", "An expected event did not happen often enough",
            causes: "see what was seen instead"),
        Entry(
            "expectation.tooOften", "An event happened too often, or should not have happened at all",
            causes: "see what was seen"),
        Entry(
            "expectation.somethingElse", "An event happened that nothing in the block expects or causes",
            causes: "see what was seen"),
        Entry(
            "expectation.notObserved", "An absence was expected, and the rig was not watching all the time",
            causes: "the kit or the reader was away"),
        Entry(
            "requirement.notMet", "A limit on a measurement was not kept",
            causes: "see the figure that the requirement names"),
        Entry(
            "requirement.tooFewSamples", "Too few samples to judge a limit",
            causes: "the block is too short; none of its steps measures the quantity"),
        Entry("tag.notDetected", "No tag was detected", causes: "it is not at the reader; it is damaged"),
        Entry("tag.notRead", "The tag was not read in time", causes: "it was taken away too early"),
        Entry("tag.unreadable", "The tag cannot be read", causes: "it is damaged, or no NFC Forum tag"),
        Entry(
            "tag.mismatch", "The tag is not, or does not hold, the expected one",
            causes: "it was written incorrectly, or is another tag"),
        Entry(
            "tag.layout", "The layout of the tag's memory is unusual",
            causes: "the way the tag was made"),
        Entry(
            "tag.type2Memory", "The memory of a Type 2 tag is doubtful", causes: "a TLV or lock bits that do not fit"),
        Entry(
            "tag.type4File", "The files of a Type 4 tag are doubtful",
            causes: "a capability container that does not fit"),
        Entry("ndef.message", "The NDEF message does not parse", causes: "lengths do not fit; a flag is missing"),
        Entry("ndef.record", "A record of the NDEF message is doubtful", causes: "the way the tag was written"),
        Entry("ndef.smartPoster", "A Smart Poster is doubtful", causes: "the way the tag was written"),
        Entry(
            "notification.missing", "There is no notification to open",
            causes: "the tag leads nowhere; the phone reads no tags", basis: "NFC B3"),
        Entry(
            "route.nothingDelivered", "Nothing was delivered to any app",
            causes: "the notification was not tapped; the phone stayed locked", basis: "NFC B4"),
        Entry(
            "route.link", "A link's destination has a peculiarity",
            causes: "the scheme; a rule that is only seen in practice"),
        Entry(
            "route.universalLink", "A universal link is doubtful",
            causes: "the site's association file; the app's entitlement"),
        Entry(
            "route.associatedDomain", "An associated domain of an app is doubtful",
            causes: "the way the entitlement is written"),
        Entry("route.homeKit", "A HomeKit payload is doubtful", causes: "the way the tag was written"),
        Entry("association.file", "An association file is doubtful", causes: "the way the file is written"),
        Entry(
            "association.pattern", "A pattern of an association file is doubtful", causes: "the way the file is written"
        ),
        Entry("reader.failed", "The NFC reader failed while it read a tag", causes: "the reader's cable or firmware"),
        Entry("reader.unexpected", "The NFC reader sent an unsolicited answer", causes: "the reader's firmware"),
        Entry("reader.severalTags", "More than one tag is in the field", causes: "tags lie on each other"),
        Entry("kit.session", "The UWB kit ended or refused a session", causes: "the kit's firmware; its parameters"),
        Entry(
            "permission.notInSettings", "A permission was changed in Settings, where the app is not listed yet",
            causes: "the scenario changes it before the app has asked", basis: "5.4"),
        Entry(
            "kit.refusesSession", "The UWB kit cannot range with the parameters of this session",
            causes: "the kit's firmware; an id that is already ranging"),
        Entry(
            "kit.roundFailed", "The UWB kit reported a ranging round that failed in the kit itself",
            causes: "leftover calibration of other firmware; another board's pins"),
        Entry(
            "kit.otherPeer", "The UWB kit measured a peer other than the session's",
            causes: "the bytes of an address are swapped", basis: "F10"),
        Entry(
            kitAway, "The UWB kit went away with an accessory's power and was opened again",
            causes: "both share a hub that the rig switches off"),
        Entry(
            consoleGone, "An accessory's console went away with its power",
            causes: "the console is the accessory's own USB"),
        Entry(
            consoleAway, "An accessory's console is back after it went away with its power",
            causes: "the console is the accessory's own USB"),
        Entry(
            consoleNoise, "An accessory's console prints bytes that are no text",
            causes: "another baud rate; a binary log without its decoder"),
        Entry(
            consoleClear, "An accessory's console prints text again after noise",
            causes: "its firmware prints at another rate than its boot loader"),
        Entry(
            powerLate, "An accessory's power went off only after its switch had reported that it was back",
            causes: "the program that switches it ends too early"),
        Entry(
            "stage.notCleared", "A program did not take a tag away, or unblock a radio, at the end of a run",
            causes:
                "the device is stuck; call its program by hand, as door-tag remove doorTag or door-air unblock uwb door"
        ),
        Entry(
            "stage.evidence",
            "An act of one of the bench's programs was commanded, read back, witnessed or contradicted",
            causes: "an exit status is no evidence, and some devices cannot read their state back"),
        Entry("kit.blindProbe", "This probe is inconclusive", causes: "the value reads the same either way"),
        Entry("uci.framing", "The UWB kit sent bytes that are no UCI packets", causes: "a line that loses bytes"),
        Entry("uci.malformed", "A UCI message does not parse", causes: "the kit's firmware"),
        Entry("uci.command", "A UCI command does not parse or came too early", causes: "the host's software"),
        Entry(
            "uci.device", "The UWB kit reports an unexpected state or error",
            causes: "it restarted; its firmware"),
        Entry("uci.session", "The UWB kit reports an inconsistency in a session", causes: "its firmware"),
        Entry("uci.repeatedRound", "The UWB kit reported one ranging round twice", causes: "its firmware"),
        Entry(
            "cli.framing", "The UWB kit's CLI firmware printed a line that is not text",
            causes: "a line that loses bytes; another baud rate"),
        Entry(
            "cli.malformed", "A line of the UWB kit's CLI firmware does not parse", causes: "a line that loses bytes"
        ),
        Entry("cli.repeatedRound", "CLI firmware reported one ranging round twice", causes: "its firmware"),
        Entry(
            "bench.busy", "Another command has a device of the bench, so nothing was begun",
            causes: "a run, gate or search that has not ended; its process is named"),
        Entry(
            "witness.reference", "The rig's own device was shown to work after a verdict that rests on silence",
            causes: "the rig has a reference, and it was heard"),
        Entry(
            witnessNone, "A failure rests on the assumption that a device of the rig can hear",
            causes: "the rig has no reference accessory or tag: see Rigs/README.md"),
        Entry(
            "bench.doctor", "The machine was examined before the run",
            causes: "see its text; 'doctor' has the remedies"),
        Entry("bench.note", "The bench reports a remark", causes: "see its text"),
        Entry("bench.kernelLost", "The kernel's own trace is missing packets", causes: "the machine was busy"),
        Entry("capture.content", "A capture's content is doubtful", causes: "the program that wrote it"),
        Entry("failure.uncoded", "A run failed without naming a failure", causes: "its files were edited"),
        Entry(
            "rig.fault", "A device of the rig failed during the run",
            causes: "a cable; the device's firmware; see the link"
        ),
        Entry(
            "rig.kitFailed", "The UWB kit failed in its own ranging rounds, so nothing that depends on them was judged",
            causes: "a full chip erase is missing; the antenna; firmware for another board"),
        Entry("rig.mute", "A device of the rig stopped reporting", causes: "it hangs; bytes were corrupted in transit"),
        Entry(
            "rig.notOpened", "The bench could not be opened", causes: "a device is missing, or another program has it"),
        Entry(
            "rig.notReady", "A device of the rig was not ready in time", causes: "it is missing, or does not answer"),
        Entry(
            "rig.stage", "An accessory or tag was not moved or switched as the scenario requires",
            causes: "the person at the bench, or one of the bench's programs, did not do it in time"),
        Entry(
            "rig.undecided", "A result cannot be judged, because the rig was in doubt",
            causes:
                "the machine was busy; a device of the rig failed at the same time; nothing shows that a program did "
                + "what it was asked; a position is not known well enough"),
        Entry(
            "scenario.invalid", "The scenario cannot be played as written",
            causes: "trammel check lists its problems"),
        Entry("scenario.noEvidence", "No step of the scenario checked anything", causes: "it has no expectations"),
        Entry(
            "scenario.tamperedNothing", "The phone did not send the messages to be dropped or corrupted",
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
            "evidence.newer", "The run's files have a format that this program does not know",
            causes: "another version of the program wrote them"),
        Entry(
            "evidence.contradicts", "The run's files contradict each other", causes: "they were edited"
        ),
        Entry(
            "evidence.unreadable", "The run's files cannot be read",
            causes: "they were truncated or changed; the folder holds something else"),
        Entry(
            "evidence.unended", "The run has no verdict: it did not end, or is still playing",
            causes: "the program was ended; the folder was copied too soon"),
        Entry(
            "evidence.edited", "A verdict changed after it was imported into the history", causes: "it was edited"
        ),
        Entry(
            "run.coverage", "Fewer scenarios were played than were required",
            causes: "the rig cannot play them; runs were skipped"),
        Entry("run.error", "The rig was at fault: the run says nothing about the accessory", causes: "see the reason"),
        Entry("run.timedOut", "The run took longer than permitted", causes: "the bench stalled"),
        Entry("run.skipped", "The rig cannot play the scenario", causes: "see the reason"),
        Entry("run.aborted", "A person or a signal ended the run", causes: "see the reason"),
    ]
}

// Pairing, and background sessions.
extension FailureCode {
    static let pairingCodes: [Entry] = [
        Entry(
            "pairing.failed", "Pairing ended without a key",
            causes: "the accessory's input and output capabilities do not fit; it is not in pairing mode",
            basis: "1.4"),
        Entry(
            "pairing.unanswered", "The link was not encrypted in time", causes: "the accessory does not answer pairing",
            basis: "1.4"),
        Entry(
            "pairing.linkLost", "The link was lost while it was being encrypted",
            causes: "the accessory resets during pairing",
            basis: "1.4"),
        Entry(
            "pairing.impossible", "The accessory does not support pairing",
            causes: "its stack is built without pairing",
            basis: "1.4"),
        Entry(
            "pairing.tooEarly", "The accessory asks for pairing before it refused a request for lack of it",
            causes: "the firmware sends a Security Request at every connection", basis: "1.4"),
        Entry(
            "pairing.forgotten", "The accessory no longer knows a phone that paired with it",
            causes: "bonds are not stored, or are overwritten", basis: "1.4"),
        Entry(
            "pairing.forgottenWithoutPower",
            "The accessory forgets paired phones when it loses power",
            causes: "bonds are kept in memory only", basis: "1.4"),
        Entry(
            "pairing.notAgain", "The accessory does not pair again with a phone that lost its key",
            causes: "it keeps the old bond and refuses a new one", basis: "1.4"),
        Entry(
            "pairing.deafAfterwards", "The accessory accepts no messages after pairing",
            causes: "subscriptions or attributes are lost when encryption begins", basis: "1.4"),
        Entry(
            "background.noService", "The accessory has no Nearby Interaction service",
            causes: "the service for background sessions is not built in", basis: "1.4"),
        Entry(
            "background.unprotected", "The background configuration data can be read without encryption",
            causes: "the characteristic does not require encryption", basis: "1.4"),
        Entry(
            "background.refused", "The read of the background configuration data was refused",
            causes: "the characteristic requires more than encryption", basis: "1.4"),
        Entry(
            "background.otherConfiguration",
            "The background configuration data differ from the accessory's last message",
            causes: "the characteristic is written once instead of with each initialize", basis: "1.4"),
        Entry(
            "background.zeroed", "The background configuration data are all zeroes",
            causes: "the characteristic is cleared when ranging starts; it was never written", basis: "1.5"),
        Entry(
            "background.unanswered", "The read of the background configuration data was not answered",
            causes: "its ATT server hangs"),
        Entry(
            "console.error", "The accessory's console reports an error",
            causes: "the firmware logs an error although all went well over the air"),
    ]
}
