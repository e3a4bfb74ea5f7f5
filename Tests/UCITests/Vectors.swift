import Foundation
import TestSupport

/// Returns the lines of a vector file without comments, split at the bars.
func vectors(_ name: String, testFile: String = #filePath) throws -> [[String]] {
    let folder = URL(filePath: testFile).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Vectors/\(name).txt"), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}

/// One line of the captured exchange.
enum Step: Equatable {
    case power
    case round
    case toBoard([UInt8])
    case fromBoard([UInt8])
}

func capturedExchange() throws -> [Step] {
    try vectors("uci-dwm3001cdk").map { columns in
        switch columns[0] {
        case "power": .power
        case "round": .round
        case let line where line.hasPrefix(">"): .toBoard(bytes(String(line.dropFirst())))
        case let line: .fromBoard(bytes(String(line.dropFirst())))
        }
    }
}
