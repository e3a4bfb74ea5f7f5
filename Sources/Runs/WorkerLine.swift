import FoundationEssentials
import Ground

/// What a command and its worker in another process say to each other, a line each.
enum WorkerLine {
    /// What the worker is told.
    enum Order: Hashable, Sendable {
        case play(RunOrder)
        /// To end the run that is played, as a person's signal does, and to begin no other.
        case stop
        /// To end after the run that is played.
        case end
    }

    /// Begins a line that tells of a run: nothing that is printed for people begins like that.
    private static let mark: [UInt8] = [0x1E]

    /// The line that tells what came of a run, with its end.
    static func line(_ played: PlayedRun) throws -> [UInt8] { mark + (try played.line()) + [0x0A] }

    /// What a line without its end tells; nil where it is none of these.
    static func played(in line: [UInt8]) throws -> PlayedRun? {
        guard line.starts(with: mark) else { return nil }
        return try PlayedRun(line: Array(line.dropFirst(mark.count)))
    }
}

extension WorkerLine.Order {
    /// The line with its end.
    var bytes: [UInt8] {
        switch self {
        case .play(let order):
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let data = try? encoder.encode(order) else { preconditionFailure("an order is plain data") }
            return Array("play ".utf8) + Array(data).escapedAsJSON + [0x0A]
        case .stop: return Array("stop\n".utf8)
        case .end: return Array("end\n".utf8)
        }
    }

    /// The order in a line without its end; nil for anything else.
    init?(_ line: String) {
        switch line {
        case "stop": self = .stop
        case "end": self = .end
        default:
            guard line.hasPrefix("play "),
                let order = try? JSONDecoder().decode(RunOrder.self, from: Data(line.utf8.dropFirst(5)))
            else { return nil }
            self = .play(order)
        }
    }
}
