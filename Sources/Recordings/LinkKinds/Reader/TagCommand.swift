import Ground

/// A command to a tag: of a Type 2 tag (nfc.md 2.1), or an ISO 7816 command of a Type 4 tag (2.3).
public enum TagCommand: Hashable, Sendable {
    case read(page: UInt8)
    case write(page: UInt8, [UInt8])
    case fastRead(first: UInt8, last: UInt8)
    case getVersion
    /// The first half of SECTOR_SELECT, which a tag acknowledges.
    case sectorSelect
    /// The second half, which a tag answers with silence.
    case sector(UInt8)
    case readSignature
    case readCounter(UInt8)
    case authenticate
    case halt
    case selectApplication([UInt8])
    case selectFile(UInt16)
    case readBinary(offset: Int, count: Int)
    case updateBinary(offset: Int, [UInt8])
    case getResponse(count: Int)
    case otherInstruction(UInt8, [UInt8])
    case unknown([UInt8])

    /// Parses a command's bytes; `isType4` is nil if no tag was seen before.
    init(_ bytes: [UInt8], isType4: Bool?) {
        if isType4 ?? (bytes.first == 0 && bytes.count >= 4) {
            self = Self.instruction(bytes)
        } else {
            self = Self.type2(bytes)
        }
    }

    private static func type2(_ bytes: [UInt8]) -> TagCommand {
        switch (bytes.first, bytes.count) {
        case (0x30, 2): .read(page: bytes[1])
        case (0xA2, 6): .write(page: bytes[1], Array(bytes[2...]))
        case (0x3A, 3): .fastRead(first: bytes[1], last: bytes[2])
        case (0x60, 1): .getVersion
        case (0xC2, 2) where bytes[1] == 0xFF: .sectorSelect
        case (_, 4) where bytes[1...].allSatisfy { $0 == 0 }: .sector(bytes[0])
        case (0x3C, 2): .readSignature
        case (0x39, 2): .readCounter(bytes[1])
        case (0x1B, 5): .authenticate
        case (0x50, 2): .halt
        default: .unknown(bytes)
        }
    }

    /// Parses an ISO 7816-4 command: class, instruction, two parameters, then a length and data, or the expected
    /// length.
    private static func instruction(_ bytes: [UInt8]) -> TagCommand {
        guard bytes.count >= 4, bytes[0] == 0 else { return .unknown(bytes) }
        let parameter = Int(bytes[2]) << 8 | Int(bytes[3])
        let body = Array(bytes[4...])
        let data = body.first.map { Array(body.dropFirst().prefix(Int($0))) } ?? []
        let isWhole = body.first.map { body.count > Int($0) } ?? false
        switch bytes[1] {
        case 0xA4 where parameter == 0x0400 && isWhole: return .selectApplication(data)
        case 0xA4 where bytes[2] == 0 && data.count == 2 && isWhole:
            return .selectFile(UInt16(data[0]) << 8 | UInt16(data[1]))
        case 0xB0 where parameter <= 0x7FFF && body.count == 1:
            return .readBinary(offset: parameter, count: length(body[0]))
        case 0xB1 where parameter == 0 && body.count == 7 && body.starts(with: [0x05, 0x54, 0x03]):
            // READ BINARY with the offset in a data object; not exercised on hardware [N].
            return .readBinary(offset: Int(body[3]) << 16 | Int(body[4]) << 8 | Int(body[5]), count: length(body[6]))
        case 0xD6 where parameter <= 0x7FFF && isWhole: return .updateBinary(offset: parameter, data)
        case 0xC0 where body.count == 1: return .getResponse(count: length(body[0]))
        default: return .otherInstruction(bytes[1], bytes)
        }
    }

    /// Decodes Le in one byte: 0 requests 256.
    private static func length(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
}

extension TagCommand: CustomStringConvertible {
    /// The command's name in its specification, and its arguments.
    public var description: String {
        switch self {
        case .read(let page): "READ page \(page)"
        case .write(let page, let data): "WRITE page \(page): \(data.hex)"
        case .fastRead(let first, let last): "FAST_READ pages \(first) to \(last)"
        case .getVersion: "GET_VERSION"
        case .sectorSelect: "SECTOR_SELECT"
        case .sector(let sector): "SECTOR_SELECT sector \(sector)"
        case .readSignature: "READ_SIG"
        case .readCounter(let counter): "READ_CNT \(counter)"
        case .authenticate: "PWD_AUTH"
        case .halt: "HALT"
        case .selectApplication(let name): "SELECT application \(Self.application(name))"
        case .selectFile(let file): "SELECT file \(file.hexadecimal)" + (file == 0xE103 ? " (CC)" : "")
        case .readBinary(let offset, let count): "READ BINARY \(count) bytes from \(offset)"
        case .updateBinary(let offset, let data): "UPDATE BINARY \(data.count) bytes from \(offset): \(data.shown())"
        case .getResponse(let count): "GET RESPONSE \(count) bytes"
        case .otherInstruction(let instruction, let bytes): "instruction \(instruction.hexadecimal): \(bytes.shown())"
        case .unknown(let bytes): "unknown command \(bytes.shown())"
        }
    }

    private static func application(_ name: [UInt8]) -> String {
        switch name {
        case [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]: "NDEF"
        case [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x00]: "NDEF, version 1"
        default: name.hex
        }
    }
}
