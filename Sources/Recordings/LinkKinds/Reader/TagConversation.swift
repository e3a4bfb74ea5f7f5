import Ground
import Links
import NDEF

/// Decodes commands to tags and their answers, in order.
struct TagConversation: Sendable {
    private var isType4: Bool?
    private var command: TagCommand?
    private var memory = TagMemory()

    /// Forgets the previous tag because a new one was found.
    mutating func found(_ identity: TagIdentity?) {
        isType4 = identity.map { $0.sak & 0x20 != 0 }
        command = nil
        memory = TagMemory()
    }

    mutating func ask(_ bytes: [UInt8]) -> FrameMeaning {
        let command = TagCommand(bytes, isType4: isType4)
        if case .selectFile(let file) = command { memory.selected(file) }
        self.command = command
        return .tagCommand(command)
    }

    mutating func answer(_ bytes: [UInt8]) -> FrameMeaning {
        let content = TagAnswer.content(bytes, to: command, isType4: isType4)
        let records = memory.receive(content, to: command)
        defer { command = nil }
        return .tagAnswer(TagAnswer(command: command, content: content, records: records))
    }
}

/// The data read from a tag, from its beginning until an NDEF message is complete.
private struct TagMemory: Sendable {
    /// The largest memory that is assembled; a longer message is shown only in parts.
    static let limit = 65_536
    /// The first page of a Type 2 tag's data area.
    static let firstDataPage = 4

    private var bytes: [UInt8] = []
    private var isDone = false
    private var isCapabilityFile = false

    mutating func selected(_ file: UInt16) {
        bytes = []
        isDone = false
        isCapabilityFile = file == 0xE103
    }

    /// Adds an answer's data; returns the records if it completes the message.
    mutating func receive(_ content: TagAnswer.Content, to command: TagCommand?) -> [RecordMeaning] {
        guard !isDone else { return [] }
        switch (content, command) {
        case (.data(let data), .read(let page)?): append(data, at: (Int(page) - Self.firstDataPage) * 4)
        case (.data(let data), .fastRead(let first, _)?): append(data, at: (Int(first) - Self.firstDataPage) * 4)
        case (.status(.success, let data), .readBinary(let offset, _)?):
            guard !isCapabilityFile else { return [] }
            append(data, at: offset)
            return records(message: ndefFile)
        default: return []
        }
        return records(message: type2Message)
    }

    /// Appends data that continues the present bytes; pages before the data area are skipped.
    private mutating func append(_ data: [UInt8], at offset: Int) {
        let end = offset + data.count
        guard offset <= bytes.count, end > bytes.count, end <= Self.limit else { return }
        bytes += data.dropFirst(bytes.count - offset)
    }

    private mutating func records(message: ArraySlice<UInt8>?) -> [RecordMeaning] {
        guard let message, !message.isEmpty else { return [] }
        isDone = true
        return (try? NDEFMessage(decoding: Array(message)))?.records.map(\.meaning) ?? []
    }

    /// The message in a Type 4 tag's file, after its two-byte length; nil while bytes are missing.
    private var ndefFile: ArraySlice<UInt8>? {
        guard bytes.count >= 2 else { return nil }
        let end = 2 + (Int(bytes[0]) << 8 | Int(bytes[1]))
        return bytes.count >= end ? bytes[2..<end] : nil
    }

    /// The value of the first NDEF TLV in a Type 2 tag's data area; nil while bytes are missing (nfc.md 2.2).
    private var type2Message: ArraySlice<UInt8>? {
        var place = 0
        while place < bytes.count {
            let tag = bytes[place]
            if tag == 0x00 {
                place += 1
                continue
            }
            guard tag != 0xFE, place + 1 < bytes.count else { return nil }
            var start = place + 2
            var length = Int(bytes[place + 1])
            if length == 0xFF {
                guard place + 3 < bytes.count else { return nil }
                length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
                start = place + 4
            }
            if tag == 0x03 { return start + length <= bytes.count ? bytes[start..<start + length] : nil }
            place = start + length
        }
        return nil
    }
}
