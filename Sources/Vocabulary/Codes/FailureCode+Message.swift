import Ground

// Messages, configuration data and the exchange.
extension FailureCode {
    static let messageCodes: [Entry] = [
        Entry(
            "message.empty", "The accessory sent an empty message", causes: "a notification without a value",
            basis: "2.1"),
        Entry(
            "message.notForPhones", "The accessory sent a message that only the phone may send",
            causes: "it echoes what was written to it", basis: "2.1"),
        Entry(
            "message.malformed", "A message from the accessory does not parse", causes: "a payload is missing",
            basis: "2.1"),
        Entry(
            "message.trailingBytes", "Bytes follow the end of a message", causes: "a fixed buffer is sent whole",
            basis: "F34"),
        Entry(
            "message.unknown", "The message is unknown", causes: "a vendor's own message, which phone apps ignore",
            basis: "2.1"),
        Entry(
            "message.answersUnknown", "The accessory answers unknown messages",
            causes: "a default branch answers", basis: "F29"),
        Entry(
            "message.answersAndroid", "The accessory takes an Android app's initialize for an iPhone's",
            causes: "ids of two protocols are mixed", basis: "F29"),
        Entry(
            "message.trailingBytesRefused", "An initialize with trailing bytes is not answered",
            causes: "the firmware compares the length instead of the id", basis: "F34"),
        Entry(
            "message.emptyWriteHangsUp", "An empty write makes the accessory hang up or reset",
            causes: "the firmware reads the id of an empty message", basis: "F33"),
        Entry(
            "message.longWriteHangsUp", "A write beyond its buffer makes the accessory hang up or reset",
            causes: "a copy without a check of the length", basis: "F33"),
        Entry(
            "configuration.truncated", "Accessory configuration data end before the last field",
            causes: "a field is left out; the ATT_MTU truncated them", basis: "F7"),
        Entry(
            "configuration.length", "The length byte of accessory configuration data does not match their version",
            causes: "the length of another version; the byte is a constant", basis: "F7"),
        Entry(
            "configuration.trailingBytes", "The length byte of accessory configuration data is not that of the data",
            causes: "a structure is padded", basis: "F7"),
        Entry(
            "configuration.version", "The version in accessory configuration data is unknown or does not exist",
            causes: "bytes of a version are swapped", basis: "3.1"),
        Entry(
            "configuration.role", "The role in accessory configuration data is neither 0 nor 1",
            causes: "a value of another protocol; memory that was never set", basis: "F14"),
        Entry(
            "configuration.roleAfterAddress",
            "The role in accessory configuration data is neither 0 nor 1, and the byte after the address is",
            causes: "the address precedes the role", basis: "F14"),
        Entry(
            "configuration.address", "The short address in accessory configuration data cannot be used",
            causes: "a broadcast address; an address that was never set", basis: "3.3"),
        Entry(
            "configuration.timing", "Slots, slot duration and interval do not fit together",
            causes: "a default of another profile", basis: "3.1"),
        Entry("configuration.reserved", "Reserved bytes are not 0", causes: "memory that is not cleared", basis: "3.1"),
        Entry(
            "configuration.field", "A field of accessory configuration data has an invalid value",
            causes: "a value of another protocol", basis: "3.1"),
        Entry(
            "configuration.refused", "The accessory's configuration data do not make a valid configuration",
            causes: "a length, a version or a field is wrong: a finding names the byte", basis: "3.3"),
        Entry(
            "configuration.unasked", "Accessory configuration data arrived unsolicited or twice",
            causes: "the firmware sends them on subscription, or repeats them", basis: "2.2"),
        Entry(
            "configuration.otherIdentity",
            "The accessory names a manufacturer, model or middleware other than before on this link",
            causes: "the answer is composed while ranging changes its memory", basis: "F37"),
        Entry(
            "configuration.addressReversed",
            "Configuration data have the bytes of the short address in the wrong order",
            causes: "the field is little endian", basis: "F10"),
        Entry(
            "configuration.roleOpposite", "The accessory takes the opposite of the role that it claims",
            causes: "initiator and responder are mixed up", basis: "F14"),
        Entry(
            "configuration.sharedAddress", "Two units range with the same short address",
            causes: "the address is a constant of the firmware", basis: "3.3"),
        Entry(
            "configuration.staleAddress",
            "The accessory reports a new short address on each initialize and ranges with the old one",
            causes: "the new address is not passed to the UWB stack", basis: "F15"),
        Entry(
            "exchange.noConfiguration", "No accessory configuration data came",
            causes: "initialize is not handled; notifications do not leave", basis: "F1"),
        Entry(
            "exchange.notAnswered", "The phone never sent its shareable configuration data",
            causes: "the session did not run; the kit was not ready"),
        Entry(
            "exchange.smallMTU", "No accessory configuration data came, and they do not fit the ATT_MTU",
            causes: "the accessory agrees to an ATT_MTU of 23 and drops longer messages", basis: "F8, F9"),
        Entry(
            "exchange.slowConfiguration", "The accessory takes too long to answer initialize",
            causes: "it starts its UWB before it answers", basis: "2.4"),
        Entry(
            "exchange.initializeWhileRanging", "The accessory does not answer initialize while it ranges",
            causes: "its state machine accepts initialize only when idle", basis: "F37"),
        Entry(
            "exchange.backToBackInitialize",
            "With stop and initialize written back to back, initialize is not always answered",
            causes: "a queue of one message", basis: "F35"),
        Entry(
            "exchange.backToBackStop", "With stop and initialize written back to back, stop is not always answered",
            causes: "a queue of one message", basis: "F35"),
        Entry(
            "exchange.initializeBeforeSubscription",
            "An initialize before the subscription leaves the accessory unable to answer",
            causes: "the answer is lost, and its state remains", basis: "F39"),
        Entry(
            "exchange.earlyInitializeLost", "An initialize right after connecting is not answered",
            causes: "the UWB stack is still booting, and the message is not kept", basis: "F38"),
    ]
}
