public import Ground

/// The facts about a defect, in one row per defect and nowhere else.
public struct DefectFacts: Hashable, Sendable {
    /// The accessory's behaviour, in one sentence.
    public let meaning: String
    /// The complaint behind it: F1 to F39 of the fact sheet's section 6, or the section that forbids it.
    public let source: String
    /// The code of a failure that identifies it: the scenario's own, or that of the observation.
    public let sign: FailureCode

    init(_ meaning: String, _ source: String, _ sign: FailureCode) {
        (self.meaning, self.source, self.sign) = (meaning, source, sign)
    }
}

extension Defect {
    /// The accessory's behaviour, in one sentence.
    public var meaning: String { facts.meaning }

    /// The complaint behind it: F1 to F39 of the fact sheet's section 6, or the section that forbids it.
    public var source: String { facts.source }

    /// Whether only a UWB kit shows it: its messages are those of a healthy accessory, or differ only in an address or
    /// a role that the accessory is free to choose.
    public var needsKit: Bool {
        switch self {
        // The address and role that it gives are not those that it ranges with.
        case .reversedConfigurationAddress, .claimsOppositeRole, .staleAddress: true
        // It reports ranging as usual, with parameters other than the phone's.
        case .bigEndianSessionID, .bigEndianAddress, .bigEndianInterval, .reversedIV, .sessionIDTruncatedTo8,
            .sessionIDTruncatedTo16, .slotDurationFixed, .wrongInterval:
            true
        // It reports what it should, and its UWB does something else.
        case .saysItStarts, .neverRestartsAfterStop, .keepsRangingAfterStop, .keepsRangingAfterDisconnect,
            .duplicateConfigureKillsSession, .secondConfigureLeaks:
            true
        case .losesCalibration, .noisyDistance, .losesRounds, .lowUpdateRate, .rangesOnce, .diesOutOfRange: true
        // It reports distances only if it measures some, which takes a kit to range with.
        case .printsCentimetresAsMetres, .printsStaleDistance, .printsOtherSession, .stopsPrinting, .printsAfterStop,
            .printsLostRounds, .sendsBigEndianDistance:
            true
        default: false
        }
    }

    /// The facts about the defect.
    public var facts: DefectFacts {
        switch self {
        // The messages it sends.
        case .ignoresInitialize:
            DefectFacts("It never answers initialize.", "F1", "exchange.noConfiguration")
        case .answersTwice:
            DefectFacts("It sends its configuration data twice for one initialize.", "F1", "configuration.unasked")
        case .emptyAnswer:
            DefectFacts("It sends an empty notification instead of its configuration data.", "F36", "message.empty")
        case .echoesWrites:
            DefectFacts(
                "It sends back whatever the phone writes, including the phone's message ids.", "F36",
                "message.notForPhones")
        case .sendsInitialize:
            DefectFacts(
                "It sends initialize, which only the phone may, as soon as the phone has subscribed.", "F36",
                "message.notForPhones")
        case .answersUnknownMessages:
            DefectFacts(
                "It answers an unknown message, which the protocol leaves unanswered.", "2.4",
                "message.answersUnknown")
        case .answersAndroidInitialize:
            DefectFacts(
                "It answers NXP's Android initialize, 0xA5, with the Android configuration data.", "F29",
                "message.answersAndroid")
        case .slowConfiguration:
            DefectFacts("It takes three seconds to answer initialize.", "2.4", "exchange.slowConfiguration")
        case .didStartTwice:
            DefectFacts("It reports twice that ranging started.", "F18", "session.startedTwice")
        case .rangesUnannounced:
            DefectFacts("It starts ranging and never reports it.", "F2", "session.neverStarted")
        case .saysStoppedUnasked:
            DefectFacts(
                "It reports half a second into ranging that it stopped, without being asked, and continues.", "2.3",
                "session.saysStoppedWhileRanging")
        case .ignoresIdleStop:
            DefectFacts("It answers stop only while it ranges.", "2.4", "session.idleStopUnanswered")
        // Its configuration data.
        case .shortConfiguration:
            DefectFacts(
                "Its configuration data is one byte shorter than it declares.", "F7",
                "configuration.truncated")
        case .longConfiguration:
            DefectFacts(
                "Its configuration data is one byte longer than it declares.", "F7",
                "configuration.trailingBytes")
        case .wrongDeclaredLength:
            DefectFacts(
                "The length byte of its configuration data is that of another UWB version.", "F7",
                "configuration.length")
        case .reversedConfigurationAddress:
            DefectFacts(
                "The two bytes of its MAC address are swapped in its configuration data.", "F10",
                "configuration.addressReversed")
        case .addressBeforeRole:
            DefectFacts(
                "Its configuration data has the MAC address before the role.", "F30", "configuration.roleAfterAddress")
        case .invalidRole:
            DefectFacts(
                "Its configuration data gives a ranging role that does not exist.", "F30",
                "configuration.role")
        case .claimsOppositeRole:
            DefectFacts(
                "It claims one ranging role and takes the other, so both sides wait or both begin.", "F14",
                "configuration.roleOpposite")
        case .broadcastAddress:
            DefectFacts("It gives the broadcast address as its own MAC address.", "3.3", "configuration.address")
        case .sharedAddress:
            DefectFacts(
                "Every unit has the same fixed MAC address, so two units cannot be distinguished.", "3.3",
                "configuration.sharedAddress")
        case .staleAddress:
            DefectFacts(
                "It reports a new MAC address on each initialize and ranges with the first.", "F15",
                "configuration.staleAddress")
        // Its reading of the phone's configuration data.
        case .bigEndianSessionID:
            DefectFacts("It reads the session id big-endian.", "F10", "parameters.sessionIDReversed")
        case .bigEndianAddress:
            DefectFacts("It reads the phone's MAC address big-endian.", "F10", "parameters.phoneAddressReversed")
        case .bigEndianInterval:
            DefectFacts("It reads the ranging interval big-endian.", "F10", "parameters.intervalReversed")
        case .reversedIV:
            DefectFacts("It uses the bytes of the static STS IV in reverse.", "F12", "parameters.vectorReversed")
        case .zeroSessionIDTreatedAsNone:
            DefectFacts("It takes session id 0 to mean none, and does not start.", "F11", "parameters.zeroSessionID")
        case .sessionIDTruncatedTo8:
            DefectFacts("It keeps only the low byte of the session id.", "F11", "parameters.sessionIDOneByte")
        case .sessionIDTruncatedTo16:
            DefectFacts("It keeps only the low two bytes of the session id.", "F11", "parameters.sessionIDTwoBytes")
        case .slotDurationFixed:
            DefectFacts("It ranges with slots of 2400 RSTU, whatever the phone says.", "F13", "parameters.slotsFixed")
        case .refusesSlotDuration:
            DefectFacts("It refuses slots of 3600 RSTU, and does not start.", "F13", "parameters.slotsRefused")
        case .wrongInterval:
            DefectFacts("It ranges every 200 ms, whatever the phone says.", "F10", "parameters.ownInterval")
        case .acceptsTruncatedShareable:
            DefectFacts(
                "It trusts the length byte of the phone's data over the received bytes, and starts on a cut message.",
                "F33", "shareable.truncatedAccepted")
        case .rejectsTrailingBytes:
            DefectFacts("It drops initialize and stop when bytes follow them.", "F34", "message.trailingBytesRefused")
        case .rejectsClockDrift:
            DefectFacts(
                "It takes only the 28 bytes of UWB 1.0 from the phone, although it declares a newer version.", "F34",
                "session.neverStarted")
        // Its handling of writes and packet sizes.
        case .truncatesAtMTU23:
            DefectFacts("It truncates notifications to the ATT_MTU.", "F8", "link.cutAtSmallMTU")
        case .dropsWhenTooLong:
            DefectFacts(
                "It never lets ATT_MTU rise above 23, and silently drops longer messages.", "F9",
                "exchange.smallMTU")
        case .hangsOnLongWrite:
            DefectFacts("It does not answer the parts of a long write.", "F8", "link.longWriteUnanswered")
        case .crashesOnEmptyWrite:
            DefectFacts("An empty write resets it.", "F33", "message.emptyWriteHangsUp")
        case .crashesOnLongWrite:
            DefectFacts("A write of more than 50 bytes resets it.", "F33", "message.longWriteHangsUp")
        case .losesBackToBackWrites:
            DefectFacts(
                "It loses a message that comes less than 40 ms after the previous one.", "F35",
                "exchange.backToBackInitialize")
        case .ignoresRequests:
            DefectFacts("It answers no ATT request.", "1.2", "link.unanswered")
        // The course of a session.
        case .neverStarts:
            DefectFacts(
                "It accepts the phone's data, and neither reports a start nor ranges.", "F2",
                "session.neverStarted")
        case .saysItStarts:
            DefectFacts("It reports that ranging started, and does not range.", "F2", "session.rangesNot")
        case .ignoresStop:
            DefectFacts("It stops ranging, and never reports it.", "2.4", "session.stopUnanswered")
        case .neverRestartsAfterStop:
            DefectFacts(
                "After a stop it reports a new start, and does not range until it is initialized again.", "F15",
                "session.noStartWithoutInitialize")
        case .keepsRangingAfterStop:
            DefectFacts("It reports that it stopped, and continues ranging.", "F20", "session.rangesAfterStop")
        case .keepsRangingAfterDisconnect:
            DefectFacts("It continues ranging after the link is gone.", "F17", "session.rangesAfterDisconnect")
        case .failsStartAfterDisconnect:
            DefectFacts(
                "After a link that was lost while ranging, it never starts again.", "F17",
                "session.noStartAfterDisconnect")
        case .alreadyRanging:
            DefectFacts("It does not start again while it is still ranging.", "F16", "session.noStartWithoutStop")
        case .duplicateConfigureKillsSession:
            DefectFacts(
                "A second configureAndStart ends its ranging silently.", "F18",
                "session.repeatedConfigureEnds")
        case .secondConfigureLeaks:
            DefectFacts(
                "A second configureAndStart starts a second session and loses track of the first, which no stop ends.",
                "F18", "session.secondConfigureLeaks")
        case .ignoresInitializeWhileRanging:
            DefectFacts("It does not answer initialize while it ranges.", "F1", "exchange.initializeWhileRanging")
        case .initializeWhileRangingZeroesFields:
            DefectFacts(
                "On initialize while ranging it sends configuration data without manufacturer, model and middleware.",
                "F37", "configuration.otherIdentity")
        case .blocksOnStop:
            DefectFacts("Stop blocks it for four seconds, during which it answers nothing.", "F20", "session.slowStop")
        case .leaksOnRepeat:
            DefectFacts("It answers nothing after the twentieth initialize.", "F35", "session.startsLeak")
        // Its link.
        case .doesNotAdvertise:
            DefectFacts("It does not advertise.", "F22", "link.notFound")
        case .advertisesNoService:
            DefectFacts(
                "It advertises only its name, without the service that a phone scans for.", "F24",
                "advertising.noService")
        case .advertisesWrongService:
            DefectFacts(
                "It advertises the service of a data channel other than its own.", "F6",
                "advertising.otherService")
        case .wrongService:
            DefectFacts("It has a service that is not the data channel's.", "F6", "channel.notOffered")
        case .stopsAdvertisingAfterDisconnect:
            DefectFacts("It does not advertise again after a link has ended.", "F20", "advertising.notAgain")
        case .slowToAdvertise:
            DefectFacts(
                "It takes eight seconds to advertise again after a link has ended.", "F20", "advertising.notAgain")
        case .hangsUpOnConnection:
            DefectFacts("It hangs up as soon as it is connected.", "F4", "link.hungUpWhileSettingUp")
        case .hangsUpOnInitialize:
            DefectFacts("It hangs up on initialize.", "F3", "link.hungUpAfterInitialize")
        case .hangsUpOnConfigureAndStart:
            DefectFacts("It hangs up on configureAndStart.", "F3", "link.hungUpAfterConfigureAndStart")
        case .hangsUpWhileRanging:
            DefectFacts("It hangs up 800 ms after it started to range.", "F3", "link.hungUpWhileRanging")
        case .hangsUpOnStop:
            DefectFacts("It hangs up on stop.", "F20", "link.hungUpAfterStop")
        case .resetsOnFirstMessage:
            DefectFacts(
                "The first initialize after power-on resets it.", "F3",
                "link.silentAfterInitialize")
        case .crashesOnInitializeBeforeSubscription:
            DefectFacts(
                "Initialize before the phone has subscribed resets it.", "F39",
                "exchange.initializeBeforeSubscription")
        case .bootLateNeedsDelay:
            DefectFacts(
                "It loses messages in the first 100 ms of a connection.", "F38",
                "exchange.earlyInitializeLost")
        case .connectionStormSlotLeak:
            DefectFacts(
                "Each link that ends uses up one of its ten slots; then it accepts no connection.", "F38",
                "link.connectionsLeak")
        case .requestsBadConnectionParameters:
            DefectFacts("It asks for connection parameters that a phone refuses.", "1.4", "link.connectionParameters")
        // Background sessions, and pairing.
        case .noBackgroundService:
            DefectFacts(
                "It lacks the Nearby Interaction service for sessions in the background.", "F24",
                "background.noService")
        case .backgroundConfigurationUnencrypted:
            DefectFacts(
                "Its background configuration data can be read without encryption.", "F23",
                "background.unprotected")
        case .zeroesBackgroundConfiguration:
            DefectFacts(
                "It zeroes its background configuration data when ranging starts.", "F19",
                "background.zeroed")
        case .staleBackgroundConfiguration:
            DefectFacts(
                "Its background configuration data stays that of the first initialize.", "F19",
                "background.otherConfiguration")
        case .cannotPair:
            DefectFacts("It refuses to pair.", "F23", "pairing.impossible")
        case .asksForPairing:
            DefectFacts("It requests security by itself as soon as it is connected.", "1.4", "pairing.tooEarly")
        case .losesBondOnReboot:
            DefectFacts("It forgets the phone's key when it loses power.", "F4", "pairing.forgottenWithoutPower")
        case .rejectsBondedReconnect:
            DefectFacts(
                "It stores no key: a paired phone is refused at the next connection.", "F4",
                "pairing.forgotten")
        case .refusesPairingAgain:
            DefectFacts("It refuses to pair with a phone that lost the key.", "F4", "pairing.notAgain")
        case .deafAfterPairing:
            DefectFacts(
                "It accepts no message after pairing, until the next connection.", "F27",
                "pairing.deafAfterwards")
        // Its ranging, and what it prints.
        case .losesCalibration:
            DefectFacts(
                "A factory reset wipes the antenna delay, and every distance is 400 mm too long.", "F5",
                "ranging.calibrationLost")
        case .noisyDistance:
            DefectFacts("Its distances scatter by 400 mm.", "F5", "ranging.scatter")
        case .losesRounds:
            DefectFacts("Six of ten ranging rounds fail.", "F1", "ranging.roundsFail")
        case .lowUpdateRate:
            DefectFacts("It takes part only in every fifth ranging round.", "F1", "ranging.roundsFail")
        case .rangesOnce:
            DefectFacts("It ranges once, and then never again in that session.", "F1", "ranging.endsByItself")
        case .diesOutOfRange:
            DefectFacts(
                "After ten ranging rounds in a row without a peer, it stops ranging until the link ends.", "F16",
                "session.deadAfterReturn")
        case .consoleErrors:
            DefectFacts(
                "It prints an error on its console for each start, although it ranges.", "F1",
                "console.error")

        // Its reports of distances and states.
        case .printsCentimetresAsMetres:
            DefectFacts("It prints its distances in a smaller unit than it states.", "2.2", "told.unit")
        case .printsStaleDistance:
            DefectFacts("It prints the first distance of a session again and again.", "2.2", "told.stale")
        case .printsOtherSession:
            DefectFacts(
                "From the second session on it prints the last distance of the first one.", "2.2",
                "told.otherSession")
        case .stopsPrinting:
            DefectFacts("It prints ten distances of a session and no more, while it ranges.", "2.2", "told.seldom")
        case .printsAfterStop:
            DefectFacts("It keeps printing the last distance after it stopped.", "2.2", "told.afterStop")
        case .printsLostRounds:
            DefectFacts(
                "It prints 655.35 m, which means no distance, for a round that failed.", "2.2", "told.lostRound")
        case .printsStoppedAtStart:
            DefectFacts("It prints that its UWB stopped when it starts.", "2.2", "told.state")
        case .sendsBigEndianDistance:
            DefectFacts("It sends the bytes of its distances in reverse.", "F10", "told.byteOrder")

        // Its reactions to an app's message about zones.
        case .ignoresZoneMessage:
            DefectFacts("It does not answer the app's message about a zone.", "2.2", "reaction.none")
        case .answersZoneLate:
            DefectFacts("It takes three seconds to answer the app's message about a zone.", "2.2", "reaction.slow")
        case .answersZoneTwice:
            DefectFacts("It answers the app's message about a zone twice.", "2.2", "reaction.twice")
        case .actsOnOtherZone:
            DefectFacts("It takes the app's message for one about the other zone.", "2.2", "reaction.otherZone")

        // A vendor-specific data channel.
        case .answersWithSampleIDs:
            DefectFacts(
                "It answers with the message ids of Apple's sample instead of its own.", "2.1",
                "message.idOfTheSample")
        case .notifiesElsewhere:
            DefectFacts(
                "It sends its messages as notifications of the characteristic that the phone writes.", "1.1",
                "channel.otherCharacteristic")
        case .openDespiteEncryption:
            DefectFacts(
                "It accepts messages on an unencrypted link, although it should require encryption.", "1.4",
                "channel.openWithoutEncryption")
        case .refusesWriteType:
            DefectFacts(
                "It declares the write type that it should accept, and refuses every write.", "1.1",
                "channel.writeTypeRefused")
        }
    }
}
