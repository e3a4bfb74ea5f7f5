/// What a command and its worker in another process say to each other, a line each.
enum WorkerLine {
    /// What the worker is told.
    enum Order: Hashable, Sendable {
        /// To play the run at this place of the plan, counted from 0.
        case play(Int)
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
        let text =
            switch self {
            case .play(let index): "play \(index)"
            case .stop: "stop"
            case .end: "end"
            }
        return Array("\(text)\n".utf8)
    }

    /// The order in a line without its end; nil for anything else.
    init?(_ line: String) {
        let words = line.split(separator: " ")
        switch (words.first, words.count) {
        case ("play", 2):
            guard let index = Int(words[1]), index >= 0 else { return nil }
            self = .play(index)
        case ("stop", 1): self = .stop
        case ("end", 1): self = .end
        default: return nil
        }
    }
}
