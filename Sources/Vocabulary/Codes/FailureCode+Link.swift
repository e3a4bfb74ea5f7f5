import Ground

// Links to an accessory.
extension FailureCode {
    static let linkCodes: [Entry] = [
        Entry(
            "link.notFound", "The accessory was not found",
            causes: "it does not advertise, or advertises another name, address or service; it is off or out of range",
            basis: "F6, F22"),
        Entry(
            "link.notAccepted", "The accessory was found and did not accept the connection",
            causes: "all its connections are taken; its advertising is not connectable", basis: "F38"),
        Entry(
            "link.notOpened", "The accessory did not accept the network connection",
            causes: "it is off or not on the network; nothing listens on its port; it is busy with another peer"),
        Entry(
            "link.unanswered",
            "The accessory accepted the connection and did not answer the data channel's first request",
            causes: "its ATT server hangs; a task that serves requests is not running", basis: "F7"),
        Entry(
            "link.lost", "The link was lost for a reason without a specific code",
            causes: "interference; the rig's adapter ended it", basis: "F17"),
        Entry(
            "link.hungUp", "The accessory hung up", causes: "its firmware reset or ended the connection", basis: "F17"),
        Entry(
            "link.hungUpWhileSettingUp", "The accessory hung up while the data channel was set up",
            causes: "it resets when it is connected; it hangs up on unknown phones", basis: "F17"),
        Entry(
            "link.hungUpAfterInitialize", "The accessory hung up after the phone sent initialize",
            causes: "it crashes while it composes its configuration data", basis: "F17"),
        Entry(
            "link.hungUpAfterConfigureAndStart", "The accessory hung up after the phone sent configureAndStart",
            causes: "it crashes while it starts its UWB", basis: "F17"),
        Entry(
            "link.hungUpWhileRanging", "The accessory hung up while it ranged",
            causes: "radio and UWB fight for one processor; a watchdog resets it", basis: "F17"),
        Entry(
            "link.hungUpAfterStop", "The accessory hung up after the phone sent stop",
            causes: "it crashes while it stops its UWB", basis: "F17"),
        Entry(
            "link.silent", "Nothing was heard of the accessory for the supervision timeout",
            causes: "it reset without disconnecting; it went out of range", basis: "F17"),
        Entry(
            "link.silentWhileSettingUp",
            "Nothing was heard for the supervision timeout while the data channel was set up",
            causes: "it reset when it was connected", basis: "F17"),
        Entry(
            "link.silentAfterInitialize",
            "Nothing was heard for the supervision timeout after the phone sent initialize",
            causes: "its firmware resets at the first message", basis: "F17"),
        Entry(
            "link.silentAfterConfigureAndStart",
            "Nothing was heard for the supervision timeout after the phone sent configureAndStart",
            causes: "it resets while it starts its UWB", basis: "F17"),
        Entry(
            "link.silentAfterStop", "Nothing was heard for the supervision timeout after the phone sent stop",
            causes: "it resets while it stops its UWB", basis: "F17"),
        Entry(
            "link.silentWhileRanging", "Nothing was heard for the supervision timeout while it ranged",
            causes: "ranging starves its radio; it reset", basis: "F17"),
        Entry(
            "link.keyRefused", "The link ended because a key was missing or wrong",
            causes: "it lost its bonds; it does not accept the stored key", basis: "1.4"),
        Entry(
            "link.connectionParameters",
            "The accessory asks for connection parameters that phones do not accept",
            causes: "the firmware asks for its stack's defaults", basis: "1.4"),
        Entry(
            "link.connectionsLeak", "The accessory does not release its connections",
            causes: "a connection slot is not freed when it disconnects", basis: "F38"),
        Entry(
            "link.cutAtSmallMTU", "The accessory sent a message that the ATT_MTU truncates",
            causes: "it does not compare the message with the ATT_MTU", basis: "F8"),
        Entry(
            "link.longWriteUnanswered", "The accessory neither accepts nor refuses a long write",
            causes: "its ATT server has no handler for Prepare Write", basis: "F8"),
        Entry(
            "advertising.noService", "The advertising names no service",
            causes: "the service UUID is left out of the advertising data", basis: "F6"),
        Entry(
            "advertising.otherService", "The advertising names a service other than the data channel's",
            causes: "the UUID belongs to another product or profile", basis: "F6"),
        Entry(
            "advertising.notAgain", "The accessory does not advertise again after a disconnect",
            causes: "the firmware starts advertising once per boot; it waits too long", basis: "F20, F22"),
        Entry(
            "advertising.malformed", "Advertising data do not parse", causes: "a length byte is wrong; a field is cut"),
        Entry(
            "channel.notOffered", "The link is up, and the accessory does not offer what the data channel needs",
            causes: "service or characteristic is missing or has other properties", basis: "F6"),
        Entry(
            "channel.notPossible", "The phone was asked for something that its channel cannot do now",
            causes: "the scenario asks before the channel is open"),
        Entry("att.malformed", "An ATT PDU does not parse", causes: "a length is wrong; bytes are missing"),
        Entry(
            "att.unexpected", "An unsolicited ATT PDU arrived",
            causes: "a response came twice or late; a confirmation without an indication"),
        Entry(
            "att.tooLong", "An ATT PDU is longer than the ATT_MTU",
            causes: "the firmware sizes messages by its own buffer instead of the ATT_MTU", basis: "F8"),
        Entry(
            "att.mtu", "The ATT_MTU exchange is wrong",
            causes: "a value below 23; a second exchange on one link", basis: "F8"),
        Entry(
            "att.deadBearer", "The ATT bearer is dead: a transaction timed out",
            causes: "the accessory did not answer within 30 s"),
        Entry(
            "gatt.procedure", "A GATT procedure got an impossible answer",
            causes: "handles do not increase; an echo differs"),
        Entry(
            "gatt.procedureFailed", "A GATT procedure failed",
            causes: "the accessory refused a read or write that it must allow"),
        Entry(
            "gatt.request", "A request from the other side is ignored",
            causes: "it asks for what this server does not have"),
        Entry(
            "gatt.notificationWithoutSubscription", "A value arrived without a subscription",
            causes: "the firmware notifies without checking the CCCD", basis: "F39"),
        Entry(
            "gatt.foreignValue", "A value arrived on a characteristic that is not the data channel's",
            causes: "the accessory has other characteristics that notify"),
        Entry(
            "channel.unencrypted", "The data channel opened without the encryption that the rig says it needs",
            causes: "the characteristics lack encryption permissions; the rig description asks for too much"),
        Entry(
            "gatt.servicesChanged", "The accessory's services changed and are discovered again",
            causes: "a firmware update; services that are added late"),
    ]
}
