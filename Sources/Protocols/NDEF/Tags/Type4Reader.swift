import Ground

/// Reads the NDEF message of a Type 4 tag.
///
/// The tag contains an application with two files. The reader selects the application (that of mapping version 2 or
/// 3, or else that of version 1), selects and reads the capability container, which identifies the NDEF file, selects
/// that, reads its length field NLEN, and then the message in pieces as large as MLe and a one-byte Le allow. Each
/// piece must contain at least one byte. Status 61 xx is followed by GET RESPONSE and 6C xx by a retry with the given
/// Le, each once per piece. Source: NFC Forum Type 4 Tag and ISO 7816-4 as restated in nfc.md 2.3.
public struct Type4Reader: TagReading {
    private typealias Application = Type4Command.Application

    private enum State: Sendable {
        case idle
        case selectingApplication(Application)
        case selectingContainer(Application)
        case readingContainer(Application, soFar: [UInt8], wanted: Int)
        case selectingFile(Application, Type4Capability)
        case readingLength(Type4Capability, soFar: [UInt8])
        case readingMessage(Type4Capability, length: Int, soFar: [UInt8])
        case done(TagReadStep)
    }

    /// The state of the last requested piece.
    private struct Piece: Sendable {
        /// The number of bytes needed.
        var wanted = 0
        /// The number of bytes the tag may send.
        var allowed = 0
        var wasCorrected = false
        var isFetching = false
        var isWrapped = false
    }

    /// The maximum length of a message in bytes, the same as ndeflib's (nfc.md 1.1).
    static let largestMessage = 0x10_0000
    /// The maximum number of pieces; a tag that returns more is stalling.
    static let mostPieces = 8192

    private let depth: ReadingDepth
    private let blockLimit: Int
    private var state = State.idle
    private var command: [UInt8] = []
    private var piece = Piece()
    private var pieces = 0
    private var findings: [Finding] = []
    private(set) var image = Type4Image()
    private(set) var capability: Type4Capability?

    /// Creates a reader for a newly selected tag; answers may have at most `blockLimit` bytes of data.
    public init(depth: ReadingDepth = .message, blockLimit: Int = 256) {
        precondition(blockLimit >= 15, "a reader takes 15 bytes of a container at once")
        self.depth = depth
        self.blockLimit = min(blockLimit, Type4Command.largestRead)
    }

    public var memory: TagContents.Memory? { image.container.isEmpty ? nil : .type4(image) }

    public mutating func begin() -> TagReadStep {
        self = Type4Reader(depth: depth, blockLimit: blockLimit)
        return send(.selectingApplication(.version2))
    }

    public mutating func receive(_ response: [UInt8]) -> TagReadStep {
        switch state {
        case .idle: preconditionFailure("an answer needs a command: call begin() first")
        case .done(let result): return result
        default: break
        }
        guard response.count >= 2 else {
            let malformed = Malformed(at: 0, "\(response.count) bytes are too few for a status word")
            return finish(.failed(.malformed(malformed, part: .answer(to: command))))
        }
        let status = StatusWord(
            rawValue: UInt16(response[response.count - 2]) << 8 | UInt16(response[response.count - 1]))
        let data = Array(response.dropLast(2))
        do throws(TagReadFailure) {
            if let again = try followUp(status, data) { return again }
            return try proceed(status, data)
        } catch { return finish(.failed(error)) }
    }

    public mutating func receiveNoAnswer() -> TagReadStep {
        if case .done(let result) = state { return result }
        return finish(.failed(.noAnswer(to: command)))
    }

    /// Must not be called: this reader never requests a selection, because a tag must answer all its commands.
    public mutating func receiveSelection() -> TagReadStep {
        if case .done(let result) = state { return result }
        preconditionFailure("nothing asked for the tag to be selected again")
    }

    private mutating func proceed(_ status: StatusWord, _ data: [UInt8]) throws(TagReadFailure) -> TagReadStep {
        switch state {
        case .idle, .done(.command): preconditionFailure("no command is under way")
        case .done(let result): return result
        case .selectingApplication(let application):
            guard isGood(status) else { return try otherApplication(than: application, after: status) }
            return send(.selectingContainer(application))
        case .selectingContainer(let application):
            try require(status)
            return send(.readingContainer(application, soFar: [], wanted: Type4Container.smallest))
        case .readingContainer(let application, let soFar, _):
            let isEnd = status == .endOfFile || (status == .wrongOffset && !soFar.isEmpty)
            let bytes = soFar + (isEnd && data.isEmpty ? [] : try answer(status, data))
            return try receiveContainer(bytes, isWhole: isEnd, application)
        case .selectingFile(_, let capability):
            try require(status)
            return send(.readingLength(capability, soFar: []))
        case .readingLength(let capability, let soFar):
            let field = soFar + (try answer(status, data))
            guard field.count >= capability.lengthFieldSize else {
                guard status != .endOfFile else { throw shortLength(field) }
                return send(.readingLength(capability, soFar: field))
            }
            return try receiveLength(field, capability)
        case .readingMessage(let capability, let length, let soFar):
            let message = soFar + (try answer(status, data))
            if message.count < length {
                return send(.readingMessage(capability, length: length, soFar: message))
            }
            return finish(message, capability)
        }
    }

    /// Returns the next command if the status word requests one before the answer is complete.
    private mutating func followUp(_ status: StatusWord, _ data: [UInt8]) throws(TagReadFailure) -> TagReadStep? {
        guard isReading, data.isEmpty else { return nil }
        if let count = status.rightLength, !piece.wasCorrected, !piece.isFetching {
            note(Finding("tag.type4File", .note, "the tag wants another Le than MLe allows: \(status)"))
            piece.wasCorrected = true
            piece.allowed = count
            command[command.count - 1] = Type4Command.lengthByte(count)
            return .command(command)
        }
        if let count = status.bytesWaiting, !piece.isFetching {
            note(Finding("tag.type4File", .note, "the tag wants GET RESPONSE for what it was asked to read"))
            piece.isFetching = true
            piece.allowed = count
            command = Type4Command.getResponse(count)
            return .command(command)
        }
        return nil
    }

    private mutating func otherApplication(
        than application: Application, after status: StatusWord
    ) throws(TagReadFailure) -> TagReadStep {
        guard status == .fileNotFound else { throw .refused(status, to: command) }
        switch application {
        case .version2: return send(.selectingApplication(.version1))
        case .version1: throw .notNDEF("it has no NDEF application")
        }
    }

    private mutating func receiveContainer(
        _ bytes: [UInt8], isWhole: Bool, _ application: Application
    ) throws(TagReadFailure) -> TagReadStep {
        image.container = bytes
        image.isVersion1Application = application == .version1
        var container = Type4Container(bytes, readsAll: depth == .everything)
        let outcome = try container.run(isWhole: isWhole)
        image.announcedLength = container.announcedLength
        image.files = container.files
        switch outcome {
        case .needs(let count):
            let step = min(count - bytes.count, container.maximumRead, blockLimit)
            return send(.readingContainer(application, soFar: bytes, wanted: step))
        case .complete(let capability):
            self.capability = capability
            findings += container.findings
            if application == .version1, capability.mappingVersion >> 4 > 1 {
                note(
                    Finding(
                        "tag.type4File", .warning, "the application of version 1 has mapping version 2 or later"))
            }
            return send(.selectingFile(application, capability))
        }
    }

    private mutating func receiveLength(
        _ field: [UInt8], _ capability: Type4Capability
    ) throws(TagReadFailure) -> TagReadStep {
        let length = field.reduce(0) { $0 << 8 | Int($1) }
        image.messageLength = length
        let room = capability.maximumFileSize - capability.lengthFieldSize
        guard length <= room else {
            let malformed = Malformed(at: 0, "NLEN is \(length), the file has room for \(room)")
            throw .malformed(malformed, part: .ndefFile)
        }
        guard length > 0 else { return finish(nil, capability) }
        guard length <= Self.largestMessage else {
            throw .unsupported("the message has \(length) bytes; this reader takes \(Self.largestMessage) at most")
        }
        return send(.readingMessage(capability, length: length, soFar: []))
    }

    private func shortLength(_ field: [UInt8]) -> TagReadFailure {
        .malformed(Malformed(at: 0, "the length field came with \(field.count) bytes"), part: .ndefFile)
    }

    /// Returns the data of an answer to a read, which must be neither empty nor longer than requested.
    private mutating func answer(_ status: StatusWord, _ data: [UInt8]) throws(TagReadFailure) -> [UInt8] {
        let goesOn = (status == .endOfFile || status.bytesWaiting != nil) && !data.isEmpty
        if !goesOn { try require(status) }
        guard !data.isEmpty, data.count <= piece.allowed else {
            let malformed = Malformed(at: 0, "\(data.count) bytes of data came, \(piece.allowed) were requested")
            throw .malformed(malformed, part: .answer(to: command))
        }
        let bytes = piece.isWrapped ? Type4Command.unwrapped(data) : data
        guard !bytes.isEmpty else {
            throw .malformed(Malformed(at: 0, "the data object is empty"), part: .answer(to: command))
        }
        if status == .endOfFile, bytes.count < piece.wanted {
            note(Finding("tag.type4File", .warning, "the tag says end of file before all was read"))
        }
        return Array(bytes.prefix(piece.wanted))
    }

    private func isGood(_ status: StatusWord) -> Bool { status == .success || status.bytesWaiting != nil }

    private func require(_ status: StatusWord) throws(TagReadFailure) {
        if status == .success { return }
        if status.bytesWaiting != nil, !isReading { return }
        if status == .securityNotSatisfied { throw .accessDenied("\(command.hex) gave \(status)") }
        throw .refused(status, to: command)
    }

    private var isReading: Bool {
        switch state {
        case .readingContainer, .readingLength, .readingMessage: true
        case .idle, .selectingApplication, .selectingContainer, .selectingFile, .done: false
        }
    }

    /// Adds a finding unless it is already present.
    private mutating func note(_ finding: Finding) { if !findings.contains(finding) { findings.append(finding) } }

    private mutating func send(_ next: State) -> TagReadStep {
        state = next
        pieces += 1
        guard pieces <= Self.mostPieces else {
            return finish(.failed(.unsupported("the tag wants more than \(Self.mostPieces) commands for its message")))
        }
        piece = Piece()
        switch next {
        case .idle, .done: break
        case .selectingApplication(let application): command = Type4Command.select(application)
        case .selectingContainer(let application):
            command = Type4Command.select(Type4Capability.containerFile, application)
        case .selectingFile(let application, let capability):
            command = Type4Command.select(capability.fileIdentifier, application)
        case .readingContainer(_, let soFar, let wanted): ask(for: wanted, at: soFar.count)
        case .readingLength(let capability, let soFar):
            ask(for: capability.lengthFieldSize - soFar.count, at: soFar.count)
        case .readingMessage(let capability, let length, let soFar):
            let most = min(capability.maximumRead, blockLimit)
            ask(for: length - soFar.count, at: capability.lengthFieldSize + soFar.count, most: most)
        }
        return .command(command)
    }

    /// Prepares the command for the next piece, with a data object if the offset is too large for a plain one.
    private mutating func ask(for count: Int, at offset: Int, most: Int = .max) {
        if offset <= Type4Command.largestOffset {
            piece.wanted = min(count, most)
            piece.allowed = piece.wanted
            command = Type4Command.read(at: offset, piece.wanted)
        } else {
            note(
                Finding(
                    "tag.type4File", .note,
                    "behind offset 7FFF the message is read with data objects, which was not tried on hardware"))
            piece.isWrapped = true
            piece.wanted = min(count, most - Type4Command.objectOverhead(most))
            piece.allowed = piece.wanted + Type4Command.objectOverhead(piece.wanted)
            command = Type4Command.readWithObject(at: offset, piece.allowed)
        }
    }

    private mutating func finish(_ message: [UInt8]?, _ capability: Type4Capability) -> TagReadStep {
        finish(
            .finished(
                TagContents(
                    capability: .type4(capability: capability), message: message, memory: .type4(image),
                    findings: findings)))
    }

    private mutating func finish(_ step: TagReadStep) -> TagReadStep {
        state = .done(step)
        return step
    }
}
