import ArgumentParser

/// Decides whether a firmware may be released, and shows later what that was decided on.
struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Check what a release gate left.", subcommands: [GateVerifyCommand.self])
}
