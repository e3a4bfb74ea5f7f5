public import Ground
public import Links
public import NDEF

/// A person's task with one tag, outside any scenario: read all of it, or write a message.
///
/// It opens the reader, waits for a tag, does its work and ends; one request to the reader at a time. A tag torn away
/// while being read is looked for a second time and read from the beginning; so is one at which the reader itself
/// failed, and if that fails again the reader is at fault. A command that the tag may refuse counts as refused if it
/// fails again after reselection; a tag that is absent then is read from the beginning when it comes back. Writing is
/// not retried: the tag's resulting contents are reported, and a person decides.
public struct ReaderOperation: Sendable {
    public enum Task: Hashable, Sendable {
        case read
        /// Writes an encoded NDEF message; `force` overwrites contents that the writer does not understand.
        case write([UInt8], force: Bool)
    }

    public enum Effect: Hashable, Sendable {
        case request(ReaderRequest)
        /// The reader is ready and waits for a tag; the text names the reader.
        case ready(String)
        /// A tag is in the field, possibly with others that are left alone.
        case found(TagIdentity, others: [TagIdentity])
        case ended(Ending)
    }

    /// The result of the operation.
    public enum Ending: Hashable, Sendable {
        case read(TagContents, commands: Int)
        /// Not readable; with the memory read until then.
        case unreadable(TagReadFailure, TagContents.Memory?)
        case written(TagWriteReport, commands: Int)
        case notWritten(TagWriteFailure)
        /// A tag of a type that this rig neither reads nor writes.
        case unsupported(TagPlatform)
        /// No tag came in time.
        case noTag
        /// The tag that was torn away did not come back in time.
        case tornAway
        /// The reader, not the tag, went away or failed; with the progress of writing, if it had begun.
        case readerLost(String, TagWriteProgress?)
    }

    /// The time between two looks into the field; Trammel's own choice.
    static let pollPeriod = Lapse.milliseconds(100)
    /// The time limit of one command to the tag.
    static let exchangeLimit = Lapse.milliseconds(500)

    private enum Work: Sendable {
        case reading(TagReader)
        case writing(TagWriter)
    }

    private enum State: Sendable {
        case idle
        case opening
        case polling
        case waiting
        case working(Work)
        case done
    }

    private let task: Task
    private let patience: Lapse
    private var state = State.idle
    private var tag: TagIdentity?
    private var commands = 0
    /// The number of new attempts to find the tag while reading, because of the tag and because of the reader.
    private var triesAfterTag = 0
    private var triesAfterReader = 0
    /// A reading that continues if the tag is found immediately, and the number of times it was not.
    private var halted: TagReader?
    private var absences = 0
    private var isLookingAgain: Bool { triesAfterTag + triesAfterReader + absences > 0 || halted != nil }
    /// The number of times a tag may be absent at reselection before it counts as torn away.
    private static let mostAbsences = 3
    private var nextPoll: Instant?
    private var givesUpAt = Instant.never

    /// Creates an operation that waits this long for its tag.
    public init(_ task: Task, patience: Lapse) {
        self.task = task
        self.patience = patience
    }

    public var deadline: Instant? { nextPoll }

    /// The progress of writing; nil while none has begun.
    public var writing: TagWriteProgress? {
        guard case .working(.writing(let writer)) = state else { return nil }
        return writer.progress
    }

    public mutating func begin() -> [Effect] {
        state = .opening
        return [.request(.open)]
    }

    public mutating func advance(to now: Instant) -> [Effect] {
        guard case .waiting = state, let due = nextPoll, due <= now else { return [] }
        nextPoll = nil
        guard now < givesUpAt else { return end(tag == nil ? .noTag : .tornAway) }
        state = .polling
        return [.request(.poll)]
    }

    public mutating func receive(_ event: ReaderEvent, at now: Instant) -> [Effect] {
        switch (state, event) {
        case (.idle, _), (.done, _): return []
        case (_, .lost(let reason)): return end(.readerLost(reason, writing))
        case (.opening, .opened(let name)):
            state = .polling
            givesUpAt = now + patience
            return [.ready(name), .request(.poll)]
        case (.polling, .noTag):
            noteAbsence()
            if absences > Self.mostAbsences { return end(.tornAway) }
            state = .waiting
            nextPoll = now + Self.pollPeriod
            return []
        case (.polling, .tagFound(let identity)): return meet([identity], at: now)
        case (.polling, .tagsFound(let identities)): return meet(identities, at: now)
        case (.working(let work), .response(let bytes)): return proceed(work, .answer(bytes), at: now)
        case (.working(let work), .exchangeFailed): return proceed(work, .silence, at: now)
        case (.working(.reading), .readerFailed) where triesAfterReader == 0:
            triesAfterReader += 1
            halted = nil
            return lookAgain()
        case (.working, .readerFailed(let reason)): return end(.readerLost(reason, writing))
        case (.opening, _), (.polling, _), (.waiting, _), (.working, _):
            return end(.readerLost("the reader reported \(event.meaning) without being asked", writing))
        }
    }

    private enum Answer {
        case nothingYet
        case answer([UInt8])
        case silence
        /// The tag was selected again.
        case selected
    }

    private mutating func meet(_ identities: [TagIdentity], at now: Instant) -> [Effect] {
        guard let first = identities.first else {
            return end(.readerLost("the reader found a tag and named none", nil))
        }
        if isLookingAgain, tag?.mayBe(first) != true {
            noteAbsence()
            if absences > Self.mostAbsences { return end(.tornAway) }
            state = .waiting
            nextPoll = now + Self.pollPeriod
            return []
        }
        if let reader = halted {
            halted = nil
            return proceed(.reading(reader), .selected, at: now)
        }
        let news: [Effect] = isLookingAgain ? [] : [.found(first, others: Array(identities.dropFirst()))]
        tag = first
        commands = 0
        let platform = TagPlatform(sak: first.sak)
        switch task {
        case .read:
            guard let reader = TagReader(for: platform, depth: .everything, uid: first.uid) else {
                return news + end(.unsupported(platform))
            }
            return news + proceed(.reading(reader), .nothingYet, at: now)
        case .write(let message, let force):
            guard let writer = TagWriter(for: platform, message: message, force: force, uid: first.uid) else {
                return news + end(.unsupported(platform))
            }
            return news + proceed(.writing(writer), .nothingYet, at: now)
        }
    }

    private mutating func proceed(_ work: Work, _ answer: Answer, at now: Instant) -> [Effect] {
        switch work {
        case .reading(var reader):
            let step =
                switch answer {
                case .nothingYet: reader.begin()
                case .answer(let bytes): reader.receive(bytes)
                case .silence: reader.receiveNoAnswer()
                case .selected: reader.receiveSelection()
                }
            switch step {
            case .command(let bytes): return send(bytes, for: .reading(reader))
            case .selectAgain:
                halted = reader
                return lookAgain()
            case .finished(let contents): return end(.read(contents, commands: commands))
            case .failed(.noAnswer) where triesAfterTag == 0:
                triesAfterTag += 1
                return lookAgain()
            case .failed(let failure): return end(.unreadable(failure, reader.memory))
            }
        case .writing(var writer):
            let step =
                switch answer {
                case .nothingYet: writer.begin()
                case .answer(let bytes): writer.receive(bytes)
                case .silence: writer.receiveNoAnswer()
                case .selected: preconditionFailure("a tag was selected again during a write")
                }
            switch step {
            case .command(let bytes): return send(bytes, for: .writing(writer))
            case .finished(let report): return end(.written(report, commands: commands))
            case .failed(let failure): return end(.notWritten(failure))
            }
        }
    }

    private mutating func send(_ command: [UInt8], for work: Work) -> [Effect] {
        commands += 1
        state = .working(work)
        return [.request(.exchange(command, within: Self.exchangeLimit))]
    }

    /// Notes an absent tag. One that is absent at reselection is read from the beginning when it comes back.
    private mutating func noteAbsence() {
        if halted != nil { absences += 1 }
        halted = nil
    }

    private mutating func lookAgain() -> [Effect] {
        state = .polling
        return [.request(.poll)]
    }

    private mutating func end(_ ending: Ending) -> [Effect] {
        let isOpen = if case .opening = state { false } else { true }
        state = .done
        nextPoll = nil
        return (isOpen ? [.request(.close)] : []) + [.ended(ending)]
    }
}
