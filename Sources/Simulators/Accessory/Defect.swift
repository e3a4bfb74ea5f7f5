/// A defect of a simulated accessory; each changes one thing, after a complaint from the field.
///
/// `meaning` describes each defect, and `source` names its complaint. Each shows on every variant, but
/// `rejectsClockDrift` only from UWB 1.1 on.
public enum Defect: String, Codable, Hashable, Sendable, CaseIterable {
    // The messages it sends.
    case ignoresInitialize
    case answersTwice
    case emptyAnswer
    case echoesWrites
    case sendsInitialize
    case answersUnknownMessages
    case answersAndroidInitialize
    case slowConfiguration
    case didStartTwice
    case rangesUnannounced
    case saysStoppedUnasked
    case ignoresIdleStop

    // Its configuration data.
    case shortConfiguration
    case longConfiguration
    case wrongDeclaredLength
    case reversedConfigurationAddress
    case addressBeforeRole
    case invalidRole
    case claimsOppositeRole
    case broadcastAddress
    case sharedAddress
    case staleAddress

    // Its reading of the phone's configuration data.
    case bigEndianSessionID
    case bigEndianAddress
    case bigEndianInterval
    case reversedIV
    case zeroSessionIDTreatedAsNone
    case sessionIDTruncatedTo8
    case sessionIDTruncatedTo16
    case slotDurationFixed
    case refusesSlotDuration
    case wrongInterval
    case acceptsTruncatedShareable
    case rejectsTrailingBytes
    case rejectsClockDrift

    // Its handling of writes and packet sizes.
    case truncatesAtMTU23
    case dropsWhenTooLong
    case hangsOnLongWrite
    case crashesOnEmptyWrite
    case crashesOnLongWrite
    case losesBackToBackWrites
    case ignoresRequests

    // The course of a session.
    case neverStarts
    case saysItStarts
    case ignoresStop
    case neverRestartsAfterStop
    case keepsRangingAfterStop
    case keepsRangingAfterDisconnect
    case failsStartAfterDisconnect
    case alreadyRanging
    case duplicateConfigureKillsSession
    case secondConfigureLeaks
    case ignoresInitializeWhileRanging
    case initializeWhileRangingZeroesFields
    case blocksOnStop
    case leaksOnRepeat

    // Its link.
    case doesNotAdvertise
    case advertisesNoService
    case advertisesWrongService
    case wrongService
    case stopsAdvertisingAfterDisconnect
    case slowToAdvertise
    case hangsUpOnConnection
    case hangsUpOnInitialize
    case hangsUpOnConfigureAndStart
    case hangsUpWhileRanging
    case hangsUpOnStop
    case resetsOnFirstMessage
    case crashesOnInitializeBeforeSubscription
    case bootLateNeedsDelay
    case connectionStormSlotLeak
    case requestsBadConnectionParameters

    // Background sessions, and pairing.
    case noBackgroundService
    case backgroundConfigurationUnencrypted
    case zeroesBackgroundConfiguration
    case staleBackgroundConfiguration
    case cannotPair
    case asksForPairing
    case losesBondOnReboot
    case rejectsBondedReconnect
    case refusesPairingAgain
    case deafAfterPairing

    // Its ranging, and what it prints.
    case losesCalibration
    case noisyDistance
    case losesRounds
    case lowUpdateRate
    case rangesOnce
    case diesOutOfRange
    case consoleErrors

    // Its reports of distances and states.
    case printsCentimetresAsMetres
    case printsStaleDistance
    case printsOtherSession
    case stopsPrinting
    case printsAfterStop
    case printsLostRounds
    case printsStoppedAtStart
    case sendsBigEndianDistance

    // Its reactions to an app's message about zones.
    case ignoresZoneMessage
    case answersZoneLate
    case answersZoneTwice
    case actsOnOtherZone

    // A vendor-specific data channel.
    case answersWithSampleIDs
    case notifiesElsewhere
    case openDespiteEncryption
    case refusesWriteType
}
