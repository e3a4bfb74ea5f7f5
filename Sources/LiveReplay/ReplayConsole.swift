public import Evidence
public import Reports

/// Where a live replay tells what it does, what it finds and what is doubtful.
public struct ReplayConsole {
    let output: any TextOutput
    let terminal: TerminalTraits
    /// Hears what is doubtful about the bench or the recording.
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

/// What a live replay came to.
public struct LiveReplayEnd {
    public let status: CommandStatus
    /// What kept rounds from being played or their evidence from being kept; each makes the status worse.
    public let troubles: [CommandTrouble]

    init(_ status: CommandStatus, troubles: [CommandTrouble] = []) {
        self.status = status
        self.troubles = troubles
    }
}
