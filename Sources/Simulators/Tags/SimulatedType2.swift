/// A Type 2 tag: a memory of pages with READ, FAST_READ, GET_VERSION and WRITE (NFC fact sheet 2.2).
struct SimulatedType2: Sendable {
    /// Four bits on air: the command is refused.
    static let nak: [UInt8] = [0x00]
    /// Four bits on air: the page was written.
    static let ack: [UInt8] = [0x0A]

    private var memory: [UInt8]
    private let chip: NTAG?

    init(memory: [UInt8], chip: NTAG?) {
        precondition(memory.count >= 16 && memory.count.isMultiple(of: 4), "a Type 2 tag has at least four whole pages")
        self.memory = memory
        self.chip = chip
    }

    private var pages: Int { memory.count / 4 }

    mutating func receive(_ command: [UInt8]) -> [UInt8]? {
        switch (command.first, command.count) {
        case (0x30, 2): return read(page: Int(command[1]))
        case (0x3A, 3): return fastRead(from: Int(command[1]), through: Int(command[2]))
        case (0x60, 1): return chip?.version ?? Self.nak
        case (0xA2, 6): return write(Array(command[2...]), page: Int(command[1]))
        case (0x50, 2): return nil  // HLTA has no answer
        default: return Self.nak
        }
    }

    /// Four pages; behind the last page it goes on with page 0.
    private func read(page: Int) -> [UInt8] {
        guard page < pages else { return Self.nak }
        return (0..<16).map { memory[(page * 4 + $0) % memory.count] }
    }

    private func fastRead(from first: Int, through last: Int) -> [UInt8] {
        guard first <= last, last < pages else { return Self.nak }
        return Array(memory[(first * 4)..<(last * 4 + 4)])
    }

    /// Writes a page of the data area when the capability container lets it.
    private mutating func write(_ bytes: [UInt8], page: Int) -> [UInt8] {
        guard page >= 4, page < pages, memory[15] & 0x0F == 0 else { return Self.nak }
        memory.replaceSubrange((page * 4)..<(page * 4 + 4), with: bytes)
        return Self.ack
    }
}
