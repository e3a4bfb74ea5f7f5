import Ground
import NDEF

/// What a simulated Type 4 tag holds: its capability container and its NDEF file.
public struct Type4Files: Hashable, Sendable {
    /// The identifier of a tag that was given none.
    public static let sampleUID: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]

    /// Which application the tag has, and with it how its files are selected.
    public enum Mapping: Hashable, Sendable { case version1, version2 }

    public var mapping: Mapping
    /// The bytes of file E103.
    public var container: [UInt8]
    public var ndefFile: UInt16
    /// The bytes of the NDEF file: the length field and the message.
    public var ndef: [UInt8]
    /// How many bytes one READ BINARY may ask for.
    public var maximumRead: Int
    /// Whether the NDEF file gives itself to readers.
    public var isReadable = true

    /// Any bytes, for tags that are wrong on purpose.
    public init(container: [UInt8], ndef: [UInt8], ndefFile: UInt16 = 0xE104, maximumRead: Int = 0x3B) {
        self.mapping = .version2
        self.container = container
        self.ndef = ndef
        self.ndefFile = ndefFile
        self.maximumRead = maximumRead
    }

    /// A good tag of mapping version 2 with an encoded message, which is empty on a blank tag; MLe and MLc as given.
    public init(
        message: [UInt8], maximumRead: UInt16 = 0x3B, maximumWrite: UInt16 = 0x34, fileSize: UInt16 = 0x0800
    ) throws(TagTooSmall) {
        precondition(fileSize >= 5 && fileSize < 0xFFFF, "an NDEF file has 5 to 65534 bytes")
        let capacity = Int(fileSize) - 2
        guard message.count <= capacity else { throw TagTooSmall(message: message.count, capacity: capacity) }
        precondition(maximumRead >= 15 && maximumWrite >= 1, "MLe is at least 15 and MLc at least 1")
        var container: [UInt8] = [0x00, 0x0F, 0x20]
        container.append(big: maximumRead)
        container.append(big: maximumWrite)
        container += [0x04, 0x06, 0xE1, 0x04]
        container.append(big: fileSize)
        container += [0x00, 0x00]
        var file: [UInt8] = []
        file.append(big: UInt16(clamping: message.count))
        file += message
        file += [UInt8](repeating: 0, count: Int(fileSize) - file.count)
        self.init(container: container, ndef: file, maximumRead: Int(maximumRead))
    }
}

/// A Type 4 tag: two files behind SELECT, READ BINARY and UPDATE BINARY (NFC fact sheet 2.3).
///
/// It is strict where tags differ: it refuses to send more than MLe bytes, and wants the way of selecting files that
/// belongs to its mapping version.
struct SimulatedType4: Sendable {
    private enum Selection: Sendable { case nothing, application, container, ndef }

    private var files: Type4Files
    private var selection = Selection.nothing

    init(files: Type4Files) { self.files = files }

    mutating func receiveActivation() { selection = .nothing }

    /// Answers a command APDU with the data and the status word.
    mutating func receive(_ command: [UInt8]) -> [UInt8] {
        guard command.count >= 4 else { return status(.wrongLength) }
        guard command[0] == 0x00 else { return status(.unknownClass) }
        switch (command[1], command[2]) {
        case (0xA4, 0x04): return selectApplication(command)
        case (0xA4, 0x00): return selectFile(command)
        case (0xA4, _): return status(.wrongParameters)
        case (0xB0, _): return readBinary(command)
        case (0xD6, _): return updateBinary(command)
        default: return status(.unknownInstruction)
        }
    }

    /// The data field of a command with Lc; nil when the lengths do not agree. A Le byte may follow.
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
        case 0xE103: selection = .container
        case files.ndefFile: selection = .ndef
        default: return status(.fileNotFound)
        }
        return status(.success)
    }

    private func readBinary(_ command: [UInt8]) -> [UInt8] {
        guard command.count == 5 else { return status(.wrongLength) }
        let file: [UInt8]
        switch selection {
        case .nothing, .application: return status(.noFileSelected)
        case .container: file = files.container
        case .ndef: file = files.ndef
        }
        guard selection == .container || files.isReadable else { return status(.securityNotSatisfied) }
        let offset = Int(command[2]) << 8 | Int(command[3])
        let count = command[4] == 0 ? 256 : Int(command[4])
        guard count <= files.maximumRead else { return status(.wrongLength) }
        guard offset < file.count else { return status(.wrongOffset) }
        let found = Array(file[offset...].prefix(count))
        return found + status(found.count < count ? .endOfFile : .success)
    }

    private mutating func updateBinary(_ command: [UInt8]) -> [UInt8] {
        guard selection == .ndef else { return status(.noFileSelected) }
        guard let bytes = data(of: command) else { return status(.wrongLength) }
        let offset = Int(command[2]) << 8 | Int(command[3])
        guard offset + bytes.count <= files.ndef.count else { return status(.wrongOffset) }
        files.ndef.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        return status(.success)
    }

    private func status(_ word: StatusWord) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: word.rawValue)
        return bytes
    }
}
