import ArgumentParser
import Evidence
import Ground
import Reports

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

extension FileName {
    /// A usage error when the option's file cannot be written there.
    static func check(_ path: String?, _ place: UnfinishedFile.Place = .new) throws {
        guard let path, let obstacle = obstacle(path, place) else { return }
        throw ValidationError("\(obstacle).".escapedForDisplay)
    }
}
