import Foundation

/// The rows of a tab-separated file in Tests/Vectors/ndef, without its comment lines.
func vectors(_ name: String) throws -> [[String]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent("Vectors/ndef/\(name)"), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
}
