extension HiddenFault {
    /// The fault, in one sentence.
    public var meaning: String { facts.meaning }

    /// The reason it is not played, in one sentence.
    public var reason: String { facts.reason }

    private var facts: (meaning: String, reason: String) {
        switch self {
        case .controllerLosesFrames:
            (
                "The controller takes a frame and never sends it, or loses one that it acknowledged over the air.",
                "The socket accepted the frame, and the controller still answers: a silent accessory looks the same."
            )
        case .controllerDelaysFrames:
            (
                "The controller holds frames back for longer than connection events explain.",
                "Frames carry no over-the-air time: an accessory that answers late looks the same."
            )
        case .controllerDoublesFrames:
            (
                "The controller gives a frame to the kernel twice.",
                "ATT does not number frames: an accessory that sends a message twice looks the same."
            )
        case .stageMisplaces, .personPretends, .consoleFallsSilent, .consoleGarbled, .clockStepped:
            otherFacts
        }
    }

    private var otherFacts: (meaning: String, reason: String) {
        switch self {
        case .stageMisplaces:
            (
                "The stage is at the wrong distance: it reports that it arrived, or has not begun.",
                "Nothing else on the bench knows the true distance, and a stage does not report its position."
            )
        case .personPretends:
            (
                "The person at the bench presses return without holding the tag to the reader.",
                "A tag that is not seen and one that is broken look alike."
            )
        case .consoleFallsSilent:
            (
                "The console's wire is cut after the accessory has printed something.",
                "Firmware with nothing more to print looks the same; a console that never printed is no evidence."
            )
        case .consoleGarbled:
            (
                "The console is read at the wrong baud rate, and each line is noise.",
                "A console has no checksum, and firmware may print anything."
            )
        default:
            (
                "The machine's wall clock is set during a run.",
                "Nothing depends on it: runs take their time from the monotonic clock, which cannot be set, and "
                    + "the wall clock only dates a trace."
            )
        }
    }
}
