import NDEF

/// A Type 2 tag: READ, WRITE and SECTOR_SELECT on a memory of pages (nfc.md 2.2).
///
/// FAST_READ and GET_VERSION are known to NTAG chips only. Lock bytes and the capability container can only gain
/// bits. A page that a lock bit protects refuses WRITE; the lock bits of page 2 can be frozen by its three
/// block-locking bits. The access byte of the container is advice to readers, which the chip does not enforce. Pages
/// from AUTH0 of an NTAG on require a password, which is never given here [N].
struct SimulatedType2: Sendable {
    /// Four bits on air: the command is refused.
    static let nak: [UInt8] = [0x00]
    /// Four bits on air: the page was written.
    static let ack: [UInt8] = [0x0A]

    private(set) var memory: Type2Memory
    private var sector = 0
    private var awaitsSector = false
    private var isIdle = false

    init(_ memory: Type2Memory) { self.memory = memory }

    /// The addresses of the selected sector.
    private var reach: Range<Int> {
        let start = sector * Type2Memory.sectorSize
        return start..<min(memory.bytes.count, start + Type2Memory.sectorSize)
    }
    private var pages: Int { reach.count / 4 }

    mutating func receiveActivation() {
        sector = 0
        awaitsSector = false
        isIdle = false
    }

    mutating func receive(_ command: [UInt8]) -> [UInt8]? {
        guard !isIdle else { return nil }
        let answer = awaitsSector ? enterSector(command) : carryOut(command)
        if answer == Self.nak, memory.goesIdleAfterNAK { isIdle = true }
        return answer
    }

    private mutating func carryOut(_ command: [UInt8]) -> [UInt8]? {
        switch (command.first, command.count) {
        case (0x30, 2): return read(page: Int(command[1]))
        case (0x3A, 3) where memory.chip != nil: return fastRead(from: Int(command[1]), through: Int(command[2]))
        case (0x60, 1): return memory.chip?.chip.version ?? Self.nak
        case (0xA2, 6): return write(Array(command[2...]), page: Int(command[1]))
        case (0xC2, 2):
            guard memory.hasSectors, command[1] == 0xFF else { return Self.nak }
            awaitsSector = true
            return Self.ack
        case (0x50, 2): return nil  // HLTA has no answer
        default: return Self.nak
        }
    }

    /// Handles the second packet of SECTOR_SELECT: silence is consent.
    private mutating func enterSector(_ command: [UInt8]) -> [UInt8]? {
        awaitsSector = false
        guard command.count == 4, Int(command[0]) * Type2Memory.sectorSize < memory.bytes.count else { return Self.nak }
        sector = Int(command[0])
        return nil
    }

    /// Reads four pages; after the last readable page it wraps to the sector's first.
    private func read(page: Int) -> [UInt8] {
        let readable = memory.passwordGuardsReading ? min(pages, memory.passwordFrom) : pages
        guard page < readable else { return Self.nak }
        return (0..<16).map { memory.bytes[reach.lowerBound + (page * 4 + $0) % (readable * 4)] }
    }

    private func fastRead(from first: Int, through last: Int) -> [UInt8] {
        guard first <= last, last < pages else { return Self.nak }
        return Array(memory.bytes[(reach.lowerBound + first * 4)..<(reach.lowerBound + last * 4 + 4)])
    }

    private mutating func write(_ data: [UInt8], page: Int) -> [UInt8] {
        guard page < pages else { return Self.nak }
        guard sector > 0 || page < memory.passwordFrom else { return Self.nak }
        let address = reach.lowerBound + page * 4
        if sector == 0 {
            switch page {
            case 0, 1: return Self.nak
            case 2: return writeStaticLocks(data)
            case 3:
                guard !isLocked(page: 3) else { return Self.nak }
                for index in 0..<4 { memory.bytes[12 + index] |= data[index] }
                return Self.ack
            default: break
            }
        }
        guard !isLocked(page: address / 4) else { return Self.nak }
        let locks = memory.lockControl?.bytes ?? 0..<0
        for index in 0..<4 {
            if locks.contains(address + index) {
                memory.bytes[address + index] |= data[index]
            } else {
                memory.bytes[address + index] = data[index]
            }
        }
        return Self.ack
    }

    /// Sets lock bits. Bits are only ever set, except those that a block-locking bit has frozen.
    private mutating func writeStaticLocks(_ data: [UInt8]) -> [UInt8] {
        let now = memory.bytes[10]
        var frozen: (UInt8, UInt8) = (0, 0)
        if now & 0x01 != 0 { frozen.0 |= 0x08 }  // the capability container's
        if now & 0x02 != 0 { frozen = (frozen.0 | 0xF0, frozen.1 | 0x03) }  // pages 4 to 9
        if now & 0x04 != 0 { frozen.1 |= 0xFC }  // pages 10 to 15
        memory.bytes[10] |= data[2] & ~frozen.0
        memory.bytes[11] |= data[3] & ~frozen.1
        return Self.ack
    }

    private func isLocked(page: Int) -> Bool {
        if page < 8 { return memory.bytes[10] & 1 << UInt8(page) != 0 }
        if page < 16 { return memory.bytes[11] & 1 << UInt8(page - 8) != 0 }
        guard let control = memory.lockControl, page * 4 < control.address else { return false }
        let bit = (page * 4 - Type2LockControl.firstLocked) / control.bytesPerBit
        let place = control.address + bit / 8
        guard bit < control.bits, place < memory.bytes.count else { return false }
        return memory.bytes[place] & 1 << UInt8(bit % 8) != 0
    }
}
