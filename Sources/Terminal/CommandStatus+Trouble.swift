public import Evidence
import Ground
public import Reports

extension CommandStatus {
    /// Says what went wrong and returns the status that tells of it, unless a scenario failed, which outweighs it.
    public func worsened(by trouble: CommandTrouble) -> CommandStatus {
        for line in "\(Program.command): \(trouble)".split(separator: "\n") {
            StandardOutput.error.write(String(line).escapedForDisplay + "\n")
        }
        return self == .failed ? .failed : .rigWrong
    }
}
