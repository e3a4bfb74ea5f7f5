extension Defect {
    /// The complaint that it stands for: F1 to F39 of the fact sheet's section 6, or the section that forbids it.
    public var source: String {
        switch self {
        case .ignoresInitialize, .answersTwice, .ignoresInitializeWhileRanging, .losesRounds, .lowUpdateRate,
            .rangesOnce, .consoleErrors:
            "F1"
        case .rangesUnannounced, .neverStarts, .saysItStarts: "F2"
        case .hangsUpOnInitialize, .hangsUpOnConfigureAndStart, .hangsUpWhileRanging, .resetsOnFirstMessage: "F3"
        case .hangsUpOnConnection, .losesBondOnReboot, .rejectsBondedReconnect, .refusesPairingAgain: "F4"
        case .losesCalibration, .noisyDistance: "F5"
        case .advertisesWrongService, .wrongService: "F6"
        case .shortConfiguration, .longConfiguration, .wrongDeclaredLength: "F7"
        case .truncatesAtMTU23, .hangsOnLongWrite: "F8"
        case .dropsWhenTooLong: "F9"
        case .reversedConfigurationAddress, .bigEndianSessionID, .bigEndianAddress, .bigEndianInterval,
            .wrongInterval:
            "F10"
        case .zeroSessionIDTreatedAsNone, .sessionIDTruncatedTo8, .sessionIDTruncatedTo16: "F11"
        case .reversedIV: "F12"
        case .slotDurationFixed, .refusesSlotDuration: "F13"
        case .claimsOppositeRole: "F14"
        case .staleAddress, .neverRestartsAfterStop: "F15"
        case .alreadyRanging: "F16"
        case .keepsRangingAfterDisconnect, .failsStartAfterDisconnect: "F17"
        case .didStartTwice, .duplicateConfigureKillsSession, .secondConfigureLeaks: "F18"
        case .zeroesBackgroundConfiguration, .staleBackgroundConfiguration: "F19"
        case .keepsRangingAfterStop, .blocksOnStop, .stopsAdvertisingAfterDisconnect, .slowToAdvertise,
            .hangsUpOnStop:
            "F20"
        case .doesNotAdvertise: "F22"
        case .backgroundConfigurationUnencrypted, .cannotPair: "F23"
        case .advertisesNoService, .noBackgroundService: "F24"
        case .deafAfterPairing: "F27"
        case .answersAndroidInitialize: "F29"
        case .addressBeforeRole, .invalidRole: "F30"
        case .acceptsTruncatedShareable, .crashesOnEmptyWrite, .crashesOnLongWrite: "F33"
        case .rejectsTrailingBytes, .rejectsClockDrift: "F34"
        case .losesBackToBackWrites, .leaksOnRepeat: "F35"
        case .emptyAnswer, .echoesWrites, .sendsInitialize: "F36"
        case .initializeWhileRangingZeroesFields: "F37"
        case .bootLateNeedsDelay, .connectionStormSlotLeak: "F38"
        case .crashesOnInitializeBeforeSubscription: "F39"
        case .ignoresRequests: "1.2"
        case .requestsBadConnectionParameters, .asksForPairing: "1.4"
        case .saysStoppedUnasked: "2.3"
        case .answersUnknownMessages, .slowConfiguration, .ignoresIdleStop, .ignoresStop: "2.4"
        case .broadcastAddress, .sharedAddress: "3.3"
        }
    }
}
