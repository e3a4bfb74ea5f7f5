/// Where in a scenario's or a rig's source something was written.
public struct SourceSpot: Hashable, Codable, Sendable {
    /// The file's path from the project's folder on: `Scenarios/Conformance/Exchange.swift`.
    public let file: String
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// A place as `#filePath` and `#line` give it.
    public init(_ file: StaticString, _ line: UInt) {
        self.init(file: Self.pathInProject("\(file)"), line: Int(line))
    }
}

extension SourceSpot: CustomStringConvertible {
    public var description: String { "\(file):\(line)" }
}

extension SourceSpot {
    /// The folder of this project as the compiler saw it, with its last slash.
    private static let project = String("\(#filePath)".dropLast("Sources/Ground/SourceSpot.swift".utf8.count))

    /// The folders from which on a path of another package's source is told: those that packages have at their top.
    private static let tops: Set<Substring> = ["Sources", "Tests", "Scenarios", "Rigs"]

    /// A path without the folder that the project lies in, which differs from machine to machine.
    ///
    /// For a source of another package it begins with the folder that stands at the package's top.
    static func pathInProject(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        if path.hasPrefix(project) { return String(path.dropFirst(project.count)) }
        let parts = path.split(separator: "/")
        let top = parts.lastIndex { tops.contains($0) } ?? max(0, parts.count - 2)
        return parts[top...].joined(separator: "/")
    }
}
