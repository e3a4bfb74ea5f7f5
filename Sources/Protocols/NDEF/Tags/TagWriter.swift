import Ground

/// Writes an NDEF message to a tag, one command at a time, and verifies it by reading back.
public protocol TagWriting: Sendable {
    /// The first command; starts again from the beginning when a writing has begun.
    mutating func begin() -> TagWriteStep
    /// Takes the tag's answer to the last command, without check sum, and gives the next step.
    ///
    /// No bytes at all are an acknowledgement: some readers swallow the four bits of an ACK.
    mutating func receive(_ response: [UInt8]) -> TagWriteStep
    /// Takes note that the last command stayed without an answer.
    mutating func receiveNoAnswer() -> TagWriteStep
    /// How far the writing has come, for when it cannot go on.
    var progress: TagWriteProgress { get }
}

/// The writer that fits a tag, chosen by the platform that the tag announces.
///
/// The tag is read first, and what it holds beside the message stays: control TLVs, other files. It refuses a tag
/// that holds what it does not understand, unless it is forced. The order of writing is safe against tearing:
/// length 0, then the message, then its length.
public struct TagWriter: TagWriting {
    private var writer: any TagWriting

    /// A writer for tags of the platform; nil when this rig does not write such tags.
    public init?(for platform: TagPlatform, message: [UInt8], force: Bool = false, uid: [UInt8]? = nil) {
        switch platform {
        case .type2: writer = Type2Writer(message: message, force: force, uid: uid)
        case .type4, .type4AndNFCDEP: writer = Type4Writer(message: message, force: force)
        case .mifareClassic, .nfcDEP, .type1, .type3, .type5: return nil
        }
    }

    public mutating func begin() -> TagWriteStep { writer.begin() }
    public mutating func receive(_ response: [UInt8]) -> TagWriteStep { writer.receive(response) }
    public mutating func receiveNoAnswer() -> TagWriteStep { writer.receiveNoAnswer() }
    public var progress: TagWriteProgress { writer.progress }
}

/// How far a writing has come: what was written and read back, and what the tag holds now.
public struct TagWriteProgress: Hashable, Sendable {
    /// What the tag acknowledged, in the order of writing: pages of a Type 2 tag, offsets of a Type 4 tag.
    public let written: [String]
    /// What was sent and not acknowledged yet; it may have been carried out.
    public let underWay: String?
    /// How many changes are left.
    public let left: Int
    /// Whether the message is being read back.
    public let isReadingBack: Bool
    /// What the tag holds now.
    public let now: TagWriteFailure.State

    init(
        written: [String] = [], underWay: String? = nil, left: Int = 0, isReadingBack: Bool = false,
        now: TagWriteFailure.State = .unchanged
    ) {
        self.written = written
        self.underWay = underWay
        self.left = left
        self.isReadingBack = isReadingBack
        self.now = now
    }
}

extension TagWriteProgress: CustomStringConvertible {
    /// `page 5 and page 6 were written, page 7 may be, 3 more are not; the tag now reads as blank`.
    public var description: String {
        guard !written.isEmpty || underWay != nil else { return "nothing was written: \(now)" }
        var clauses: [String] = []
        if !written.isEmpty { clauses.append("\(Self.list(written)) \(written.count == 1 ? "was" : "were") written") }
        if let underWay { clauses.append(written.isEmpty ? "\(underWay) may be written" : "\(underWay) may be") }
        if left > 0 { clauses.append("\(left) more \(left == 1 ? "is" : "are") not") }
        clauses.append(isReadingBack ? "reading back had begun and did not end" : "nothing was read back")
        return clauses.joined(separator: ", ") + "; \(now)"
    }

    private static func list(_ places: [String]) -> String {
        guard let last = places.last, places.count > 1 else { return places.first ?? "" }
        return places.dropLast().joined(separator: ", ") + " and " + last
    }
}

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
