import Ground

/// A tag as the test chip sees it.
struct TestTag {
    enum Kind {
        /// Memory in pages of four octets.
        case type2([UInt8])
        /// The capability container and the NDEF file with its length.
        case type4(container: [UInt8], file: [UInt8])
    }

    let kind: Kind
    let uid: [UInt8]
    var chosenFile: [UInt8] = []

    /// `https://example.com/acc?id=42` behind a one-octet lock TLV, as in nfc.md 3.3.
    static let message = [UInt8](hex: "d101165504 6578616d706c652e636f6d2f6163633f69643d3432")!

    static var type2: TestTag {
        var memory = [UInt8](hex: "04a1b2 83 c3d4e580 7b 48 00 00 e1101200 0103a00c34 031a")!
        memory += message + [0xFE]
        memory += [UInt8](repeating: 0, count: 180 - memory.count)
        return TestTag(kind: .type2(memory), uid: [UInt8](hex: "04a1b2c3d4e580")!)
    }

    static var type4: TestTag {
        let container = [UInt8](hex: "000f20003b00340406e104080000 00")!
        return TestTag(
            kind: .type4(container: container, file: [0, UInt8(message.count)] + message),
            uid: [UInt8](hex: "04112233445566")!)
    }

    var sensing: [UInt8] {
        switch kind {
        case .type2: [0x00, 0x44, 0x00, UInt8(uid.count)] + uid
        case .type4: [0x03, 0x44, 0x20, UInt8(uid.count)] + uid + [0x06, 0x75, 0x77, 0x81, 0x02, 0x80]
        }
    }

    mutating func answer(_ command: [UInt8]) -> [UInt8]? {
        switch kind {
        case .type2(let memory):
            guard command.count == 2, command[0] == 0x30 else { return nil }
            return (0..<16).map { memory[(Int(command[1]) * 4 + $0) % memory.count] }
        case .type4(let container, let file):
            if command.starts(with: [0x00, 0xA4, 0x04]) { return [0x90, 0x00] }
            if command.starts(with: [0x00, 0xA4, 0x00]) {
                chosenFile = command.last == 0x03 ? container : file
                return [0x90, 0x00]
            }
            guard command.starts(with: [0x00, 0xB0]), command.count == 5 else { return [0x6D, 0x00] }
            let from = Int(command[2]) << 8 | Int(command[3])
            return Array(chosenFile.dropFirst(from).prefix(Int(command[4]))) + [0x90, 0x00]
        }
    }
}

/// As much of a PN532 on a serial line as libnfc needs (nfc.md section 3), with faults to inject.
struct TestChip {
    enum Fault {
        /// The next data exchange has bit 80 in its status, on which libnfc aborts.
        case abortStatus
        /// Commands are neither acknowledged nor answered from now on.
        case silence
        /// The next data exchange is refused with this status.
        case status(UInt8)
        /// The next GetFirmwareVersion is not answered, after which libnfc would abort.
        case noVersion
    }

    var tag: TestTag? { didSet { if tag == nil { (isSelected, isHalted) = (false, false) } } }
    var fault: Fault?
    /// The host has closed the reader as it should.
    private(set) var isPoweredDown = false
    private(set) var isSelected = false
    private(set) var isHalted = false
    private var hasField = false
    private var waiting: [UInt8] = []

    /// Takes what the host wrote and gives what the chip writes.
    mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
        waiting += bytes
        var output: [UInt8] = []
        while let start = waiting.indices.dropLast().first(where: { waiting[$0] == 0 && waiting[$0 + 1] == 0xFF }) {
            guard waiting.count >= start + 4 else { break }
            let length = Int(waiting[start + 2])
            if length == 0 || waiting[start + 2] &+ waiting[start + 3] != 0 {
                waiting.removeFirst(start + 2)
                continue
            }
            guard waiting.count >= start + 4 + length + 1 else { break }
            let body = Array(waiting[start + 5..<start + 4 + length])
            waiting.removeFirst(start + 4 + length + 1)
            if case .silence? = fault { continue }
            output += [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
            guard let code = body.first, let answer = answer(code, Array(body.dropFirst())) else { continue }
            output += frame([0xD5, code + 1] + answer)
        }
        return output
    }

    private func frame(_ body: [UInt8]) -> [UInt8] {
        let length = UInt8(body.count)
        return [0x00, 0x00, 0xFF, length, 0 &- length] + body + [0 &- body.reduce(0, &+), 0x00]
    }

    private mutating func answer(_ code: UInt8, _ data: [UInt8]) -> [UInt8]? {
        switch code {
        case 0x00: return data
        case 0x02:
            if case .noVersion? = fault {
                fault = nil
                return nil
            }
            return [0x32, 0x01, 0x06, 0x07]
        case 0x06: return [UInt8](repeating: 0, count: data.count / 2)
        case 0x08, 0x12, 0x14: return []
        case 0x32:
            if data.first == 0x01 {
                hasField = data.last == 0x01
                if !hasField { (isSelected, isHalted) = (false, false) }
            }
            return []
        case 0x4A:
            guard let tag, hasField, !isHalted, !isSelected else { return [0x00] }
            isSelected = true
            return [0x01, 0x01] + tag.sensing
        case 0x40: return exchange(Array(data.dropFirst()))
        case 0x42: return isSelected && data == [0xB2] ? [0x00, 0xA2] : [0x01]
        case 0x16:
            isPoweredDown = true
            return [0x00]
        case 0x44:
            isHalted = isSelected
            isSelected = false
            return [0x00]
        default: return [0x00]
        }
    }

    private mutating func exchange(_ command: [UInt8]) -> [UInt8] {
        defer { fault = nil }
        if case .abortStatus? = fault { return [0x80] }
        if case .status(let status)? = fault { return [status] }
        guard isSelected, let answer = tag?.answer(command) else { return [0x01] }
        return [0x00] + answer
    }
}
