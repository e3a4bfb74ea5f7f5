import Ground

/// One command that changes a tag, and what the tag holds when it does not succeed.
protocol TagWriteChange: Sendable {
    /// The page or the offset, in words.
    var place: String { get }
    /// What the tag holds when it refuses this, and when it stays silent.
    var ifRefused: TagWriteFailure.State { get }
    var ifSilent: TagWriteFailure.State { get }
}

extension TagWriteFailure {
    /// The change did not succeed: the tag refused it.
    static func refused(_ change: some TagWriteChange, _ reason: String) -> TagWriteFailure {
        .notWritten(place: change.place, reason: reason, now: change.ifRefused)
    }

    /// The change did not succeed: the tag did not answer.
    static func silent(_ change: some TagWriteChange, _ reason: String) -> TagWriteFailure {
        .notWritten(place: change.place, reason: reason, now: change.ifSilent)
    }

    /// Where a message that was read back differs from what was written; nil when it does not.
    fileprivate static func difference(_ found: [UInt8], from message: [UInt8]) -> TagWriteFailure? {
        if let place = zip(found, message).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return .notVerified(place: "byte \(place) of the message", reason: "it differs")
        }
        guard found.count != message.count else { return nil }
        return .notVerified(
            place: "the message's length", reason: "\(found.count) bytes are there, \(message.count) were written")
    }
}

extension TagWriteStep {
    /// What a step of reading back is to a writing.
    init(readingBack step: TagReadStep, of message: [UInt8], before: TagContents?, writes: Int) {
        switch step {
        case .command(let command): self = .command(command)
        case .selectAgain: preconditionFailure("what a tag may refuse is not read back")
        case .failed(let failure):
            self = .failed(.notVerified(place: "when it was read again", reason: "\(failure)"))
        case .finished(let contents):
            if let failure = TagWriteFailure.difference(contents.message ?? [], from: message) {
                self = .failed(failure)
            } else {
                self = .finished(TagWriteReport(before: before, after: contents, writes: writes))
            }
        }
    }
}

extension TagWriteProgress {
    /// While the change with this index is under way.
    init(_ changes: [some TagWriteChange], underWay index: Int) {
        let change = changes.dropFirst(index).first
        self.init(
            written: changes.prefix(index).map(\.place), underWay: change?.place,
            left: max(0, changes.count - index - 1), now: change?.ifSilent ?? .unchanged)
    }

    /// Before the change with this index is sent.
    init(_ changes: [some TagWriteChange], before index: Int) {
        let left = changes.count - index
        self.init(
            written: changes.prefix(index).map(\.place), left: left,
            now: changes.dropFirst(index).first?.ifRefused ?? .unchanged)
    }

    /// While all of them are read back.
    init(readingBack changes: [some TagWriteChange]) {
        self.init(written: changes.map(\.place), isReadingBack: true, now: .unknown("the tag may hold the new message"))
    }
}
