import ArgumentParser
import Ground
import RigKit
import Runs

/// The options for the commands that write firmware, unless the rig names them.
struct FlashOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            A shell command that writes the file $\(FlashCommand.variable) to the accessory, verifies it and exits \
            with 0.
            """, valueName: "command"))
    var flash: String?

    @Option(
        help: ArgumentHelp("A shell command that verifies what --flash wrote.", valueName: "command"))
    var verify: String?

    @Option(
        help: ArgumentHelp(
            "A shell command that is run if writing fails, before the second and last attempt.",
            valueName: "command"))
    var recover: String?

    @Option(
        help: ArgumentHelp(
            "A text that a line of --flash or --verify must contain. May be repeated.", valueName: "text"))
    var mustPrint: [String] = []

    @Option(
        help: ArgumentHelp(
            "A text that no line of --flash or --verify may contain. May be repeated.", valueName: "text"))
    var mustNotPrint: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time limit of each command that writes or verifies; by default 120 s, or as the rig says.",
            valueName: "seconds"))
    var flashLimit: Int?

    /// The maximum time limit of a command in seconds: a week.
    static let longestLimit = 604_800

    func validate() throws {
        if let flashLimit, !(1...Self.longestLimit).contains(flashLimit) {
            throw ValidationError("--flash-limit takes 1 to \(Self.longestLimit) seconds, not \(flashLimit).")
        }
        let parts: [(option: String, isGiven: Bool)] = [
            ("--verify", verify != nil), ("--recover", recover != nil), ("--must-print", !mustPrint.isEmpty),
            ("--must-not-print", !mustNotPrint.isEmpty),
        ]
        if flash == nil, let part = parts.first(where: \.isGiven) {
            throw ValidationError("\(part.option) goes with --flash: a rig that names the programs says the rest, too.")
        }
        for (option, command) in [("--flash", flash), ("--verify", verify), ("--recover", recover)]
        where command?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("\(option) takes a command, and this one is blank.")
        }
        if (mustPrint + mustNotPrint).contains(where: { $0.allSatisfy(\.isWhitespace) }) {
            throw ValidationError("--must-print and --must-not-print take a text that is not blank.")
        }
    }

    /// Returns the commands of the options, or else those that the rig names for an accessory; nil if there are none.
    func command(on rig: Rig) throws -> FlashCommand? {
        if let flash {
            return FlashCommand(
                flash, verify: verify, recover: recover, mustPrint: mustPrint, mustNotPrint: mustNotPrint,
                limit: flashLimit.map { .seconds($0) } ?? FirmwareTool.usualLimit)
        }
        let entries = rig.accessories.filter { $0.firmware != nil }
        guard entries.count < 2 else {
            let names = entries.map(\.name.rawValue).joined(separator: " and ")
            throw ValidationError("\(rig.name) names programs for the firmware of \(names): choose one with --flash.")
        }
        guard var tool = entries.first?.firmware else { return nil }
        if let flashLimit { tool.within = .seconds(flashLimit) }
        return FlashCommand(tool)
    }
}
