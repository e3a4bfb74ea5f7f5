import Foundation

/// Returns the lines of a vector file, each split at its bars.
func vectors(_ name: String, testFile: String = #filePath) -> [[String]] {
    let tests = URL(fileURLWithPath: testFile).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appendingPathComponent("Vectors/NearbyInteraction/\(name)")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
        preconditionFailure("cannot read the vectors in \(file.path)")
    }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
