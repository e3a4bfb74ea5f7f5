import Foundation

/// A data file of Tests/Vectors.
enum VectorFile {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors")

    /// Returns the lines of a file, without comments and empty lines.
    static func lines(_ name: String) throws -> [String] {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }
}
