import Ground

// Sessions, their parameters, and ranging.
extension FailureCode {
    static let sessionCodes: [Entry] = [
        Entry(
            "session.neverStarted", "The accessory never reported that ranging started",
            causes: "its UWB refuses the parameters; it does not send the message", basis: "F2"),
        Entry(
            "session.rangesNot", "The accessory reported ranging, and the kit measured nothing",
            causes: "it ranges with parameters other than the phone's; its antenna is off", basis: "F10, F13"),
        Entry(
            "session.phyMismatch", "The kit heard ranging frames and could not decode their PHY",
            causes: "preamble code, SFD, data rate or channel differ"),
        Entry(
            "session.stsMismatch", "The kit heard ranging frames with another scrambled timestamp sequence",
            causes: "the static STS IV, the vendor id or the session key differs", basis: "F12"),
        Entry(
            "session.macMismatch", "The kit heard ranging frames whose MAC frame it could not decode",
            causes: "addresses or the MAC checksum differ"),
        Entry(
            "session.elementsMismatch", "The kit heard ranging frames whose information elements do not fit",
            causes: "another FiRa version; both sides take the same role"),
        Entry(
            "session.startedTwice", "The accessory reported twice that ranging started",
            causes: "two tasks report one event", basis: "2.2"),
        Entry(
            "session.startedUnasked", "The accessory reported that ranging started without being configured",
            causes: "a message of an earlier session", basis: "2.2"),
        Entry(
            "session.stoppedUnasked", "The accessory reported that ranging stopped without being asked",
            causes: "its own timeout; a failure of its UWB", basis: "2.4"),
        Entry(
            "session.saysStoppedWhileRanging", "The accessory reports that it stopped while it continues ranging",
            causes: "the message does not come from its UWB", basis: "2.4"),
        Entry(
            "session.stopUnanswered", "The accessory does not report that ranging stopped",
            causes: "stop is not handled; the message is not sent", basis: "2.4"),
        Entry(
            "session.idleStopUnanswered", "The accessory does not answer stop while it is idle",
            causes: "stop is handled only while it ranges", basis: "2.4"),
        Entry(
            "session.slowStop", "The accessory takes too long to stop", causes: "it waits for its UWB and blocks",
            basis: "2.4"),
        Entry(
            "session.startsLeak", "The accessory stops starting after many starts and stops",
            causes: "sessions of its UWB are not freed", basis: "F16"),
        Entry(
            "session.stopsLeak", "The accessory no longer stops after many starts and stops",
            causes: "sessions of its UWB are not freed", basis: "F16"),
        Entry(
            "session.impatient",
            "The accessory does not wait for configureAndStart as long as a user may take to answer",
            causes: "its own timeout", basis: "5.4"),
        Entry(
            "session.noStartWithoutInitialize",
            "The accessory does not range again on new shareable configuration data without initialize",
            causes: "it expects initialize before each start", basis: "F15"),
        Entry(
            "session.noStartWithoutStop", "A start without a stop before it fails",
            causes: "the accessory believes that it is still ranging", basis: "F16"),
        Entry(
            "session.noStartAfterDisconnect", "The accessory does not start again after a disconnect while ranging",
            causes: "the old session is not ended", basis: "F17"),
        Entry(
            "session.rangesAfterStop", "The accessory reports that it stopped and continues ranging",
            causes: "stop does not reach its UWB", basis: "2.2"),
        Entry(
            "session.rangesAfterDisconnect", "The accessory continues ranging after the link is gone",
            causes: "a disconnect does not stop its UWB", basis: "F17"),
        Entry(
            "session.repeatedConfigureEnds", "A repeated configureAndStart ends the accessory's ranging",
            causes: "the second start fails and ends the first one too", basis: "F18"),
        Entry(
            "session.secondConfigureLeaks",
            "A second configureAndStart starts a second session, and stop ends only one of them",
            causes: "sessions are not looked up by their id", basis: "F18"),
        Entry(
            "session.answersOutOfOrder",
            "The answer to initialize came before the answer to the preceding stop",
            causes: "two tasks answer", basis: "F35"),
        Entry(
            "session.lateAnswer", "A message that an app waits for did not come in time",
            causes: "the accessory is busy or dropped it", basis: "2.4"),
        Entry(
            "session.addressClash", "Another accessory ranges under the same short address",
            causes: "the address is a constant of the firmware", basis: "3.3"),
        Entry(
            "session.notRun", "The app ran a session that cannot run now",
            causes: "it is suspended, has no configuration, or the app does not run"),
        Entry(
            "session.invalidated", "The session was invalidated", causes: "the system or the phone's limits ended it",
            basis: "5.1"),
        Entry(
            "shareable.field", "A field of the shareable configuration data has a value that phones never send",
            causes: "a scenario chose it", basis: "4.1"),
        Entry(
            "shareable.deviation", "The shareable configuration data differ from a phone's",
            causes: "a scenario chose them", basis: "4.1"),
        Entry(
            "shareable.truncatedAccepted", "The accessory accepts truncated shareable configuration data",
            causes: "the length byte is not compared with the received bytes", basis: "F33"),
        Entry(
            "parameters.sessionIDReversed", "The accessory reads the session id with its bytes in the wrong order",
            causes: "the field is little endian", basis: "F10"),
        Entry(
            "parameters.sessionIDOneByte", "The accessory keeps only the low byte of the session id",
            causes: "a field of the wrong type", basis: "F11"),
        Entry(
            "parameters.sessionIDTwoBytes", "The accessory keeps only the low two bytes of the session id",
            causes: "a field of the wrong type", basis: "F11"),
        Entry(
            "parameters.zeroSessionID", "The accessory does not range with the session id 0",
            causes: "0 is taken to mean no session", basis: "F11"),
        Entry(
            "parameters.phoneAddressReversed",
            "The accessory reads the phone's short address with its bytes in the wrong order",
            causes: "the field is little endian", basis: "F10"),
        Entry(
            "parameters.intervalReversed", "The accessory reads the ranging interval with its bytes in the wrong order",
            causes: "the field is little endian", basis: "F10"),
        Entry(
            "parameters.ownInterval", "The accessory ranges at its own interval",
            causes: "the interval is a constant of the firmware", basis: "F10"),
        Entry(
            "parameters.vectorReversed", "The accessory uses the static STS IV in reverse",
            causes: "one vendor's stack expects the bytes reversed", basis: "F12"),
        Entry(
            "parameters.slotsFixed", "The accessory ranges with its own slot duration instead of the phone's",
            causes: "the slot duration is a constant of the firmware", basis: "F13"),
        Entry(
            "parameters.slotsRefused", "The accessory refuses the slot duration that phones use",
            causes: "its stack supports only slots of 2 ms", basis: "F13"),
        Entry(
            "ranging.roundsFail", "Too many ranging rounds fail",
            causes: "the antenna, the placement, or a colliding schedule", basis: "F1"),
        Entry(
            "ranging.timedOut", "Nothing was measured until the phone's session timed out",
            causes: "the accessory does not range, or uses other parameters", basis: "F1"),
        Entry(
            "ranging.tooSeldom", "The accessory ranges less often than configured", causes: "rounds are skipped",
            basis: "F1"),
        Entry(
            "ranging.bias", "Distances are off by more than antenna tolerances explain",
            causes: "the antenna delay calibration is lost", basis: "5.7"),
        Entry(
            "ranging.calibrationLost", "Distances are off after a factory reset",
            causes: "the antenna calibration is stored with the settings", basis: "F5"),
        Entry("ranging.scatter", "Distances scatter too much", causes: "noise; a wrong antenna", basis: "5.7"),
        Entry(
            "ranging.endsByItself", "The accessory ranges for a while and then stops",
            causes: "its own timeout; a counter overflow", basis: "F1"),
        Entry("walk.removed", "The accessory was removed during the walk", causes: "it stopped ranging", basis: "F19"),
        Entry(
            "walk.noDistance", "There were no distances during the walk", causes: "it does not range with the phone",
            basis: "F19"),
        Entry(
            "walk.unexpectedZoneChange", "A zone change came that the walk does not list",
            causes: "distances jump; a zone's margin is too small"),
        Entry(
            "walk.otherZoneChange", "A zone change came that differs from the walk's list, or at another distance",
            causes: "distances are off"),
        Entry("walk.zoneChangeMissing", "A zone change did not come", causes: "distances are off, or came too seldom"),
    ]
}
