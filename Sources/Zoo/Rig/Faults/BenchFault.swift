/// A known fault of a rig itself, which must never be attributed to the accessory.
///
/// Each is applied to a simulated bench together with the evidence that the drivers have of it, and no other.
public enum BenchFault: String, Hashable, Sendable, CaseIterable {
    // The Bluetooth adapter.
    case adapterUnplugged
    case adapterReset
    case adapterStuck
    case adapterDropsLink
    case adapterHeldByOthers
    case adapterDaemonStarts
    case adapterSendQueueFull
    case adapterDeaf
    case hostSleeps
    // The UWB kit.
    case kitUnplugged
    case kitNeverOpens
    case kitHangs
    case kitStopsReading
    case kitLineFails
    case kitReboots
    case kitReportsError
    case kitRefuses
    case kitAnswersLate
    case kitAnswersTwice
    case kitEndsSession
    case kitOtherSession
    case kitSwallowsRounds
    case kitRepeatsRounds
    case kitTransmitsNothing
    case kitTransmitsHalf
    case kitStopsTransmitting
    case kitGarbles
    case kitCutsPackets
    case kitDeaf
    case kitOnOtherChannel
    case kitWithOtherPreamble
    case kitMismeasures
    // A kit with CLI firmware.
    case cliKitEndsSession
    case cliKitTransmitsNothing
    case cliKitTransmitsHalf
    case cliKitStopsTransmitting
    // The NFC reader.
    case readerMissing
    case readerUnplugged
    case readerSilent
    case readerGarbles
    case readerRefuses
    case readerHot
    case readerAborts
    case readerForgets
    case readerNeverAnswers
    case readerBlind
    // The console and the stage.
    case consoleUnplugged
    case consoleMute
    case stageStuck
    case stageFails
    case stageSlow
    case powerSwitchLies
    // The host.
    case loopStarved
    case programStopped
    case machineSuspended
    case processorScarce
    case mailboxOverflows
    case diskFull
    case folderTaken
    case guestKilled

    /// Whether the kit has CLI firmware instead of UCI.
    var isOfCLI: Bool {
        switch self {
        case .cliKitEndsSession, .cliKitTransmitsNothing, .cliKitTransmitsHalf, .cliKitStopsTransmitting: true
        default: false
        }
    }
}

/// A fault of a rig of which no driver has evidence, because an accessory may behave in the same way.
///
/// A run on such a rig judges the accessory by what arrived, and nothing on a bench can show that the verdict is
/// wrong.
public enum HiddenFault: String, Hashable, Sendable, CaseIterable {
    case controllerLosesFrames
    case controllerDelaysFrames
    case controllerDoublesFrames
    case stageMisplaces
    case personPretends
    case consoleFallsSilent
    case consoleGarbled
    case clockStepped
}
