import Benches
public import Evidence
public import Ground
import Links

/// A command of the bench's owner that writes a firmware file into the accessory and verifies it.
public struct FlashCommand: Hashable, Sendable {
    /// The environment variable that holds the path of the file.
    public static let variable = "TRAMMEL_FIRMWARE"

    /// The command line for the shell.
    public let command: String
    /// The command's time limit.
    public let limit: Lapse

    public init(_ command: String, limit: Lapse = .seconds(600)) { (self.command, self.limit) = (command, limit) }

    /// Runs the command for a file; throws if it does not exit with status 0 in time. Its output goes to standard
    /// error.
    ///
    /// `variables` are added to its environment.
    public func write(_ path: String, with variables: [String: String] = [:]) throws(CommandError) {
        var own = variables.mapValues { Optional($0) }
        own[Self.variable] = .some(path)
        let ending = ShellCommand(command, limit: limit).run(with: own)
        guard ending != .exited(0) else { return }
        throw CommandError(
            what: "the firmware was not written: '\(command.escapedForDisplay)' \(ending.words)",
            remedy: "Try the command by hand, with \(Self.variable)=\(path.escapedForDisplay)")
    }

    /// Waits until the devices that went away while the firmware was written are back; throws if one is not.
    func awaitReturn(in window: FlashWindow) throws(CommandError) {
        do throws(RigFault) { try window.pass() } catch {
            throw CommandError(what: error.what, remedy: error.remedy)
        }
    }
}
