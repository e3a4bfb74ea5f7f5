import Ground
import NDEF

/// A Type 4 tag: two files behind SELECT, READ BINARY and UPDATE BINARY (nfc.md 2.3).
///
/// It is strict where tags differ: it refuses to send more than MLe bytes and to receive more than MLc, and requires
/// the file selection of its mapping version.
struct SimulatedType4: Sendable {
    private enum Selection: Sendable { case nothing, application, container, ndef }

    private(set) var files: Type4Files
    private var selection = Selection.nothing
    /// An answer that waits for GET RESPONSE, with its status word.
    private var waiting: [UInt8] = []

    init(files: Type4Files) { self.files = files }

    mutating func receiveActivation() {
        selection = .nothing
        waiting = []
    }

    /// Answers a command APDU with the data and the status word.
    mutating func receive(_ command: [UInt8]) -> [UInt8] {
        guard command.count >= 4 else { return status(.wrongLength) }
        guard command[0] == 0x00 else { return status(.unknownClass) }
        if command[1] == 0xC0, files.wantsGetResponse { return getResponse(command) }
        waiting = []
        switch (command[1], command[2]) {
        case (0xA4, 0x04): return selectApplication(command)
        case (0xA4, 0x00): return selectFile(command)
        case (0xA4, _): return status(.wrongParameters)
        case (0xB0, _): return hold(readBinary(command))
        case (0xB1, 0x00): return hold(readWithObject(command))
        case (0xD6, _): return updateBinary(command)
        default: return status(.unknownInstruction)
        }
    }

    /// Returns the data field of a command with Lc; nil if the lengths do not agree. A Le byte may follow.
    private func data(of command: [UInt8]) -> [UInt8]? {
        guard command.count > 5 else { return nil }
        let end = 5 + Int(command[4])
        guard command.count == end || command.count == end + 1 else { return nil }
        return Array(command[5..<end])
    }

    private mutating func selectApplication(_ command: [UInt8]) -> [UInt8] {
        guard let name = data(of: command) else { return status(.wrongLength) }
        let own: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, files.mapping == .version2 ? 0x01 : 0x00]
        guard name == own else { return status(.fileNotFound) }
        selection = .application
        return status(.success)
    }

    private mutating func selectFile(_ command: [UInt8]) -> [UInt8] {
        guard let name = data(of: command), name.count == 2 else { return status(.wrongLength) }
        guard command[3] == (files.mapping == .version2 ? 0x0C : 0x00) else { return status(.wrongParameters) }
        guard selection != .nothing else { return status(.fileNotFound) }
        switch UInt16(name[0]) << 8 | UInt16(name[1]) {
        case 0xE103 where files.hasContainer: selection = .container
        case files.ndefFile: selection = .ndef
        default: return status(.fileNotFound)
        }
        return status(.success)
    }

    private func readBinary(_ command: [UInt8]) -> [UInt8] {
        guard command.count == 5 else { return status(.wrongLength) }
        let offset = Int(command[2]) << 8 | Int(command[3])
        guard offset <= 0x7FFF else { return status(.wrongParameters) }
        return read(at: offset, command[4] == 0 ? 256 : Int(command[4]))
    }

    /// Reads an extended NDEF file only: data object 54 with the offset in, data object 53 with the bytes out.
    private func readWithObject(_ command: [UInt8]) -> [UInt8] {
        guard selection == .ndef, files.container.count > 7, files.container[7] == 0x06 else {
            return status(.unknownInstruction)
        }
        guard command.count == 11, command[3...6] == [0x00, 0x05, 0x54, 0x03] else { return status(.wrongParameters) }
        let offset = Int(command[7]) << 16 | Int(command[8]) << 8 | Int(command[9])
        let allowed = command[10] == 0 ? 256 : Int(command[10])
        guard allowed <= files.maximumRead else { return read(at: offset, allowed) }
        guard files.wrapsObjects else { return read(at: offset, allowed) }
        let answer = read(at: offset, allowed - (allowed < 130 ? 2 : 3))
        guard answer.count > 2 else { return answer }
        let data = Array(answer.dropLast(2))
        return (data.count < 128 ? [0x53] : [0x53, 0x81]) + [UInt8(clamping: data.count)] + data + answer.suffix(2)
    }

    private func read(at offset: Int, _ count: Int) -> [UInt8] {
        let file: [UInt8]
        switch selection {
        case .nothing, .application: return status(.noFileSelected)
        case .container: file = files.container
        case .ndef: file = files.ndef
        }
        guard selection == .container || files.isReadable else { return status(.securityNotSatisfied) }
        var count = count
        if count > files.maximumRead {
            switch files.oversize {
            case .refused: return status(.wrongLength)
            case .corrected: return [0x6C, UInt8(clamping: files.maximumRead)]
            case .cut: count = files.maximumRead
            }
        }
        guard offset < file.count else { return status(.wrongOffset) }
        let found = Array(file[offset...].prefix(count))
        return found + status(found.count < count ? .endOfFile : .success)
    }

    private mutating func updateBinary(_ command: [UInt8]) -> [UInt8] {
        guard selection == .ndef else { return status(.noFileSelected) }
        guard let bytes = data(of: command), command.count == 5 + bytes.count, bytes.count <= files.maximumWrite else {
            return status(.wrongLength)
        }
        guard files.isWritable else { return status(.securityNotSatisfied) }
        let offset = Int(command[2]) << 8 | Int(command[3])
        guard offset <= 0x7FFF else { return status(.wrongParameters) }
        guard offset + bytes.count <= files.ndef.count else { return status(.wrongOffset) }
        files.ndef.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        return status(.success)
    }

    /// Holds back an answer with data until it is fetched, if the tag works that way.
    private mutating func hold(_ answer: [UInt8]) -> [UInt8] {
        guard files.wantsGetResponse, answer.count > 2 else { return answer }
        waiting = answer
        return [0x61, answer.count - 2 >= 256 ? 0 : UInt8(clamping: answer.count - 2)]
    }

    private mutating func getResponse(_ command: [UInt8]) -> [UInt8] {
        defer { waiting = [] }
        guard command.count == 5, !waiting.isEmpty else { return status(.wrongParameters) }
        return waiting
    }

    private func status(_ word: StatusWord) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: word.rawValue)
        return bytes
    }
}
