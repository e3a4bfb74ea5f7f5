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

    /// What came of an order, and how long that took by the worker's clock: from the order's arrival to this answer.
    struct Answer: Codable, Sendable {
        let played: PlayedRun
        private let nanoseconds: Int64?

        /// Nil where the worker keeps its own time, which lies in nobody else's.
        var took: Span? { nanoseconds.map { .nanoseconds($0) } }

        init(_ played: PlayedRun, took: Span?) { (self.played, nanoseconds) = (played, took?.nanoseconds) }
    }

    /// Begins a line that tells of a run: nothing that is printed for people begins like that.
    private static let mark: [UInt8] = [0x1E]

    /// The line that tells what came of a run, with its end.
    static func line(_ answer: Answer) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return mark + Array(try encoder.encode(answer)).escapedAsJSON + [0x0A]
    }

    /// What a line without its end tells; nil where it is none of these. Throws what the decoder throws.
    static func answer(in line: [UInt8]) throws -> Answer? {
        guard line.starts(with: mark) else { return nil }
        return try JSONDecoder().decode(Answer.self, from: Data(line.dropFirst(mark.count)))
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
