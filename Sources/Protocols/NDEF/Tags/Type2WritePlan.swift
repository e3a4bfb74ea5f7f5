import Ground

/// The pages of a Type 2 tag to write, in an order that is safe against tearing.
///
/// First the length of the NDEF TLV becomes 0, then all other pages are written, and the page with the length comes
/// last. A tag torn away in between reads as blank. Unchanged pages are not written.
struct Type2WritePlan: Sendable {
    struct Change: TagWriteChange {
        let page: Int
        let bytes: [UInt8]
        let ifRefused: TagWriteFailure.State
        let ifSilent: TagWriteFailure.State

        var place: String { "page \(page)" }
    }

    private(set) var changes: [Change] = []
    /// The tag's contents by page, updated with each planned change.
    private var pages: [[UInt8]]

    /// Creates the plan for a message; the reader has read the entire data area.
    init(_ message: [UInt8], over reader: Type2Reader, force: Bool) throws(TagWriteRefusal) {
        guard let capability = reader.capability else { throw .notNDEF("its capability container was not read") }
        guard capability.isWritable else {
            throw .readOnly("the access byte of its capability container is \(capability.writeAccess.hexadecimal)")
        }
        let doubts = Self.doubts(about: reader)
        if !force, !doubts.isEmpty { throw .notUnderstood(doubts.joined(separator: "; ")) }

        let image = reader.image
        let start = reader.scan.layout(before: .max).skippingReserved(Self.place(in: reader.scan))
        let layout = reader.scan.layout(before: start)
        let room = layout.room(from: start)
        let capacity = Type2Capability.capacity(of: room)
        guard message.count <= capacity, room >= 2 else {
            throw .tooSmall(message: message.count, capacity: capacity)
        }
        var bytes: [UInt8] = [0x03]
        if message.count < 255 {
            bytes.append(UInt8(clamping: message.count))
        } else {
            bytes.append(0xFF)
            bytes.append(big: UInt16(clamping: message.count))
        }
        bytes += message
        if bytes.count < room { bytes.append(0xFE) }
        guard let runs = layout.runs(from: start, count: bytes.count) else {
            throw .tooSmall(message: message.count, capacity: capacity)
        }
        pages = (0..<(layout.end + 3) / 4).map { image.page($0) ?? [0, 0, 0, 0] }
        order(bytes, at: runs.flatMap { Array($0) })
        let locks = reader.locks
        let locked = pages.indices.filter { page in
            locks.isLocked(page: page) == true && changes.contains { $0.page == page }
        }
        guard locked.isEmpty else { throw .locked(pages: Type2Layout.runs(of: locked)) }
        if !force, let reason = guardReason(locks, reader.password) { throw .guarded(reason) }
    }

    /// Returns the reason why a page that must change may refuse, or nil if there is none.
    private func guardReason(_ locks: Type2Locks, _ password: Type2Password) -> String? {
        let touched = changes.map(\.page).sorted()
        var reasons: [String] = []
        switch password {
        case .from(let page):
            if let first = touched.first(where: { $0 >= page }) {
                let guarded = "from page \(page) on the chip asks for a password (AUTH0)"
                reasons.append("page \(first) must change, and \(guarded)")
            }
        case .unread where !touched.isEmpty:
            reasons.append("whether the chip asks for a password could not be read")
        case .off, .unread: break
        }
        let unread = touched.filter { locks.isLocked(page: $0) == nil }
        if !unread.isEmpty {
            reasons.append(
                "\(Type2Layout.text(Type2Layout.runs(of: unread))) must change, and their lock bits could not be read")
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    /// Returns the contents of the tag that are not understood, as sentences.
    private static func doubts(about reader: Type2Reader) -> [String] {
        let blocks = reader.scan.blocks
        var doubts = reader.doubts
        doubts += blocks.filter { !$0.kind.isUnderstood }.map { "\($0) is not one that this writer knows" }
        let messages = blocks.indices.filter { blocks[$0].kind == .message }
        if messages.count > 1 { doubts.append("it has more than one NDEF message TLV") }
        if let first = messages.first,
            blocks[first...].contains(where: { $0.kind == .lockControl || $0.kind == .memoryControl })
        {
            doubts.append("a control TLV follows the message")
        }
        if let block = reader.scan.message {
            let old = block.runs.flatMap { reader.image.read($0) ?? [] }
            if !old.isEmpty {
                do throws(Malformed) { _ = try NDEFMessage(decoding: old) } catch {
                    doubts.append("its NDEF message is malformed, \(error)")
                }
            }
        } else if doubts.isEmpty, !isBlank(reader) {
            doubts.append("its data area is not blank and has no NDEF message TLV")
        }
        return doubts
    }

    /// Returns whether the message's future location contains only a terminator.
    private static func isBlank(_ reader: Type2Reader) -> Bool {
        let scan = reader.scan
        let start = place(in: scan)
        guard let runs = scan.layout.runs(from: start, count: scan.layout.room(from: start)) else { return false }
        for run in runs {
            for address in run where address != scan.terminator?.address && reader.image[address] != 0 { return false }
        }
        return true
    }

    /// Returns the current or future location of the NDEF TLV, which is after the leading control TLVs.
    private static func place(in scan: Type2Scan) -> Int {
        if let message = scan.message { return message.address }
        var place = Type2Capability.dataStart
        for block in scan.blocks {
            guard block.kind == .lockControl || block.kind == .memoryControl else { break }
            place = block.runs.last?.upperBound ?? (block.address + 1 + block.lengthSize)
        }
        return place
    }

    private mutating func order(_ bytes: [UInt8], at addresses: [Int]) {
        var final = pages
        for (address, byte) in zip(addresses, bytes) { final[address / 4][address % 4] = byte }
        let touched = addresses.reduce(into: [Int]()) { if $0.last != $1 / 4 { $0.append($1 / 4) } }
        guard touched.contains(where: { final[$0] != pages[$0] }), addresses.count >= 2 else { return }
        let (type, length) = (addresses[0], addresses[1])
        makeBlank(type: type, length: length, next: addresses.count > 2 ? addresses[2] : nil)
        for page in touched where page != length / 4 { change(page, to: final[page], .blank, .blank) }
        change(
            length / 4, to: final[length / 4], .blank,
            .unknown("the tag reads as blank, or holds the new message"))
    }

    private mutating func makeBlank(type: Int, length: Int, next: Int?) {
        let isBlank = pages[type / 4][type % 4] == 0x03 && pages[length / 4][length % 4] == 0x00
        guard !isBlank else { return }
        var page = pages[length / 4]
        page[length % 4] = 0x00
        if let next, next / 4 == length / 4 { page[next % 4] = 0xFE }
        let either = TagWriteFailure.State.unknown("the tag holds what it held before, or reads as blank")
        guard type / 4 != length / 4 else {
            page[type % 4] = 0x03
            change(length / 4, to: page, .unchanged, either)
            return
        }
        change(length / 4, to: page, .unchanged, either)
        var front = pages[type / 4]
        front[type % 4] = 0x03
        change(type / 4, to: front, .unknown("the tag holds no message"), either)
    }

    private mutating func change(
        _ page: Int, to bytes: [UInt8], _ ifRefused: TagWriteFailure.State, _ ifSilent: TagWriteFailure.State
    ) {
        guard pages[page] != bytes else { return }
        pages[page] = bytes
        changes.append(Change(page: page, bytes: bytes, ifRefused: ifRefused, ifSilent: ifSilent))
    }
}
