import Foundation
import Ground

/// Returns the text of a file in Tests/Vectors/ndef.
func vectorText(_ name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appendingPathComponent("Vectors/ndef/\(name)"), encoding: .utf8)
}

/// Returns the rows of a tab-separated file in Tests/Vectors/ndef, without its comment lines.
func vectors(_ name: String) throws -> [[String]] {
    try vectorText(name).split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
}

/// Parses bytes in which `61*40` means 40 times the byte 61; `-` means no bytes.
func repeatedBytes(_ text: String) -> [UInt8]? {
    guard text != "-" else { return [] }
    var bytes: [UInt8] = []
    for word in text.split(separator: " ") {
        let parts = word.split(separator: "*")
        guard let run = [UInt8](hex: parts[0]) else { return nil }
        guard parts.count == 2 else {
            bytes += run
            continue
        }
        guard run.count == 1, let count = Int(parts[1]) else { return nil }
        bytes += [UInt8](repeating: run[0], count: count)
    }
    return bytes
}
