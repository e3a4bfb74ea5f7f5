extension TimelineEntry {
    /// Every kind of entry that this program writes or reads, in the order of a run: frames, acts, then notes.
    public static let kinds = frameKinds + actKinds + noteKinds

    private static let frameKinds = [
        "att", "nearby interaction", "uci", "ranging", "tag command", "tag response", "malformed",
    ]

    /// What is no bytes (`Inbound.kind` and `Outbound.kind`).
    private static let actKinds = [
        "find", "discovered", "connect", "connected", "connect failed", "parameters", "pair", "encrypted",
        "pairing failed", "forget", "disconnect", "disconnected", "open", "opened", "close", "poll", "no tag",
        "tag found", "tags found", "presence", "tag present", "tag absent", "exchange failed", "reader failed",
        "reader lost", "stage",
        "console", "finding", "fault",
    ]

    /// What the journal, a capture's import and the trace itself tell.
    private static let noteKinds = [
        "trace", "import", "run started", "step started", "step passed", "step failed", "run ended", "verdict", "gap",
        "interrupted", kernelKind,
        // The channel.
        "linked", "ready", "set-up failed", "write refused", "background configuration", "reconnecting", "lost",
        // Nearby Interaction.
        "prompted", "answered", "sent", "received", "tampered", "sessionDidStartRunning",
        "didGenerateShareableConfigurationData", "accessoryDidStart", "accessoryDidStop", "feature", "distance",
        "lost round", "zone", "still ranges", "didRemove", "retry", "gave up", "sessionWasSuspended",
        "sessionSuspensionEnded", "paused", "invalidated", "didInvalidate", "address clash", "session",
        // Tags.
        "reader back", "reading off", "reading on", "detected", "several tags", "read", "unreadable", "routed",
        "inspected", "gone", "notified", "left alone", "tapped", "unlock", "unlocked", "unlock failed", "delivered",
        "nothing to tap", "dropped", "followed", "ignored",
    ]
}
