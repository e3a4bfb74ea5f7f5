import Ground

/// Writes the NDEF message of a Type 2 tag with WRITE (A2 pp and four bytes), page by page.
///
/// The entire data area is read first, and the message is read back afterwards. Source: nfc.md 2.2.
public struct Type2Writer: TagWriting {
    private enum State: Sendable {
        case idle
        case reading
        /// The first packet of SECTOR_SELECT was sent; the change is pending.
        case leavingSector(Int)
        case enteringSector(Int)
        case writing(Int)
        case verifying(Type2Reader)
        case done(TagWriteStep)
    }

    private let message: [UInt8]
    private let force: Bool
    private let uid: [UInt8]?

    private var state = State.idle
    private var reader: Type2Reader
    private var sector = 0
    private var before: TagContents?
    private var changes: [Type2WritePlan.Change] = []

    /// Creates a writer for an encoded message; an empty one makes the tag blank.
    public init(message: [UInt8], force: Bool = false, uid: [UInt8]? = nil) {
        self.message = message
        self.force = force
        self.uid = uid
        reader = Type2Reader(depth: .everything, uid: uid, isForWriting: true, sector: 0)
    }

    public mutating func begin() -> TagWriteStep {
        self = Type2Writer(message: message, force: force, uid: uid)
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
        case .leavingSector(let index):
            guard Type2Reader.isAcknowledgement(response) else { return noSector(index, response) }
            state = .enteringSector(index)
            return .command([UInt8(clamping: changes[index].page / 256), 0x00, 0x00, 0x00])
        case .enteringSector(let index):
            guard Type2Reader.isAcknowledgement(response) else { return noSector(index, response) }
            return enter(index)
        case .writing(let index):
            guard Type2Reader.isAcknowledgement(response) else {
                return end(.failed(.refused(changes[index], "the tag answered \(response.hex)")))
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
        case .leavingSector(let index): return end(.failed(.refused(changes[index], "the tag did not answer")))
        case .enteringSector(let index): return enter(index)
        case .writing(let index):
            return end(.failed(.silent(changes[index], "the tag did not answer: it refused, or was moved away")))
        }
    }

    public var progress: TagWriteProgress {
        switch state {
        case .idle, .reading, .done: TagWriteProgress()
        case .leavingSector(let index), .enteringSector(let index):
            // Changing the sector writes nothing, and the page after it has not been sent yet.
            TagWriteProgress(changes, before: index)
        case .writing(let index): TagWriteProgress(changes, underWay: index)
        case .verifying: TagWriteProgress(readingBack: changes)
        }
    }

    private mutating func read(_ step: TagReadStep) -> TagWriteStep {
        switch step {
        case .command(let command): return .command(command)
        case .selectAgain: preconditionFailure("a reader for writing takes a refusal at once")
        case .finished(let contents): before = contents
        case .failed(let failure):
            if let refusal = refusal(of: failure) { return end(.failed(refusal)) }
        }
        do throws(TagWriteRefusal) {
            changes = try Type2WritePlan(message, over: reader, force: force).changes
        } catch { return end(.failed(.refused(error))) }
        sector = reader.sector
        if changes.isEmpty, let before {
            return end(.finished(TagWriteReport(before: before, after: before, writes: 0)))
        }
        return write(0)
    }

    /// Returns the failure for a tag that could not be read, or nil if the plan must decide.
    private func refusal(of failure: TagReadFailure) -> TagWriteFailure? {
        switch failure {
        case .notNDEF(let reason): return reader.capability == nil ? .refused(.notNDEF(reason)) : nil
        case .malformed where reader.isReadToEnd: return nil
        default: return .unreadable(failure)
        }
    }

    private mutating func write(_ index: Int) -> TagWriteStep {
        guard index < changes.count else {
            var reader = Type2Reader(depth: .message, uid: uid, isForWriting: true, sector: sector)
            let step = reader.begin()
            return verify(reader, step)
        }
        guard changes[index].page / 256 == sector else {
            state = .leavingSector(index)
            return .command([0xC2, 0xFF])
        }
        state = .writing(index)
        return .command([0xA2, UInt8(clamping: changes[index].page % 256)] + changes[index].bytes)
    }

    private mutating func enter(_ index: Int) -> TagWriteStep {
        sector = changes[index].page / 256
        return write(index)
    }

    private mutating func verify(_ reader: Type2Reader, _ step: TagReadStep) -> TagWriteStep {
        let next = TagWriteStep(readingBack: step, of: message, before: before, writes: changes.count)
        guard case .command = next else { return end(next) }
        state = .verifying(reader)
        return next
    }

    private mutating func noSector(_ index: Int, _ response: [UInt8]) -> TagWriteStep {
        let reason = "the tag does not select its sector, it answered \(response.hex)"
        return end(.failed(.refused(changes[index], reason)))
    }

    private mutating func end(_ step: TagWriteStep) -> TagWriteStep {
        state = .done(step)
        return step
    }
}
