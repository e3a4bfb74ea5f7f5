/// Where in a scenario's or a rig's source something was written.
public struct SourceSpot: Hashable, Codable, Sendable {
    /// The module and the file, as `#fileID` gives them: `Scenarios/WalkUp.swift`.
    public let file: String
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    public init(_ file: StaticString, _ line: UInt) {
        self.init(file: "\(file)", line: Int(line))
    }
}

extension SourceSpot: CustomStringConvertible {
    public var description: String { "\(file):\(line)" }
}
