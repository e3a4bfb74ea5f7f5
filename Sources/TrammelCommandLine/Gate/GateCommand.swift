import ArgumentParser

/// Decides whether a firmware may be released, and later verifies the evidence for the decision.
struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Decide whether a firmware may be released, and check it later.",
        discussion: """
            'gate [PLAN] --firmware FILE' is short for 'gate run'.

              trammel gate release --firmware door-1.4.2.bin --rig deskBench
            """,
        subcommands: [GateRunCommand.self, GateVerifyCommand.self], defaultSubcommand: GateRunCommand.self)
}
