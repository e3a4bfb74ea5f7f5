import Ground

/// Reads the NDEF message of a Type 4 tag.
///
/// The tag holds an application with two files. The reader selects the application (the one of mapping version 2 or 3;
/// when that is not there, the one of version 1), selects and reads the capability container, which names the NDEF
/// file, selects that, reads its length field NLEN, and then the message in pieces of at most MLe bytes. Each piece
/// must bring at least one byte, so NLEN bounds the number of commands. Source: NFC Forum Type 4 Tag and
/// ISO 7816-4 as restated in the NFC fact sheet 2.3. Messages behind offset 7FFF would need READ BINARY with a data
/// object and are not read.
public struct Type4Reader: TagReading {
    private enum Application: Sendable {
        case version2
        case version1

        var identifier: [UInt8] { [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, self == .version2 ? 0x01 : 0x00] }
        /// P2 of a file's selection: version 1 wants the file's description, later ones refuse to give it.
        var fileSelectionOption: UInt8 { self == .version2 ? 0x0C : 0x00 }
    }

    private enum State: Sendable {
        case idle
        case selectingApplication(Application)
        case selectingContainer(Application)
        case readingContainer(Application, soFar: [UInt8])
        case selectingFile(Application, Type4Capability)
        case readingLength(Type4Capability)
        case readingMessage(Type4Capability, length: Int, soFar: [UInt8])
        case done(TagReadStep)
    }

    /// READ BINARY has 15 bits for the offset.
    static let largestOffset = 0x7FFF
    /// Le in one byte, and an answer that fits the receive buffer of common readers.
    static let largestRead = 255

    private var state = State.idle

    public init() {}

    public mutating func begin() -> TagReadStep { send(.selectingApplication(.version2)) }

    public mutating func receive(_ response: [UInt8]) -> TagReadStep {
        switch state {
        case .idle: preconditionFailure("an answer needs a command: call begin() first")
        case .done(let result): return result
        default: break
        }
        guard response.count >= 2 else {
            let malformed = Malformed(at: 0, "\(response.count) bytes are too few for a status word")
            return finish(.failed(.malformed(malformed, part: "answer to \(command.hex)")))
        }
        let status = StatusWord(
            rawValue: UInt16(response[response.count - 2]) << 8 | UInt16(response[response.count - 1]))
        let data = Array(response.dropLast(2))
        do throws(TagReadFailure) { return try proceed(status, data) } catch { return finish(.failed(error)) }
    }

    public mutating func receiveNoAnswer() -> TagReadStep {
        if case .done(let result) = state { return result }
        return finish(.failed(.noAnswer(to: command)))
    }

    private mutating func proceed(_ status: StatusWord, _ data: [UInt8]) throws(TagReadFailure) -> TagReadStep {
        switch state {
        case .idle, .done(.command): preconditionFailure("no command is under way")
        case .done(let result): return result
        case .selectingApplication(let application):
            guard status == .success else { return try otherApplication(than: application, after: status) }
            return send(.selectingContainer(application))
        case .selectingContainer(let application):
            try require(status)
            return send(.readingContainer(application, soFar: []))
        case .readingContainer(let application, let soFar):
            let container = soFar + (try answer(status, data))
            if Type4Capability.announcesExtendedFile(container) {
                return send(.readingContainer(application, soFar: container))
            }
            return send(.selectingFile(application, try Type4Capability(decoding: container)))
        case .selectingFile(_, let capability):
            try require(status)
            return send(.readingLength(capability))
        case .readingLength(let capability):
            return try receiveLength(try answer(status, data), capability)
        case .readingMessage(let capability, let length, let soFar):
            let message = soFar + (try answer(status, data))
            if message.count < length {
                return send(.readingMessage(capability, length: length, soFar: message))
            }
            return finish(.finished(TagContents(capability: .type4(capability), message: message)))
        }
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

    private mutating func receiveLength(
        _ field: [UInt8], _ capability: Type4Capability
    ) throws(TagReadFailure) -> TagReadStep {
        guard field.count == capability.lengthFieldSize else {
            throw .malformed(Malformed(at: 0, "the length field came with \(field.count) bytes"), part: "NDEF file")
        }
        let length = field.reduce(0) { $0 << 8 | Int($1) }
        let room = capability.maximumFileSize - capability.lengthFieldSize
        guard length <= room else {
            let malformed = Malformed(at: 0, "NLEN is \(length), the file has room for \(room)")
            throw .malformed(malformed, part: "NDEF file")
        }
        guard length > 0 else {
            return finish(.finished(TagContents(capability: .type4(capability), message: nil)))
        }
        guard capability.lengthFieldSize + length - 1 <= Self.largestOffset else {
            throw .unsupported("the message has \(length) bytes; this reader reaches no further than offset 7FFF")
        }
        return send(.readingMessage(capability, length: length, soFar: []))
    }

    /// The data of a reading's answer, which must be neither empty nor more than was asked for.
    private func answer(_ status: StatusWord, _ data: [UInt8]) throws(TagReadFailure) -> [UInt8] {
        let isEndOfFile = status == .endOfFile && !data.isEmpty
        if !isEndOfFile { try require(status) }
        let asked = Int(command.last ?? 0)
        guard !data.isEmpty, data.count <= asked else {
            let malformed = Malformed(at: 0, "\(data.count) bytes of data came, \(asked) were asked for")
            throw .malformed(malformed, part: "answer to \(command.hex)")
        }
        return data
    }

    private func require(_ status: StatusWord) throws(TagReadFailure) {
        switch status {
        case .success: break
        case .securityNotSatisfied: throw .accessDenied("\(command.hex) gave \(status)")
        default: throw .refused(status, to: command)
        }
    }

    private mutating func send(_ next: State) -> TagReadStep {
        state = next
        return .command(command)
    }

    private mutating func finish(_ step: TagReadStep) -> TagReadStep {
        state = .done(step)
        return step
    }

    /// The command that belongs to the state: its answer is awaited.
    private var command: [UInt8] {
        switch state {
        case .idle, .done: []
        case .selectingApplication(let application):
            [0x00, 0xA4, 0x04, 0x00, 0x07] + application.identifier + [0x00]
        case .selectingContainer(let application):
            Self.select(Type4Capability.containerFile, application)
        case .readingContainer(_, let soFar):
            Self.read(
                at: soFar.count,
                (soFar.isEmpty ? Type4Capability.length : Type4Capability.extendedLength) - soFar.count)
        case .selectingFile(let application, let capability):
            Self.select(capability.fileIdentifier, application)
        case .readingLength(let capability):
            Self.read(at: 0, capability.lengthFieldSize)
        case .readingMessage(let capability, let length, let soFar):
            Self.read(
                at: capability.lengthFieldSize + soFar.count,
                min(length - soFar.count, capability.maximumRead, Self.largestRead))
        }
    }

    private static func select(_ file: UInt16, _ application: Application) -> [UInt8] {
        var command: [UInt8] = [0x00, 0xA4, 0x00, application.fileSelectionOption, 0x02]
        command.append(big: file)
        return command
    }

    private static func read(at offset: Int, _ count: Int) -> [UInt8] {
        var command: [UInt8] = [0x00, 0xB0]
        command.append(big: UInt16(clamping: offset))
        command.append(UInt8(clamping: count))
        return command
    }
}
