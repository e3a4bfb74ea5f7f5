import ArgumentParser
import Evidence
import Ground
import Reports

extension CommandStatus {
    /// Ends the command with this status.
    func leave() throws {
        if self != .passed { throw ExitCode(rawValue) }
    }
}

extension FileName {
    /// Throws a usage error if the option's file cannot be written there.
    static func check(_ path: String?, _ place: UnfinishedFile.Place = .new) throws {
        guard let path, let obstacle = obstacle(path, place) else { return }
        throw ValidationError("\(obstacle).".escapedForDisplay)
    }
}
