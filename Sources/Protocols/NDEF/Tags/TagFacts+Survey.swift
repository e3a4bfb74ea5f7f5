import Ground

extension TagFacts.Survey {
    /// Creates the facts of a Type 2 tag: capability container, TLV blocks, lock bits (nfc.md 2.2).
    init(_ capability: Type2Capability, _ contents: TagContents) {
        self.init(version: capability.version, areaSize: capability.areaSize)
        var image = Type2Image()
        if case .type2(let read) = contents.memory { image = read }
        chip = image.version.flatMap { TagChip(version: $0) }
        blocks = image.blocks
        var layout = Type2Layout(end: image.memoryEnd ?? (Type2Capability.dataStart + areaSize))
        for run in capability.reserved { layout.reserve(run) }
        let message = blocks.first { $0.kind == .message }
        capacity = Type2Capability.capacity(of: layout.room(from: message?.address ?? Type2Capability.dataStart))
        let control = capability.lockControl ?? chip?.lockControl
        let locks = Type2Locks(image, control: control)
        self.locks = locks
        let pages = 4..<(Type2Capability.dataStart + areaSize + 3) / 4
        let locked = locks.lockedPages(in: pages)
        let access: TagFacts.Protection.Access =
            switch capability.writeAccess {
            case 0x00: .writable
            case 0x0F: .readOnly
            default: .proprietary(access: capability.writeAccess)
            }
        let unread = Type2Layout.runs(of: pages.filter { locks.isLocked(page: $0) == nil })
        let password = chip.map { Type2Password(image, chip: $0, isGuess: false).limited(to: pages) } ?? .off
        protection = TagFacts.Protection(
            access, TagFacts.Protection.Locks(pages: pages, locked: locked, unread: unread), password: password)
        if image.isScannedToEnd { lookBehind(message, contents) }
        if !capability.isWritable, let bits = locks.staticBits, locked.isEmpty, bits == [0, 0] {
            findings.append(
                Finding("tag.layout", .note, "the capability container forbids writing, no static lock bit enforces it")
            )
        }
    }

    /// Examines the area after the message: further messages, a missing terminator.
    private mutating func lookBehind(_ message: Type2Block?, _ contents: TagContents) {
        let messages = blocks.filter { $0.kind == .message }
        if let second = messages.dropFirst().first {
            findings.append(
                Finding(
                    "tag.layout", .warning, "there is a second NDEF TLV, which no phone reads", offset: second.offset
                ))
        }
        for block in blocks where !block.kind.isUnderstood {
            findings.append(Finding("tag.layout", .note, "\(block) is kept as it is", offset: block.offset))
        }
        guard blocks.last?.kind != .terminator, let last = blocks.last else { return }
        let end = last.runs.last?.upperBound ?? (last.address + 1 + last.lengthSize)
        if end >= Type2Capability.dataStart + areaSize {
            let what = last.kind == .message ? "the message" : "the last TLV"
            findings.append(
                Finding("tag.layout", .note, "\(what) exactly fills the data area, so no terminator follows"))
        } else {
            findings.append(
                Finding(
                    "tag.layout", .warning, "no terminator TLV follows the last TLV",
                    offset: end - Type2Capability.dataStart))
        }
    }

    /// Creates the facts of a Type 4 tag: capability container and NDEF file (nfc.md 2.3).
    init(_ capability: Type4Capability, _ contents: TagContents) {
        self.init(version: capability.mappingVersion, areaSize: capability.maximumFileSize)
        capacity = capability.maximumFileSize - capability.lengthFieldSize
        blockSizes = TagFacts.BlockSizes(read: capability.maximumRead, write: capability.maximumWrite)
        switch capability.writeAccess {
        case 0x00: protection = TagFacts.Protection(.writable)
        case 0xFF: protection = TagFacts.Protection(.readOnly)
        default: protection = TagFacts.Protection(.proprietary(access: capability.writeAccess))
        }
        guard case .type4(let image) = contents.memory else { return }
        files = image.files
        let ndef = files.filter { $0.kind != .proprietary }
        if let second = ndef.dropFirst().first {
            findings.append(
                Finding(
                    "tag.layout", .warning, "the container names a second NDEF file, which no phone reads",
                    offset: second.offset))
        }
        if contents.message?.count == capacity {
            findings.append(Finding("tag.layout", .note, "the message exactly fills the NDEF file"))
        }
    }
}

extension Type2Capability {
    /// Returns the maximum length of a TLV's value, given this number of bytes for type, length and value.
    static func capacity(of room: Int) -> Int {
        guard room >= 2 else { return 0 }
        return room - 2 < 255 ? room - 2 : max(254, room - 4)
    }
}

extension TagFacts {
    /// The facts as lines for people, safe to print.
    public var lines: [String] {
        var lines = ["\(platform)\(chip.map { ", \($0)" } ?? ""), version \(version >> 4).\(version & 0x0F)"]
        let area = platform == .type2 ? "data area" : "NDEF file"
        lines.append("\(area) of \(areaSize) bytes; a message of up to \(capacity) bytes fits")
        lines.append(isBlank ? "blank" : "\(used) bytes used, \(free) free")
        lines.append("\(protection)")
        if let sizes = blockSizes { lines.append("MLe \(sizes.read), MLc \(sizes.write)") }
        lines += blocks.map { "\($0)" }
        lines += files.map { "\($0.kind) \($0.identifier.hexadecimal), \($0.maximumSize) bytes" }
        return lines
    }
}
