public import Evidence
import Ground
public import Reports

extension CommandStatus {
    /// Prints an error and returns the resulting status; a failed scenario takes precedence.
    public func worsened(by trouble: CommandError) -> CommandStatus {
        for line in "\(Program.command): \(trouble)".split(separator: "\n") {
            StandardOutput.error.write(String(line).escapedForDisplay + "\n")
        }
        return self == .failed ? .failed : .rigWrong
    }
}
