import Ground

// Reports that an accessory makes by itself, and its reactions to an app's messages.
extension FailureCode {
    static let toldCodes: [Entry] = [
        Entry(
            "told.differs", "The distances that the accessory reports differ from the phone's",
            causes: "another antenna delay; a filter; the value of another peer or session", basis: "2.2"),
        Entry(
            "told.untrue", "The distances that the accessory reports are not the true ones",
            causes: "wrong calibration; the value of another peer", basis: "2.2"),
        Entry(
            "told.unit", "The accessory reports distances in a unit other than the one it states",
            causes: "centimetres of the UWB stack are printed as metres", basis: "2.2"),
        Entry(
            "told.byteOrder", "The accessory sends the bytes of its distances in reverse",
            causes: "a number is copied without swapping its bytes", basis: "F10"),
        Entry(
            "told.stale", "The accessory keeps reporting one distance while the true one changes",
            causes: "the value is read once instead of in each round", basis: "2.2"),
        Entry(
            "told.nothing", "The accessory reports no distances while the phone measures",
            causes: "its log is full; the printing task has ended", basis: "2.2"),
        Entry(
            "told.seldom", "The accessory reports fewer distances than it measures",
            causes: "the printing task stalls or ends; lines are dropped", basis: "2.2"),
        Entry(
            "told.otherSession", "The accessory reports distances of an earlier session",
            causes: "the session table is read at a fixed index", basis: "2.2"),
        Entry(
            "told.afterStop", "The accessory reports distances after it said that it stopped",
            causes: "a timer keeps printing the last value", basis: "2.2"),
        Entry(
            "told.lostRound", "The accessory reports a distance for a round that failed",
            causes: "0xFFFF, which is no distance, is printed as one", basis: "2.2"),
        Entry(
            "told.state", "The accessory's console reports a state that it is not in",
            causes: "a name table is off by one", basis: "2.2"),
        Entry(
            "reaction.none", "The accessory does not react to the app's message for a zone",
            causes: "this firmware does not know the message, or loses it while it ranges", basis: "2.2"),
        Entry(
            "reaction.slow", "The accessory reacts too late to the app's message for a zone",
            causes: "a low-priority task answers", basis: "2.2"),
        Entry(
            "reaction.twice", "The accessory reacts more than once to the app's message for a zone",
            causes: "both the interrupt and the task answer", basis: "2.2"),
        Entry(
            "reaction.otherZone", "The accessory reacts as if the app had named another zone",
            causes: "the zone's number is read from the wrong place", basis: "2.2"),
        Entry(
            "message.idOfTheSample", "The accessory answers with the message ids of Apple's sample instead of its own",
            causes: "a message is built with copied constants", basis: "2.1"),
        Entry(
            "channel.otherCharacteristic", "The accessory's message came on a characteristic other than its channel's",
            causes: "the service's attributes are miscounted", basis: "1.1"),
        Entry(
            "channel.writeTypeRefused", "The accessory refuses the write type that it should accept",
            causes: "the property is declared, but the permission is missing", basis: "1.1"),
        Entry(
            "channel.openWithoutEncryption",
            "The accessory accepts messages without the required encryption",
            causes: "the characteristic's permission does not require encryption", basis: "1.4"),
    ]
}
