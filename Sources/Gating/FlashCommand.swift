public import Evidence
public import Ground

/// A command of the bench's owner that writes a firmware file into the accessory and verifies it.
public struct FlashCommand: Hashable, Sendable {
    /// In which the command finds the path of the file.
    public static let variable = "TRAMMEL_FIRMWARE"

    /// For the shell.
    public let command: String
    /// How long it may take.
    public let limit: Span

    public init(_ command: String, limit: Span = .seconds(600)) { (self.command, self.limit) = (command, limit) }

    /// Runs it for a file; throws where it does not end with 0 in time. What it prints goes to standard error.
    ///
    /// It finds more variables in its environment where some are given.
    public func write(_ path: String, with variables: [String: String] = [:]) throws(CommandTrouble) {
        var own = variables.mapValues { Optional($0) }
        own[Self.variable] = .some(path)
        let ending = ShellCommand(command, limit: limit).run(with: own)
        guard ending != .exited(0) else { return }
        throw CommandTrouble(
            what: "the firmware was not written: '\(command.escapedForDisplay)' \(ending.words)",
            remedy: "Try the command by hand, with \(Self.variable)=\(path.escapedForDisplay)")
    }
}
