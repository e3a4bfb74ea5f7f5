import Ground
import JSON

/// The line-based protocol between a command and its worker in another process.
enum WorkerLine {
    /// An order to the worker.
    enum Order: Hashable, Sendable {
        case play(RunOrder)
        /// End the current run, as a person's signal does, and start no other.
        case stop
        /// End after the current run.
        case end
    }

    /// The result of an order, and the time from its arrival to this answer by the worker's clock.
    struct Answer: Codable, Sendable {
        let played: PlayedRun
        private let nanoseconds: Int64?

        /// The time taken; nil if the worker keeps its own time, which is not comparable with any other.
        var took: Lapse? { nanoseconds.map { .nanoseconds($0) } }

        init(_ played: PlayedRun, took: Lapse?) { (self.played, nanoseconds) = (played, took?.nanoseconds) }
    }

    /// The prefix of a line with an answer; no output for people starts like this.
    private static let mark: [UInt8] = [0x1E]

    /// Returns the line for an answer, including the line feed.
    static func line(_ answer: Answer) -> [UInt8] { mark + JSON.line(answer) + [0x0A] }

    /// Parses a line without its line feed; returns nil if it is not an answer. Throws the decoder's errors.
    static func answer(in line: [UInt8]) throws -> Answer? {
        guard line.starts(with: mark) else { return nil }
        return try JSON.value(from: line.dropFirst(mark.count))
    }
}

extension WorkerLine.Order {
    /// The line for the order, including the line feed.
    var bytes: [UInt8] {
        switch self {
        case .play(let order): Array("play ".utf8) + JSON.line(order) + [0x0A]
        case .stop: Array("stop\n".utf8)
        case .end: Array("end\n".utf8)
        }
    }

    /// Parses a line without its line feed; returns nil if it is not an order.
    init?(_ line: String) {
        switch line {
        case "stop": self = .stop
        case "end": self = .end
        default:
            guard line.hasPrefix("play "),
                let order = try? JSON.value(RunOrder.self, from: line.utf8.dropFirst(5))
            else { return nil }
            self = .play(order)
        }
    }
}
