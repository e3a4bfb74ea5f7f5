import Ground
import Journal
import Links
import Simulators

extension Defect {
    /// Whether a failed run says what is wrong: a code of its failures names the defect, of the accessory.
    func isNamed(by summary: RunSummary) -> Bool { summary.failures.contains(where: isNamed) }

    /// Whether a failure names the defect: what it means or what was seen is its sign, and the accessory or the kit
    /// that ranged with it is the witness.
    func isNamed(by failure: Failure) -> Bool {
        switch failure.link.flatMap(LinkID.init) {
        case .bluetooth, .kit, .console, nil: failure.code == sign || failure.seenCode == sign
        case .reader, .stage: false
        }
    }

    /// The code of a failure that names this defect: the scenario's own, or that of what was seen.
    var sign: FailureCode {
        switch self {
        case .ignoresInitialize: "exchange.noConfiguration"
        case .answersTwice: "configuration.unasked"
        case .emptyAnswer: "message.empty"
        case .echoesWrites, .sendsInitialize: "message.notForPhones"
        case .answersUnknownMessages: "message.answersUnknown"
        case .answersAndroidInitialize: "message.answersAndroid"
        case .slowConfiguration: "exchange.slowConfiguration"
        case .didStartTwice: "session.startedTwice"
        case .rangesUnannounced, .neverStarts, .rejectsClockDrift: "session.neverStarted"
        case .saysStoppedUnasked: "session.saysStoppedWhileRanging"
        case .ignoresIdleStop: "session.idleStopUnanswered"
        case .saysItStarts: "session.rangesNot"
        case .ignoresStop: "session.stopUnanswered"
        case .blocksOnStop: "session.slowStop"
        case .leaksOnRepeat: "session.startsLeak"
        case .consoleErrors: "console.error"
        default: signOfConfiguration ?? signOfSession ?? signOfLink ?? signOfPairing ?? signOfRanging
        }
    }

    private var signOfConfiguration: FailureCode? {
        switch self {
        case .shortConfiguration: "configuration.truncated"
        case .longConfiguration: "configuration.trailingBytes"
        case .wrongDeclaredLength: "configuration.length"
        case .reversedConfigurationAddress: "configuration.addressReversed"
        case .addressBeforeRole, .invalidRole: "configuration.role"
        case .claimsOppositeRole: "configuration.roleOpposite"
        case .broadcastAddress: "configuration.address"
        case .sharedAddress: "configuration.sharedAddress"
        case .staleAddress: "configuration.staleAddress"
        case .bigEndianSessionID: "parameters.sessionIDReversed"
        case .bigEndianAddress: "parameters.phoneAddressReversed"
        case .bigEndianInterval: "parameters.intervalReversed"
        case .reversedIV: "parameters.vectorReversed"
        case .zeroSessionIDTreatedAsNone: "parameters.zeroSessionID"
        case .sessionIDTruncatedTo8: "parameters.sessionIDOneByte"
        case .sessionIDTruncatedTo16: "parameters.sessionIDTwoBytes"
        case .slotDurationFixed: "parameters.slotsFixed"
        case .refusesSlotDuration: "parameters.slotsRefused"
        case .wrongInterval: "parameters.ownInterval"
        case .acceptsTruncatedShareable: "shareable.truncatedAccepted"
        case .rejectsTrailingBytes: "message.trailingBytesRefused"
        default: nil
        }
    }

    private var signOfSession: FailureCode? {
        switch self {
        case .neverRestartsAfterStop: "session.noStartWithoutInitialize"
        case .keepsRangingAfterStop: "session.rangesAfterStop"
        case .keepsRangingAfterDisconnect: "session.rangesAfterDisconnect"
        case .failsStartAfterDisconnect: "session.noStartAfterDisconnect"
        case .alreadyRanging: "session.noStartWithoutStop"
        case .duplicateConfigureKillsSession: "session.repeatedConfigureEnds"
        case .secondConfigureLeaks: "session.secondConfigureLeaks"
        case .ignoresInitializeWhileRanging: "exchange.initializeWhileRanging"
        case .initializeWhileRangingZeroesFields: "configuration.otherIdentity"
        case .truncatesAtMTU23: "link.cutAtSmallMTU"
        case .dropsWhenTooLong: "exchange.smallMTU"
        case .hangsOnLongWrite: "link.longWriteUnanswered"
        case .crashesOnEmptyWrite: "message.emptyWriteHangsUp"
        case .crashesOnLongWrite: "message.longWriteHangsUp"
        case .losesBackToBackWrites: "exchange.backToBackInitialize"
        default: nil
        }
    }

    private var signOfLink: FailureCode? {
        switch self {
        case .ignoresRequests: "link.unanswered"
        case .doesNotAdvertise: "link.notFound"
        case .advertisesNoService: "advertising.noService"
        case .advertisesWrongService: "advertising.otherService"
        case .wrongService: "channel.notOffered"
        case .stopsAdvertisingAfterDisconnect, .slowToAdvertise: "advertising.notAgain"
        case .hangsUpOnConnection: "link.hungUpWhileSettingUp"
        case .hangsUpOnInitialize: "link.hungUpAfterInitialize"
        case .hangsUpOnConfigureAndStart: "link.hungUpAfterConfigureAndStart"
        case .hangsUpWhileRanging: "link.hungUpWhileRanging"
        case .hangsUpOnStop: "link.hungUpAfterStop"
        case .resetsOnFirstMessage: "link.silentAfterInitialize"
        case .crashesOnInitializeBeforeSubscription: "exchange.initializeBeforeSubscription"
        case .bootLateNeedsDelay: "exchange.earlyInitializeLost"
        case .connectionStormSlotLeak: "link.connectionsLeak"
        case .requestsBadConnectionParameters: "link.connectionParameters"
        default: nil
        }
    }

    private var signOfPairing: FailureCode? {
        switch self {
        case .noBackgroundService: "background.noService"
        case .backgroundConfigurationUnencrypted: "background.unprotected"
        case .zeroesBackgroundConfiguration, .staleBackgroundConfiguration: "background.otherConfiguration"
        case .cannotPair: "pairing.impossible"
        case .asksForPairing: "pairing.tooEarly"
        case .losesBondOnReboot: "pairing.forgottenWithoutPower"
        case .rejectsBondedReconnect: "pairing.forgotten"
        case .refusesPairingAgain: "pairing.notAgain"
        case .deafAfterPairing: "pairing.deafAfterwards"
        default: nil
        }
    }

    /// Whatever is left has to do with how well it ranges; a defect without a sign of its own is never caught.
    private var signOfRanging: FailureCode {
        switch self {
        case .losesCalibration: "ranging.calibrationLost"
        case .noisyDistance: "ranging.scatter"
        case .losesRounds, .lowUpdateRate: "ranging.roundsFail"
        case .rangesOnce: "ranging.endsByItself"
        default: "failure.uncoded"
        }
    }
}
