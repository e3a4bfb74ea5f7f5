public import Evidence
public import Reports

/// The destination for a live replay's progress, results and warnings.
public struct ReplayConsole {
    let output: any TextOutput
    let terminal: TerminalTraits
    /// Receives warnings about the bench or the recording.
    let warn: (String) -> Void

    public init(output: any TextOutput, terminal: TerminalTraits, warn: @escaping (String) -> Void) {
        self.output = output
        self.terminal = terminal
        self.warn = warn
    }

    func report(isVerbose: Bool = false) -> ConsoleReport {
        ConsoleReport(to: output, terminal: terminal, isVerbose: isVerbose)
    }
}

/// The outcome of a live replay.
public struct LiveReplayEnd {
    public let status: CommandStatus
    /// The errors that prevented rounds from being played or their evidence from being kept; each worsens the status.
    public let troubles: [CommandError]

    init(_ status: CommandStatus, troubles: [CommandError] = []) {
        self.status = status
        self.troubles = troubles
    }
}
