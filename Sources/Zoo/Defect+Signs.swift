import Journal
import Simulators

extension Defect {
    /// Whether a failed run says what is wrong: its words name the defect and not only what follows from it.
    func isNamed(by summary: RunSummary) -> Bool {
        let text = summary.failures.flatMap { [$0.meaning, $0.seen, $0.expected] }.compactMap { $0 }.joined(
            separator: "; ")
        return text.contains(sign)
    }

    /// What a failure says, word for word, that names this defect: the scenario's own word, or what was seen.
    var sign: String {
        switch self {
        case .ignoresInitialize: "no accessory configuration data came"
        case .answersTwice: "accessory configuration data that nobody asked for, or sent twice"
        case .emptyAnswer: "the accessory's message is empty"
        case .echoesWrites, .sendsInitialize: "which only the phone may send"
        case .answersUnknownMessages: "it answers messages that it does not know"
        case .answersAndroidInitialize: "it takes an Android app's initialize (0xA5) for its own"
        case .slowConfiguration: "it takes too long to answer initialize"
        case .didStartTwice: "the accessory said twice that ranging started"
        case .rangesUnannounced, .neverStarts: "the accessory never said that ranging started"
        case .saysStoppedUnasked: "it says that it stopped while it ranges on, unasked"
        case .ignoresIdleStop: "it does not answer stop while it is idle"
        case .saysItStarts: "said that it ranges, and the kit reported"
        case .ignoresStop: "no word that ranging stopped"
        case .blocksOnStop: "it takes too long to stop: it blocks meanwhile"
        case .leaksOnRepeat: "after many starts and stops it starts no more"
        case .consoleErrors: "its console speaks of an error"
        default: signOfConfiguration ?? signOfSession ?? signOfLink ?? signOfRanging
        }
    }

    private var signOfConfiguration: String? {
        switch self {
        case .shortConfiguration: "needs 2 bytes at offset 35, 1 are left"
        case .longConfiguration: "UWB configuration length is 21, but 22 bytes follow"
        case .wrongDeclaredLength: "UWB configuration length is 19, UWB 1.1 has 21"
        case .reversedConfigurationAddress: "its configuration data has its short address with the bytes in the wrong"
        case .addressBeforeRole, .invalidRole: "it must be 0 (responder) or 1 (initiator)"
        case .claimsOppositeRole: "it takes the role opposite to the one that it claims"
        case .broadcastAddress: "short MAC address 0xffff cannot be used"
        case .sharedAddress: "two units of it range under one short address"
        case .staleAddress: "it gives a new short address at each initialize, and ranges under the old one"
        case .bigEndianSessionID: "it reads the session id with its bytes in the wrong order"
        case .bigEndianAddress: "it reads the phone's short address with its bytes in the wrong order"
        case .bigEndianInterval: "it reads the ranging interval with its bytes in the wrong order"
        case .reversedIV: "it takes the static STS IV in reverse"
        case .zeroSessionIDTreatedAsNone: "with the session id 0 it does not range"
        case .sessionIDTruncatedTo8: "of the session id it keeps the low byte only"
        case .sessionIDTruncatedTo16: "of the session id it keeps the low two bytes only"
        case .slotDurationFixed: "it ranges in slots of 2400 RSTU instead of the phone's"
        case .refusesSlotDuration: "it starts with slots of 2400 RSTU, and refuses those of 3600"
        case .wrongInterval: "it ranges at an interval of its own instead of the phone's"
        case .acceptsTruncatedShareable: "it accepts shareable configuration data that was cut short"
        case .rejectsTrailingBytes: "an initialize with bytes behind it is not answered"
        case .rejectsClockDrift: "upon shareable configuration data of 30 bytes for UWB 1.1"
        default: nil
        }
    }

    private var signOfSession: String? {
        switch self {
        case .neverRestartsAfterStop: "new shareable configuration data without initialize does not make it range again"
        case .keepsRangingAfterStop: "it says that it stopped, and ranges on"
        case .keepsRangingAfterDisconnect: "it ranges on although the link is gone"
        case .failsStartAfterDisconnect: "after a disconnect while ranging it does not start again"
        case .alreadyRanging: "it still takes itself for ranging"
        case .duplicateConfigureKillsSession: "a repeated configureAndStart ends its ranging"
        case .secondConfigureLeaks: "a second configureAndStart starts a second session, and stop ends only one of them"
        case .ignoresInitializeWhileRanging: "it does not answer initialize while it ranges"
        case .initializeWhileRangingZeroesFields: "the accessory names another manufacturer, model or middleware"
        case .truncatesAtMTU23: "it sent configuration data although an ATT_MTU of 23 carries only 20 bytes of it"
        case .dropsWhenTooLong: "the ATT_MTU is 23, and configuration data needs"
        case .hangsOnLongWrite: "it neither takes nor refuses a long write"
        case .crashesOnEmptyWrite: "an empty write makes it hang up or reset"
        case .crashesOnLongWrite: "a write beyond its buffer makes it hang up or reset"
        case .losesBackToBackWrites:
            "of stop and initialize, written back to back, initialize is not answered every time"
        default: nil
        }
    }

    private var signOfLink: String? {
        switch self {
        case .ignoresRequests: "did not answer what the data channel asks first"
        case .doesNotAdvertise: "nothing that is door advertised"
        case .advertisesNoService: "its advertising names no service"
        case .advertisesWrongService: "and its data channel is"
        case .wrongService: "the accessory offers no service of"
        case .stopsAdvertisingAfterDisconnect, .slowToAdvertise: "it does not advertise again within 3 s"
        case .hangsUpOnConnection: "the accessory hung up while the data channel was set up"
        case .hangsUpOnInitialize: "the accessory hung up after the phone sent initialize"
        case .hangsUpOnConfigureAndStart: "the accessory hung up after the phone sent configureAndStart"
        case .hangsUpWhileRanging: "the accessory hung up while it ranged"
        case .hangsUpOnStop: "the accessory hung up after the phone sent stop"
        case .resetsOnFirstMessage: "supervision timeout after the phone sent initialize"
        case .crashesOnInitializeBeforeSubscription: "an initialize before the subscription leaves it"
        case .bootLateNeedsDelay: "an initialize right after connecting is lost on it"
        case .connectionStormSlotLeak: "it does not give its connections back"
        case .requestsBadConnectionParameters: "it asks for connection parameters that phones refuse"
        case .noBackgroundService: "it has no Nearby Interaction service"
        case .backgroundConfigurationUnencrypted: "must find its configuration data, and be refused it; it holds"
        case .zeroesBackgroundConfiguration, .staleBackgroundConfiguration:
            "its configuration data for the background is not what it sent last"
        case .cannotPair: "it cannot be paired with"
        case .asksForPairing: "it asks for pairing before anything was refused for want of it"
        case .losesBondOnReboot: "without power it forgets the phones that paired with it"
        case .rejectsBondedReconnect: "it does not know the phone any more that paired with it"
        case .refusesPairingAgain: "it does not pair again with a phone that lost its key"
        case .deafAfterPairing: "after pairing it takes no message any more"
        default: nil
        }
    }

    /// Whatever is left has to do with how well it ranges; a defect without a sign of its own is never caught.
    private var signOfRanging: String {
        switch self {
        case .losesCalibration: "a factory reset wiped the calibration of its antennas"
        case .noisyDistance: "its distances scatter too much"
        case .losesRounds, .lowUpdateRate: "too many of its ranging rounds fail"
        case .rangesOnce: "it ranges for a while, and then no more"
        default: "no scenario names \(rawValue)"
        }
    }
}
