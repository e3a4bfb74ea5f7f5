import Foundation
import Ground

/// Valid inputs from Tests/Vectors.
enum Seeds {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors")

    /// Returns a complete file.
    static func file(_ path: String) -> [UInt8] {
        guard let data = try? Data(contentsOf: folder.appending(path: path)) else {
            fatalError("Tests/Vectors has no \(path)")
        }
        return Array(data)
    }

    /// Returns all files of a folder with this suffix, in alphabetical order.
    static func files(in path: String, ending end: String, atMost limit: Int = .max) -> [[UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)) ?? []
        return names.sorted().filter { $0.hasSuffix(end) }.map { file("\(path)/\($0)") }.filter { $0.count <= limit }
    }

    /// Returns the lines of a file that are not comments.
    static func lines(_ path: String) -> [String] {
        String(decoding: file(path), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map(String.init)
    }

    /// Returns every cell of a table that consists of hexadecimal digits, as bytes.
    static func hex(in path: String) -> [[UInt8]] {
        lines(path).flatMap { line in
            line.split { $0 == "|" || $0 == "\t" }.compactMap { [UInt8](hex: $0) }.filter { !$0.isEmpty }
        }
    }

    /// Returns bytes from hexadecimal digits.
    static func bytes(_ hex: String) -> [UInt8] {
        guard let bytes = [UInt8](hex: hex) else { fatalError("not hexadecimal: \(hex)") }
        return bytes
    }

    static func texts(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
