extension HiddenFault {
    /// The fault, in one sentence.
    public var meaning: String { facts.meaning }

    /// The reason it is not played, in one sentence.
    public var reason: String { facts.reason }

    private var facts: (meaning: String, reason: String) {
        switch self {
        case .controllerLosesFrames:
            (
                "The controller takes a frame and never sends it, or loses one that it acknowledged on the air.",
                "The socket took the frame, and the controller still answers: an accessory that stays silent looks so."
            )
        case .controllerDelaysFrames:
            (
                "The controller holds frames back for longer than connection events explain.",
                "Frames carry no time of the air: an accessory that answers late looks so."
            )
        case .controllerDoublesFrames:
            (
                "The controller gives a frame to the kernel twice.",
                "ATT numbers no frames: an accessory that sends a message twice looks so."
            )
        case .adapterDeaf:
            (
                "The adapter's antenna is off: it hears no advertisement, and its controller answers.",
                "Silence on the air is what an accessory without power leaves, too."
            )
        case .kitDeaf:
            (
                "The kit's antenna is off: each round ends without an answer, and the kit says so.",
                "A round without an answer is what an accessory that does not range leaves, too."
            )
        case .kitMismeasures:
            (
                "The kit's distances are wrong, by its calibration or by a flipped bit.",
                "UCI has no check sum, and a wrong distance looks like an accessory's wrong antenna delay."
            )
        case .readerBlind, .stageMisplaces, .personPretends, .consoleFallsSilent, .consoleGarbled, .clockStepped:
            otherFacts
        }
    }

    private var otherFacts: (meaning: String, reason: String) {
        switch self {
        case .readerBlind:
            (
                "The reader says that there is no tag although one is there.",
                "A tag that is broken is not seen either, and libnfc answers the same."
            )
        case .stageMisplaces:
            (
                "The stage stands at another distance than it was told: it says that it arrived, or has not begun.",
                "Nothing else on the bench knows the true distance, and a stage does not answer where it stands."
            )
        case .personPretends:
            (
                "The person at the bench presses return and did not hold the tag to the reader.",
                "A tag that is not seen and one that is broken look alike."
            )
        case .consoleFallsSilent:
            (
                "The console's wire is cut after the accessory has printed something.",
                "Firmware that has nothing more to print looks so; a console that never said a line is no witness."
            )
        case .consoleGarbled:
            (
                "The console is read at another rate, and each line is noise.",
                "A console has no check sum, and firmware may print what it likes."
            )
        default:
            (
                "The machine's wall clock is set while a run lasts.",
                "Nothing is decided by it: runs have their time from the monotonic clock, which nobody can set, and "
                    + "the wall clock only dates a trace."
            )
        }
    }
}
