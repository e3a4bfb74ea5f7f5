import Ground

/// Writes the NDEF message of a Type 4 tag with UPDATE BINARY.
///
/// First the length field becomes 0, then the message is written in pieces of at most MLc bytes, and its length comes
/// last (nfc.md 2.3). The length field must be written in one piece, so MLc must be at least its size. The tag is
/// selected again to read the message back.
public struct Type4Writer: TagWriting {
    private struct Update: TagWriteChange {
        let offset: Int
        let bytes: [UInt8]
        let ifRefused: TagWriteFailure.State
        let ifSilent: TagWriteFailure.State

        var place: String { "offset \(offset)" }
    }

    private enum State: Sendable {
        case idle
        case reading
        case writing(Int)
        case verifying(Type4Reader)
        case done(TagWriteStep)
    }

    private let message: [UInt8]
    private let force: Bool
    private var state = State.idle
    private var reader = Type4Reader(depth: .message)
    private var before: TagContents?
    private var updates: [Update] = []

    /// Creates a writer for an encoded message; an empty one makes the tag blank.
    public init(message: [UInt8], force: Bool = false) {
        self.message = message
        self.force = force
    }

    public mutating func begin() -> TagWriteStep {
        self = Type4Writer(message: message, force: force)
        state = .reading
        return read(reader.begin())
    }

    public mutating func receive(_ response: [UInt8]) -> TagWriteStep {
        switch state {
        case .idle: preconditionFailure("an answer needs a command: call begin() first")
        case .done(let result): return result
        case .reading: return read(reader.receive(response))
        case .verifying(var reader):
            let step = reader.receive(response)
            return verify(reader, step)
        case .writing(let index):
            guard response == [0x90, 0x00] else {
                let status = response.count == 2 ? UInt16(response[0]) << 8 | UInt16(response[1]) : nil
                let what = status.map { "\(StatusWord(rawValue: $0))" } ?? "\(response.count) bytes"
                return end(.failed(.refused(updates[index], "the tag answered \(what)")))
            }
            return write(index + 1)
        }
    }

    public mutating func receiveNoAnswer() -> TagWriteStep {
        switch state {
        case .idle: preconditionFailure("silence needs a command: call begin() first")
        case .done(let result): return result
        case .reading: return read(reader.receiveNoAnswer())
        case .verifying(var reader):
            let step = reader.receiveNoAnswer()
            return verify(reader, step)
        case .writing(let index):
            return end(.failed(.silent(updates[index], "the tag did not answer: was it moved away?")))
        }
    }

    public var progress: TagWriteProgress {
        switch state {
        case .idle, .reading, .done: TagWriteProgress()
        case .writing(let index): TagWriteProgress(updates, underWay: index)
        case .verifying: TagWriteProgress(readingBack: updates)
        }
    }

    private mutating func read(_ step: TagReadStep) -> TagWriteStep {
        var doubt: String?
        switch step {
        case .command(let command): return .command(command)
        case .selectAgain: preconditionFailure("a Type 4 tag may refuse nothing that it is asked")
        case .finished(let contents):
            before = contents
            if let old = contents.message {
                do throws(Malformed) { _ = try NDEFMessage(decoding: old) } catch {
                    doubt = "its NDEF message is malformed, \(error)"
                }
            }
        case .failed(.notNDEF(let reason)): return end(.failed(.refused(.notNDEF(reason))))
        case .failed(let failure):
            // Once the length has been read, the file is selected, and a wrong length can be overwritten.
            guard reader.image.messageLength != nil, failure.isAboutContents else {
                return end(.failed(.unreadable(failure)))
            }
            doubt = "\(failure)"
        }
        guard let capability = reader.capability else { return end(.failed(.refused(.notNDEF("no NDEF file")))) }
        if let refusal = refusal(capability, doubt) { return end(.failed(.refused(refusal))) }
        if let before, doubt == nil, before.message ?? [] == message {
            return end(.finished(TagWriteReport(before: before, after: before, writes: 0)))
        }
        plan(capability)
        return write(0)
    }

    private func refusal(_ capability: Type4Capability, _ doubt: String?) -> TagWriteRefusal? {
        guard capability.isWritable else {
            return .readOnly("the write access of its NDEF file is \(capability.writeAccess.hexadecimal)")
        }
        let capacity = capability.maximumFileSize - capability.lengthFieldSize
        guard message.count <= capacity else { return .tooSmall(message: message.count, capacity: capacity) }
        guard capability.maximumWrite >= capability.lengthFieldSize else {
            return .unsupported(
                "MLc is \(capability.maximumWrite): the length field cannot be written with one command")
        }
        guard capability.lengthFieldSize + message.count <= Type4Command.largestOffset + 1 else {
            return .unsupported("the message reaches behind offset 7FFF, where this writer does not write")
        }
        if let doubt, !force { return .notUnderstood(doubt) }
        return nil
    }

    private mutating func plan(_ capability: Type4Capability) {
        let size = capability.lengthFieldSize
        let either = TagWriteFailure.State.unknown("the tag holds what it held before, or reads as blank")
        updates = []
        if reader.image.messageLength != 0 {
            updates.append(
                Update(
                    offset: 0, bytes: [UInt8](repeating: 0, count: size), ifRefused: .unchanged, ifSilent: either))
        }
        let step = min(capability.maximumWrite, Type4Command.largestWrite)
        for start in stride(from: 0, to: message.count, by: step) {
            updates.append(
                Update(
                    offset: size + start, bytes: Array(message[start..<min(start + step, message.count)]),
                    ifRefused: .blank, ifSilent: .blank))
        }
        guard !message.isEmpty else { return }
        var length: [UInt8] = []
        length.append(big: UInt32(clamping: message.count))
        updates.append(
            Update(
                offset: 0, bytes: Array(length.suffix(size)), ifRefused: .blank,
                ifSilent: .unknown("the tag reads as blank, or holds the new message")))
    }

    private mutating func write(_ index: Int) -> TagWriteStep {
        guard index < updates.count else {
            var reader = Type4Reader(depth: .message)
            let step = reader.begin()
            return verify(reader, step)
        }
        state = .writing(index)
        return .command(Type4Command.update(at: updates[index].offset, updates[index].bytes))
    }

    private mutating func verify(_ reader: Type4Reader, _ step: TagReadStep) -> TagWriteStep {
        let next = TagWriteStep(readingBack: step, of: message, before: before, writes: updates.count)
        guard case .command = next else { return end(next) }
        state = .verifying(reader)
        return next
    }

    private mutating func end(_ step: TagWriteStep) -> TagWriteStep {
        state = .done(step)
        return step
    }
}

extension TagReadFailure {
    /// Whether the tag's contents are at fault rather than its answers.
    fileprivate var isAboutContents: Bool {
        switch self {
        case .malformed(_, let part): part == .ndefFile
        case .unsupported: true
        case .noAnswer, .notNDEF, .unsupportedVersion, .accessDenied, .refused: false
        }
    }
}
