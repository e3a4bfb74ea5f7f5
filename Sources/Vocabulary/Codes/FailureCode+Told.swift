import Ground

// What each code of this topic means: what an accessory tells of its own, and what it makes of what an app tells it.
extension FailureCode {
    static let toldCodes: [Entry] = [
        Entry(
            "told.differs", "The distances that the accessory tells are not those that the phone measures",
            causes: "another antenna delay; a filter; the value of another peer or of another session", basis: "2.2"),
        Entry(
            "told.untrue", "The distances that the accessory tells are not the true ones",
            causes: "its calibration; the value of another peer", basis: "2.2"),
        Entry(
            "told.unit", "The accessory tells its distances in another unit than it says",
            causes: "centimetres of the UWB stack are printed as metres", basis: "2.2"),
        Entry(
            "told.byteOrder", "The accessory sends the bytes of its distances the other way round",
            causes: "a number is copied without a change of its byte order", basis: "F10"),
        Entry(
            "told.stale", "The accessory tells one distance again and again while the true one changes",
            causes: "the value is taken once, and not with each round", basis: "2.2"),
        Entry(
            "told.nothing", "The accessory tells no distance while the phone measures",
            causes: "its log is full; a task that prints has ended", basis: "2.2"),
        Entry(
            "told.seldom", "The accessory tells fewer distances than it measures",
            causes: "a task that prints stalls or ends; lines are dropped", basis: "2.2"),
        Entry(
            "told.otherSession", "The accessory tells distances of an earlier session",
            causes: "a table of sessions is read at a fixed place", basis: "2.2"),
        Entry(
            "told.afterStop", "The accessory tells distances after it said that it stopped",
            causes: "a timer prints the last value on", basis: "2.2"),
        Entry(
            "told.lostRound", "The accessory tells a distance for a round that failed",
            causes: "0xFFFF, which is no distance, is printed as one", basis: "2.2"),
        Entry(
            "told.state", "The accessory's console tells a state that it is not in",
            causes: "a table of names is shifted by one", basis: "2.2"),
        Entry(
            "reaction.none", "The accessory does not react to what the app wrote for a zone",
            causes: "the message is not known to this firmware; it is lost while it ranges", basis: "2.2"),
        Entry(
            "reaction.slow", "The accessory reacts too late to what the app wrote for a zone",
            causes: "a task of low priority answers", basis: "2.2"),
        Entry(
            "reaction.twice", "The accessory reacts more than once to what the app wrote for a zone",
            causes: "both the interrupt and the task answer", basis: "2.2"),
        Entry(
            "reaction.otherZone", "The accessory reacts as to another zone than the app wrote",
            causes: "the zone's number is read at a wrong place", basis: "2.2"),
        Entry(
            "message.idOfTheSample", "The accessory answers with the message ids of Apple's sample in place of its own",
            causes: "a message is built with constants that were copied", basis: "2.1"),
        Entry(
            "channel.otherCharacteristic", "The accessory's message came on a characteristic that is not its channel's",
            causes: "an attribute of the service is counted wrongly", basis: "1.1"),
        Entry(
            "channel.writeTypeRefused", "The accessory refuses writes of the type that it is said to take",
            causes: "the property is declared and the permission is missing", basis: "1.1"),
        Entry(
            "channel.openWithoutEncryption",
            "The accessory takes messages without the encryption that it is said to need",
            causes: "the permission of the characteristic is a plain one", basis: "1.4"),
    ]
}
