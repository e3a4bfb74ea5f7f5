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
        help: ArgumentHelp("The time limit of --flash, --verify and --recover, each.", valueName: "seconds"))
    var flashLimit = Int(FlashCommand.usualLimit.nanoseconds / 1_000_000_000)

    /// The maximum time limit of a command in seconds: a week.
    static let longestLimit = 604_800

    func validate() throws {
        guard (1...Self.longestLimit).contains(flashLimit) else {
            throw ValidationError("--flash-limit takes 1 to \(Self.longestLimit) seconds, not \(flashLimit).")
        }
        let parts: [(String, Bool)] = [
            ("--verify", verify != nil), ("--recover", recover != nil), ("--must-print", !mustPrint.isEmpty),
            ("--must-not-print", !mustNotPrint.isEmpty),
        ]
        if flash == nil, let part = parts.first(where: \.1) {
            throw ValidationError("\(part.0) needs --flash: nothing is written without it.")
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
                limit: .seconds(flashLimit))
        }
        let tools = rig.accessories.compactMap(\.firmware)
        guard tools.count < 2 else {
            throw ValidationError("\(rig.name) names programs for the firmware of several accessories: give --flash.")
        }
        return tools.first.map { FlashCommand($0) }
    }
}
