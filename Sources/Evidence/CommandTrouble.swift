import ArgumentParser
import Ground
import Reports

/// Something that keeps the command from doing its work and says nothing about the accessory: exit status 3.
struct CommandTrouble: Error, CustomStringConvertible {
    /// What failed and why, as a sentence without its full stop.
    let what: String
    /// What to do about it, as a sentence without its full stop; nil where `what` is all that there is to say.
    let remedy: String?

    static func cannotWrite(_ path: String, _ error: any Error) -> CommandTrouble {
        CommandTrouble(
            what: "\(path) cannot be written: \(error)",
            remedy: "Make room there, or name a folder that you may write to")
    }

    var description: String { what + (remedy.map { ". \($0)." } ?? "") }
}

extension CommandStatus {
    /// Says what went wrong and returns the status that tells of it, unless a scenario failed, which outweighs it.
    func worsened(by trouble: CommandTrouble) -> CommandStatus {
        for line in "trammel: \(trouble)".split(separator: "\n") {
            StandardOutput.error.write(String(line).escapedForDisplay + "\n")
        }
        return self == .failed ? .failed : .rigWrong
    }

    /// Ends the command with this status.
    func leave() throws {
        if self != .passed { throw ExitCode(rawValue) }
    }
}
