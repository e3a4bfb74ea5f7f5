import NDEF

/// A tag with arbitrary memory: it reads and writes as the standard requires, and refuses everything else.
struct HostileTag {
    private var memory: [UInt8]
    private let isType2: Bool
    /// The start of the selected file in the memory; nil before a file is selected.
    private var file: Int?

    init(_ memory: [UInt8], _ platform: TagPlatform) {
        self.memory = memory
        isType2 = platform == .type2
    }

    /// The size of a Type 4 tag's capability container in the memory, in bytes.
    private static let containerSize = 15

    mutating func answer(to command: [UInt8]) -> [UInt8]? {
        guard !memory.isEmpty else { return nil }
        return isType2 ? page(command) : apdu(command)
    }

    private mutating func page(_ command: [UInt8]) -> [UInt8]? {
        guard command.count >= 2 else { return nil }
        let start = Int(command[1]) * 4
        guard start < memory.count else { return nil }
        switch (command[0], command.count) {
        case (0x30, 2): return (start..<start + 16).map { memory[$0 % memory.count] }
        case (0xA2, 6):
            guard start + 4 <= memory.count else { return nil }
            for (index, byte) in command[2...].enumerated() { memory[start + index] = byte }
            return [0x0A]
        default: return nil
        }
    }

    private mutating func apdu(_ command: [UInt8]) -> [UInt8]? {
        guard command.count >= 5 else { return [0x67, 0x00] }
        switch command[1] {
        case 0xA4:
            let isContainer = command.count >= 7 && command[5] == 0xE1 && command[6] == 0x03
            file = isContainer ? 0 : Self.containerSize
            return [0x90, 0x00]
        case 0xB0:
            guard let file else { return [0x69, 0x86] }
            let start = file + Int(command[2]) << 8 + Int(command[3])
            guard start < memory.count else { return [0x6B, 0x00] }
            return Array(memory[start...].prefix(command[4] == 0 ? 256 : Int(command[4]))) + [0x90, 0x00]
        case 0xD6:
            guard let file else { return [0x69, 0x86] }
            let start = file + Int(command[2]) << 8 + Int(command[3])
            let data = command[5...]
            guard start + data.count <= memory.count else { return [0x6A, 0x84] }
            for (index, byte) in data.enumerated() { memory[start + index] = byte }
            return [0x90, 0x00]
        default: return [0x6D, 0x00]
        }
    }
}
