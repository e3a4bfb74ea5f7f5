import Ground

/// Writes an NDEF message to a tag, one command at a time, and verifies it by reading back.
public protocol TagWriting: Sendable {
    /// Returns the first command, restarting a write in progress.
    mutating func begin() -> TagWriteStep
    /// Takes the tag's answer to the last command, without checksum, and returns the next step.
    ///
    /// An empty answer is an acknowledgement, because some readers swallow the four bits of an ACK.
    mutating func receive(_ response: [UInt8]) -> TagWriteStep
    /// Records that the last command received no answer.
    mutating func receiveNoAnswer() -> TagWriteStep
    /// The progress of the write, for when it cannot continue.
    var progress: TagWriteProgress { get }
}

/// A writer for a tag, chosen by the platform that the tag announces.
///
/// It reads the tag first and preserves everything except the message: control TLVs, other files. It refuses a tag
/// with contents it does not understand, unless forced. The order of writing is safe against tearing: length 0, then
/// the message, then its length.
public struct TagWriter: TagWriting {
    private var writer: any TagWriting

    /// Creates a writer for tags of the platform; returns nil if this rig does not write such tags.
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

/// The progress of a write: what was written and read back, and the tag's current state.
public struct TagWriteProgress: Hashable, Sendable {
    /// The acknowledged writes in order: pages of a Type 2 tag, offsets of a Type 4 tag.
    public let written: [String]
    /// The write that was sent but not yet acknowledged; it may have been executed.
    public let underWay: String?
    /// The number of changes left.
    public let left: Int
    /// Whether the message is being read back.
    public let isReadingBack: Bool
    /// The tag's current state.
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
    /// For example `page 5 and page 6 were written, page 7 may be, 3 more are not; the tag now reads as blank`.
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

/// A command that changes a tag, and the tag's state if it fails.
protocol TagWriteChange: Sendable {
    /// The page or the offset, in words.
    var place: String { get }
    /// The tag's state if it refuses the command, or if it stays silent.
    var ifRefused: TagWriteFailure.State { get }
    var ifSilent: TagWriteFailure.State { get }
}

extension TagWriteFailure {
    /// Returns the failure of a change that the tag refused.
    static func refused(_ change: some TagWriteChange, _ reason: String) -> TagWriteFailure {
        .notWritten(place: change.place, reason: reason, now: change.ifRefused)
    }

    /// Returns the failure of a change that the tag did not answer.
    static func silent(_ change: some TagWriteChange, _ reason: String) -> TagWriteFailure {
        .notWritten(place: change.place, reason: reason, now: change.ifSilent)
    }

    /// Returns the difference between the message read back and the one written, or nil if there is none.
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
    /// Converts a step of reading back into a step of writing.
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
    /// Creates the progress while the change with this index is in flight.
    init(_ changes: [some TagWriteChange], underWay index: Int) {
        let change = changes.dropFirst(index).first
        self.init(
            written: changes.prefix(index).map(\.place), underWay: change?.place,
            left: max(0, changes.count - index - 1), now: change?.ifSilent ?? .unchanged)
    }

    /// Creates the progress before the change with this index is sent.
    init(_ changes: [some TagWriteChange], before index: Int) {
        let left = changes.count - index
        self.init(
            written: changes.prefix(index).map(\.place), left: left,
            now: changes.dropFirst(index).first?.ifRefused ?? .unchanged)
    }

    /// Creates the progress while all changes are read back.
    init(readingBack changes: [some TagWriteChange]) {
        self.init(written: changes.map(\.place), isReadingBack: true, now: .unknown("the tag may hold the new message"))
    }
}
